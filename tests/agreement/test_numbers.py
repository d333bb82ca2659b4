"""Numbers: the published ICC(2,1), and the pair form against the analysis of variance."""

from __future__ import annotations

import numpy as np
import pytest

from annotator.agreement.interval import Bootstrap
from annotator.agreement.numbers import icc, number_pair
from annotator.agreement.ratings import Rating, Ratings
from annotator.model.figure import Figure

# Shrout and Fleiss 1979, table 2: six targets by four judges, ICC(2,1) = .29 in table 4.
SHROUT_FLEISS = [[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9], [6, 2, 4, 7]]


def figures_of(left: list[int], right: list[int], tolerance: int = 0) -> dict[str, Figure]:
    rows = [Rating(name, place, value) for name, values in (("a", left), ("b", right)) for place, value in enumerate(values)]
    return number_pair(Ratings.of(rows).pair("a", "b"), tolerance, Bootstrap(resamples=200)).figures


def test_icc_as_published():
    assert icc(SHROUT_FLEISS).value == pytest.approx(0.29, abs=0.005)


@pytest.mark.parametrize("seed", range(10))
def test_icc_from_sums_equals_icc_from_the_table(seed):
    left, right = np.random.default_rng(seed).integers(1_000_000, 1_000_050, size=(2, 30)).tolist()
    table = [list(pair) for pair in zip(left, right, strict=True)]
    assert figures_of(left, right)["icc"].value == pytest.approx(icc(table).value, abs=1e-9)


def test_error_and_tolerance():
    figures = figures_of([1, 5, 9, 4], [1, 6, 6, 4], tolerance=1)
    assert figures["mae"].value == 1.0
    assert figures["within"].value == 0.75
    assert figures["observed"].value == 0.5


def test_undefined_icc_says_why():
    assert figures_of([7, 7], [7, 7])["icc"].undefined == "no variation: all 2 pairs are 7/7"
    assert figures_of([0, 1], [1, 0])["icc"].undefined == "no variation between items"
    assert figures_of([1], [1])["icc"].undefined == "one shared item (n=1), 1/1 agree"
    assert figures_of([], [])["mae"].undefined == "no shared item"
    assert icc([]).undefined == "no shared item"
    assert icc([[1], [2]]).undefined == "one rater"
    assert icc([[1, 2]]).undefined == "one shared item (n=1)"
    assert icc([[3, 3], [3, 3]]).undefined == "no variation: all 4 numbers are 3"
    assert icc([[0, 1], [1, 0]]).undefined == "no variation between items"
