"""Alpha for unitizing beside the published values (see test_published): several texts, touching spans, and reasons."""

from __future__ import annotations

import pytest

from annotator.agreement.ratings import Marked
from annotator.agreement.unitizing import alpha_u


def text(*spans: tuple[int, int], length: int = 20) -> Marked:
    return Marked.of(spans, length)


def test_the_same_spans_are_full_agreement():
    assert alpha_u([(text((2, 5)), text((2, 5))), (text(), text())]).value == 1.0


def test_one_marked_and_one_did_not_by_hand():
    # L 20, one unit of 4. Do = 2·4² / (2·20²) = 0.04. Gaps 2, 14 and 20. De = 2/20 · (0 + 16·((14 − 3) + (20 − 3))) / (40·39 − 12) = 44.8 / 1548.
    assert alpha_u([(text((2, 6)), text())]).value == pytest.approx(1 - 0.04 / (44.8 / 1548))


def test_touching_spans_are_two_units_and_overlapping_ones_one():
    touching, whole, overlapping = text((0, 4), (4, 8)), text((0, 8)), text((0, 5), (4, 8))
    assert alpha_u([(overlapping, whole)]).value == 1.0
    found = alpha_u([(touching, whole)]).value
    assert found is not None and found < 1.0


def test_order_of_texts_and_of_reviewers_changes_nothing():
    texts = [(text((2, 5), (9, 12)), text((3, 5))), (text(), text((0, 7)))]
    swapped = [(right, left) for left, right in reversed(texts)]
    assert alpha_u(texts).value == pytest.approx(alpha_u(swapped).value)


def test_undefined_says_why():
    assert alpha_u([]).undefined == "no shared item"
    assert alpha_u([(text((1, 2)),)]).undefined == "one rater"
    assert alpha_u([(text(), text())]).undefined == "no variation: nothing is marked in 1 texts, or all of them whole"
