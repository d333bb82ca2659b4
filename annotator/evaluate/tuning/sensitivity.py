"""How far nDCG@10 moves with one parameter, the others taken together, and which values the best settings have in common."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from annotator.evaluate.batch import Values
from annotator.evaluate.tuning.conclusion import NDCG_TIE
from annotator.evaluate.tuning.grid import Grid


class Sensitivity(NamedTuple):
    """nDCG@10 for each value of one parameter: the mean over all settings with it, and the best of them.

    `best_value` is the value that every best setting has, None where best settings differ in it: of equals none is picked.
    """

    values: tuple[float, ...]
    mean: tuple[float, ...]
    best: tuple[float, ...]
    best_value: float | None

    @property
    def spread(self) -> float:
        """Highest less lowest of the best."""
        return max(self.best) - min(self.best)

    @property
    def spread_of_mean(self) -> float:
        """Highest less lowest of the means."""
        return max(self.mean) - min(self.mean)

    def as_json(self) -> dict[str, Any]:
        """Curves and spreads."""
        return {**self._asdict(), "spread": self.spread, "spread_of_mean": self.spread_of_mean}


def sensitivities(grid: Grid, means: Values) -> dict[str, Sensitivity]:
    """The sensitivity to each parameter; `means` is the mean nDCG@10 of every setting, an axis for each parameter of the grid."""
    found = {}
    for axis, (name, values) in enumerate(grid._asdict().items()):
        others = tuple(other for other in range(means.ndim) if other != axis)
        best = means.max(axis=others)
        tops = np.flatnonzero(best >= best.max() - NDCG_TIE)
        only = values[int(tops[0])] if len(tops) == 1 else None
        found[name] = Sensitivity(values, tuple(means.mean(axis=others).tolist()), tuple(best.tolist()), only)
    return found


def tied_best(means: Values) -> int:
    """How many settings are best, equal but for rounding."""
    return int((means >= means.max() - NDCG_TIE).sum())
