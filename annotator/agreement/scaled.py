"""All statistics of two reviewers on a declared scale (grade, choice, flag), with intervals."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import NamedTuple

import numpy as np

from annotator.agreement.alpha import Metric, pair_alpha_values
from annotator.agreement.arrays import Floats
from annotator.agreement.confusion import Confusion, codes
from annotator.agreement.gwet import ac_values, agreement_weights
from annotator.agreement.interval import CHANCE_CORRECTED, SHARE, Bootstrap, Bounds, Estimates, estimate, units_of
from annotator.agreement.kappa import Weights, disagreement_weights, kappa_values, observed_values, pi_values
from annotator.agreement.ratings import Pair
from annotator.agreement.reasons import no_variation
from annotator.agreement.scale import Scale

Matrices = Callable[[Floats], Floats]


class ScaledPair(NamedTuple):
    """The confusion matrix of two reviewers and their figures."""

    confusion: Confusion
    estimates: Estimates


def scaled_pair(pair: Pair, scale: Scale, plan: Bootstrap | None) -> ScaledPair:
    """The confusion matrix of a pair and every statistic that its scale allows.

    Weighted statistics and ordinal alpha belong to grades alone: choices have no order that weights could use.
    """
    categories = scale.categories
    size = len(categories)
    cells = codes(pair.left, categories) * size + codes(pair.right, categories)
    used, types = np.unique(cells, return_inverse=True)
    units = units_of(np.eye(len(used)), pair.clusters, types.ravel())
    confusion = Confusion(categories, np.bincount(cells, minlength=size * size).reshape(size, size))

    def every(sums: Floats) -> Mapping[str, Floats]:
        stack = np.zeros((len(sums), size * size))
        stack[:, used] = sums
        return {name: values(stack.reshape(-1, size, size)) for name, values in functions.items()}

    functions = statistics_of(scale)
    return ScaledPair(confusion, estimate(units, pair.n, every, bounds_of(functions), lambda _: no_variation(confusion), plan))


def statistics_of(scale: Scale) -> dict[str, Matrices]:
    """Every statistic of the scale as a function of a stack of confusion matrices; NaN where it is undefined."""
    size, categories = len(scale.categories), scale.categories
    functions: dict[str, Matrices] = {"observed": observed_values}
    kappas: dict[str, Weights] = {"kappa": "none"}
    acs: dict[str, Weights] = {"ac1": "none"}
    alphas: dict[str, Metric] = {"alpha": "nominal"}
    if scale.ordered:
        kappas |= {"kappa-linear": "linear", "kappa-quadratic": "quadratic"}
        acs |= {"ac2": "quadratic"}
        alphas = {"alpha": "ordinal", "alpha-nominal": "nominal"}
        if all(isinstance(category, int) for category in categories):
            alphas["alpha-interval"] = "interval"
    functions |= {name: partial(kappa_values, weights=disagreement_weights(size, weights)) for name, weights in kappas.items()}
    functions["pi"] = pi_values
    functions |= {name: partial(ac_values, weights=agreement_weights(size, weights)) for name, weights in acs.items()}
    functions |= {name: partial(pair_alpha_values, categories=categories, metric=metric) for name, metric in alphas.items()}
    return functions


def bounds_of(names: Iterable[str]) -> dict[str, Bounds]:
    """The range of each statistic; AC2 alone may fall below −1, since near misses raise what it expects by chance."""
    special = {"observed": SHARE, "ac2": CHANCE_CORRECTED._replace(low=-np.inf)}
    return {name: special.get(name, CHANCE_CORRECTED) for name in names}
