"""Formulas of one query, worked out by hand."""

from math import log2

import pytest

from annotator.evaluate.measures import parse
from annotator.evaluate.ranking import Judged, rank_judged

# Grades 3, 2 and 1 are judged; the run gives a passage of grade 2, one that nobody judged, one of grade 3, and never that of grade 1.
JUDGED = Judged({b"three": 3, b"two": 2, b"one": 1})
RANKING = rank_judged([b"two", b"new", b"three"], [3.0, 2.0, 1.0], JUDGED)


@pytest.mark.parametrize(
    ("measure", "value"),
    [
        # Gains 2^g - 1: 3 at rank 1 and 7 at rank 3, against 7, 3 and 1 in the best order.
        ("nDCG(dcg='exp-log2')@10", (3 / 1 + 7 / 2) / (7 / 1 + 3 / log2(3) + 1 / 2)),
        # Cut after two, the best order has two as well.
        ("nDCG(dcg='exp-log2')@2", (3 / 1) / (7 / 1 + 3 / log2(3))),
        # Linear gains: 2 at rank 1 and 3 at rank 3, against 3, 2 and 1.
        ("nDCG@10", (2 / 1 + 3 / 2) / (3 / 1 + 2 / log2(3) + 1 / 2)),
        ("RR@10", 1.0),
        ("RR(rel=3)@10", 1 / 3),
        ("RR(rel=3)@2", 0.0),
        ("R@10", 2 / 3),
        ("R@1", 1 / 3),
        ("Success@1", 1.0),
        ("Success(rel=3)@2", 0.0),
    ],
)
def test_a_value_by_hand(measure, value):
    assert parse(measure).formula()(RANKING, JUDGED) == pytest.approx(value, rel=1e-15)
