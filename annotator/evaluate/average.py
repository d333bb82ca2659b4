"""From values per query to the figure over all of them, with a bootstrap interval over queries where one is asked for."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import TYPE_CHECKING, NamedTuple

from annotator.model.figure import Figure

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

RESAMPLES = 2000
SEED = 20260101
# Drawn query numbers held at a time; some 16 MB.
_DRAWN = 2_000_000


class Share(NamedTuple):
    """What one query adds to a ratio: a mean over queries is a ratio whose every denominator is 1."""

    numerator: float
    denominator: float = 1.0


def average(values: Sequence[float], *, summed: bool = False) -> Figure:
    """Mean (or sum) of values in query-id byte order, added left to right as trec_eval adds them, without an interval."""
    if not values:
        return Figure.none("no judged query")
    total = 0.0
    for value in values:
        total += value
    return Figure(total if summed else total / len(values), len(values))


def ratio(shares: Sequence[Share], empty: str) -> Figure:
    """Sum of numerators over sum of denominators, both added in the order given; `empty` says why there is none."""
    above = below = 0.0
    for share in shares:
        above += share.numerator
        below += share.denominator
    return Figure(above / below, len(shares)) if below else Figure.none(empty, len(shares))


def with_interval(figure: Figure, shares: Sequence[Share], seed: int = SEED) -> Figure:
    """The figure with the interval of `interval`; as it is where it has no value or fewer than two queries stand behind it."""
    found = interval(shares, seed)
    return figure if found is None or figure.value is None else figure._replace(low=found[0], high=found[1])


def interval(shares: Sequence[Share], seed: int = SEED, resamples: int = RESAMPLES) -> tuple[float, float] | None:
    """Bounds of the 95 % percentile bootstrap of the ratio: queries are drawn with replacement, the same ones for the same seed.

    None for fewer than two queries, or where a resample's denominators add up to nothing.
    """
    ratios = resampled(shares, seed, resamples)
    return None if ratios is None else bounds(ratios)


def resampled(shares: Sequence[Share], seed: int = SEED, resamples: int = RESAMPLES) -> NDArray[np.float64] | None:
    """The ratio of every resample; None as for `interval`. As many shares of other values are drawn alike, so that results can be paired."""
    import numpy as np  # costs ten times the start-up time, so only who asks for an interval pays

    count = len(shares)
    if count < 2:
        return None
    above = np.array([share.numerator for share in shares])
    below = np.array([share.denominator for share in shares])
    generator = np.random.default_rng(seed)
    block = max(1, _DRAWN // count)
    ratios = []
    for start in range(0, resamples, block):
        drawn = generator.integers(0, count, (min(block, resamples - start), count))
        total = below[drawn].sum(axis=1)
        if not total.all():
            return None
        ratios.append(above[drawn].sum(axis=1) / total)
    return np.concatenate(ratios)


def bounds(ratios: NDArray[np.float64]) -> tuple[float, float]:
    """The middle 95 % of resampled values."""
    import numpy as np

    low, high = np.quantile(ratios, [0.025, 0.975])
    return float(low), float(high)


def wilson(hits: int, count: int) -> Figure:
    """The share of `count` yes-or-no cases with Wilson's 95 % interval (1927), which holds for few cases and at 0 and 1."""
    if not count:
        return Figure.none("no case to count")
    z = 1.959963984540054
    share = hits / count
    middle = (share + z * z / (2 * count)) / (1 + z * z / count)
    half = z * sqrt(share * (1 - share) / count + z * z / (4 * count * count)) / (1 + z * z / count)
    return Figure(share, count, max(0.0, middle - half) if hits else 0.0, min(1.0, middle + half) if hits < count else 1.0)
