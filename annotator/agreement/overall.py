"""Statistics over all reviewers of a facet at once, with gaps: alpha, Fleiss' kappa, AC1."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

import numpy as np

from annotator.agreement.alpha import Metric, alpha_values, coincidences, tally
from annotator.agreement.arrays import Floats
from annotator.agreement.fleiss import fleiss_features, fleiss_kappa, fleiss_values
from annotator.agreement.gwet import ac1_features, ac1_tally_values
from annotator.agreement.interval import CHANCE_CORRECTED, Bootstrap, estimate, units_of
from annotator.agreement.numbers import icc
from annotator.agreement.ratings import Ratings, cluster_numbers
from annotator.agreement.scale import Category, Scale
from annotator.agreement.tagsets import alpha_of_sets
from annotator.model.figure import Figure


def overall(ratings: Ratings, scale: Scale, plan: Bootstrap | None) -> dict[str, Figure]:
    """What three reviewers or more say together; n counts the items with two ratings or more.

    Machines are left out. Spans have no statistic here: see the pairs.
    """
    values = ratings.by_item()
    if scale.kind == "tags":
        sets = [cast("Sequence[frozenset[str]]", several) for several in values.values()]
        return {"alpha-masi": alpha_of_sets(sets, "masi"), "alpha-jaccard": alpha_of_sets(sets, "jaccard")}
    if scale.kind == "number":
        return _numbers(cast("list[list[int]]", list(values.values())), len(ratings.people))
    return _scaled(ratings, scale, plan) if scale.kind != "spans" else {}


def _scaled(ratings: Ratings, scale: Scale, plan: Bootstrap | None) -> dict[str, Figure]:
    values = ratings.by_item()
    categories = scale.categories
    counts = tally(values.values(), categories)
    kinds, types = np.unique(counts, axis=0, return_inverse=True)
    several = counts[counts.sum(axis=1) >= 2]
    fleiss = fleiss_kappa(several)
    parts = [coincidences(kinds).reshape(len(kinds), -1), ac1_features(kinds)] if len(kinds) else [np.zeros((0, 0))] * 2
    # A single rating agrees with nothing, so it is no part of Fleiss.
    if fleiss.value is not None:
        parts.append(fleiss_features(kinds, int(several[0].sum())) * (kinds.sum(axis=1) >= 2)[:, None])
    units = units_of(np.hstack(parts), cluster_numbers(list(values), ratings.sample_of), types.ravel())
    square = len(categories) ** 2
    metrics = _metrics(scale)

    def every(sums: Floats) -> Mapping[str, Floats]:
        coincidence = sums[:, :square].reshape(-1, len(categories), len(categories))
        found = {name: alpha_values(coincidence, categories, metric) for name, metric in metrics.items()}
        found["ac1"] = ac1_tally_values(sums[:, square : square + 2 + len(categories)])
        if fleiss.value is not None:
            found["fleiss"] = fleiss_values(sums[:, square + 2 + len(categories) :])
        return found

    def reason(_: str) -> str:
        if len(several) < 2:
            return "fewer than two items have two ratings"
        return f"no variation: all {int(several.sum())} ratings are the same"

    names = [*metrics, "ac1", *(["fleiss"] if fleiss.value is not None else [])]
    figures = estimate(units, len(several), every, dict.fromkeys(names, CHANCE_CORRECTED), reason, plan).figures
    return {**figures, "fleiss": figures.get("fleiss", fleiss)}


def _metrics(scale: Scale) -> dict[str, Metric]:
    if not scale.ordered:
        return {"alpha": "nominal"}
    metrics: dict[str, Metric] = {"alpha": "ordinal", "alpha-nominal": "nominal"}
    if all(isinstance(category, int) for category in scale.categories):
        metrics["alpha-interval"] = "interval"
    return metrics


def _numbers(values: Sequence[Sequence[int]], people: int) -> dict[str, Figure]:
    """Alpha with the interval metric over the numbers that occur, and ICC(2,1) over the items that everybody rated."""
    used: list[Category] = sorted({number for several in values for number in several})
    counts = tally(values, used)
    several = counts[counts.sum(axis=1) >= 2]
    alpha = Figure.none("fewer than two items have two ratings", len(several))
    if len(several) >= 2:
        value = float(alpha_values(coincidences(several).sum(axis=0), used, "interval"))
        alpha = Figure(value, len(several)) if not np.isnan(value) else Figure.none("no variation: all ratings are the same", len(several))
    return {"alpha-interval": alpha, "icc": icc([numbers for numbers in values if len(numbers) == people])}
