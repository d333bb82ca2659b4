"""What dataset.yaml may say about private libraries, explicit recall and what to evaluate."""

import json

import pytest
from pydantic import ValidationError

from annotator.model.config import Config, Evaluation
from annotator.model.library import Library
from tests.builders import RELEVANCE, a_config

FLAG = {"kind": "flag", "on": "candidate"}


@pytest.mark.parametrize(
    ("bounds", "held", "words"),
    [
        ({}, {0: False, 1: True, 99: True}, "at least 1"),
        ({"at_least": 1, "at_most": 10}, {0: False, 1: True, 10: True, 11: False}, "1 to 10"),
        ({"at_least": 3, "at_most": 3}, {2: False, 3: True, 4: False}, "3 to 3"),
    ],
)
def test_how_many_passages_a_library_holds(bounds, held, words):
    library = Library(**bounds)
    assert {size: library.holds(size) for size in held} == held
    assert library.bounds == words


@pytest.mark.parametrize("bounds", [{"at_least": 2, "at_most": 1}, {"at_least": 0}, {"at_most": 0}, {"at_least": "1"}, {"exactly": 2}])
def test_no_library_has_such_bounds(bounds):
    with pytest.raises(ValidationError):
        Library.model_validate(bounds)


@pytest.mark.parametrize(
    "name", ["python:os:system", "command:rm", "run:x", "/bin/sh", "a=lexical", "Lexical", "", "http:x", "a b", "../x"]
)
def test_a_dataset_cannot_spell_a_retriever_from_outside(name):
    with pytest.raises(ValidationError, match="String should match pattern"):
        Evaluation.model_validate_json(f'{{"retrievers": ["{name}"]}}')


def config(evaluation):
    facets = {
        "relevance": RELEVANCE,
        "asked": RELEVANCE,
        "whole": {**RELEVANCE, "on": "sample"},
        "never": FLAG,
        "hidden": {**FLAG, "role": "forbidden"},
    }
    return Config.model_validate_json(json.dumps(a_config(facets, evaluation=evaluation)))


def test_the_facets_of_an_explicit_recall():
    explicit = config({"explicit": {"relevance": "asked", "forbidden": "never"}}).evaluation.explicit
    assert explicit is not None
    assert (explicit.relevance, explicit.forbidden) == ("asked", "never")


@pytest.mark.parametrize(
    ("explicit", "why"),
    [
        ({"relevance": "absent"}, "'absent', which is no grade facet on candidates"),
        ({"relevance": "whole"}, "'whole', which is no grade facet on candidates"),
        ({"relevance": "never"}, "'never', which is no grade facet on candidates"),
        ({"relevance": "asked", "forbidden": "asked"}, "'asked', which is no flag facet on candidates"),
        ({"relevance": "asked", "forbidden": "hidden"}, "'hidden', whose role would forbid the passage in every projection"),
    ],
)
def test_facets_that_cannot_answer_it(explicit, why):
    with pytest.raises(ValidationError, match=why):
        config({"explicit": explicit})


@pytest.mark.parametrize("group", [{}, {"lang": "zh", "difficulty": "easy"}])
def test_a_gate_speaks_of_one_group(group):
    with pytest.raises(ValidationError):
        config({"gates": [{"measure": "RR@10", "retriever": "lexical", "at_least": 0.5, "group": group}]})
