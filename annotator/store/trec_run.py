"""Scores run files with the engine that suits their size; every engine gives the same values to the last bit."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from annotator.evaluate.lines import Interleaved, Options, RunValues, add_missing, score_fields
from annotator.evaluate.measures import Measure
from annotator.evaluate.ranking import DuplicatePassage, Judged, NotANumber
from annotator.store.trec import OddLines, first_run_fault, is_gzipped, read_qrels, regrouped, size_of, stretches, whole_queries
from annotator.store.trec_workers import Part, WorkerFailed, in_parts, parts_of, processors

if TYPE_CHECKING:
    from annotator.evaluate.judged_table import JudgedTable

# Below this a second process costs more than it saves.
FORK_FROM = 1_500_000
# From here on importing numpy costs less than it saves.
COLUMNS_FROM = 8_000_000


class QrelsFile:
    """The judgments of one file, read when first asked for, in the form that an engine needs."""

    def __init__(self, path: str) -> None:
        self.path = path
        self._judged: dict[bytes, Judged] | None = None
        self._table: JudgedTable | None = None

    def judged(self) -> dict[bytes, Judged]:
        """As a dict of queries; UnreadableInput names the line of a fault."""
        if self._judged is None:
            self._judged = read_qrels(self.path)
        return self._judged

    def table(self) -> JudgedTable:
        """As numpy columns; NotColumnar where `judged` has to look."""
        if self._table is None:
            # A pool of threads would cost start-up time and memory for linear algebra that is not done here, and forbid a fork.
            os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
            from annotator.store.trec_columns import read_table

            self._table = read_table(self.path)
        return self._table


def score_run(path: str, qrels: QrelsFile, measures: list[Measure], options: Options) -> RunValues:
    """Score a run file with a fitting engine; UnreadableInput names the line of a fault."""
    if size_of(path) >= COLUMNS_FROM:
        values = score_columns(path, qrels, measures, options)
        if values is not None:
            return values
    try:
        try:
            return add_missing(_by_lines(path, qrels.judged(), measures, options), qrels.judged(), measures)
        except Interleaved:
            return add_missing(score_stretches(regrouped(path), qrels.judged(), measures, options), qrels.judged(), measures)
    except (OddLines, ValueError, DuplicatePassage, NotANumber):
        raise first_run_fault(path, dedupe=options.dedupe) from None


def _by_lines(path: str, qrels: dict[bytes, Judged], measures: list[Measure], options: Options) -> RunValues:
    parts = _parts(path) if size_of(path) >= FORK_FROM else []
    if len(parts) > 1:
        try:
            return score_forked(path, parts, qrels, measures, options)
        except WorkerFailed:
            pass
    return score_stretches(whole_queries(stretches(path)), qrels, measures, options)


def _parts(path: str) -> list[Part]:
    return [] if is_gzipped(path) else parts_of(path, processors())


def score_stretches(parts: Iterable[list[bytes]], qrels: dict[bytes, Judged], measures: list[Measure], options: Options) -> RunValues:
    """Score run fields that come in whole queries."""
    formulas = [measure.formula() for measure in measures]
    into = RunValues.empty()
    for fields in parts:
        score_fields(fields, qrels, formulas, options, into)
    return into


def score_forked(path: str, parts: list[Part], qrels: dict[bytes, Judged], measures: list[Measure], options: Options) -> RunValues:
    """Score the parts of a plain run file, each in a process of its own; Interleaved where two hold lines of one query."""

    def work(start: int, end: int | None) -> tuple[Any, ...]:
        return tuple(score_stretches(whole_queries(stretches(path, start, end)), qrels, measures, options))

    into = RunValues.empty()
    for values, _, ignored, tied in in_parts(parts, work):
        if not (into.values.keys() | into.ignored).isdisjoint(values.keys() | ignored):
            raise Interleaved
        into.values.update(values)
        into.ignored.update(ignored)
        into.tied[0] += tied[0]
    return into


def score_columns(path: str, qrels: QrelsFile, measures: list[Measure], options: Options) -> RunValues | None:
    """Score with numpy on all processors; None where the files hold something that needs the other engine."""
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    from annotator.evaluate.columns import NotColumnar
    from annotator.store.trec_columns import find_in, find_regrouped, values_of

    try:
        table = qrels.table()
        parts = _parts(path) or [(0, None)]
        try:
            found = list(in_parts(parts, lambda start, end: find_in(path, start, end, table, options)))
            return values_of(found, table, measures)
        except Interleaved:
            return values_of([find_regrouped(path, table, options)], table, measures)
    except (NotColumnar, WorkerFailed):
        return None
