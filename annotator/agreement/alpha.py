"""Krippendorff's alpha (nominal, ordinal, interval, ratio; 2004, chapter 11) from the coincidence matrix; ratings may be missing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from annotator.agreement.arrays import Floats, ratio
from annotator.agreement.confusion import codes
from annotator.agreement.kappa import one_minus_ratio
from annotator.agreement.ratings import Value
from annotator.agreement.scale import Category

# "gwet-ordinal" has irrCAC's ordinal weights, which go by the name of ordinal alpha elsewhere and give other values.
Metric = Literal["nominal", "ordinal", "interval", "ratio", "gwet-ordinal"]


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
    if metric == "nominal":
        return 1.0 - np.eye(len(categories))
    if metric == "gwet-ordinal":
        steps = np.abs(np.subtract.outer(np.arange(len(categories)), np.arange(len(categories))))
        triangular: Floats = steps * (steps + 1) / 2.0
        return triangular
    # Each category's place on a line: the middle of its ranks, or its own value.
    place = np.cumsum(used, axis=-1) - used / 2 if metric == "ordinal" else np.asarray(categories, dtype=np.float64)
    squares: Floats = (place[..., :, None] - place[..., None, :]) ** 2
    return np.nan_to_num(ratio(squares, np.add.outer(place, place) ** 2)) if metric == "ratio" else squares
