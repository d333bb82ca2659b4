"""The summary of a facet: keys of the JSON contract, machines apart, three states apart, notes."""

from __future__ import annotations

import json

import pytest

from annotator.agreement.ratings import Marked, Rating, Ratings, Value
from annotator.agreement.scale import Kind, Scale
from annotator.agreement.summary import summarise

CASES: list[tuple[Kind, Scale, list[Value], set[str]]] = [
    (
        "grade",
        Scale("grade", (0, 1, 2)),
        [0, 2, 1],
        {"observed", "kappa", "kappa-linear", "kappa-quadratic", "ac1", "alpha"},
    ),
    ("choice", Scale("choice", ("x", "y")), ["x", "y", "x"], {"observed", "kappa", "ac1", "alpha"}),
    ("flag", Scale("flag"), [True, False, True], {"observed", "kappa", "ac1", "alpha"}),
    ("tags", Scale("tags", tags=("a", "b")), [frozenset("a"), frozenset(), frozenset("ab")], {"kappa", "jaccard", "alpha-masi", "tags"}),
    (
        "spans",
        Scale("spans"),
        [Marked.of([(0, 3)], 9), Marked.of([], 9), Marked.of([(1, 2)], 9)],
        {"f1-exact", "f1-overlap", "character-f1", "character-kappa"},
    ),
    ("number", Scale("number", tolerance=1), [1, 5, 9], {"icc", "mae", "within"}),
]


@pytest.mark.parametrize("kind, scale, values, keys", CASES)
def test_every_kind_has_the_keys_of_the_contract(kind, scale, values, keys):
    rows = [Rating(name, place, value) for name in ("alice", "bob") for place, value in enumerate(values)]
    summary = summarise(Ratings.of(rows, waiting=4, skipped=2, stale=1), scale).as_json()
    assert (summary["kind"], summary["waiting"], summary["skipped"], summary["stale"]) == (kind, 4, 2, 1)
    (pair,) = summary["pairs"]
    assert (pair["reviewers"], pair["n"]) == (["alice", "bob"], 3)
    assert keys <= set(pair["statistics"])
    for name in keys - {"tags"}:
        assert set(pair["statistics"][name]) == {"value", "n", "low", "high", "undefined"}
    json.dumps(summary, allow_nan=False)


@pytest.mark.parametrize("kind", ["choice", "flag"])
def test_nominal_kinds_have_no_weighted_kappa(kind):
    scale = next(scale for name, scale, _, _ in CASES if name == kind)
    summary = summarise(Ratings({"a": {1: scale.categories[0]}, "b": {1: scale.categories[1]}}), scale)
    assert not {"kappa-linear", "kappa-quadratic", "ac2"} & set(summary.pairs[0].statistics)


def test_each_tag_has_its_kappa_and_counts():
    rows = [Rating(name, place, frozenset(value)) for name in "ab" for place, value in enumerate(["x", "", "x"])]
    tags = summarise(Ratings.of(rows), Scale("tags", tags=("x",))).as_json()["pairs"][0]["statistics"]["tags"]
    assert tags["x"]["kappa"]["value"] == 1.0
    assert (tags["x"]["both"], tags["x"]["left_only"], tags["x"]["right_only"], tags["x"]["neither"]) == (2, 0, 0, 1)


def test_a_machine_stands_beside_people_and_is_none_of_them():
    rows = [Rating(name, item, item % 2) for name in ("alice", "bob", "gpt") for item in range(4)]
    summary = summarise(Ratings.of(rows, machines=["gpt"]), Scale("grade", (0, 1)))
    assert [pair.reviewers for pair in summary.pairs] == [("alice", "bob")]
    assert [pair.reviewers for pair in summary.machine_pairs] == [("gpt", "alice"), ("gpt", "bob")]
    assert summary.overall == {} and summary.means == {}


def test_three_people_have_means_that_leave_undefined_pairs_out():
    values = {"a": (0, 1, 0), "b": (0, 1, 1), "c": (1, 1, 1)}
    rows = [Rating(name, item, value) for name, mine in values.items() for item, value in enumerate(mine)]
    rows += [Rating("d", item, 1) for item in range(3)]
    summary = summarise(Ratings.of(rows), Scale("grade", (0, 1)), None)
    assert len(summary.pairs) == 6
    # c and d never vary: their kappa is undefined and no part of the mean.
    assert (summary.means["kappa"].over, summary.means["kappa"].undefined) == (5, 1)
    assert set(summary.overall) >= {"alpha", "fleiss", "ac1"}


def test_notes_on_who_is_missing():
    scale = Scale("grade", (0, 1))
    assert list(summarise(Ratings.of([]), scale).notes) == ["no sample has all the labels that it needs yet"]
    assert list(summarise(Ratings.of([Rating("a", 1, 1)]), scale).notes) == ["one rater: agreement needs two"]


def test_labels_of_two_guidelines_are_said_to_be_mixed():
    rows = [Rating("a", 1, 1, scheme="aaaaaaaaaa"), Rating("b", 1, 1, scheme="bbbbbbbbbb"), Rating("b", 2, 1, scheme="bbbbbbbbbb")]
    (note,) = summarise(Ratings.of(rows), Scale("grade", (0, 1))).notes
    assert note == "the labels were made under 2 guidelines (1 under aaaaaaaa, 2 under bbbbbbbb); a changed meaning shows as disagreement"


def test_the_json_says_how_intervals_were_made():
    summary = summarise(Ratings.of([]), Scale("flag"))
    assert summary.as_json()["interval"] == {"method": "percentile", "resamples": 2000, "seed": 20261130, "confidence": 0.95}
    assert summarise(Ratings.of([]), Scale("flag"), None).as_json()["interval"] is None
