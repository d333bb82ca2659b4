"""dataset.yaml as a value: unknown fields, roles, and names that must lead somewhere."""

import json
from datetime import timedelta
from typing import Any

import pytest
from pydantic import TypeAdapter, ValidationError

from annotator.model.config import Config, Role, Workflow
from annotator.model.dimension import Registry
from annotator.model.events import Demote, Label, Open, Promote, decision_event, label_event, plain
from annotator.model.finding import Finding, FindingKind, exit_code
from annotator.model.sample import Sample

BASE: dict[str, Any] = {
    "format": 1,
    "id": "notes",
    "title": "Notes",
    "version": "0.1.0",
    "languages": ("en",),
    "license": "CC0-1.0",
    "provenance": "synthetic",
    "people": {"alice": {"roles": ("reviewer",)}, "carol": {"roles": ("adjudicator", "maintainer")}},
    "facets": {
        "relevance": {"kind": "grade", "on": "candidate", "scale": {0: "no", 1: "yes"}},
        "evidence": {"kind": "spans", "on": "candidate", "needs": {"relevance": 1}},
        "mood": {"kind": "number", "on": "sample", "lo": 0, "hi": 9},
    },
}


def a_config(**change: Any) -> Config:
    return Config.model_validate_json(json.dumps({**BASE, **change}))


def with_facets(**facets: Any) -> dict[str, Any]:
    return {"facets": {**BASE["facets"], **facets}}


def with_keys(**roles: str) -> dict[str, Any]:
    """People who all have one key."""
    return {"people": {name: {"roles": [role], "key": "age1" + "q" * 58} for name, role in roles.items()}}


@pytest.mark.parametrize("roles", [{"bob": "reviewer", "b2": "author"}, {"carol": "adjudicator", "c2": "maintainer"}])
def test_one_person_under_two_names_may_have_one_key(roles: dict[str, str]):
    assert a_config(**with_keys(**roles)).with_role(Role.REVIEWER) == tuple(name for name, role in roles.items() if role == "reviewer")


def test_what_is_left_out_has_the_documented_defaults():
    config = a_config()
    assert (config.workflow.reviewers, config.workflow.overlap, config.workflow.agreement) == (2, 1.0, None)
    assert config.evaluation.gates == ()
    assert config.quotas == {}


def test_people_by_role():
    config = a_config()
    assert config.with_role(Role.REVIEWER) == ("alice",)
    assert config.with_role(Role.MAINTAINER) == ("carol",)
    assert config.with_role(Role.JUDGE) == ()


@pytest.mark.parametrize("name", ["format", "id", "title", "version", "languages", "license", "provenance", "facets"])
def test_what_must_be_there_is_missed(name: str):
    with pytest.raises(ValidationError, match=f"{name}\n  Field required"):
        Config.model_validate_json(json.dumps({key: value for key, value in BASE.items() if key != name}))


@pytest.mark.parametrize(
    "change, why",
    [
        ({"colour": "red"}, "Extra inputs"),
        ({"workflow": {"reviewer": 2}}, "Extra inputs"),
        ({"people": {"alice": {"roles": ["reviewer"], "password": "x"}}}, "Extra inputs"),
        ({"format": 2}, "Input should be 1"),
        ({"format": True}, "not a whole number"),
        ({"id": "../notes"}, "should match pattern"),
        ({"id": "Notes"}, "should match pattern"),
        ({"version": 1.0}, "valid string"),
        ({"languages": []}, "at least 1 item"),
        ({"provenance": "invented"}, "'synthetic', 'real' or 'mixed'"),
        ({"facets": {}}, "at least 1 item"),
        ({"facets": {"Bad Name": {"kind": "flag", "on": "sample"}}}, "should match pattern"),
        ({"people": {"../bob": {"roles": ["reviewer"]}}}, "should match pattern"),
        ({"people": {"bob": {"roles": ["king"]}}}, "'reviewer', 'adjudicator', 'maintainer', 'author' or 'judge'"),
        ({"people": {"bob": {"roles": ["reviewer", "author"]}}}, "a reviewer is neither author nor judge"),
        ({"people": {"bob": {"roles": ["judge", "reviewer"]}}}, "a reviewer is neither author nor judge"),
        (with_keys(bob="reviewer", dora="maintainer"), "the reviewer bob has the same key as dora"),
        (with_keys(dora="adjudicator", bob="reviewer"), "the reviewer bob has the same key as dora"),
        (with_keys(alice="reviewer", bob="reviewer"), "the reviewer alice has the same key as bob"),
        ({"workflow": {"reviewers": 0}}, "greater than or equal to 1"),
        ({"workflow": {"reviewers": "2"}}, "valid integer"),
        ({"workflow": {"overlap": 1.5}}, "less than or equal to 1"),
        ({"workflow": {"overlap": float("nan")}}, "finite number|JSON"),
        ({"workflow": {"agreement": {"facet": "colour", "measure": "kappa", "at_least": 0.5}}}, "names 'colour', which is no grade"),
        ({"workflow": {"agreement": {"facet": "evidence", "measure": "kappa", "at_least": 0.5}}}, "names 'evidence', which is no grade"),
        ({"workflow": {"agreement": {"facet": "relevance", "measure": "vibes", "at_least": 0.5}}}, "'observed', 'kappa'"),
        ({"workflow": {"agreement": {"facet": "relevance", "measure": "kappa", "at_least": 2}}}, "less than or equal to 1"),
        ({"evaluation": {"relevance": "evidence"}}, "evaluation.relevance names 'evidence', which is no grade facet"),
        ({"evaluation": {"context": "relevance"}}, "evaluation.context names 'relevance', which is no spans facet"),
        ({"evaluation": {"gates": [{"measure": "AP", "retriever": "lexical"}]}}, "exactly one of"),
        ({"evaluation": {"gates": [{"measure": "AP", "retriever": "lexical", "at_least": 0.1, "at_most": 0.2}]}}, "exactly one of"),
        ({"evaluation": {"gates": [{"measure": "AP", "retriever": "lexical", "drop_at_most": 0.1}]}}, "go together"),
        ({"evaluation": {"gates": [{"measure": "AP", "retriever": "lexical", "at_least": 0.1, "against": "x"}]}}, "go together"),
        ({"quotas": {"difficulty": {"easy": 2}}}, "less than or equal to 1"),
        (with_facets(evidence={"kind": "spans", "on": "candidate", "needs": {"colour": 1}}), "names 'colour', which is no grade facet"),
        (with_facets(evidence={"kind": "spans", "on": "sample", "needs": {"relevance": 1}}), "which is no grade facet on the same thing"),
        (with_facets(evidence={"kind": "spans", "on": "candidate", "needs": {"mood": 1}}), "names 'mood', which is no grade facet"),
    ],
)
def test_what_makes_no_sense_is_refused_with_its_place(change: dict[str, Any], why: str):
    with pytest.raises(ValidationError, match=why):
        a_config(**change)


def test_a_value_cannot_change_once_it_is_there():
    with pytest.raises(ValidationError, match="frozen"):
        a_config().title = "other"  # type: ignore[misc]  # what is forbidden is tried


@pytest.mark.parametrize(
    "dimensions, why",
    [
        ([], "at least 1 item"),
        ([{"id": "a", "name": "A"}, {"id": "a", "name": "B"}], "'a' names both 'a' and 'a'"),
        ([{"id": "a", "name": "A", "aliases": ["b"]}, {"id": "B", "name": "B"}], "'b' names both 'a' and 'B'"),
        ([{"id": "a", "name": "A", "aliases": ["x"]}, {"id": "b", "name": "B", "aliases": ["X"]}], "'x' names both"),
        ([{"id": "a b", "name": "A"}], "white space"),
        ([{"id": "a"}], "Field required"),
        ([{"id": "a", "name": "A", "weight": 1}], "Extra inputs"),
    ],
)
def test_a_registry_whose_names_are_not_clear_is_refused(dimensions: list[dict[str, Any]], why: str):
    with pytest.raises(ValidationError, match=why):
        Registry.model_validate_json(json.dumps({"dimensions": dimensions}))


def test_a_registry_speaks_several_languages():
    registry = Registry.model_validate_json(
        json.dumps({"dimensions": [{"id": "a", "name": {"en": "A", "zh": "甲"}, "aliases": ["a", "one"], "boundaries": {"zh": "…"}}]})
    )
    assert registry.ids == {"a"}


@pytest.mark.parametrize(
    "change, why",
    [
        ({"candidates": ["a", "a"]}, "a candidate stands twice"),
        ({"candidates": "a"}, "valid (tuple|array)"),
        ({"answer": "x"}, "Unexpected keyword"),
        ({"time": "yesterday"}, "should match pattern"),
        ({"groups": {"difficulty": 1}}, "valid string"),
    ],
)
def test_a_sample_holds_a_question_and_no_answer(change: dict[str, Any], why: str):
    with pytest.raises(ValidationError, match=why):
        TypeAdapter(Sample).validate_json(json.dumps({"id": "q-1", **change}))


SHA = "0" * 64
LABEL = {
    "op": "label",
    "n": 1,
    "at": "2026-11-30T05:09:00Z",
    "by": "alice",
    "sample": "q-1",
    "sample_sha256": SHA,
    "scheme_sha256": SHA,
    "values": {},
}
PROMOTE = {
    "op": "promote",
    "n": 1,
    "at": "2026-11-30T05:09:00Z",
    "by": "carol",
    "sample": "q-1",
    "sample_sha256": SHA,
    "dataset_sha256": SHA,
    "basis": [SHA],
    "from": "draft",
    "to": "gold-candidate",
    "rule": "agreed",
    "values_sha256": SHA,
}


def test_events_are_told_apart_by_their_op():
    assert isinstance(label_event.validate_json(json.dumps(LABEL)), Label)
    assert isinstance(decision_event.validate_json(json.dumps(PROMOTE)), Promote)
    opening = {"op": "open", "n": 0, "by": "alice", "format": 1, "device": "x", "prev": None}
    assert isinstance(label_event.validate_json(json.dumps(opening)), Open)


@pytest.mark.parametrize(
    "change",
    [
        {"op": "promote"},
        {"op": "like"},
        {"n": 0},
        {"n": 1.0},
        {"n": "1"},
        {"by": "../alice"},
        {"at": "now"},
        {"sample": "q 1"},
        {"sample_sha256": "x"},
        {"seconds": -1},
        {"note": 1},
        {"extra": 1},
        {"values": []},
    ],
)
def test_a_label_line_with_a_wrong_field_is_refused(change: dict[str, Any]):
    with pytest.raises(ValidationError):
        label_event.validate_json(json.dumps({**LABEL, **change}))


@pytest.mark.parametrize(
    "change",
    [
        {"basis": []},
        {"from": "silver"},
        {"to": "platinum"},
        {"rule": "guessed"},
        {"override": ""},
        {"values_sha256": None},
        {"op": "release"},
    ],
)
def test_a_promotion_line_with_a_wrong_field_is_refused(change: dict[str, Any]):
    with pytest.raises(ValidationError):
        decision_event.validate_json(json.dumps({**PROMOTE, **change}))


def test_a_record_is_stored_under_the_names_of_the_format():
    stored = plain(decision_event.validate_json(json.dumps(PROMOTE)))
    assert (stored["from"], stored["to"], stored["reason"]) == ("draft", "gold-candidate", None)
    assert "override" not in stored
    assert plain(decision_event.validate_json(json.dumps({**PROMOTE, "override": "why"})))["override"] == "why"


@pytest.mark.parametrize(
    "change", [{"n": False}, {"n": 0.0}, {"n": 1}, {"format": 1.0}, {"format": True}, {"format": 2}, {"prev": {}}, {"by": "Alice"}]
)
def test_an_opening_line_with_a_wrong_field_is_refused(change: dict[str, Any]):
    opening = {"op": "open", "n": 0, "by": "alice", "format": 1, "device": "x", "prev": None}
    with pytest.raises(ValidationError):
        decision_event.validate_json(json.dumps({**opening, **change}))


def test_a_demotion_says_why():
    with pytest.raises(ValidationError, match="reason"):
        Demote.model_validate({**{k: v for k, v in PROMOTE.items() if k not in {"rule", "values_sha256"}}, "op": "demote"})


@pytest.mark.parametrize(
    "kinds, code",
    [
        ([], 0),
        (["open"], 0),
        (["repairable"], 3),
        (["cannot check", "repairable"], 4),
        (["repairable", "tampered"], 1),
        (["cannot check", "stale"], 1),
        (["contested"], 1),
        (["converted"], 1),
        (["invalid", "open"], 1),
    ],
)
def test_the_worst_finding_decides_the_exit_code(kinds: list[str], code: int):
    assert exit_code([Finding(FindingKind(kind), "x", None, "") for kind in kinds]) == code


def test_a_finding_is_one_line_with_its_place():
    assert str(Finding(FindingKind.INVALID, "samples.jsonl", 3, "is odd")) == "invalid: samples.jsonl:3: is odd"
    assert str(Finding(FindingKind.TAMPERED, "labels/a/b.jsonl", None, "is gone")) == "tampered: labels/a/b.jsonl: is gone"


@pytest.mark.parametrize(
    ("said", "after"), [({}, None), ({"same_person_after": "24h"}, timedelta(hours=24)), ({"same_person_after": "3d"}, timedelta(days=3))]
)
def test_when_one_may_confirm_oneself(said: dict[str, str], after: timedelta | None):
    assert Workflow.model_validate(said).may_confirm_oneself_after == after


@pytest.mark.parametrize("said", ["24", "0h", "1w", "24 h", ""])
def test_how_long_to_wait_is_told_in_words(said: str):
    with pytest.raises(ValidationError, match="is written as 24h or 3d"):
        Workflow.model_validate({"same_person_after": said})
