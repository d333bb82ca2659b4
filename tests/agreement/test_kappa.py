"""Kappa equals scikit-learn's on random data, and keeps whole numbers whole."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.metrics import cohen_kappa_score

from annotator.agreement.confusion import Confusion
from annotator.agreement.kappa import Weights, cohen_kappa, expected_agreement, kappa_values, scott_pi


@pytest.mark.parametrize("seed", range(40))
def test_equal_to_scikit_learn_over_the_declared_scale(seed):
    random = np.random.default_rng(seed)
    scale = tuple(range(int(random.integers(2, 7))))
    used = random.choice(scale, size=int(random.integers(2, len(scale) + 1)), replace=False)
    a, b = random.choice(used, size=(2, int(random.integers(5, 300))))
    confusion = Confusion.of(a.tolist(), b.tolist(), scale)
    kinds: tuple[Weights, ...] = ("none", "linear", "quadratic")
    for weights in kinds:
        expected = cohen_kappa_score(a, b, labels=list(scale), weights=None if weights == "none" else weights)
        assert cohen_kappa(confusion, weights).value == pytest.approx(expected, abs=1e-12)


def test_a_stack_gives_what_each_matrix_gives():
    random = np.random.default_rng(7)
    stack = random.integers(0, 9, size=(20, 4, 4))
    weights = np.ones((4, 4)) - np.eye(4)
    singles = [cohen_kappa(Confusion.from_table(range(4), table.tolist())).value for table in stack]
    assert kappa_values(stack, weights).tolist() == singles


def test_a_million_pairs_lose_no_digit():
    table = [[500_000, 1], [2, 499_997]]
    # By hand: n = 10^6, found 3, rows 500001/499999, columns 500002/499998; expected off-diagonal (500001·499998 + 499999·500002) / n.
    expected = 1 - 3 * 10**6 / (500_001 * 499_998 + 499_999 * 500_002)
    assert cohen_kappa(Confusion.from_table((0, 1), table)).value == expected


def test_pi_and_expected_agreement_of_cohens_own_tables():
    p45 = Confusion.from_table((1, 2, 3), [[88, 14, 18], [10, 40, 10], [2, 6, 12]])
    # Margins 120/60/20 and 100/60/40 of 200: (120·100 + 60·60 + 20·40) / 200² = 0.41; pi: Σ ((r + c) / 400)² = (220² + 120² + 60²) / 400² = 0.415.
    assert expected_agreement(p45).value == pytest.approx(0.41)
    assert scott_pi(p45).value == pytest.approx((0.7 - 0.415) / (1 - 0.415))


def test_a_table_that_is_not_square_is_refused():
    with pytest.raises(ValueError, match="does not stand over 2 categories"):
        Confusion.from_table((0, 1), [[1, 2, 3], [1, 2, 3]])
