"""Who stands on which side: fair, the same everywhere, and another for each sample and each person."""

from collections import Counter

import pytest

from annotator.workflow.sides import seated


@pytest.mark.parametrize("names", [("alice", "bob"), ("ann", "zoe", "mia")])
def test_over_200_samples_each_reviewer_is_first_about_as_often(names):
    first = Counter(seated(f"q-{n:03}", "carol", names)[0] for n in range(200))
    fair = 200 / len(names)
    assert all(0.8 * fair <= first[name] <= 1.2 * fair for name in names)


def test_the_order_in_which_names_come_does_not_matter():
    assert seated("q-1", "carol", ["bob", "alice"]) == seated("q-1", "carol", ["alice", "bob"])


def test_two_people_who_decide_do_not_see_the_same_sides():
    other = [seated(f"q-{n}", "dan", ["alice", "bob"]) != seated(f"q-{n}", "carol", ["alice", "bob"]) for n in range(100)]
    assert 30 < sum(other) < 70


def test_seeds_worked_out_with_sha256sum():
    # printf 'q-1\ncarol' | sha256sum ends in 9, odd: the last of two names changes places with number 1, itself.
    assert seated("q-1", "carol", ["alice", "bob"]) == ["alice", "bob"]
    # printf 'q-2\ncarol' | sha256sum ends in c, even: it changes places with number 0.
    assert seated("q-2", "carol", ["alice", "bob"]) == ["bob", "alice"]


def test_one_name_and_none():
    assert seated("q-1", "carol", ["alice"]) == ["alice"]
    assert seated("q-1", "carol", []) == []
