"""The reference memory: who may recall what, what fits the budget, and counters that start at 0 and never mix."""

import pytest

from annotator.evaluate.recall import BUDGET, Memory, Recall, may_come
from annotator.evaluate.retriever import Passage, Query

TIME = "2026-10-29T09:39:30Z"


def a_memory(id_, text="the harbour light", **meta):
    return Passage(id_, text, meta=meta)


@pytest.mark.parametrize(
    ("meta", "context", "automatic", "explicit"),
    [
        ({}, {}, True, True),
        ({"review": "confirmed"}, {}, True, True),
        ({"review": "pending"}, {}, False, False),
        ({"review": "superseded"}, {}, False, False),
        ({"secret": True}, {}, False, True),
        ({"secret": False}, {}, True, True),
        ({"secret": True, "review": "pending"}, {}, False, False),
        ({"scope": {"channelId": "c1"}}, {"channelId": "c1"}, True, True),
        ({"scope": {"channelId": "c1"}}, {"channelId": "c2"}, False, False),
        ({"scope": {"channelId": "c1"}}, {}, False, False),
        ({"scope": {"worldId": "w", "branchId": "b"}}, {"worldId": "w", "branchId": "b", "characterId": "x"}, True, True),
        ({"scope": {"worldId": "w", "branchId": "b"}}, {"worldId": "w"}, False, False),
        ({"knownBy": ["mira"]}, {"characterId": "mira"}, True, True),
        ({"knownBy": ["mira"]}, {"characterId": "tam"}, False, False),
        ({"knownBy": ["mira"]}, {}, False, False),
        # Written in another form than the rules know: better hidden than leaked.
        ({"knownBy": "mira"}, {"characterId": "mira"}, False, False),
        ({"scope": "c1"}, {"channelId": "c1"}, False, False),
        ({"secret": "yes"}, {}, False, True),
    ],
)
def test_who_may_recall_what(meta, context, automatic, explicit):
    assert (may_come(meta, context, explicit=False), may_come(meta, context, explicit=True)) == (automatic, explicit)


def test_three_projections_of_one_library():
    recall = Recall()
    recall.index([a_memory("open"), a_memory("hidden", secret=True), a_memory("old", review="superseded")])
    found = recall.search(Query("q", "harbour", explicit=True), 10)
    assert {name: {id_ for id_, _ in hits} for name, hits in found.items()} == {
        "candidate": {"open"},
        "injected": {"open"},
        "explicit": {"open", "hidden"},
    }
    assert "explicit" not in recall.search(Query("q", "harbour"), 10)


def test_counters_start_at_zero_and_an_explicit_recall_leaves_those_of_the_automatic_one_alone():
    recall = Recall()
    library = [a_memory("open"), a_memory("hidden", secret=True)]
    recall.index(library)
    zero = {"accessCount": 0, "injectCount": 0, "lastAccessedAt": None}
    assert [memory.state() for memory in recall.memories.values()] == [{"open": zero, "hidden": zero}] * 2
    recall.search(Query("q", "harbour", time=TIME, explicit=True), 10)
    assert recall.memories["automatic"].state() == {
        "open": {"accessCount": 1, "injectCount": 1, "lastAccessedAt": TIME},
        "hidden": zero,
    }
    read = {"accessCount": 1, "injectCount": 0, "lastAccessedAt": TIME}
    assert recall.memories["explicit"].state() == {"open": read, "hidden": read}
    recall.index(library)
    assert recall.memories["automatic"].state() == {"open": zero, "hidden": zero}


def test_what_is_injected_fits_the_budget_in_the_order_of_the_candidates_and_says_nothing_twice():
    # A Chinese character is one token, so these cost 400, 400, 240 and 100 of the 640.
    assert BUDGET == 640
    memory = Memory([a_memory("a", "港" * 400), a_memory("b", "湾" * 400), a_memory("c", "灯" * 240), a_memory("d", "船" * 100)])
    hits = [("a", 4.0), ("b", 3.0), ("c", 2.0), ("d", 1.0)]
    assert memory.inject(hits) == [("a", 4.0), ("c", 2.0)]
    twins = Memory([a_memory("a", "The harbour  light"), a_memory("b", "the Harbour light"), a_memory("c", "The harbour bell")])
    assert twins.inject([("b", 2.0), ("a", 2.0), ("c", 1.0)]) == [("b", 2.0), ("c", 1.0)]


def test_at_most_twenty_candidates():
    recall = Recall()
    recall.index([a_memory(f"m{number:02}") for number in range(30)])
    assert {name: len(hits) for name, hits in recall.search(Query("q", "harbour", explicit=True), 100).items()} == {
        "candidate": 20,
        "injected": 1,
        "explicit": 20,
    }


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("m.1", "m.1"),
        ("记忆 m.1 写的是什么", "m.1"),
        ("Read m.1, please.", "m.1"),
        ("m.12", "m.12"),
        ("the harbour of m.1x", None),
        ("xm.1", None),
    ],
)
def test_a_passage_named_by_its_id_comes_first(text, first):
    memory = Memory([a_memory("m.1", "a bell"), a_memory("m.12", "a rope"), a_memory("m.3", "the harbour light")])
    found = [id_ for id_, _ in memory.recall(Query("q", text), 5)]
    assert (found[0] if found and found[0] != "m.3" else None) == first


def test_nothing_in_common_brings_nothing():
    assert Memory([a_memory("m", "盐仓的门轴上过鲸油")]).recall(Query("q", "How many oars has the boat?"), 5) == []
    assert Memory([]).recall(Query("q", "harbour"), 5) == []
