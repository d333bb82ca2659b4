"""Every disagreement between people, and nothing that is none."""

from __future__ import annotations

from annotator.agreement.disagreements import Disagreement, disagreements, item_text, value_text
from annotator.agreement.ratings import Marked, Rating, Ratings
from annotator.agreement.scale import Scale


def test_different_values_are_listed_and_absent_ones_are_not():
    rows = [Rating("a", "i1", 3, "s"), Rating("b", "i1", 0, "s"), Rating("a", "i2", 1), Rating("b", "i2", 1), Rating("a", "i3", 2)]
    assert list(disagreements(Ratings.of(rows), Scale("grade", (0, 1, 2, 3)))) == [Disagreement("i1", "s", ("a", "b"), (3, 0))]


def test_a_machine_has_no_disagreements():
    rows = [Rating("a", 1, 3), Rating("gpt", 1, 0)]
    assert list(disagreements(Ratings.of(rows, machines=["gpt"]), Scale("grade", (0, 3)))) == []


def test_numbers_within_tolerance_agree():
    rows = [Rating("a", 1, 5), Rating("b", 1, 6), Rating("a", 2, 5), Rating("b", 2, 8)]
    assert [found.item for found in disagreements(Ratings.of(rows), Scale("number", tolerance=1))] == [2]


def test_values_as_text_keep_nothing_and_absent_apart():
    assert value_text(Marked.of([(0, 2), (3, 5, "POS")], 9)) == "[0, 2); [3, 5) POS"
    assert value_text(Marked.of([], 9)) == "nothing marked"
    assert value_text(frozenset("ba")) == "a b"
    assert value_text(frozenset()) == "no tag"
    assert value_text(True) == "yes"
    assert item_text(("q1", "p2")) == "q1 / p2"
