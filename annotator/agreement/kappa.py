"""Cohen's kappa (unweighted, linear, quadratic) and Scott's pi from the confusion matrix over the declared scale."""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from annotator.agreement.arrays import Floats, ratio

Weights = Literal["none", "linear", "quadratic"]


def disagreement_weights(size: int, weights: Weights) -> Floats:
    """What each cell of a `size` by `size` matrix costs: 0 on the diagonal, else 1, |i − j| or (i − j)².

    i and j are places on the declared scale, not grades, as in scikit-learn's `cohen_kappa_score(labels=scale)`: on the scale 0, 1, 3 the grades
    1 and 3 are neighbours. A grade that nobody used keeps its place.
    """
    apart = np.abs(np.subtract.outer(np.arange(size), np.arange(size))).astype(np.float64)
    return {"none": (apart > 0).astype(np.float64), "linear": apart, "quadratic": apart**2}[weights]


def kappa_values(counts: ArrayLike, weights: Floats) -> Floats:
    """Cohen's kappa (1960; weighted 1968) of each matrix of a stack of shape (…, k, k); NaN where it is undefined.

    1 − Σ w·O / Σ w·E, E from the two reviewers' own margins; between −1 and 1.
    Whole numbers are kept whole up to the one division, so that a constant rater gives 0.0 and not 1e-17.
    """
    stack = np.asarray(counts, dtype=np.float64)
    found = stack.sum(axis=(-2, -1)) * (stack * weights).sum(axis=(-2, -1))
    rows, columns = stack.sum(axis=-1), stack.sum(axis=-2)
    return one_minus_ratio(found, ((rows @ weights) * columns).sum(axis=-1))


def chance_values(counts: ArrayLike) -> Floats:
    """The share of items on which two reviewers would say the same by chance, each keeping to their own margins (Cohen 1960), of each matrix of a stack."""
    stack = np.asarray(counts, dtype=np.float64)
    by_chance: Floats = (stack.sum(axis=-1) * stack.sum(axis=-2)).sum(axis=-1)
    return ratio(by_chance, stack.sum(axis=(-2, -1)) ** 2)


def pi_values(counts: ArrayLike) -> Floats:
    """Scott's pi (1955) of each matrix of a stack of shape (…, k, k): as kappa, with E from both margins together; NaN where it is undefined."""
    stack = np.asarray(counts, dtype=np.float64)
    weights = disagreement_weights(stack.shape[-1], "none")
    found = 4 * stack.sum(axis=(-2, -1)) * (stack * weights).sum(axis=(-2, -1))
    both = stack.sum(axis=-1) + stack.sum(axis=-2)
    return one_minus_ratio(found, ((both @ weights) * both).sum(axis=-1))


def observed_values(counts: ArrayLike) -> Floats:
    """Observed agreement of each matrix of a stack of shape (…, k, k); NaN for an empty one."""
    stack = np.asarray(counts, dtype=np.float64)
    return ratio(np.trace(stack, axis1=-2, axis2=-1), stack.sum(axis=(-2, -1)))


def one_minus_ratio(found: ArrayLike, by_chance: ArrayLike) -> Floats:
    """1 − found / by_chance, NaN where nothing is expected by chance."""
    out: Floats = 1.0 - ratio(found, by_chance)
    return out
