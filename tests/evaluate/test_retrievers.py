"""Built-in retrievers: order, ties, depth, and what each can and cannot find."""

import math

import numpy as np
import pytest

from annotator.evaluate.alias import alias
from annotator.evaluate.fusion import hybrid, reciprocal_ranks, rerank
from annotator.evaluate.lexical import Bm25, lexical
from annotator.evaluate.ordering import TopHits
from annotator.evaluate.retriever import CANDIDATE, FromRun, Passage, Query, best_first
from annotator.evaluate.token_hash import token_hash

CORPUS = [
    Passage("p1", "Create a backup before the migration and verify it."),
    Passage("p2", "轮换访问凭据后，应立即撤销旧令牌。", "凭据轮换"),
    Passage("p3", "Backups are kept for seven days."),
    Passage("p4", "界面使用随应用打包的字体。"),
    Passage("p5", ""),
]


def ids(retriever, text, k=10):
    retriever.index(CORPUS)
    return [passage for passage, _ in retriever.search(Query("q", text), k)[CANDIDATE]]


@pytest.mark.parametrize("make", [lexical, token_hash, hybrid, rerank])
def test_both_languages_are_found_and_other_passages_are_not(make):
    assert ids(make(), "when is a backup made before migrating?") == ["p1", "p3"]
    assert ids(make(), "怎样轮换凭据") == ["p2"]
    assert ids(make(), "fonts") == []
    assert ids(make(), "？") == []


@pytest.mark.parametrize("make", [lexical, token_hash, hybrid, rerank])
def test_the_depth_is_kept_and_may_exceed_the_corpus(make):
    assert ids(make(), "backup", 1) == ids(make(), "backup", 1000)[:1]


@pytest.mark.parametrize("make", [lexical, token_hash, hybrid, rerank])
def test_an_empty_corpus_finds_nothing(make):
    retriever = make()
    retriever.index([])
    assert retriever.search(Query("q", "backup"), 10) == {CANDIDATE: []}
    retriever.index([Passage("a", "")])
    assert retriever.search(Query("q", "backup"), 10) == {CANDIDATE: []}


def test_bm25_is_lucenes_formula():
    # Two of three passages hold the word, each once; lengths 1, 2, 3, mean 2.
    search = Bm25()
    search.index([Passage("a", "backup"), Passage("b", "backup disk"), Passage("c", "disk tape drive")])
    idf = math.log(1 + (3 - 2 + 0.5) / (2 + 0.5))
    expected = {p: idf / (1 + 1.2 * (1 - 0.75 + 0.75 * size / 2)) for p, size in (("a", 1), ("b", 2))}
    assert dict(search.search("backup", 5)) == pytest.approx(expected, rel=1e-6)


def test_equal_scores_come_in_falling_byte_order_of_ids():
    top = TopHits(["a", "é", "b", "c"])
    assert top.best(np.array([1.0, 1.0, 1.0, 0.0]), 2) == [("é", 1.0), ("b", 1.0)]
    assert top.best(np.array([0.0, -1.0, 0.0, 0.0]), 2) == []
    assert best_first([("a", 1.0), ("b", 1.0), ("a", 2.0)]) == [("a", 2.0), ("b", 1.0)]


def test_reciprocal_ranks_unite_both_routes():
    assert reciprocal_ranks([[("a", 9.0), ("b", 1.0)], [("b", 5.0), ("c", 4.0)]]) == pytest.approx(
        {"a": 1 / 61, "b": 1 / 62 + 1 / 61, "c": 1 / 62}
    )


def test_aliases_join_what_words_cannot():
    retriever = alias([["typeface", "字体"], ["backup", "备份"], [" "]])
    assert ids(retriever, "which typeface is used?") == ["p4"]
    assert ids(retriever, "备份") == ["p3", "p1"]
    assert ids(retriever, "nothing of the kind") == []
    assert "plumbing" in retriever.notes[0]


def test_a_recorded_run_answers_by_query_id():
    retriever = FromRun("run", {"q1": [("c", 0.5), ("b", 1.0), ("a", 3.0), ("b", 2.0)]}, {"kind": "run"})
    # The two best passages; one of them stands twice, which is the evaluator's to count.
    assert retriever.search(Query("q1", "whatever"), 2) == {CANDIDATE: [("a", 3.0), ("b", 2.0), ("b", 1.0)]}
    assert retriever.search(Query("q2", "whatever"), 5) == {CANDIDATE: []}


def test_definitions_name_what_decides_the_figures():
    assert lexical().definition["k1"] == 1.2
    assert len({str(make().definition) for make in (lexical, token_hash, hybrid, rerank)}) == 4
