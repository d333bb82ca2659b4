"""Targets: green where a figure reaches its bound, yellow near it, red beyond; an undefined figure never passes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Any, NamedTuple

from annotator.model.figure import Figure
from annotator.model.tagging import Target

# 0.75 - 0.70 is a little more than 0.05 in binary.
_ROUNDING = 1e-12


class Colour(StrEnum):
    """How far a figure is from its target."""

    GREEN = "green"
    YELLOW = "yellow"
    RED = "red"


class TargetResult(NamedTuple):
    """One target held against a figure; `why` says in words how it came out."""

    measure: str
    bound: str
    required: bool
    value: float | None
    colour: Colour
    why: str

    @property
    def ok(self) -> bool:
        """Whether the target is met, or need not be."""
        return self.colour is Colour.GREEN or not self.required

    def as_json(self) -> dict[str, Any]:
        """The shape of a target in reports."""
        return {**self._asdict(), "colour": self.colour.value, "ok": self.ok}


def held(targets: Iterable[Target], figures: Mapping[str, Figure]) -> list[TargetResult]:
    """Every target whose measure was asked for, against the figures."""
    return [_check(target, figures[target.measure]) for target in targets if target.measure in figures]


def _check(target: Target, figure: Figure) -> TargetResult:
    bound = bound_text(target)
    if figure.value is None:
        return TargetResult(target.measure, bound, target.required, None, Colour.RED, f"undefined: {figure.undefined}")
    short = _shortfall(target, figure.value)
    green = short < 0 if target.below is not None else short <= 0
    colour = Colour.GREEN if green else Colour.YELLOW if short <= target.yellow + _ROUNDING and target.yellow else Colour.RED
    return TargetResult(target.measure, bound, target.required, figure.value, colour, f"{figure.value:.4f} over {figure.n}")


def _shortfall(target: Target, value: float) -> float:
    """How far the value is on the wrong side of the bound."""
    if target.at_least is not None:
        return target.at_least - value
    return value - (target.at_most if target.at_most is not None else target.below or 0.0)


def bound_text(target: Target) -> str:
    """The bound in words."""
    if target.at_least is not None:
        return f"at least {target.at_least:g}"
    return f"at most {target.at_most:g}" if target.at_most is not None else f"below {target.below:g}"
