"""How much the two routes find, and how much of it both find."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median
from typing import Any, NamedTuple

from annotator.evaluate.average import average
from annotator.evaluate.tuning.trial import Route
from annotator.model.figure import Figure


class Overlap(NamedTuple):
    """Of the routes of every question at one depth; a "recall" is a number of passages found, as the protocol calls it.

    `jaccard` is the mean over questions of passages found by both routes over passages found by either, without the questions for
    which neither found any.
    """

    bm25_avg_recall: Figure
    bm25_median_recall: float | None
    bm25_max_recall: int | None
    queries_with_empty_bm25: int
    vector_available: bool
    vector_coverage: Figure
    vector_avg_recall: Figure
    route_overlap_avg: Figure
    route_overlap_jaccard: Figure
    dual_route_queries: int

    def as_json(self) -> dict[str, Any]:
        """Under the names above, figures in their usual shape."""
        return {name: value.as_json() if isinstance(value, Figure) else value for name, value in self._asdict().items()}


def overlap(lexical: Sequence[Route], vector: Sequence[Route]) -> Overlap:
    """Compare the routes of every question, side by side."""
    pairs = [(frozenset(left), frozenset(right)) for left, right in zip(lexical, vector, strict=True)]
    hits = [len(left) for left, _ in pairs]
    shares = [len(left & right) / len(left | right) for left, right in pairs if left or right]
    return Overlap(
        average(hits),
        median(hits) if hits else None,
        max(hits, default=None),
        sum(1 for count in hits if not count),
        any(right for _, right in pairs),
        average([float(bool(right)) for _, right in pairs]),
        average([len(right) for _, right in pairs]),
        average([len(left & right) for left, right in pairs]),
        average(shares) if shares or not pairs else Figure.none("neither route found anything", len(pairs)),
        sum(1 for left, right in pairs if left and right),
    )
