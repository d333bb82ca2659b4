"""Label noise by hand: two systems, two reviewers, and what their labels leave standing."""

import pytest

from annotator.evaluate.experiment import Material, Plan, evaluate
from annotator.evaluate.measures import parse
from annotator.evaluate.noise import noise
from annotator.evaluate.retriever import FromRun, Passage, Query

QUERIES = [Query("q1", "?"), Query("q2", "?")]
PASSAGES = [Passage(id_, "0123456789") for id_ in "abc"]
# A puts a first, B puts b first; c is never relevant.
RUNS = {"A": ["a", "c", "b"], "B": ["b", "c", "a"]}
PLAN = Plan([parse("RR")], k=3)
RESOLVED = {"q1": {"a": 1, "b": 0, "c": 0}, "q2": {"a": 1, "b": 0, "c": 0}}
OTHER = {"a": 0, "b": 1, "c": 0}


def material(judgments):
    return Material(QUERIES, PASSAGES, judgments)


def measured(label_sets, runs=None):
    runs = RUNS if runs is None else runs
    retrievers = [
        FromRun(name, {query.id: [(passage, -place) for place, passage in enumerate(order)] for query in QUERIES}, {})
        for name, order in runs.items()
    ]
    evaluation = evaluate(material(RESOLVED), retrievers, PLAN)
    return noise(material(RESOLVED), {by: material(its) for by, its in label_sets.items()}, evaluation, PLAN)


def test_the_same_labels_move_nothing_and_leave_a_difference_standing():
    found = measured({"ann": RESOLVED, "ben": RESOLVED})
    one = found.ranges["B"]["RR"]
    # B has the relevant passage at rank 3 of both questions.
    assert (one.value, one.low, one.high, one.width) == (pytest.approx(1 / 3), pytest.approx(1 / 3), pytest.approx(1 / 3), 0.0)
    (pair,) = found.pairs
    assert (pair.a, pair.b, pair.difference, pair.floor) == ("A", "B", pytest.approx(-2 / 3), 0.0)
    assert (pair.separable, pair.verdict) == (True, "separable")
    assert found.questions == {"ann": 2, "ben": 2}


def test_a_figure_ranges_over_the_labels_of_each_reviewer_and_the_resolved_ones():
    # With ben's other answer to q2, A has 1 and 1/3, B 1/3 and 1: both 2/3.
    found = measured({"ann": RESOLVED, "ben": {"q1": RESOLVED["q1"], "q2": OTHER}})
    a, b = found.ranges["A"]["RR"], found.ranges["B"]["RR"]
    assert (a.low, a.high) == (pytest.approx(2 / 3), 1.0)
    assert (b.low, b.high) == (pytest.approx(1 / 3), pytest.approx(2 / 3))
    assert found.pairs[0].floor == pytest.approx(1 / 3)
    assert found.pairs[0].separable  # 2/3 apart, and nobody turns the order round


def test_an_order_that_a_reviewer_turns_round_is_not_separable():
    found = measured({"ann": RESOLVED, "ben": {"q1": OTHER, "q2": OTHER}})
    (pair,) = found.pairs
    assert pair.flips == ("ben",)
    assert pair.verdict == "not separable with these labels"


def test_a_difference_no_larger_than_the_noise_is_not_separable():
    # C has the relevant passage second: 1/2 behind A; ben's labels of q1 alone move A by 2/3.
    found = measured({"ben": {"q1": OTHER}}, {"A": ["a", "c", "b"], "C": ["b", "a", "c"]})
    (pair,) = found.pairs
    assert (pair.difference, pair.floor) == (pytest.approx(-1 / 2), pytest.approx(2 / 3))
    assert not pair.separable


def test_who_labelled_which_questions_moves_nothing():
    # q1 is easy for D and q2 is hard; ann labelled q1 alone, and as it was resolved.
    hits = {"q1": [("a", 2.0), ("b", 1.0)], "q2": [("b", 2.0), ("a", 1.0)]}
    evaluation = evaluate(material(RESOLVED), [FromRun("D", hits, {})], PLAN)
    found = noise(material(RESOLVED), {"ann": material({"q1": RESOLVED["q1"]})}, evaluation, PLAN)
    one = found.ranges["D"]["RR"]
    assert (one.value, one.low, one.high) == (0.75, 0.75, 0.75)
    assert (one.shifts[0].own.value, one.shifts[0].resolved.value, one.shifts[0].own.n) == (1.0, 1.0, 1)


def test_a_reviewer_who_sees_no_answer_gives_no_figure_and_moves_nothing():
    found = measured({"ann": {"q1": {"a": 0, "b": 0, "c": 0}}})
    one = found.ranges["A"]["RR"]
    assert one.shifts[0].own.undefined == "no answerable question"
    assert one.width == 0.0


def test_the_json_form_has_ids_and_figures():
    document = measured({"ben": {"q1": OTHER}}).as_json()
    assert document["questions"] == {"ben": 1}
    assert document["retrievers"]["A"]["RR"]["by"]["ben"]["own"]["value"] == pytest.approx(1 / 3)
    assert document["pairs"][0]["flips"] == ["ben"]
    assert document["pairs"][0]["separable"] is False
