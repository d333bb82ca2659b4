"""The kinds of facet but spans: what each takes, refuses in words, and settles."""

from typing import Any

import pytest
from pydantic import TypeAdapter, ValidationError

from annotator.model.facet import Facet
from annotator.model.facets.kind import Misfit, Valued

FACETS: TypeAdapter[Any] = TypeAdapter(Facet)
DECLARED: dict[str, dict[str, Any]] = {
    "grade": {"kind": "grade", "scale": {0: "no", 1: "some", 3: "all"}},
    "tags": {"kind": "tags", "registry": "dimensions.yaml", "min": 1, "max": 2},
    "choice": {"kind": "choice", "values": {"yes": "", "no": ""}},
    "number": {"kind": "number", "lo": -2, "hi": 10, "tolerance": 2},
    "flag": {"kind": "flag"},
}


def a_facet(kind: str) -> Valued[Any]:
    facet: Valued[Any] = FACETS.validate_python({"on": "sample", **DECLARED[kind]})
    return facet


@pytest.mark.parametrize(
    "kind, raw, value, stored",
    [
        ("grade", 0, 0, 0),
        ("grade", 3, 3, 3),
        ("tags", ["b", "a"], frozenset({"a", "b"}), ["a", "b"]),
        ("tags", ["a", "a"], frozenset({"a"}), ["a"]),
        ("choice", "no", "no", "no"),
        ("number", -2, -2, -2),
        ("number", 10, 10, 10),
        ("flag", False, False, False),
    ],
)
def test_value_is_taken_and_stored_in_canonical_form(kind: str, raw: Any, value: Any, stored: Any):
    facet = a_facet(kind)
    assert facet.parse(raw, None) == value
    assert facet.plain(value) == stored
    assert facet.parse(facet.plain(value), None) == value


def test_a_facet_may_ask_for_exactly_so_many_tags():
    facet: Valued[Any] = FACETS.validate_python({"on": "sample", **DECLARED["tags"], "max": 1})
    assert facet.parse(["a"], None) == frozenset({"a"})


@pytest.mark.parametrize(
    "kind, raw, why",
    [
        ("grade", 2, "2 is not on the scale 0, 1, 3"),
        ("grade", -1, "-1 is not on the scale 0, 1, 3"),
        ("grade", True, "True is not a whole number"),
        ("grade", 1.0, "1.0 is not a whole number"),
        ("grade", "1", "'1' is not a whole number"),
        ("grade", None, "None is not a whole number"),
        ("tags", "a", "'a' is not a list of tag ids"),
        ("tags", ["a", 1], "['a', 1] is not a list of tag ids"),
        ("tags", {"a": 1}, "{'a': 1} is not a list of tag ids"),
        ("tags", [], "0 tags, at least 1 wanted"),
        ("tags", ["a", "b", "c"], "3 tags, at most 2 wanted"),
        ("choice", "maybe", "'maybe' is not one of yes, no"),
        ("choice", True, "True is not one of yes, no"),
        ("choice", ["yes"], "['yes'] is not one of yes, no"),
        ("number", 11, "11 is not in -2..10"),
        ("number", -3, "-3 is not in -2..10"),
        ("number", 1.5, "1.5 is not a whole number"),
        ("number", False, "False is not a whole number"),
        ("flag", 1, "1 is neither true nor false"),
        ("flag", "true", "'true' is neither true nor false"),
        ("flag", None, "None is neither true nor false"),
    ],
)
def test_value_is_refused_in_words(kind: str, raw: Any, why: str):
    with pytest.raises(Misfit) as caught:
        a_facet(kind).parse(raw, None)
    assert str(caught.value) == why


@pytest.mark.parametrize(
    "kind, values, settled",
    [
        ("grade", [3, 3], 3),
        ("grade", [0, 0], 0),
        ("grade", [0, 1], None),
        ("tags", [frozenset("ab"), frozenset("ba")], frozenset("ab")),
        ("tags", [frozenset("a"), frozenset("ab")], None),
        ("choice", ["no", "no", "no"], "no"),
        ("choice", ["no", "no", "yes"], None),
        ("number", [4, 4], 4),
        ("number", [4, 6], 4),
        ("number", [6, 4], 4),
        ("number", [6, 4, 5], 5),
        ("number", [4, 7], None),
        ("number", [0, 0], 0),
        ("flag", [False, False], False),
        ("flag", [False, True], None),
    ],
)
def test_reviewers_are_settled_on(kind: str, values: list[Any], settled: Any):
    assert a_facet(kind).settled(values) == settled


def test_settling_a_zero_or_a_false_is_not_taken_for_none():
    assert a_facet("grade").settled([0, 0]) is not None
    assert a_facet("flag").settled([False, False]) is not None


@pytest.mark.parametrize(
    "declared, why",
    [
        ({"kind": "grade", "scale": {0: "no"}}, "a scale has at least two grades"),
        ({"kind": "choice", "values": {"a": ""}}, "a choice has at least two values"),
        ({"kind": "number", "lo": 1, "hi": 1}, r"lo \(1\) is below hi \(1\)"),
        ({"kind": "number", "lo": 0, "hi": 1, "tolerance": -1}, "greater than or equal to 0"),
        ({"kind": "tags", "registry": "dimensions.yaml", "min": 3, "max": 2}, r"min \(3\) is at most max \(2\)"),
        ({"kind": "tags", "registry": "../other.yaml"}, "dimensions.yaml"),
        ({"kind": "spans", "tags": ()}, "one or more different names"),
        ({"kind": "spans", "tags": ("a", "a")}, "one or more different names"),
        ({"kind": "flag", "role": "other"}, "forbidden"),
        ({"kind": "mood"}, "'grade', 'spans', 'tags', 'choice', 'number', 'flag'"),
        ({"kind": "flag", "colour": "red"}, "Extra inputs"),
    ],
)
def test_a_facet_that_makes_no_sense_is_refused(declared: dict[str, Any], why: str):
    with pytest.raises(ValidationError, match=why):
        FACETS.validate_python({"on": "sample", **declared})


def test_a_facet_is_on_samples_or_on_candidates():
    with pytest.raises(ValidationError, match="'sample' or 'candidate'"):
        FACETS.validate_python({"kind": "flag", "on": "corpus"})


def test_grades_are_kept_in_order_whatever_order_they_were_declared_in():
    facet = FACETS.validate_python({"kind": "grade", "on": "sample", "scale": {3: "", 0: "", 1: ""}})
    assert list(facet.scale) == [0, 1, 3]
