"""Two taggers on the same samples: differences by hand, paired intervals, who moved."""

import random

import numpy as np
import pytest
from scipy import stats

from annotator.evaluate.tagging.comparison import differences
from annotator.evaluate.tagging.scores import Scores
from tests.evaluate.tagging.tagged import DIMENSIONS, PLAN, WHOLE_PLAN, guess, scored, truth

TRUTHS = [truth(f"s{number}", {"m": "skills"}) for number in range(4)]


def tagged(words: str) -> Scores:
    return scored(TRUTHS, {f"s{number}": guess({"m": word.replace("-", "")}) for number, word in enumerate(words.split())})


def test_a_difference_by_hand_and_who_moved():
    a, b = tagged("skills habits - skills"), tagged("skills skills habits -")
    found = {one.measure: one for one in differences(a, b, 1)}
    strict = found["strict-match"]
    assert (strict.a.value, strict.b.value, strict.difference.value) == (2 / 4, 2 / 4, 0.0)
    assert (strict.up, strict.down, strict.same) == (["s1"], ["s3"], 2)
    # A: TP 2, FP 1, FN 2; B: TP 2, FP 1, FN 2.
    assert found["micro-f1"].difference.value == 0.0
    # Of the third, A predicted nothing, so it has no precision that could move.
    assert (found["micro-precision"].up, found["micro-precision"].same) == (["s1"], 1)


def test_two_that_are_alike_differ_by_nothing_with_certainty():
    a = tagged("skills habits - skills")
    for one in differences(a, a, 1):
        assert (one.difference.value, one.difference.low, one.difference.high) == (0.0, 0.0, 0.0)
        assert not one.up
        assert not one.down


def test_the_interval_is_that_of_scipys_paired_bootstrap():
    rng = random.Random(5)
    truths = [truth(f"s{number:03}", {"m": rng.choice(DIMENSIONS)}) for number in range(150)]
    sides = [
        scored(truths, {one.sample: guess({"m": " ".join(one.tags["m"]) if rng.random() < right else "skills"}) for one in truths})
        for right in (0.5, 0.7)
    ]
    (found,) = (one for one in differences(sides[0], sides[1], PLAN.seed) if one.measure == "micro-f1")
    counts = [np.array([[s["micro-f1"].numerator, s["micro-f1"].denominator] for s in side.shares.values()]) for side in sides]

    def apart(a, a_of, b, b_of, axis=-1):
        return b.sum(axis) / b_of.sum(axis) - a.sum(axis) / a_of.sum(axis)

    data = (counts[0][:, 0], counts[0][:, 1], counts[1][:, 0], counts[1][:, 1])
    theirs = stats.bootstrap(data, apart, paired=True, method="percentile", n_resamples=20_000, rng=1).confidence_interval
    assert (found.difference.low, found.difference.high) == pytest.approx((theirs.low, theirs.high), abs=0.01)


def test_a_figure_that_one_side_lacks_has_no_difference():
    truths = [truth("s", {"m": "skills"}, sections={"coding": {"m": "tech"}})]
    a = scored(truths, {"s": guess({"m": "skills"})}, WHOLE_PLAN)
    b = scored(truths, {"s": guess({"m": "skills"}, sections={"coding": {"m": "tech"}, "daily": {}})}, WHOLE_PLAN)
    found = {one.measure: one for one in differences(a, b, 1)}
    assert found["section-hit"].difference.undefined == "A has none: no prediction holds sections of daily, coding"
    assert found["profile-quality"].b.value == 1.0
    assert (found["section-hit"].up, found["section-hit"].same) == ([], 0)


def test_no_difference_is_called_better():
    (document, *_) = (one.as_json() for one in differences(tagged("- - - -"), tagged("skills skills skills skills"), 1))
    assert sorted(document) == ["a", "b", "difference", "down", "measure", "same", "up"]
