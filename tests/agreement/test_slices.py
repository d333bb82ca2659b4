"""Groups, periods, and one person against themselves."""

from __future__ import annotations

from annotator.agreement.ratings import Rating, Ratings
from annotator.agreement.scale import Scale
from annotator.agreement.slices import Repeat, by_group, over_time, with_oneself
from annotator.agreement.summary import summarise

RATINGS = Ratings.of(
    [Rating(name, item, value) for name, values in (("a", (0, 1, 1)), ("b", (0, 0, 1))) for item, value in enumerate(values)]
)


def test_each_group_has_its_own_items():
    groups = by_group(RATINGS, {0: "zh", 1: "en", 2: "en"})
    assert list(groups) == ["en", "zh"]
    assert groups["en"].pair("a", "b").items == (1, 2)
    assert groups["zh"].pair("a", "b").items == (0,)


def test_what_is_absent_is_not_split_among_groups():
    (group,) = by_group(Ratings({"a": {0: 1}}, waiting=4, skipped=2, stale=1, schemes={"x": 1}), {0: "zh"}).values()
    assert (group.waiting, group.skipped, group.stale, group.schemes) == (0, 0, 0, {})


def test_a_guideline_is_compared_with_itself():
    periods = over_time(RATINGS, {("a", 0): "old", ("b", 0): "old", ("a", 1): "old", ("b", 1): "new", ("a", 2): "new", ("b", 2): "new"})
    assert {period: ratings.pair("a", "b").items for period, ratings in periods.items()} == {"old": (0,), "new": (2,)}


def test_first_and_last_label_of_one_person():
    labels = [
        Repeat("a", "q1", 3, ("s2", 1)),
        Repeat("a", "q1", 0, ("s1", 1)),
        Repeat("a", "q1", 2, ("s1", 2)),
        Repeat("a", "q2", 1, ("s1", 3)),
        Repeat("b", "q1", 1, ("s1", 1)),
    ]
    found = with_oneself(labels)
    assert list(found) == ["a"]
    twice = with_oneself(labels[:2])["a"].pair("first", "again")
    assert (twice.left, twice.right) == ((0,), (3,))
    pair = summarise(found["a"], Scale("grade", (0, 1, 2, 3)), None).pairs[0]
    assert pair.reviewers == ("again", "first")
    assert pair.confusion is not None and pair.confusion.counts[3, 0] == 1 and pair.n == 1
