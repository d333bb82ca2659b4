"""Gwet's AC1, for two reviewers or many, and AC2, for two: chance agreement that does not rise with prevalence."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from annotator.agreement.arrays import Floats, ratio
from annotator.agreement.kappa import Weights, disagreement_weights


def agreement_weights(size: int, weights: Weights) -> Floats:
    """1 on the diagonal, 1 − |i − j| / (q − 1) or its square elsewhere, 0 for "none"."""
    costs = disagreement_weights(size, weights)
    near: Floats = 1.0 - costs / max(costs.max(), 1.0)
    return near


def ac_values(counts: ArrayLike, weights: Floats) -> Floats:
    """AC1 (weights of "none") or AC2 of each matrix of a stack of shape (…, q, q), q of 2 or more; NaN for an empty one (Gwet 2008, 2014).

    (pa − pe) / (1 − pe) with pe = Σw / (q(q − 1)) · Σ π(1 − π), q declared categories, π the share of each in both reviewers' labels.
    It is defined where nothing varies: 1.0 when all say the same, which is why it stands beside kappa and not in its place.
    """
    stack = np.asarray(counts, dtype=np.float64)
    total = stack.sum(axis=(-2, -1))
    found = ratio((stack * weights).sum(axis=(-2, -1)), total)
    return _corrected(found, ratio(stack.sum(axis=-1) + stack.sum(axis=-2), 2 * total[..., None]), weights)


def ac1_features(tally: Floats) -> Floats:
    """Per item what AC1 sums: its share of agreeing pairs, whether it has two ratings, and its share of each category; shape (items, 2 + q).

    An item with a single rating counts only towards how common a category is (Gwet 2014, chapter 2).
    """
    per_item = tally.sum(axis=1)
    agreed = np.nan_to_num(ratio((tally * (tally - 1)).sum(axis=1), per_item * (per_item - 1)))
    features: Floats = np.column_stack([agreed, per_item >= 2, np.nan_to_num(ratio(tally, per_item[:, None]))])
    return features


def ac1_tally_values(sums: Floats) -> Floats:
    """AC1 from summed `ac1_features`: one row of sums, or a stack of them."""
    shares = sums[..., 2:]
    used = shares / shares.sum(axis=-1, keepdims=True)
    return _corrected(ratio(sums[..., 0], sums[..., 1]), used, np.eye(shares.shape[-1]))


def _corrected(found: Floats, used: Floats, weights: Floats) -> Floats:
    size = len(weights)
    by_chance = weights.sum() / (size * (size - 1)) * (used * (1 - used)).sum(axis=-1)
    corrected: Floats = (found - by_chance) / (1 - by_chance)
    return corrected
