"""Ratings are paired by item id; what is absent is no disagreement; counted twice is refused."""

from __future__ import annotations

import pytest

from annotator.agreement.ratings import Marked, Rating, Ratings
from annotator.agreement.scale import Scale
from annotator.errors import Refused
from tests.agreement.rated import figures_of


def ratings(**by_reviewer: dict[str, int]) -> Ratings:
    return Ratings.of(Rating(name, item, value) for name, mine in by_reviewer.items() for item, value in mine.items())


def test_pairs_are_joined_by_item_and_never_by_position():
    three = ratings(A={"i1": 0, "i2": 3}, B={"i1": 0, "i3": 1}, C={"i2": 3, "i3": 1})
    for left, right in (("A", "B"), ("A", "C"), ("B", "C")):
        pair = three.pair(left, right)
        assert pair.n == 1
        assert pair.left == pair.right


def test_not_yet_labelled_is_no_disagreement():
    pair = ratings(a={"i1": 3, "i2": 0}, b={"i2": 0}).pair("a", "b")
    assert pair.items == ("i2",)
    assert (pair.left, pair.right) == ((0,), (0,))


def test_two_rows_of_one_reviewer_for_one_item_are_refused():
    with pytest.raises(Refused, match="alice has two ratings of 'i1'"):
        Ratings.of([Rating("alice", "i1", 1), Rating("bob", "i1", 1), Rating("alice", "i1", 1)])


def test_a_value_off_the_scale_is_refused_and_named():
    with pytest.raises(Refused, match=r"the value 7 is not on the declared scale \(0, 1\)"):
        figures_of([0, 7], [0, 1], Scale("grade", (0, 1)))


def test_an_unknown_reviewer_shares_nothing():
    assert ratings(a={"i": 1}).pair("a", "nobody").n == 0


def test_items_of_one_sample_share_a_cluster():
    rows = [Rating(name, item, 1, sample) for name in "ab" for item, sample in (("x", "s1"), ("y", "s2"), ("z", "s1"))]
    assert Ratings.of(rows).pair("a", "b").clusters.tolist() == [0, 1, 0]


def test_machines_are_no_people():
    with_judge = Ratings.of([Rating(name, "i", 1) for name in ("bob", "alice", "gpt")], machines=["gpt"])
    assert with_judge.people_pairs == [("alice", "bob")]
    assert with_judge.machine_pairs == [("gpt", "alice"), ("gpt", "bob")]
    assert with_judge.by_item() == {"i": [1, 1]}


def test_spans_marked_twice_collapse_and_empty_ones_are_refused():
    assert Marked.of([(3, 5), (0, 2), (3, 5)], 10).spans == ((0, 2, None), (3, 5, None))
    assert Marked.of([(3, 5, "B"), (3, 5), (3, 5, "A")], 10).spans == ((3, 5, None), (3, 5, "A"), (3, 5, "B"))
    for start, end in ((2, 2), (5, 3), (-1, -1), (8, 11)):
        with pytest.raises(Refused, match="is empty or outside a text of 10 characters"):
            Marked.of([(start, end)], 10)
