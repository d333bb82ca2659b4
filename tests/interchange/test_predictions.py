"""Predictions of tags: what lines may hold, in which words, and every refusal with its line."""

import json
from typing import Any

import pytest
from pydantic import ValidationError

from annotator.errors import UnreadableInput
from annotator.evaluate.tagging.material import Guess
from annotator.evaluate.tagging.names import Labels, Names
from annotator.interchange.predictions import PredictionLine, Vocabulary, guesses
from annotator.model.config import Config
from annotator.model.dimension import Dimension, Registry
from tests.builders import a_config

TAGS = {"kind": "tags", "on": "candidate", "registry": "dimensions.yaml", "min": 1, "max": 3}
FACETS: dict[str, Any] = {
    "dimensions": TAGS,
    "topics": {**TAGS, "on": "sample"},
    "memory-type": {"kind": "choice", "on": "candidate", "values": {"persona": "", "episodic": ""}},
    "priority": {"kind": "number", "on": "candidate", "lo": 0, "hi": 100},
    "section-coding": {"kind": "choice", "on": "candidate", "values": {"none": "", "not-asked": "", "tech": ""}},
    "mood": {"kind": "flag", "on": "sample"},
}
EVALUATION: dict[str, Any] = {
    "tagging": {
        "dimensions": "dimensions",
        "type": "memory-type",
        "priority": "priority",
        "sections": {"coding": "section-coding"},
        "outside": ["none"],
        "not_asked": ["not-asked"],
    }
}
NAMES = Names(Registry(dimensions=(Dimension(id="skills", name={"zh": "技能"}), Dimension(id="habits", name="Habits"))))


def vocabulary(**tagging: Any) -> Vocabulary:
    config = Config.model_validate_json(json.dumps(a_config(FACETS, evaluation=EVALUATION)))
    assert config.evaluation.tagging is not None
    return Vocabulary(config.facets, config.evaluation.tagging.model_copy(update=tagging), NAMES)


def read(*lines: dict[str, Any], **tagging: Any) -> dict[str, Guess]:
    parsed = [(number, PredictionLine.model_validate_json(json.dumps(line))) for number, line in enumerate(lines, start=1)]
    return guesses(parsed, "theirs.jsonl", vocabulary(**tagging))


def test_every_part_of_a_line():
    line = {
        "sample": "s",
        "values": {
            "dimensions": {"s#0": ["技能", "HABITS", "nonsense"]},
            "memory-type": {"s#0": "Persona", "s#1": "a fact"},
            "priority": {"s#0": 55, "s#1": 20.5},
        },
        "sections": {"coding": {"s#0": "TECH", "s#1": "none", "s#2": "elsewhere"}},
        "injected": [["s#0"], []],
        "ranked": ["s#1", "s#0"],
        "scenes": [{"s#0": "a"}, {"s#0": "b"}],
    }
    assert read(line) == {
        "s": Guess(
            tags={"s#0": Labels(frozenset({"skills", "habits"}), ("nonsense",))},
            choices={"type": {"s#0": "persona", "s#1": "a fact"}},
            priority={"s#0": 55, "s#1": 20.5},
            sections={"coding": {"s#0": "tech", "s#2": "elsewhere"}},
            injected=[frozenset({"s#0"}), frozenset()],
            ranked=("s#1", "s#0"),
            scenes=({"s#0": "a"}, {"s#0": "b"}),
        )
    }


def test_what_is_left_out_was_not_said():
    assert read({"sample": "s"}) == {"s": Guess()}
    assert read({"sample": "s", "values": {"mood": True}}) == {"s": Guess()}


def test_tags_of_the_whole_sample():
    assert read({"sample": "s", "values": {"topics": ["skills"]}}, dimensions="topics")["s"].tags == {"": Labels(frozenset({"skills"}))}


def test_sections_may_stand_among_the_values_as_a_label_has_them():
    values = {"section-coding": {"s#0": "tech", "s#1": "none", "s#2": "not-asked"}}
    assert read({"sample": "s", "values": values})["s"].sections == {"coding": {"s#0": "tech"}}


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ({"values": {"colour": {}}}, "values.colour: there is no such facet; the dataset has dimensions, topics, "),
        ({"values": {"dimensions": ["skills"]}}, "values.dimensions: is not a map from memory to value"),
        ({"values": {"dimensions": {"s#0": "skills"}}}, "values.dimensions.s#0: is not a list of labels"),
        ({"values": {"dimensions": {"s#0": [1]}}}, "values.dimensions.s#0: is not a list of labels"),
        ({"values": {"memory-type": {"s#0": 1}}}, "values.memory-type.s#0: is not a word"),
        ({"values": {"priority": {"s#0": True}}}, "values.priority.s#0: is not a number"),
        ({"values": {"priority": {"s#0": "50"}}}, "values.priority.s#0: is not a number"),
        ({"values": {"priority": {"s#0": 10**400}}}, "values.priority.s#0: is beyond 1,000,000,000"),
        ({"values": {"priority": {"s\u009b0": 5}}}, "values.priority: 's\\x9b0' names no memory: an id holds no"),
        ({"sections": {"work": {}}}, "sections.work: there is no such mode; the dataset has coding"),
        ({"sections": {"coding": {}}, "values": {"section-coding": {}}}, "sections.coding: stands in values.section-coding as well"),
    ],
)
def test_what_cannot_be_taken_in_is_refused_with_its_line(line: dict[str, Any], why: str):
    with pytest.raises(UnreadableInput) as refusal:
        read({"sample": "first"}, {"sample": "s", **line})
    assert str(refusal.value).startswith(f"theirs.jsonl:2: {why}")


@pytest.mark.parametrize(
    "part", [{"injected": [["a b"]]}, {"ranked": ["a\u202eb"]}, {"scenes": [{"": "x"}]}, {"sections": {"coding": {"a\tb": "tech"}}}]
)
def test_what_cannot_name_a_memory_is_refused(part: dict[str, Any]):
    with pytest.raises(ValidationError):
        PredictionLine.model_validate_json(json.dumps({"sample": "s", **part}))


def test_a_sample_stands_once():
    with pytest.raises(UnreadableInput, match=r"theirs\.jsonl:2: predicts s again, as line 1 did"):
        read({"sample": "s"}, {"sample": "s"})
