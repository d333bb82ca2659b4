"""Alpha equals the krippendorff package's on random ragged data."""

from __future__ import annotations

import krippendorff
import numpy as np
import pytest

from annotator.agreement.alpha import alpha, alpha_of_pair
from annotator.agreement.confusion import Confusion


@pytest.mark.parametrize("seed", range(25))
@pytest.mark.parametrize("metric", ["nominal", "ordinal", "interval", "ratio"])
def test_equal_to_the_krippendorff_package(seed, metric):
    random = np.random.default_rng(seed)
    matrix = random.integers(0, 5, size=(int(random.integers(2, 6)), 40)).astype(float)
    matrix[random.random(matrix.shape) < 0.3] = np.nan
    items = [[int(value) for value in column if not np.isnan(value)] for column in matrix.T]
    theirs = krippendorff.alpha(reliability_data=matrix, level_of_measurement=metric, value_domain=list(range(5)))
    ours = alpha(items, range(5), metric)
    assert ours.value == pytest.approx(theirs, abs=1e-12)
    assert ours.n == sum(len(values) >= 2 for values in items)


def test_two_reviewers_without_gaps_give_the_same_from_the_confusion_matrix():
    a, b = np.random.default_rng(3).integers(0, 4, size=(2, 50)).tolist()
    for metric in ("nominal", "ordinal", "interval"):
        whole = alpha([list(pair) for pair in zip(a, b, strict=True)], range(4), metric)
        assert alpha_of_pair(Confusion.of(a, b, range(4)), metric).value == pytest.approx(whole.value, abs=1e-12)


def test_undefined_alpha_says_why():
    assert alpha([[1], [2]], (1, 2)).undefined == "no item has two ratings"
    assert alpha([], (1, 2)).undefined == "no item has two ratings"
    assert alpha([[1, 2], [2]], (1, 2)).undefined == "one item has two ratings (n=1)"
    assert alpha([[1, 1], [1, 1, 1]], (1, 2)).undefined == "no variation: all 5 ratings are 1"
