"""Digests over meaning, each recomputed by hand from the bytes that docs/format.md names."""

import hashlib
from typing import Any

import pytest

from annotator.model.digests import corpus_sha256, sample_sha256, scheme_sha256, values_sha256
from annotator.model.passage import Passage
from annotator.model.sample import Sample

PASSAGES = {
    "n#1": Passage(id="n#1", text="Trees — 树", title="Notes", lang="en", meta={"source": "x"}),
    "n#2": Passage(id="n#2", text=""),
}
SAMPLE: dict[str, Any] = {
    "id": "q-1",
    "query": "Which tree?",
    "candidates": ("n#2", "n#1"),
    "context": {"b": 1, "a": [2]},
    "time": "2026-10-29T09:39:30Z",
    "text": "é",
    "lang": "en",
    "groups": {"difficulty": "easy"},
    "notes": "told to nobody",
    "meta": {"x": 1},
}
BY_HAND = (
    '{"candidates":["n#2","n#1"],"context":{"a":[2],"b":1},"id":"q-1","query":"Which tree?","text":"é","time":"2026-10-29T09:39:30Z"}\n'
    '{"id":"n#2","text":""}\n'
    '{"id":"n#1","text":"Trees — 树","title":"Notes"}\n'
)


def sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def test_sample_digest_by_hand():
    assert sample_sha256(Sample(**SAMPLE), PASSAGES) == sha256(BY_HAND)


def test_sample_with_an_id_alone_by_hand():
    assert sample_sha256(Sample(id="q-1"), {}) == sha256('{"id":"q-1"}\n')


def test_no_candidates_and_an_empty_list_of_them_differ():
    assert sample_sha256(Sample(id="q-1", candidates=()), {}) == sha256('{"candidates":[],"id":"q-1"}\n')


@pytest.mark.parametrize("part, value", [("groups", None), ("notes", "other"), ("lang", "zh"), ("meta", {"y": 2})])
def test_what_no_reviewer_judges_makes_nothing_stale(part: str, value: Any):
    assert sample_sha256(Sample(**{**SAMPLE, part: value}), PASSAGES) == sha256(BY_HAND)


@pytest.mark.parametrize(
    "part, value",
    [
        ("query", "Which trees?"),
        ("text", "e\u0301"),
        ("time", None),
        ("context", {"a": [2], "b": 2}),
        ("candidates", ("n#1", "n#2")),
        ("candidates", ("n#2",)),
        ("id", "q-2"),
    ],
)
def test_what_a_reviewer_judges_does(part: str, value: Any):
    assert sample_sha256(Sample(**{**SAMPLE, part: value}), PASSAGES) != sha256(BY_HAND)


@pytest.mark.parametrize(
    "passage, changes",
    [
        (Passage(id="n#2", text="", lang="zh", meta={"a": 1}), False),
        (Passage(id="n#2", text=" "), True),
        (Passage(id="n#2", text="", title=""), True),
    ],
)
def test_of_a_passage_only_text_and_title_count(passage: Passage, changes: bool):
    changed = sample_sha256(Sample(**SAMPLE), {**PASSAGES, "n#2": passage}) != sha256(BY_HAND)
    assert changed is changes


def test_a_candidate_that_is_nowhere_has_no_digest():
    with pytest.raises(KeyError):
        sample_sha256(Sample(id="q-1", candidates=("n#9",)), PASSAGES)


def test_scheme_digest_by_hand():
    facets = {"relevance": {"kind": "grade", "on": "candidate", "scale": {"0": "no", "1": "是"}}}
    registry = [{"id": "skills", "name": "Skills"}]
    facets_by_hand = '{"relevance":{"kind":"grade","on":"candidate","scale":{"0":"no","1":"是"}}}'
    assert scheme_sha256(facets, None) == sha256('{"facets":' + facets_by_hand + ',"registry":null}')
    assert scheme_sha256(facets, registry) == sha256('{"facets":' + facets_by_hand + ',"registry":[{"id":"skills","name":"Skills"}]}')


def test_values_digest_by_hand():
    assert values_sha256({"relevance": {"n#2": 0, "n#1": 3}, "dimensions": ["a"]}) == sha256(
        '{"dimensions":["a"],"relevance":{"n#1":3,"n#2":0}}'
    )


def test_corpus_digest_by_hand_whatever_the_order_of_the_file():
    expected = sha256('{"id":"n#1","text":"Trees — 树","title":"Notes"}\n{"id":"n#2","text":""}\n')
    assert corpus_sha256(PASSAGES) == expected
    assert corpus_sha256(dict(reversed(PASSAGES.items()))) == expected
