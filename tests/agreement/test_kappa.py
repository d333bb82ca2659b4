"""Kappa equals scikit-learn's on random data, and keeps whole numbers whole."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.metrics import cohen_kappa_score

from annotator.agreement.kappa import kappa_values, pi_values
from annotator.agreement.scale import Scale
from tests.agreement.rated import figures_of


@pytest.mark.parametrize("seed", range(40))
def test_equal_to_scikit_learn_over_the_declared_scale(seed):
    random = np.random.default_rng(seed)
    scale = tuple(range(int(random.integers(2, 7))))
    used = random.choice(scale, size=int(random.integers(2, len(scale) + 1)), replace=False)
    a, b = random.choice(used, size=(2, int(random.integers(5, 300)))).tolist()
    found = figures_of(a, b, Scale("grade", scale))
    for name, weights in (("kappa", None), ("kappa-linear", "linear"), ("kappa-quadratic", "quadratic")):
        assert found[name].value == pytest.approx(cohen_kappa_score(a, b, labels=list(scale), weights=weights), abs=1e-12), name


def test_a_stack_gives_what_each_matrix_gives():
    random = np.random.default_rng(7)
    stack = random.integers(0, 9, size=(20, 4, 4))
    weights = np.ones((4, 4)) - np.eye(4)
    assert kappa_values(stack, weights).tolist() == [float(kappa_values(table, weights)) for table in stack]


def test_a_million_pairs_lose_no_digit():
    table = [[500_000, 1], [2, 499_997]]
    # By hand: n = 10^6, found 3, rows 500001/499999, columns 500002/499998; expected off-diagonal (500001·499998 + 499999·500002) / n.
    expected = 1 - 3 * 10**6 / (500_001 * 499_998 + 499_999 * 500_002)
    assert kappa_values(table, 1.0 - np.eye(2)) == expected


def test_pi_of_cohens_own_table():
    # Margins 120/60/20 and 100/60/40 of 200; by chance Σ ((r + c) / 400)² = (220² + 120² + 60²) / 400² = 0.415.
    table = [[88, 14, 18], [10, 40, 10], [2, 6, 12]]
    assert pi_values(table) == pytest.approx((0.7 - 0.415) / (1 - 0.415))
