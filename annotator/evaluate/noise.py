"""Label noise: how far figures move with whose labels they rest on, and which differences are smaller than that."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any, NamedTuple

from annotator.evaluate.experiment import Evaluated, Material, Plan, rescored
from annotator.model.figure import Figure

# Differences of sums of the same numbers in another order.
_ROUNDING = 1e-12


class Shift(NamedTuple):
    """One measure under one reviewer's labels, and under the resolved ones on the same questions."""

    by: str
    own: Figure
    resolved: Figure

    @property
    def moved(self) -> float | None:
        """How far the reviewer's labels move the figure, None where one of the two does not exist."""
        if self.own.value is None or self.resolved.value is None:
            return None
        return self.own.value - self.resolved.value


class Range(NamedTuple):
    """Where the figure of a measure may lie, had other reviewers' labels been taken: from `low` to `high`."""

    value: float
    low: float
    high: float
    shifts: tuple[Shift, ...]

    @property
    def width(self) -> float:
        """The label-noise floor of this figure."""
        return self.high - self.low


class Pair(NamedTuple):
    """Two retrievers on one measure: `difference` is B - A with the resolved labels; `flips` are reviewers who see the other order."""

    measure: str
    a: str
    b: str
    difference: float
    floor: float
    flips: tuple[str, ...]

    @property
    def separable(self) -> bool:
        """Whether the difference is larger than the label noise and no reviewer's labels turn it round."""
        return abs(self.difference) > self.floor + _ROUNDING and not self.flips

    @property
    def verdict(self) -> str:
        """In words."""
        return "separable" if self.separable else "not separable with these labels"


class Noise(NamedTuple):
    """`questions` counts what each reviewer labelled of what was scored; ranges are by retriever and measure."""

    questions: dict[str, int]
    ranges: dict[str, dict[str, Range]]
    pairs: list[Pair]

    def as_json(self) -> dict[str, Any]:
        """The `noise` part of a report."""
        return {
            "questions": self.questions,
            "retrievers": {name: {measure: _range_json(one) for measure, one in its.items()} for name, its in self.ranges.items()},
            "pairs": [
                {**pair._asdict(), "flips": list(pair.flips), "separable": pair.separable, "verdict": pair.verdict} for pair in self.pairs
            ],
        }


def noise(material: Material, label_sets: Mapping[str, Material], evaluation: Mapping[str, Evaluated], plan: Plan) -> Noise:
    """Score what retrievers returned (their first projection) with each reviewer's labels in place of the resolved ones.

    `label_sets` holds for each reviewer the questions that he or she labelled. A reviewer's figure is compared with that of the
    resolved labels on the same questions, so that who labelled which questions moves nothing.
    """
    ranked = {name: next(iter(one.projections.values())) for name, one in evaluation.items() if one.projections}
    shifts = {
        name: {
            by: (rescored(own, outcome.ranked, plan), rescored(_cut(material, own), outcome.ranked, plan)) for by, own in label_sets.items()
        }
        for name, outcome in ranked.items()
    }
    ranges = {
        name: {
            measure: _range(figure.value, [Shift(by, own[measure], resolved[measure]) for by, (own, resolved) in shifts[name].items()])
            for measure, figure in outcome.measures.items()
            if figure.value is not None
        }
        for name, outcome in ranked.items()
    }
    pairs = [
        _pair(measure, (a, ranges[a][measure]), (b, ranges[b][measure]))
        for a, b in combinations(ranked, 2)
        for measure in ranges[a]
        if measure in ranges[b]
    ]
    return Noise({by: len(own.judgments) for by, own in label_sets.items()}, ranges, pairs)


def _cut(material: Material, own: Material) -> Material:
    """The resolved labels of the questions that a reviewer labelled."""
    return material._replace(judgments={query: grades for query, grades in material.judgments.items() if query in own.judgments})


def _range(value: float, shifts: Sequence[Shift]) -> Range:
    moves = [moved for shift in shifts if (moved := shift.moved) is not None]
    return Range(value, value + min([0.0, *moves]), value + max([0.0, *moves]), tuple(shifts))


def _pair(measure: str, a: tuple[str, Range], b: tuple[str, Range]) -> Pair:
    flips = tuple(
        first.by
        for first, second in zip(a[1].shifts, b[1].shifts, strict=True)
        if _turned(_minus(second.own, first.own), _minus(second.resolved, first.resolved))
    )
    return Pair(measure, a[0], b[0], b[1].value - a[1].value, max(a[1].width, b[1].width), flips)


def _minus(figure: Figure, other: Figure) -> float:
    return 0.0 if figure.value is None or other.value is None else figure.value - other.value


def _turned(own: float, resolved: float) -> bool:
    return min(abs(own), abs(resolved)) > _ROUNDING and (own > 0) != (resolved > 0)


def _range_json(one: Range) -> dict[str, Any]:
    return {
        "value": one.value,
        "low": one.low,
        "high": one.high,
        "by": {shift.by: {"own": shift.own.as_json(), "resolved": shift.resolved.as_json()} for shift in one.shifts},
    }
