"""Bootstrap intervals over samples, from sums per sample: counts are drawn anew, never rows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from annotator.agreement.arrays import Floats, Ints
from annotator.model.figure import Figure

SEED = 20261130
RESAMPLES = 2000
METHOD = "percentile"
# Numbers held at once while drawing; bounds memory whatever the size of the data.
HELD = 4_000_000
FEW_KINDS = 1000

Statistic = Callable[[Floats], Mapping[str, Floats]]


@dataclass(frozen=True)
class Bootstrap:
    """How intervals are made: percentiles of `resamples` draws of the samples with replacement, from a fixed seed."""

    resamples: int = RESAMPLES
    seed: int = SEED
    confidence: float = 0.95


class Bounds(NamedTuple):
    """The range of a statistic, and whether one item is enough for it."""

    low: float
    high: float
    one_is_enough: bool = False


SHARE = Bounds(0.0, 1.0, one_is_enough=True)
CHANCE_CORRECTED = Bounds(-1.0, 1.0)


@dataclass(frozen=True, eq=False)
class Units:
    """Samples by what they add to the sums: `rows[u]` is added by each of `times[u]` samples."""

    rows: Floats
    times: Ints

    @property
    def samples(self) -> int:
        """How many samples there are."""
        return int(self.times.sum())

    @property
    def total(self) -> Floats:
        """The sums over all samples."""
        return self.times @ self.rows


class Estimates(NamedTuple):
    """Figures with intervals, and for each how many draws were left out because it was undefined in them."""

    figures: dict[str, Figure]
    dropped: dict[str, int]


def units_of(features: Floats, clusters: Ints, types: Ints | None = None) -> Units:
    """Samples from what each item adds.

    `features[i]` belongs to item i, or with `types` `features[types[i]]` does, so that a million items of few types stay small.
    Samples that add the same are one unit; units are sorted, so that the order of rows changes no interval.
    """
    types = np.arange(len(features), dtype=np.int64) if types is None else types
    count = int(clusters.max()) + 1 if len(clusters) else 0
    if count == len(clusters):
        times = np.bincount(types, minlength=len(features))
        return _merged(features[times > 0], times[times > 0])
    # Summing in a canonical order keeps fractions the same to the last bit, however the rows were ordered.
    order = np.lexsort((*features.T[:, types], clusters))
    owner, kind = clusters[order], types[order]
    rows: Floats = np.column_stack([np.bincount(owner, weights=column[kind], minlength=count) for column in features.T])
    return _merged(rows, np.ones(count, dtype=np.int64))


def _merged(rows: Floats, times: Ints) -> Units:
    rows = np.ascontiguousarray(rows + 0.0)
    if rows.shape[1] == 0 or len(rows) == 0:
        return Units(rows, times)
    keys = rows.view(np.dtype((np.void, rows.dtype.itemsize * rows.shape[1]))).ravel()
    _, first, unit = np.unique(keys, return_index=True, return_inverse=True)
    return Units(rows[first], np.bincount(unit.ravel(), weights=times).astype(np.int64))


def redrawn(units: Units, plan: Bootstrap) -> Iterator[Floats]:
    """The sums of each draw of the samples with replacement, in blocks of shape (draws, features)."""
    random = np.random.default_rng(plan.seed)
    kinds, samples = len(units.times), units.samples
    step = max(1, min(plan.resamples, HELD // max(kinds, units.rows.shape[1], 1)))
    # One binomial a unit is cheap for few units; for many, drawing the samples one by one is.
    by_unit = kinds <= max(FEW_KINDS, samples // 8)
    owner = np.repeat(np.arange(kinds), units.times)
    for start in range(0, plan.resamples, step):
        size = min(step, plan.resamples - start)
        if by_unit:
            weights = random.multinomial(samples, units.times / samples, size=size).astype(np.float64)
        else:
            weights = np.empty((size, kinds))
            for row in weights:
                row[:] = np.bincount(owner[random.integers(samples, size=samples)], minlength=kinds)
        yield weights @ units.rows


def estimate(
    units: Units,
    n: int,
    statistic: Statistic,
    bounds: Mapping[str, Bounds],
    reason: Callable[[str], str],
    plan: Bootstrap | None,
) -> Estimates:
    """Every figure of `statistic` over `n` items with its interval; `reason(name)` says why one is undefined.

    `statistic` takes sums of shape (draws, features) and gives an array of draws for each name in `bounds`, NaN where undefined. Without a plan no interval is made.
    """
    if n == 0:
        return Estimates({name: Figure.none(reason(name)) for name in bounds}, {})
    points = {name: float(values[0]) for name, values in statistic(units.total[None, :]).items()}
    draws: dict[str, Floats] = {}
    if plan is not None and units.samples >= 2:
        blocks = [statistic(sums) for sums in redrawn(units, plan)]
        draws = {name: np.concatenate([block[name] for block in blocks]) for name in bounds}
    figures: dict[str, Figure] = {}
    dropped: dict[str, int] = {}
    for name, limits in bounds.items():
        if np.isnan(points[name]) or (n < 2 and not limits.one_is_enough):
            figures[name] = Figure.none(reason(name), n)
            continue
        found = interval(points[name], draws[name], limits, plan.confidence) if plan and name in draws else None
        figures[name] = Figure(points[name], n, *(found or (None, None)))
        if name in draws:
            dropped[name] = int(np.isnan(draws[name]).sum())
    return Estimates(figures, {name: count for name, count in dropped.items() if count})


def interval(point: float, draws: Floats, limits: Bounds, confidence: float = 0.95) -> tuple[float, float] | None:
    """The percentile interval of the draws, clipped to the range of the statistic.

    Undefined draws are left out; None where they are more than half, since the rest then speaks for another population.
    It is widened to hold the value itself where resampling is biased away from it.
    """
    defined = draws[~np.isnan(draws)]
    if len(defined) * 2 < len(draws) or len(defined) == 0:
        return None
    tail = (1 - confidence) / 2
    low, high = np.quantile(defined, [tail, 1 - tail])
    return min(max(float(low), limits.low), point), max(min(float(high), limits.high), point)
