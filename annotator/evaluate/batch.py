"""The measures over all queries at once in numpy, to the last bit what `formulas` gives query by query."""

from __future__ import annotations

from math import log2
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from annotator.evaluate.column_ranks import Found
from annotator.evaluate.columns import Ints
from annotator.evaluate.formulas import gain
from annotator.evaluate.measures import Measure
from annotator.evaluate.ranking import Judged, Ranking

Values = NDArray[np.float64]


class _Ask(NamedTuple):
    """Cutoff and settings of the measure asked for."""

    cutoff: Any
    settings: dict[str, Any]


class Batch:
    """Judgments and one run's judged passages as columns; `values` gives a measure for every judged query, by its number.

    `size` is how many queries there are; `query` and `grade` run along the judgments.
    """

    def __init__(self, size: int, query: NDArray[np.integer[Any]], grade: NDArray[np.integer[Any]], found: Found) -> None:
        self.size = size
        self.judged_query, self.judged_grade = query.astype(np.int64), grade.astype(np.int64)
        self.query, self.rank, self.grade = found.query, found.rank, found.grade
        self.returned = np.zeros(self.size, dtype=np.int64)
        self.returned[found.seen] = found.returned

    def values(self, measure: Measure) -> Values:
        """One value for every judged query."""
        family = _FAMILIES.get(measure.name)
        return family(self, _Ask(measure.cutoff, dict(measure.settings))) if family else self._one_by_one(measure)

    def relevant(self, level: int) -> Ints:
        """Relevant passages judged, by query."""
        return np.bincount(self.judged_query[self.judged_grade >= level], minlength=self.size)

    def nonrelevant(self, level: int) -> Ints:
        """Passages judged not relevant, by query."""
        inside = (self.judged_grade >= 0) & (self.judged_grade < level)
        return np.bincount(self.judged_query[inside], minlength=self.size)

    def chosen(self, level: int, cutoff: Any) -> Ints:
        """Rows with a grade of at least `level` up to the cutoff."""
        inside = self.grade >= level
        if cutoff is not None:
            inside &= self.rank <= cutoff
        return np.flatnonzero(inside)

    def count(self, level: int, cutoff: Any) -> Ints:
        """How many rows `chosen` has, by query."""
        return np.bincount(self.query[self.chosen(level, cutoff)], minlength=self.size)

    def summed(self, rows: Ints, weights: Values) -> Values:
        """Weights added up by query; bincount adds from left to right, which keeps the last bit."""
        values: Values = np.bincount(self.query[rows], weights=weights, minlength=self.size).astype(np.float64, copy=False)
        return values

    def _one_by_one(self, measure: Measure) -> Values:
        """Any measure through its formula for one query."""
        formula = measure.formula()
        begins = np.searchsorted(self.query[self._by_query()], np.arange(self.size + 1)).tolist()
        order = self._by_query()
        ranks, grades = self.rank[order].tolist(), self.grade[order].tolist()
        judged = np.argsort(self.judged_query, kind="stable")
        edges = np.searchsorted(self.judged_query[judged], np.arange(self.size + 1)).tolist()
        all_grades = self.judged_grade[judged].tolist()
        values = np.empty(self.size)
        for number, returned in enumerate(self.returned.tolist()):
            begin, end = begins[number], begins[number + 1]
            # The formulas ask how many passages have which grade, never which they are.
            grades_of = {b"%d" % at: grade for at, grade in enumerate(all_grades[edges[number] : edges[number + 1]])}
            values[number] = formula(Ranking(returned, ranks[begin:end], grades[begin:end]), Judged(grades_of))
        return values

    def _by_query(self) -> Ints:
        return np.argsort(self.query, kind="stable")


def _over(above: NDArray[Any], below: NDArray[Any]) -> Values:
    """Quotient, 0 where there is nothing to divide by."""
    values: Values = np.divide(above, below, out=np.zeros(len(below)), where=below != 0)
    return values


def _tabled(function: Any, largest: int) -> Values:
    """A function of 0..largest as Python computes it: numpy's own log2 and power differ in the last bit here and there."""
    return np.array([function(number) for number in range(largest + 1)], dtype=np.float64)


def _discounted(query: Ints, rank: Ints, grade: Ints, size: int, dcg: str) -> Values:
    if not query.size:
        return np.zeros(size)
    discounts = _tabled(lambda number: log2(number + 1), int(rank.max()))
    levels, which = np.unique(grade, return_inverse=True)
    gains = np.array([float(gain(level, dcg)) for level in levels.tolist()])
    values: Values = np.bincount(query, weights=gains[which] / discounts[rank], minlength=size).astype(np.float64, copy=False)
    return values


def _ndcg(batch: Batch, ask: _Ask) -> Values:
    rows = batch.chosen(1, ask.cutoff)
    ours = _discounted(batch.query[rows], batch.rank[rows], batch.grade[rows], batch.size, ask.settings["dcg"])
    query, rank, grade = _ideal(batch, ask.cutoff)
    return _over(ours, _discounted(query, rank, grade, batch.size, ask.settings["dcg"]))


def _ideal(batch: Batch, cutoff: Any) -> tuple[Ints, Ints, Ints]:
    """Positive judgments of every query, highest grade first, up to the cutoff."""
    gained = np.flatnonzero(batch.judged_grade > 0)
    # One number a judgment sorts far faster than two columns do.
    keys = np.sort((batch.judged_query[gained] << 32) | (2**31 - batch.judged_grade[gained]))
    query, grade = keys >> 32, 2**31 - (keys & 0xFFFFFFFF)
    rank = _running(query)
    inside = slice(None) if cutoff is None else rank <= cutoff
    return query[inside], rank[inside], grade[inside]


def _running(query: Ints) -> Ints:
    """1, 2, 3 ... within every stretch of one query."""
    begins = np.flatnonzero(np.diff(query, prepend=-1))
    lengths = np.diff(begins, append=len(query))
    return np.arange(1, len(query) + 1) - np.repeat(begins, lengths)


def _rr(batch: Batch, ask: _Ask) -> Values:
    rows = batch.chosen(ask.settings["rel"], ask.cutoff)[::-1]
    values = np.zeros(batch.size)
    # Rows come last rank first, and of several values for one place the last stays.
    values[batch.query[rows]] = 1.0 / batch.rank[rows]
    return values


def _recall(batch: Batch, ask: _Ask) -> Values:
    return _over(batch.count(ask.settings["rel"], ask.cutoff), batch.relevant(ask.settings["rel"]))


def _precision(batch: Batch, ask: _Ask) -> Values:
    values: Values = batch.count(ask.settings["rel"], ask.cutoff) / ask.cutoff
    return values


def _success(batch: Batch, ask: _Ask) -> Values:
    return (batch.count(ask.settings["rel"], ask.cutoff) > 0).astype(np.float64)


def _ap(batch: Batch, ask: _Ask) -> Values:
    rows = batch.chosen(ask.settings["rel"], ask.cutoff)
    return _over(batch.summed(rows, _running(batch.query[rows]) / batch.rank[rows]), batch.relevant(ask.settings["rel"]))


def _bpref(batch: Batch, ask: _Ask) -> Values:
    level = ask.settings["rel"]
    relevant = batch.relevant(level)
    ceiling = np.minimum(batch.nonrelevant(level), relevant)
    unwanted = batch.grade < level
    seen = np.cumsum(unwanted)
    begins = np.flatnonzero(np.diff(batch.query, prepend=-1))
    lengths = np.diff(begins, append=len(batch.query))
    before = np.repeat(seen[begins] - unwanted[begins], lengths)
    rows = np.flatnonzero(~unwanted)
    above, query = (seen - before)[rows], batch.query[rows]
    lost = _over(np.minimum(above, relevant[query]), np.where(above > 0, ceiling[query], 0))
    return _over(batch.summed(rows, 1.0 - lost), relevant)


def _rprec(batch: Batch, ask: _Ask) -> Values:
    relevant = batch.relevant(ask.settings["rel"])
    inside = (batch.grade >= ask.settings["rel"]) & (batch.rank <= relevant[batch.query])
    return _over(np.bincount(batch.query[inside], minlength=batch.size), relevant)


def _setp(batch: Batch, ask: _Ask) -> Values:
    return _over(batch.count(ask.settings["rel"], None), batch.returned)


def _judged(batch: Batch, ask: _Ask) -> Values:
    depth = batch.returned if ask.cutoff is None else np.minimum(ask.cutoff, batch.returned)
    return _over(batch.count(0, ask.cutoff), depth)


def _numret(batch: Batch, ask: _Ask) -> Values:
    return (batch.count(ask.settings["rel"], None) if ask.settings["rel"] else batch.returned).astype(np.float64)


_FAMILIES = {
    "nDCG": _ndcg,
    "RR": _rr,
    "R": _recall,
    "P": _precision,
    "Success": _success,
    "AP": _ap,
    "Bpref": _bpref,
    "Rprec": _rprec,
    "SetP": _setp,
    "SetR": _recall,
    "Judged": _judged,
    "NumRet": _numret,
}
