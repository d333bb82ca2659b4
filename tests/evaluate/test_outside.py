"""Answers from outside: what is taken, what is refused, and whose fault a failure is."""

from decimal import Decimal

import numpy as np
import pytest

from annotator.errors import RetrieverFailed
from annotator.evaluate.outside import Outside, answer_of_json, projections_of, sample_of
from annotator.evaluate.retriever import CANDIDATE, Passage, Query


class Answering:
    """A search that gives one answer, or raises it."""

    def __init__(self, answer):
        self.answer = answer
        self.seen = []
        self.closed = False

    def index(self, passages):
        self.seen = list(passages)

    def search(self, query, k, sample):
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer

    def close(self):
        self.closed = True


def answered(answer, k=10):
    return Outside("mine", Answering(answer), {}).search(Query("q7", "secret words"), k)


@pytest.mark.parametrize(
    ("answer", "hits"),
    [
        ([("a", 2), ("b", 1.5)], [("a", 2.0), ("b", 1.5)]),
        ((["b", np.float32(1.5)], ["a", np.int64(2)]), [("a", 2.0), ("b", 1.5)]),
        ([(7, Decimal("0.5")), (np.int64(8), 0.25)], [("7", 0.5), ("8", 0.25)]),
        ([("a", 1.0), ("a", 3.0), ("b", 2.0)], [("a", 3.0), ("b", 2.0), ("a", 1.0)]),
        (iter([("a", 1.0)]), [("a", 1.0)]),
        ([], []),
    ],
)
def test_any_list_of_pairs_is_taken_and_put_in_order(answer, hits):
    assert answered(answer) == {CANDIDATE: hits}


def test_a_mapping_holds_projections():
    assert answered({"candidate": [("a", 1)], "injected": []}) == {"candidate": [("a", 1.0)], "injected": []}


def test_more_than_was_asked_for_is_cut_to_the_best():
    many = [(f"p{number}", number) for number in range(10_000)]
    assert answered(many, 2) == {CANDIDATE: [("p9999", 9999.0), ("p9998", 9998.0)]}


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        (None, "it answered None where a list"),
        ("a b", "it answered 'a b' where a list"),
        ({}, "no projection at all"),
        (["a", "b"], "'a' is no pair"),
        ([("a", "1.0")], "is no pair"),
        ([("a", None)], "is no pair"),
        ([("", 1.0)], "is no pair"),
        ([(1.5, 1.0)], "is no pair"),
        ([(True, 1.0)], "is no pair"),
        ([("a", 1.0, 2.0)], "is no pair"),
        ([("a", float("nan"))], "passage a has a score that is not a number"),
        ({3: []}, "a projection is named 3"),
        ({"candidate": 5}, "it answered 5 where a list"),
    ],
)
def test_anything_else_is_one_sentence_that_names_retriever_and_question(answer, why):
    with pytest.raises(RetrieverFailed, match=r"^retriever mine failed on question q7: ") as caught:
        answered(answer)
    assert why in str(caught.value)
    assert "secret words" not in str(caught.value)


def test_what_foreign_code_raises_is_told_as_its_own_with_the_place():
    with pytest.raises(
        RetrieverFailed, match=r"retriever mine failed on question q7: ZeroDivisionError: by nothing \(test_outside.py:\d+\)"
    ):
        answered(ZeroDivisionError("by nothing"))


def test_foreign_code_that_wants_to_exit_fails_like_any_other():
    class Leaving(Answering):
        def search(self, query, k, sample):
            raise SystemExit(0)

    with pytest.raises(RetrieverFailed, match="mine failed on question q: SystemExit: 0"):
        Outside("mine", Leaving(None), {}).search(Query("q", "?"), 1)


def test_an_interrupt_stays_an_interrupt():
    class Interrupted(Answering):
        def search(self, query, k, sample):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Outside("mine", Interrupted(None), {}).search(Query("q", "?"), 1)


def test_the_corpus_is_handed_over_and_closing_reaches_the_search():
    search = Answering([])
    one = Outside("mine", search, {})
    one.index([Passage("a", "text")])
    one.close()
    assert search.seen == [Passage("a", "text")]
    assert search.closed


@pytest.mark.parametrize(
    ("query", "sample"),
    [
        (Query("q", "?", {"lang": "en"}), {}),
        (
            Query("q", "?", context={"channelId": "c1"}, time="2026-10-29T09:39:30Z"),
            {"context": {"channelId": "c1"}, "time": "2026-10-29T09:39:30Z"},
        ),
        (
            Query("q", "?", library=[Passage("a", "text"), Passage("b", "", "title", {"secret": True})], explicit=True),
            {
                "library": [{"id": "a", "text": "text"}, {"id": "b", "text": "", "title": "title", "meta": {"secret": True}}],
                "explicit": True,
            },
        ),
        (Query("q", "?", library=[]), {"library": []}),
    ],
)
def test_a_search_from_outside_is_told_what_a_sample_has_beyond_its_query(query, sample):
    assert sample_of(query) == sample

    class Told(Answering):
        def search(self, query, k, sample):
            return [(repr(sample), 1.0)]

    assert Outside("mine", Told(None), {}).search(query, 1) == {CANDIDATE: [(repr(sample), 1.0)]}


@pytest.mark.parametrize(
    ("document", "answer"),
    [({"results": [["a", 1]]}, [["a", 1]]), ({"projections": {"x": [["a", 1]]}, "more": 1}, {"x": [["a", 1]]})],
)
def test_a_json_answer(document, answer):
    assert answer_of_json(document) == answer
    assert projections_of(answer)


@pytest.mark.parametrize(
    ("document", "why"),
    [([["a", 1]], "its answer is not"), ({"results": {}}, "its answer is not"), ({"error": "no index", "results": []}, "no index")],
)
def test_a_json_document_that_is_no_answer(document, why):
    with pytest.raises(RetrieverFailed, match=why):
        answer_of_json(document)
