"""Rankings of memories: the measures that the rest of the tool has, on the samples that ask something."""

from math import log2

import pytest

from tests.evaluate.tagging.tagged import WHOLE_PLAN, guess, scored, truth, values

NAMES = ("nDCG@10", "RR@10", "R@10")
GRADES = {"m0": 3, "m1": 1, "m2": 0}


def test_by_hand():
    # The first is not judged, m1 second, m0 third: (1/log2 3 + 3/log2 4) / (3/log2 2 + 1/log2 3).
    found = scored([truth("s", {"m0": "skills"}, grades=GRADES)], {"s": guess(ranked=("other", "m1", "m0"))}, WHOLE_PLAN)
    assert values(found, *NAMES) == pytest.approx([(1 / log2(3) + 3 / 2) / (3 + 1 / log2(3)), 1 / 2, 1.0])


def test_what_comes_twice_counts_once_at_its_first_place():
    found = scored([truth("s", {"m0": "skills"}, grades=GRADES)], {"s": guess(ranked=("m1", "m1", "m0"))}, WHOLE_PLAN)
    assert values(found, "nDCG@10") == pytest.approx([(1 + 3 / log2(3)) / (3 + 1 / log2(3))])


def test_samples_that_ask_nothing_take_no_part_and_one_without_a_ranking_counts_0():
    truths = [truth("a", {"m0": "skills"}, grades=GRADES), truth("b", {"m0": "skills"}), truth("c", {"m0": "skills"}, grades=GRADES)]
    found = scored(truths, {"a": guess(ranked=("m0",)), "b": guess(ranked=("m0",))}, WHOLE_PLAN)
    assert values(found, "RR@10") == [1 / 2]
    assert found.figures["RR@10"].n == 2
