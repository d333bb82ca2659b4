"""Sets of tags: V7, both conventions for two empty sets, macro means that say over how many tags."""

from __future__ import annotations

import pytest

from annotator.agreement.interval import Bootstrap
from annotator.agreement.ratings import Rating, Ratings
from annotator.agreement.tagsets import TagCounts, TagPair, alpha_of_sets, confused_tags, tag_pair
from annotator.errors import Refused
from annotator.model.figure import Figure

V7 = (["a", "ab", "", "b"], ["a", "a", "", "bc"])


def pair_of(left: list[str], right: list[str], tags: str = "abcd") -> TagPair:
    rows = [
        Rating(name, f"i{place}", frozenset(value)) for name, values in (("A", left), ("B", right)) for place, value in enumerate(values)
    ]
    return tag_pair(Ratings.of(rows).pair("A", "B"), list(tags), Bootstrap(resamples=200))


def test_v7_kappa_per_tag_and_both_jaccards():
    found = pair_of(*V7)
    assert [found.tags[tag].value for tag in "abc"] == [1.0, 0.5, 0.0]
    assert found.estimates.figures["jaccard"].value == 0.75
    assert found.estimates.figures["jaccard-nonempty"].value == pytest.approx(2 / 3)


def test_a_tag_that_nobody_gave_is_undefined_and_enters_no_mean():
    found = pair_of(*V7)
    assert found.tags["d"] == Figure.none("no variation: nobody gave this tag in 4 items", 4)
    assert found.counts["d"] == TagCounts(0, 0, 0, 4)
    assert (found.macro.value, found.macro.over, found.macro.undefined) == (0.5, 3, 1)
    assert found.estimates.figures["kappa"].value == 0.5


def test_micro_kappa_is_kappa_of_all_decisions_together():
    # 16 decisions of V7: both 3 (a, a, b), A only 1 (b of the second), B only 1 (c of the fourth), neither 11.
    # po = 14/16; pe = (4·4 + 12·12) / 256 = 0.625; kappa = (0.875 − 0.625) / 0.375 = 2/3.
    assert pair_of(*V7).estimates.figures["kappa-micro"].value == pytest.approx(2 / 3)


def test_order_of_tags_is_no_disagreement():
    rows = [Rating("A", "i", frozenset(["b", "a"])), Rating("B", "i", frozenset(["a", "b"]))]
    assert tag_pair(Ratings.of(rows).pair("A", "B"), ["a", "b"], None).estimates.figures["observed"].value == 1.0


def test_both_empty_is_agreement_and_one_empty_is_not():
    found = pair_of(["", "a"], ["", ""])
    assert found.estimates.figures["observed"].value == 0.5
    assert found.estimates.figures["jaccard"].value == 0.5
    assert found.estimates.figures["jaccard-nonempty"].value == 0.0
    assert pair_of(["", ""], ["", ""]).estimates.figures["jaccard-nonempty"].undefined == "both sets are empty in all 2 items"
    assert pair_of(["", ""], ["", ""]).estimates.figures["kappa"].undefined == "no tag has a kappa: each was given always or never"


def test_a_tag_outside_the_registry_is_refused():
    with pytest.raises(Refused, match="the tag 'z' is not in the registry"):
        pair_of(["z"], ["a"])


def test_no_shared_item_and_one_shared_item():
    empty = pair_of([], [])
    assert {figure.undefined for figure in [*empty.estimates.figures.values(), *empty.tags.values()]} == {"no shared item"}
    one = pair_of(["a"], ["b"])
    assert one.tags["a"].undefined == "one shared item (n=1), 0/1 agree"
    assert one.estimates.figures["jaccard"].value == 0.0


def test_tags_taken_for_each_other_are_counted_both_ways():
    left = [frozenset("ab"), frozenset("c"), frozenset("b"), frozenset("a")]
    right = [frozenset("ac"), frozenset("b"), frozenset("a"), frozenset("a")]
    assert confused_tags(left, right) == [(("b", "c"), 2), (("a", "b"), 1)]


def test_alpha_with_masi_distance_by_hand():
    # Distances within V7's items 0, 2/3, 0, 2/3: mean 1/3. Ratings: a three times, nothing twice, ab, b and bc once.
    # Over all 28 pairs of ratings: a-ab 3·2/3, ab-b 2/3, b-bc 2/3, ab-bc 8/9 (J 1/3, M 1/3), the 18 that share no tag 1: 200/9.
    # So 1 − (1/3) / (200/9 / 28) = 1 − 21/50.
    items = [(frozenset(left), frozenset(right)) for left, right in zip(*V7, strict=True)]
    assert pair_of(*V7).estimates.figures["alpha-masi"].value == pytest.approx(0.58)
    assert alpha_of_sets(items).value == pytest.approx(0.58)


def test_alpha_with_jaccard_distance_by_hand():
    # Within the items 0, 1/2, 0, 1/2; over all pairs a-ab 3·1/2, ab-b 1/2, b-bc 1/2, ab-bc 2/3 and 18 of 1: 127/6. 1 − (1/4) / (127/6 / 28) = 1 − 42/127.
    items = [(frozenset(left), frozenset(right)) for left, right in zip(*V7, strict=True)]
    assert alpha_of_sets(items, "jaccard").value == pytest.approx(1 - 42 / 127)


def test_undefined_alpha_of_sets_says_why():
    same = [frozenset("a"), frozenset("a")]
    assert alpha_of_sets([same, same]).undefined == "no variation: all 4 ratings are the same set"
    assert alpha_of_sets([same]).undefined == "fewer than two items have two ratings"
