"""Scores one run file with the engine that suits its size; every engine gives the same values to the last bit."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from annotator.evaluate.lines import Interleaved, Options, RunValues, score_fields
from annotator.evaluate.measures import Measure
from annotator.evaluate.ranking import DuplicatePassage, Judged, NotANumber
from annotator.store.trec import OddLines, first_run_fault, regrouped, stretches, whole_queries


def score_run(path: str, qrels: Mapping[bytes, Judged], measures: list[Measure], options: Options) -> RunValues:
    """Score a run file; UnreadableInput names the line of a fault."""
    try:
        try:
            return score_stretches(whole_queries(stretches(path)), qrels, measures, options)
        except Interleaved:
            return score_stretches(regrouped(path), qrels, measures, options)
    except (OddLines, ValueError, DuplicatePassage, NotANumber):
        raise first_run_fault(path, dedupe=options.dedupe) from None


def score_stretches(parts: Iterable[list[bytes]], qrels: Mapping[bytes, Judged], measures: list[Measure], options: Options) -> RunValues:
    """Score run fields that come in whole queries."""
    formulas = [measure.formula() for measure in measures]
    into = RunValues.empty()
    for fields in parts:
        score_fields(fields, qrels, formulas, options, into)
    return into
