"""Two taggers side by side on the same samples: what differs and where, and no verdict."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from annotator.evaluate.average import bounds
from annotator.evaluate.tagging.plan import GRANULARITY, PROFILE
from annotator.evaluate.tagging.pooling import resamples, takes_part
from annotator.evaluate.tagging.scores import Scores
from annotator.model.figure import Figure


class Difference(NamedTuple):
    """One figure of A and of B, B − A with its paired bootstrap interval, and the samples whose own value went up or down."""

    measure: str
    a: Figure
    b: Figure
    difference: Figure
    up: Sequence[str]
    down: Sequence[str]
    same: int

    def as_json(self) -> dict[str, Any]:
        """The shape of a difference in reports."""
        figures = {name: getattr(self, name).as_json() for name in ("a", "b", "difference")}
        return {"measure": self.measure, **figures, "up": list(self.up), "down": list(self.down), "same": self.same}


def differences(a: Scores, b: Scores, seed: int) -> list[Difference]:
    """Every figure of both, in the order of A's."""
    return [_difference(name, a, b, seed) for name in a.figures]


def _difference(name: str, a: Scores, b: Scores, seed: int) -> Difference:
    moves = {} if name in {PROFILE, GRANULARITY} else _moves(name, a, b)
    up = [sample for sample, move in moves.items() if move > 0]
    down = [sample for sample, move in moves.items() if move < 0]
    return Difference(name, a.figures[name], b.figures[name], _between(name, a, b, seed), up, down, len(moves) - len(up) - len(down))


def _moves(name: str, a: Scores, b: Scores) -> dict[str, float]:
    """B − A of every sample that has a value of its own in both; none where either figure is undefined."""
    if a.figures[name].value is None or b.figures[name].value is None:
        return {}
    found = {}
    for sample, shares in a.shares.items():
        left, right = shares[name], b.shares[sample][name]
        if left.denominator and right.denominator:
            found[sample] = right.numerator / right.denominator - left.numerator / left.denominator
    return found


def _between(name: str, a: Scores, b: Scores, seed: int) -> Figure:
    """The difference of two figures; both are resampled with the same draws of the samples that either has a part in."""
    left, right = a.figures[name], b.figures[name]
    if left.value is None or right.value is None:
        side = "A" if left.value is None else "B"
        return Figure.none(f"{side} has none: {(left if left.value is None else right).undefined}")
    if name == GRANULARITY:
        return Figure(right.value - left.value, min(left.n, right.n))
    samples = [sample for sample in a.shares if any(takes_part(name, side.shares[sample]) for side in (a, b))]
    figure = Figure(right.value - left.value, len(samples))
    drawn = [resamples(name, [side.shares[sample] for sample in samples], seed) for side in (a, b)]
    if drawn[0] is None or drawn[1] is None:
        return figure
    low, high = bounds(drawn[1] - drawn[0])
    return figure._replace(low=low, high=high)
