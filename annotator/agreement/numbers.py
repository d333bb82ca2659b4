"""Agreement on numbers: ICC(2,1), mean absolute error, share within tolerance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

import numpy as np

from annotator.agreement.arrays import Floats
from annotator.agreement.interval import SHARE, Bootstrap, Bounds, Estimates, estimate, units_of
from annotator.agreement.ratings import Pair
from annotator.agreement.reasons import NO_SHARED_ITEM, one_item
from annotator.model.figure import Figure

BOUNDS = {
    "icc": Bounds(-np.inf, 1.0),
    "mae": Bounds(0.0, np.inf, one_is_enough=True),
    "within": SHARE,
    "observed": SHARE,
}


def number_pair(pair: Pair, tolerance: int, plan: Bootstrap | None) -> Estimates:
    """Every number statistic of a pair.

    `icc`: ICC(2,1), see `icc`. `mae`: mean |a − b| in the facet's own unit. `within`: share with |a − b| at most `tolerance`. `observed`: share of equal numbers.
    """
    left, right = (np.array(cast("Sequence[int]", side), dtype=np.float64) for side in (pair.left, pair.right))
    # Sums of squares of numbers far from 0 would lose digits; moving both by the same whole number changes nothing.
    middle = np.round(np.concatenate([left, right]).mean()) if pair.n else 0.0
    a, b = left - middle, right - middle
    apart = np.abs(a - b)
    features = np.column_stack([np.ones(pair.n), a, b, a * a, b * b, a * b, apart, apart <= tolerance, apart == 0])

    def every(sums: Floats) -> Mapping[str, Floats]:
        n = sums[:, 0]
        return {"icc": _icc_of_sums(sums), "mae": sums[:, 6] / n, "within": sums[:, 7] / n, "observed": sums[:, 8] / n}

    def reason(_: str) -> str:
        if pair.n == 0:
            return NO_SHARED_ITEM
        if pair.n == 1:
            return one_item(bool(apart[0] == 0))
        alike = len({*pair.left, *pair.right}) == 1
        return f"no variation: all {pair.n} pairs are {pair.left[0]}/{pair.left[0]}" if alike else "no variation between items"

    return estimate(units_of(features, pair.clusters), pair.n, every, BOUNDS, reason, plan)


def icc(ratings: Sequence[Sequence[float]]) -> Figure:
    """ICC(2,1) of Shrout and Fleiss (1979), two-way random effects, absolute agreement of single ratings; `ratings[i][r]` of item i by reviewer r, none missing.

    (MSB − MSE) / (MSB + (k − 1)·MSE + k·(MSJ − MSE) / n). Undefined where all ratings are the same, or with fewer than two items or reviewers.
    """
    table = np.array(ratings, dtype=np.float64)
    if table.size == 0:
        return Figure.none(NO_SHARED_ITEM)
    n, k = table.shape
    if n < 2 or k < 2:
        return Figure.none("one rater" if k < 2 else "one shared item (n=1)", n)
    whole = table.mean()
    between = k * ((table.mean(axis=1) - whole) ** 2).sum() / (n - 1)
    judges = n * ((table.mean(axis=0) - whole) ** 2).sum() / (k - 1)
    rest = table - table.mean(axis=1, keepdims=True) - table.mean(axis=0, keepdims=True) + whole
    error = (rest**2).sum() / ((n - 1) * (k - 1))
    below = between + (k - 1) * error + k * (judges - error) / n
    if np.ptp(table) == 0 or below <= 0:
        return Figure.none(
            f"no variation: all {table.size} numbers are {table.flat[0]:g}" if np.ptp(table) == 0 else "no variation between items", n
        )
    return Figure(float((between - error) / below), n)


def _icc_of_sums(sums: Floats) -> Floats:
    """ICC(2,1) of two reviewers from n, Σa, Σb, Σa², Σb², Σab; NaN where it is undefined."""
    n, a, b, aa, bb, ab = sums[:, :6].T
    with np.errstate(divide="ignore", invalid="ignore"):
        centre = (a + b) ** 2 / n
        between = ((aa + bb + 2 * ab) - centre) / 2
        judges = (a - b) ** 2 / (2 * n)
        error = (aa + bb - centre / 2) - between - judges
        # Sums of squares over their degrees of freedom: n − 1 for items and for the rest, 1 for the two judges.
        between, error = between / (n - 1), error / (n - 1)
        below = between + error + 2 * (judges - error) / n
        return np.where(below > 1e-12, (between - error) / below, np.nan)
