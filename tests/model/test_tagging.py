"""What dataset.yaml may say of taggers: names that lead to facets of the right kind, targets with one bound, rules a facet's kind has."""

import json
from typing import Any

import pytest
from pydantic import ValidationError

from annotator.model.config import Config
from tests.builders import a_config

TAGS = {"kind": "tags", "on": "candidate", "registry": "dimensions.yaml", "min": 1, "max": 3}
TYPE = {"kind": "choice", "on": "candidate", "values": {"persona": "who", "episodic": "what"}}
FACETS: dict[str, Any] = {
    "dimensions": TAGS,
    "topics": {**TAGS, "on": "sample"},
    "type": TYPE,
    "mood": {**TYPE, "on": "sample"},
    "priority": {"kind": "number", "on": "candidate", "lo": 0, "hi": 100, "tolerance": 10},
}


def config_with(**change: Any) -> Config:
    return Config.model_validate_json(json.dumps(a_config(FACETS, **change)))


def tagging(**names: Any) -> dict[str, Any]:
    return {"evaluation": {"tagging": {"dimensions": "dimensions", **names}}}


def rule(facet: str, measure: str) -> dict[str, Any]:
    return {"workflow": {"agreement": {"facet": facet, "measure": measure, "at_least": 0.85}}}


def target(**fields: Any) -> dict[str, Any]:
    return {"evaluation": {"targets": [{"measure": "micro-f1", **fields}]}}


def test_only_the_dimensions_must_be_named():
    found = config_with(**tagging()).evaluation.tagging
    assert found is not None
    assert (found.problem_below, found.needs_work_below, found.relaxed_at_least) == (0.6, 0.7, 0.5)
    assert (found.type, found.sections, found.outside, found.follow_up) == (None, {}, (), None)


def test_outside_and_not_asked_are_values_of_the_sections_facets():
    found = config_with(**tagging(sections={"coding": "type"}, outside=["persona"], not_asked=["episodic"])).evaluation.tagging
    assert found is not None
    assert (found.outside, found.not_asked) == (("persona",), ("episodic",))


def test_dimensions_may_belong_to_the_sample_as_a_whole():
    assert config_with(**tagging(dimensions="topics")).evaluation.tagging is not None


@pytest.mark.parametrize(("facet", "measure"), [("dimensions", "kappa"), ("topics", "alpha-masi"), ("priority", "icc"), ("type", "kappa")])
def test_a_rule_may_rest_on_what_the_facet_s_kind_has(facet: str, measure: str):
    assert config_with(**rule(facet, measure)).workflow.agreement is not None


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (tagging(dimensions="type"), "tagging.dimensions names 'type', which is no tags facet"),
        (tagging(type="colour"), "tagging.type names 'colour', which is no choice facet"),
        (tagging(priority="type"), "tagging.priority names 'type', which is no number facet"),
        (tagging(referenced="type"), "tagging.referenced names 'type', which is no flag facet"),
        (tagging(sections={"coding": "priority"}), "tagging.sections.coding names 'priority', which is no choice facet"),
        (tagging(sections={"coding": "type"}, outside=["nowhere"]), "tagging.outside names 'nowhere', which is a value of no facet under"),
        (tagging(not_asked=["persona"]), "tagging.not_asked names 'persona', which is a value of no facet under"),
        (tagging(velocity="mood"), "tagging.velocity names 'mood', which is not on candidates"),
        (tagging(relaxed_at_least=0), "greater than 0"),
        (target(), "exactly one of at_least, at_most, below"),
        (target(at_least=0.5, below=0.9), "exactly one of"),
        (target(at_least=0.5, yellow=-1), "greater than or equal to 0"),
        (target(at_least=0.5, measure="vibes"), "'micro-precision', 'micro-recall'"),
        (rule("dimensions", "kappa-quadratic"), "kappa-quadratic is none of a tags facet, which has kappa"),
        (rule("type", "kappa-linear"), "kappa-linear is none of a choice facet"),
        (rule("priority", "kappa"), "kappa is none of a number facet"),
    ],
)
def test_what_makes_no_sense_is_refused_with_its_place(change: dict[str, Any], why: str):
    with pytest.raises(ValidationError, match=why):
        config_with(**change)
