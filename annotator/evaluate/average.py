"""From values per query to the figure over all of them."""

from __future__ import annotations

from collections.abc import Sequence

from annotator.model.figure import Figure

RESAMPLES = 2000
SEED = 20260101


def average(values: Sequence[float], *, summed: bool = False) -> Figure:
    """Mean (or sum) of values in query-id byte order, added left to right as trec_eval adds them, without an interval."""
    if not values:
        return Figure.none("no judged query")
    total = 0.0
    for value in values:
        total += value
    return Figure(total if summed else total / len(values), len(values))


def interval(values: Sequence[float], seed: int = SEED, resamples: int = RESAMPLES) -> tuple[float, float] | None:
    """Bounds of the 95 % percentile bootstrap of the mean over queries; None for fewer than two values.

    The same seed gives the same bounds, and one draw of queries serves every measure of equally many queries.
    """
    import numpy as np  # costs ten times the start-up time, so only who asks for an interval pays

    if len(values) < 2:
        return None
    sample = np.asarray(values, dtype=float)
    generator = np.random.default_rng(seed)
    means = np.empty(resamples)
    # Blocks keep the drawn indices below some 8 MB whatever the number of queries.
    block = max(1, 1_000_000 // len(sample))
    for start in range(0, resamples, block):
        size = min(block, resamples - start)
        means[start : start + size] = sample[generator.integers(0, len(sample), (size, len(sample)))].mean(axis=1)
    low, high = np.quantile(means, [0.025, 0.975])
    return float(low), float(high)


def with_interval(figure: Figure, values: Sequence[float], seed: int = SEED) -> Figure:
    """The figure with the bootstrap interval of its mean."""
    bounds = interval(values, seed)
    return figure if bounds is None or figure.value is None else figure._replace(low=bounds[0], high=bounds[1])
