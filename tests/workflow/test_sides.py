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


def test_a_seed_worked_out_by_hand():
    # printf 'q-1\ncarol' | sha256sum ends in an even digit: place 0 of two, so the last (bob) changes with the first.
    import hashlib

    even = int(hashlib.sha256(b"q-1\ncarol").hexdigest()[-1], 16) % 2 == 0
    assert seated("q-1", "carol", ["alice", "bob"]) == (["bob", "alice"] if even else ["alice", "bob"])


def test_one_name_and_none():
    assert seated("q-1", "carol", ["alice"]) == ["alice"]
    assert seated("q-1", "carol", []) == []
