"""Means in trec_eval's order of additions, and their intervals."""

import random

import numpy as np
import pytest
from scipy import stats

from annotator.evaluate.average import Share, average, interval, ratio, wilson, with_interval
from annotator.model.figure import Figure


def test_values_are_added_from_left_to_right():
    # 0.1 added 333 times and divided by 1000 as trec_eval does, not 0.0333 as a compensated sum would give.
    figure = average([0.1 if number < 333 else 0.0 for number in range(1000)])
    assert (figure.value, figure.n) == (0.033300000000000204, 1000)


def test_no_query_has_no_mean():
    assert average([]) == Figure.none("no judged query")
    assert ratio([Share(0.0, 0.0)], "nothing was returned") == Figure.none("nothing was returned", 1)


def test_a_ratio_pools():
    assert ratio([Share(1.0, 2.0), Share(3.0, 10.0)], "").value == 4 / 12


def test_the_interval_is_that_of_scipys_percentile_bootstrap():
    rng = random.Random(3)
    values = [rng.random() for _ in range(80)]
    low, high = interval([Share(value) for value in values]) or (0.0, 0.0)
    reference = stats.bootstrap((np.array(values),), np.mean, method="percentile", n_resamples=20_000, rng=1).confidence_interval
    assert (low, high) == pytest.approx((reference.low, reference.high), abs=0.01)


def test_the_same_seed_gives_the_same_interval_and_one_query_none():
    shares = [Share(0.2), Share(0.4), Share(0.9)]
    assert interval(shares, 5) == interval(shares, 5)
    assert interval(shares[:1]) is None
    assert interval([Share(0.0, 0.0), Share(1.0, 1.0)]) is None
    assert with_interval(Figure(0.5, 1), shares[:1]) == Figure(0.5, 1)


def test_an_interval_of_many_queries_is_drawn_in_blocks_and_stays_the_same():
    shares = [Share(float(number % 7)) for number in range(3000)]
    low, high = interval(shares, resamples=1500) or (0.0, 0.0)
    assert low < np.mean([share.numerator for share in shares]) < high


@pytest.mark.parametrize(("hits", "count"), [(1, 4), (0, 9), (9, 9), (3, 17)])
def test_wilson_is_scipys(hits, count):
    expected = stats.binomtest(hits, count).proportion_ci(method="wilson")
    figure = wilson(hits, count)
    assert figure.value == hits / count
    assert (figure.low, figure.high) == pytest.approx((expected.low, expected.high))


def test_wilson_of_nothing_has_no_value():
    assert wilson(0, 0).value is None
