"""Figures of parts of the predictions: of each dimension, of each mode, of each group of samples."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from annotator.evaluate.tagging.decisions import Item, dimension_shares
from annotator.evaluate.tagging.material import Pairing
from annotator.evaluate.tagging.plan import GRANULARITY, MEASURES, PROFILE, Plan
from annotator.evaluate.tagging.pooling import Shares, pooled
from annotator.evaluate.tagging.profile import SECTION_MEASURES, section_shares
from annotator.model.figure import Figure

Figures = Mapping[str, Figure]
_EMPTY = {"precision": "never predicted", "recall": "never right", "f1": "never right, never predicted"}


class DimensionScore(NamedTuple):
    """One dimension: precision, recall and F1, how often it was right, too much and missed, and its mark."""

    figures: Figures
    right: int
    extra: int
    missed: int
    mark: str | None

    def as_json(self) -> dict[str, Any]:
        """The shape of a dimension in reports."""
        figures = {name: figure.as_json() for name, figure in self.figures.items()}
        return {**figures, "right": self.right, "extra": self.extra, "missed": self.missed, "mark": self.mark}


def by_dimension(compared: Sequence[Item], plan: Plan) -> dict[str, DimensionScore]:
    """Every dimension of the registry, in its order; none where no tags were compared."""
    by_sample: dict[str, list[Item]] = {}
    for one in compared:
        by_sample.setdefault(one.sample, []).append(one)
    return {dimension: _dimension(by_sample.values(), compared, dimension, plan) for dimension in plan.dimensions if compared}


def _dimension(samples: Iterable[Sequence[Item]], compared: Sequence[Item], dimension: str, plan: Plan) -> DimensionScore:
    shares = [dimension_shares(found, dimension) for found in samples]
    figures = {name: pooled(name, shares, empty, plan.seed) for name, empty in _EMPTY.items()}
    right = sum(dimension in one.right for one in compared)
    extra = sum(dimension in one.extra for one in compared)
    missed = sum(dimension in one.missed for one in compared)
    return DimensionScore(figures, right, extra, missed, plan.mark(figures["f1"].value))


def by_mode(pairing: Pairing, plan: Plan) -> dict[str, Figures]:
    """The section figures of each mode that a prediction says something about."""
    found: dict[str, Figures] = {}
    for mode in plan.modes:
        if any(mode in guess.sections for _, guess in pairing.rows):
            shares = [section_shares(truth, guess, (mode,)) for truth, guess in pairing.rows]
            found[mode] = {name: pooled(name, shares, MEASURES[name].empty, plan.seed) for name in SECTION_MEASURES}
    return found


def by_group(pairing: Pairing, shares: Mapping[str, Shares], silent: Mapping[str, str], plan: Plan) -> dict[str, dict[str, Figures]]:
    """The figures of the samples in each group, by key and value, without intervals."""
    members: dict[str, dict[str, list[Shares]]] = {}
    for truth, _ in pairing.rows:
        for key, value in truth.groups.items():
            members.setdefault(key, {}).setdefault(value, []).append(shares[truth.sample])
    return {
        key: {value: pooled_figures(its, silent, plan, interval=False) for value, its in sorted(values.items())}
        for key, values in sorted(members.items())
    }


def pooled_figures(shares: Sequence[Shares], silent: Mapping[str, str], plan: Plan, *, interval: bool = True) -> Figures:
    """Every figure that pools samples; `silent` says for which parts of a prediction there is nothing to score."""
    return {
        name: Figure.none(reason)
        if (reason := _silence(name, silent))
        else pooled(name, shares, MEASURES[name].empty, plan.seed if interval else None)
        for name in plan.measures
        if name != GRANULARITY
    }


def _silence(name: str, silent: Mapping[str, str]) -> str | None:
    return silent.get(MEASURES[name].part) or (silent.get("dimensions") if name == PROFILE else None)
