"""Krippendorff's alpha (nominal, ordinal, interval, ratio) from the coincidence matrix; ratings may be missing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from annotator.agreement.arrays import Floats, ratio
from annotator.agreement.confusion import Confusion, codes
from annotator.agreement.kappa import one_minus_ratio
from annotator.agreement.ratings import Value
from annotator.agreement.reasons import category_text, no_variation
from annotator.agreement.scale import Category
from annotator.model.figure import Figure

Metric = Literal["nominal", "ordinal", "interval", "ratio", "gwet-ordinal"]


def alpha(values_by_item: Iterable[Sequence[Value]], categories: Sequence[Category], metric: Metric = "nominal") -> Figure:
    """Alpha of any number of reviewers over items each with the ratings it has (Krippendorff 2004, chapter 11).

    1 − Do / De over the coincidence matrix. n is the number of items with two ratings or more; a single rating can agree with nothing and is dropped.
    "ordinal" is Krippendorff's own metric; "gwet-ordinal" has irrCAC's ordinal weights under the same name elsewhere, and gives other values.
    """
    return alpha_of_tally(tally(values_by_item, categories), categories, metric)


def alpha_of_tally(counts: Floats, categories: Sequence[Category], metric: Metric = "nominal") -> Figure:
    """Alpha from how many ratings of item i say category c: `counts[i, c]`."""
    several = counts[counts.sum(axis=1) >= 2]
    if len(several) == 0:
        return Figure.none("no item has two ratings")
    if len(several) == 1:
        return Figure.none("one item has two ratings (n=1)", 1)
    value = alpha_values(coincidences(several).sum(axis=0), categories, metric)
    if np.isnan(value):
        used = int(several.sum(axis=0).argmax())
        return Figure.none(f"no variation: all {int(several.sum())} ratings are {category_text(categories[used])}", len(several))
    return Figure(float(value), len(several))


def alpha_of_pair(confusion: Confusion, metric: Metric = "nominal") -> Figure:
    """Alpha of two reviewers without gaps."""
    value = pair_alpha_values(confusion.counts, confusion.categories, metric)
    if confusion.n < 2 or np.isnan(value):
        return Figure.none(no_variation(confusion), confusion.n)
    return Figure(float(value), confusion.n)


def tally(values_by_item: Iterable[Sequence[Value]], categories: Sequence[Category]) -> Floats:
    """How many ratings of each item say each category, shape (items, categories). Raises Refused for a value off the scale."""
    rows = [codes(values, categories) for values in values_by_item]
    lengths = [len(row) for row in rows]
    counts = np.zeros((len(rows), len(categories)))
    if rows:
        np.add.at(counts, (np.repeat(np.arange(len(rows)), lengths), np.concatenate(rows)), 1.0)
    return counts


def coincidences(counts: Floats) -> Floats:
    """What each item of a tally adds to the coincidence matrix, shape (items, k, k): every ordered pair of its m ratings, 1 / (m − 1) each."""
    per_item = counts.sum(axis=1)
    paired = counts[:, :, None] * counts[:, None, :]
    diagonal = np.arange(counts.shape[1])
    paired[:, diagonal, diagonal] -= counts
    out: Floats = paired / np.maximum(per_item - 1, 1)[:, None, None]
    return out


def pair_alpha_values(counts: ArrayLike, categories: Sequence[Category], metric: Metric) -> Floats:
    """Alpha of each confusion matrix of a stack of shape (…, k, k); NaN where it is undefined."""
    stack = np.asarray(counts, dtype=np.float64)
    return alpha_values(stack + np.swapaxes(stack, -1, -2), categories, metric)


def alpha_values(coincidence: ArrayLike, categories: Sequence[Category], metric: Metric) -> Floats:
    """Alpha of each coincidence matrix of a stack of shape (…, k, k); NaN where it is undefined."""
    stack = np.asarray(coincidence, dtype=np.float64)
    used = stack.sum(axis=-1)
    total = used.sum(axis=-1)
    costs = distances(used, categories, metric)
    found = (total - 1) * (stack * costs).sum(axis=(-2, -1))
    return one_minus_ratio(found, (used[..., :, None] * used[..., None, :] * costs).sum(axis=(-2, -1)))


def distances(used: Floats, categories: Sequence[Category], metric: Metric) -> Floats:
    """How far categories lie apart, squared; the ordinal metric depends on how often each was used: `used` has shape (…, k)."""
    place = np.arange(len(categories))
    apart = np.abs(np.subtract.outer(place, place)).astype(np.float64)
    if metric == "nominal":
        return (apart > 0).astype(np.float64)
    if metric == "gwet-ordinal":
        triangular: Floats = apart * (apart + 1) / 2
        return triangular
    if metric == "ordinal":
        upto = np.cumsum(used, axis=-1)
        middle = upto - used / 2
        ranks: Floats = (middle[..., :, None] - middle[..., None, :]) ** 2
        return ranks
    value = np.asarray([float(category) for category in categories])
    difference: Floats = np.subtract.outer(value, value) ** 2
    if metric == "interval":
        return difference
    joint = np.add.outer(value, value) ** 2
    return np.nan_to_num(ratio(difference, joint))
