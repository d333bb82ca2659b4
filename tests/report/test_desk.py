"""The tables of the maintainer's desk."""

from annotator.agreement.ratings import Rating, Ratings
from annotator.agreement.scale import Scale
from annotator.agreement.summary import summarise
from annotator.report.desk import agreement_table, turns_table, weak_points

GRADES = Scale("grade", (0, 1, 2, 3), (), 0)
TAGS = Scale("tags", (), ("a", "b"), 0)


def ratings(alice, bob):
    rows = [
        Rating(who, f"q-{n}", value, f"q-{n}", "0" * 64)
        for who, values in (("alice", alice), ("bob", bob))
        for n, value in enumerate(values)
    ]
    return Ratings.of(iter(rows), (), waiting=0, skipped=0, stale=0)


def test_a_line_for_each_facet_with_its_main_statistic():
    # Cohen's kappa with quadratic weights of two who never differ is 1.
    table = agreement_table({"relevance": summarise(ratings([0, 1, 2, 3], [0, 1, 2, 3]), GRADES)})
    assert [row[:5] for row in table.rows] == [("relevance", "alice ~ bob", 4, "kappa-quadratic", "1.000")]


def test_nothing_to_compare_is_said():
    assert "no two reviewers" in agreement_table({}).plain()


def test_the_worst_tags_come_first():
    # a: alice 1 1 0 0, bob 1 0 1 0: observed 1/2, chance 1/2, kappa 0. b: they never differ, kappa 1.
    alice = [frozenset("ab"), frozenset("a"), frozenset("b"), frozenset()]
    bob = [frozenset("ab"), frozenset(), frozenset("ab"), frozenset()]
    (table,) = weak_points({"topics": summarise(ratings(alice, bob), TAGS)})
    assert table.rows == (("a", 0.0), ("b", 1.0))


def test_whose_turn_it_is_is_one_line_a_step():
    text = turns_table([("label", 12, ("q-1", "q-2"), (("alice", 5), ("bob", 7))), ("confirm", 1, ("q-3",), ())]).plain()
    assert "alice 5, bob 7" in text and "q-1, q-2 …" in text and "nobody" in text
