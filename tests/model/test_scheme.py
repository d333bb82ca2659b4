"""Scheme: a complete label or every reason why it is none."""

import json
from typing import Any

import pytest

from annotator.model.config import Config
from annotator.model.dimension import Registry
from annotator.model.passage import Passage
from annotator.model.sample import Sample
from annotator.model.scheme import Scheme, Unfit
from tests.builders import a_config

FACETS: dict[str, Any] = {
    "relevance": {"kind": "grade", "on": "candidate", "scale": {0: "no", 1: "some", 2: "all"}},
    "evidence": {"kind": "spans", "on": "candidate", "needs": {"relevance": 1}},
    "dimensions": {"kind": "tags", "on": "sample", "registry": "dimensions.yaml", "min": 1},
    "quote": {"kind": "spans", "on": "sample"},
}
CONFIG = Config.model_validate_json(json.dumps(a_config(FACETS)))
REGISTRY = Registry.model_validate({"dimensions": ({"id": "skills", "name": "Skills"}, {"id": "habits", "name": "Habits"})})
SCHEME = Scheme(CONFIG.facets, REGISTRY, "0" * 64)
SAMPLE = Sample(id="q-1", text="the question", candidates=("p-1", "p-2"))
PASSAGES = {id_: Passage(id=id_, text=f"text {id_}") for id_ in ("p-1", "p-2", "p-3")}
WORDS = {"start": 0, "end": 4, "text": "text"}
WHOLE: dict[str, Any] = {
    "relevance": {"p-1": 2, "p-2": 0},
    "evidence": {"p-1": [WORDS], "p-2": []},
    "dimensions": ["skills"],
    "quote": [],
}


def problems(change: dict[str, Any]) -> list[str]:
    with pytest.raises(Unfit) as caught:
        SCHEME.parse({**WHOLE, **change}, SAMPLE, PASSAGES)
    return [str(problem) for problem in caught.value.problems]


def test_complete_label_is_stored_as_it_was_said():
    assert SCHEME.plain(SCHEME.parse(WHOLE, SAMPLE, PASSAGES)) == WHOLE


@pytest.mark.parametrize(
    "change, why",
    [
        ({"colour": 1}, "colour: there is no such facet; the dataset has relevance, evidence, dimensions, quote"),
        ({"relevance": 2}, "relevance: is not a map from candidate to value"),
        ({"relevance": {"p-1": 2}}, "relevance of p-2: is missing"),
        ({"relevance": {"p-1": 2, "p-2": 0, "p-3": 0}}, "relevance of p-3: is no candidate of this sample"),
        ({"relevance": {"p-1": 5, "p-2": 0}}, "relevance of p-1: 5 is not on the scale 0, 1, 2"),
        ({"evidence": {"p-1": [], "p-2": []}}, "evidence of p-1: at least one mark is wanted where relevance is 1 or more (it is 2)"),
        (
            {"relevance": {"p-1": 1, "p-2": 0}, "evidence": {"p-1": [], "p-2": []}},
            "evidence of p-1: at least one mark is wanted where relevance is 1 or more (it is 1)",
        ),
        ({"evidence": {"p-1": [WORDS], "p-2": [WORDS]}}, "evidence of p-2: no mark is allowed where relevance is below 1 (it is 0)"),
        (
            {"evidence": {"p-1": [{**WORDS, "end": 5}], "p-2": []}},
            "evidence of p-1: span [0,5) quotes 'text', but the text there is 'text '",
        ),
        ({"dimensions": ["skills", "nowhere"]}, "dimensions: 'nowhere' is not in dimensions.yaml"),
        ({"dimensions": []}, "dimensions: 0 tags, at least 1 wanted"),
        ({"quote": [WORDS]}, "quote: span [0,4) quotes 'text', but the text there is 'the '"),
    ],
)
def test_each_fault_is_named_with_its_facet_and_candidate(change: dict[str, Any], why: str):
    assert problems(change) == [why]


@pytest.mark.parametrize("facet", WHOLE)
def test_a_facet_left_out_is_unfinished_work(facet: str):
    with pytest.raises(Unfit, match=f"{facet}: is missing"):
        SCHEME.parse({name: value for name, value in WHOLE.items() if name != facet}, SAMPLE, PASSAGES)


def test_every_fault_is_named_at_once():
    assert len(problems({"relevance": {"p-1": 9, "p-2": 9}, "dimensions": [], "quote": 1, "colour": 1})) == 5


def test_a_sample_without_candidates_has_empty_maps():
    bare = Sample(id="q-2")
    said = {"relevance": {}, "evidence": {}, "dimensions": ["habits"], "quote": []}
    assert SCHEME.plain(SCHEME.parse(said, bare, {})) == said
