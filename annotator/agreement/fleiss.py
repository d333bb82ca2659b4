"""Fleiss' kappa for three reviewers or more, and Light's mean of pairwise kappas."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from annotator.agreement.arrays import Floats, ratio
from annotator.model.figure import Figure


class Mean(NamedTuple):
    """A mean over the figures that have a value; `over` says how many, `undefined` how many were left out."""

    value: float | None
    over: int
    undefined: int


def mean_of(figures: Iterable[Figure]) -> Mean:
    """The plain mean of the defined figures; an undefined one never enters as 0. Over pairs of reviewers' kappas it is Light's kappa (1971)."""
    every = list(figures)
    defined = [figure.value for figure in every if figure.value is not None]
    return Mean(sum(defined) / len(defined) if defined else None, len(defined), len(every) - len(defined))


def fleiss_kappa(counts: Floats) -> Figure:
    """Fleiss 1971 from `counts[i, c]`, how many ratings of item i say category c; reviewers may change from item to item.

    Every item needs the same number of ratings; where it differs, Krippendorff's alpha is the statistic to use.
    """
    if len(counts) == 0:
        return Figure.none("no item")
    per_item = counts.sum(axis=1)
    fewest, most = int(per_item.min()), int(per_item.max())
    if fewest != most:
        return Figure.none(f"items have between {fewest} and {most} ratings and Fleiss needs the same number; see alpha", len(counts))
    if fewest < 2:
        return Figure.none("no item has two ratings", len(counts))
    if len(counts) == 1:
        return Figure.none("one shared item (n=1)", 1)
    value = fleiss_values(fleiss_features(counts, most).sum(axis=0))
    if np.isnan(value):
        return Figure.none("no variation: every rating is the same", len(counts))
    return Figure(float(value), len(counts))


def fleiss_features(counts: Floats, size: int) -> Floats:
    """Per item of `size` ratings what Fleiss sums: 1, its share of agreeing pairs, and its share of each category; shape (items, 2 + k)."""
    agreed = (counts * (counts - 1)).sum(axis=1) / (size * (size - 1))
    return np.column_stack([np.ones(len(counts)), agreed, counts / size])


def fleiss_values(sums: Floats) -> Floats:
    """Fleiss' kappa from summed features, one row of sums or a stack of them; NaN where it is undefined."""
    found = ratio(sums[..., 1], sums[..., 0])
    by_chance = (ratio(sums[..., 2:], sums[..., :1]) ** 2).sum(axis=-1)
    # A share of 1 may come out as 1 − 1e-16.
    room = np.where(by_chance < 1 - 1e-12, 1 - by_chance, 0.0)
    return ratio(found - by_chance, room)
