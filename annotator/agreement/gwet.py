"""Gwet's AC1 and AC2: chance agreement that does not rise with prevalence, for two reviewers or many."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from annotator.agreement.arrays import Floats, ratio
from annotator.agreement.confusion import Confusion
from annotator.agreement.kappa import Weights, disagreement_weights
from annotator.agreement.reasons import no_variation
from annotator.model.figure import Figure

ONE_CATEGORY = "the scale has one value"


def gwet_ac(confusion: Confusion, weights: Weights = "none") -> Figure:
    """AC1 ("none") or AC2 of two reviewers (Gwet 2008, 2014).

    (pa − pe) / (1 − pe) with pe = Σw / (q(q − 1)) · Σ π(1 − π), q declared categories, π the share of each in both reviewers' labels.
    It is defined where nothing varies: 1.0 when all say the same, which is why it stands beside kappa and not in its place.
    """
    if len(confusion.categories) < 2:
        return Figure.none(ONE_CATEGORY, confusion.n)
    if confusion.n < 2:
        return Figure.none(no_variation(confusion), confusion.n)
    return Figure(float(ac_values(confusion.counts, agreement_weights(len(confusion.categories), weights))), confusion.n)


def gwet_ac_many(tally: Floats, weights: Weights = "none") -> Figure:
    """AC1 or AC2 of any number of reviewers, some absent; `tally[i, c]` counts the ratings of item i that say category c.

    n is the number of items with two ratings or more; the others count only towards how common a category is (Gwet 2014, chapter 2).
    """
    if tally.shape[1] < 2:
        return Figure.none(ONE_CATEGORY, len(tally))
    per_item = tally.sum(axis=1)
    several = int((per_item >= 2).sum())
    if several < 2:
        return Figure.none("fewer than two items have two ratings", several)
    return Figure(float(ac_tally_values(ac_features(tally, weights).sum(axis=0), weights)), several)


def agreement_weights(size: int, weights: Weights) -> Floats:
    """1 on the diagonal, 1 − |i − j| / (q − 1) or its square elsewhere, 0 for "none"."""
    costs = disagreement_weights(size, weights)
    near: Floats = 1.0 - costs / max(costs.max(), 1.0)
    return near


def ac_values(counts: ArrayLike, weights: Floats) -> Floats:
    """AC of each matrix of a stack of shape (…, q, q), q of 2 or more; NaN for an empty one."""
    stack = np.asarray(counts, dtype=np.float64)
    total = stack.sum(axis=(-2, -1))
    found = ratio((stack * weights).sum(axis=(-2, -1)), total)
    return _corrected(found, ratio(stack.sum(axis=-1) + stack.sum(axis=-2), 2 * total[..., None]), weights)


def ac_features(tally: Floats, weights: Weights) -> Floats:
    """Per item what AC sums: weighted agreement, whether it has two ratings, and its share of each category; shape (items, 2 + q)."""
    per_item = tally.sum(axis=1)
    near = tally @ agreement_weights(tally.shape[1], weights)
    several = per_item >= 2
    agreed = ratio((tally * (near - 1)).sum(axis=1), per_item * (per_item - 1))
    features: Floats = np.column_stack([np.where(several, agreed, 0.0), several, np.nan_to_num(ratio(tally, per_item[:, None]))])
    return features


def ac_tally_values(sums: Floats, weights: Weights) -> Floats:
    """AC from summed `ac_features`: one row of sums, or a stack of them."""
    shares = sums[..., 2:]
    used = shares / shares.sum(axis=-1, keepdims=True)
    return _corrected(ratio(sums[..., 0], sums[..., 1]), used, agreement_weights(shares.shape[-1], weights))


def _corrected(found: Floats, used: Floats, weights: Floats) -> Floats:
    size = len(weights)
    by_chance = weights.sum() / (size * (size - 1)) * (used * (1 - used)).sum(axis=-1)
    corrected: Floats = (found - by_chance) / (1 - by_chance)
    return corrected
