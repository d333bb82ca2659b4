"""Scores TREC run text with the standard library alone: no start-up cost, little memory, best up to some 100,000 lines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import inf, isnan
from typing import NamedTuple

from annotator.evaluate.measures import Formula, Measure
from annotator.evaluate.ranking import EMPTY, Judged, NotANumber, rank_judged

_DIGITS_AS_ZERO = bytes(0x30 if 0x30 <= byte <= 0x39 else byte for byte in range(256))
_PLAIN = frozenset(b"0" * whole + b"." + b"0" * part for whole in range(1, 10) for part in range(1, 7)).__contains__


MOST = 1000


class Options(NamedTuple):
    """How a run is ranked: `dedupe` keeps a repeated passage's best score, `float32` rounds scores as trec_eval 9 does."""

    dedupe: bool = False
    float32: bool = False


class RunValues(NamedTuple):
    """What scoring one run gives: per judged query one value a measure, in the order of the measures.

    `missing` holds the judged queries that the run lacks, `ignored` the run's queries without judgments, and `tied[0]` counts
    judged passages that share their score with another.
    """

    values: dict[bytes, tuple[float, ...]]
    missing: set[bytes]
    ignored: set[bytes]
    tied: list[int]

    @classmethod
    def empty(cls) -> RunValues:
        """Nothing scored yet."""
        return cls({}, set(), set(), [0])


class Interleaved(Exception):
    """A query's lines do not stand together, so the file has to be regrouped first."""


def score_fields(fields: list[bytes], qrels: Mapping[bytes, Judged], formulas: list[Formula], options: Options, into: RunValues) -> None:
    """Add the values of the queries in `fields` to `into`.

    `fields` are those of run lines one after another, six a line, whole queries only.
    Raises ValueError where a score is not a number, DuplicatePassage, NotANumber, and Interleaved where a query was seen before.
    """
    queries, passages = fields[0::6], fields[2::6]
    scores = _scores(fields[4::6], options)
    for start, end in blocks_of(queries):
        query = queries[start]
        if query in into.values or query in into.ignored:
            raise Interleaved
        judged = qrels.get(query)
        if judged is None:
            _check_unjudged(passages[start:end], scores[start:end], options)
            into.ignored.add(query)
            continue
        ranking = rank_judged(passages[start:end], scores[start:end], judged, dedupe=options.dedupe, float32=options.float32)
        into.tied[0] += ranking.tied
        into.values[query] = tuple([formula(ranking, judged) for formula in formulas])


def _scores(texts: list[bytes], options: Options) -> Sequence[float]:
    """Numbers in the order of the scores that the texts hold; ValueError where one is no number."""
    joined = b" ".join(texts)
    # float() takes 1_000, which no other reader of runs does; one search over all is cheaper than a check of each.
    if b"_" in joined:
        raise ValueError("underscore in a number")
    if not options.float32:
        shapes = set(joined.translate(_DIGITS_AS_ZERO).split())
        # With equally many decimals, and no more digits than a double tells apart, whole numbers have the same order and ties,
        # and are read in a third of the time.
        if len({len(shape) - shape.find(b".") for shape in shapes}) == 1 and all(map(_PLAIN, shapes)):
            return list(map(int, joined.translate(None, b".").split()))
    return list(map(float, texts))


def add_missing(scored: RunValues, qrels: Mapping[bytes, Judged], measures: Sequence[Measure]) -> RunValues:
    """The same with what judged queries get that the run lacks: nothing returned."""
    formulas = [measure.formula() for measure in measures]
    missing = qrels.keys() - scored.values.keys()
    scored.values.update((query, tuple([formula(EMPTY, qrels[query]) for formula in formulas])) for query in missing)
    return scored._replace(missing=missing)


def _check_unjudged(passages: Sequence[bytes], scores: Sequence[float], options: Options) -> None:
    """A fault is a fault whether or not the query is judged; an unjudged query is ranked only so far as to see it."""
    rank_judged(passages, scores, Judged({}), dedupe=options.dedupe)


def blocks_of(queries: list[bytes]) -> Iterator[tuple[int, int]]:
    """Stretches of equal ids. The length of the one before is tried first, since runs are cut at one depth."""
    start, length, total = 0, 1, len(queries)
    while start < total:
        query = queries[start]
        end = start + length
        if not (end <= total and queries[start:end].count(query) == length and (end == total or queries[end] != query)):
            end = start + 1
            while end < total and queries[end] == query:
                end += 1
        yield start, end
        start, length = end, end - start


def finite(text: bytes) -> float:
    """A score as trec_eval's atof takes it, infinities included; ValueError for words, NaN and underscores."""
    if b"_" in text:
        raise ValueError("underscore in a number")
    score = float(text)
    if isnan(score):
        raise NotANumber
    return score


def grade_of(text: bytes) -> int:
    """A grade: whole, also written 2.0; ValueError for words, fractions, underscores and infinities."""
    if b"_" in text:
        raise ValueError("underscore in a number")
    try:
        grade = int(text)
    except ValueError:
        value = float(text)
        if value != value // 1 or value in {inf, -inf}:
            raise
        grade = int(value)
    # Beyond this 2^grade - 1 is no number that a double holds.
    if grade > MOST:
        raise ValueError("grade too large")
    return grade
