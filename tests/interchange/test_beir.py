import json

import pytest

from annotator.errors import UnreadableInput
from annotator.interchange.beir import Document, Qrels, Query, bundle_of, corpus_lines, read_corpus, read_queries
from annotator.interchange.bundle import Bundle
from annotator.interchange.ids import Ids
from annotator.model.passage import Passage


def documents(*records: dict[str, object]) -> list[tuple[int, Document]]:
    return [(number, Document.model_validate(record)) for number, record in enumerate(records, start=1)]


def read(qrels: str, judge: tuple[str, str] | None = ("alice", "relevance")) -> Bundle:
    ids = Ids()
    corpus = read_corpus(documents({"_id": "d1", "title": "", "text": "one"}, {"_id": "d2", "title": "T", "text": ""}), "c", ids)
    queries = read_queries(
        [(1, Query.model_validate({"_id": "q1", "text": "what"})), (2, Query.model_validate({"_id": "q2", "text": "why"}))], "q"
    )
    judged = Qrels()
    judged.read(qrels.encode(), "qrels/test.tsv")
    return bundle_of(corpus, queries, judged, "q", judge, ids)


def test_an_empty_title_is_none_and_an_empty_document_stays_empty() -> None:
    bundle = read("query-id\tcorpus-id\tscore\nq1\td2\t1\n")
    assert bundle.passages["d1"].value == Passage(id="d1", text="one")
    assert bundle.passages["d2"].value == Passage(id="d2", text="", title="T")


def test_judged_passages_are_candidates_and_the_grades_are_of_whom_one_says() -> None:
    bundle = read("query-id\tcorpus-id\tscore\nq1\td2\t1\nq1\td1\t0\n")
    assert bundle.samples["q1"].value.candidates == ("d2", "d1")
    assert [(label.by, label.sample, label.values) for label in bundle.labels] == [("alice", "q1", {"relevance": {"d2": 1, "d1": 0}})]
    assert "1 query has no judgment, left out" in bundle.notes


def test_without_a_name_grades_are_left_out_and_that_is_said() -> None:
    bundle = read("q1\td2\t1\n", None)
    assert bundle.labels == []
    assert any("no --as NAME" in note for note in bundle.notes)


@pytest.mark.parametrize(
    "qrels, message",
    [
        ("q1\td1\n", r"qrels/test\.tsv:1: has 2 fields"),
        ("q1\td1\thigh\n", r"qrels/test\.tsv:1: score 'high' is not a whole number"),
        ("q1\td1\t1\nq1\td1\t2\n", r"qrels/test\.tsv:2: passage 'd1' of query 'q1' has another score"),
        ("q7\td1\t1\n", r"query 'q7' is not in queries\.jsonl"),
        ("q1\td7\t1\n", r"passage 'd7' of query 'q1' is not in corpus\.jsonl"),
    ],
)
def test_judgments_that_do_not_fit_are_refused(qrels: str, message: str) -> None:
    with pytest.raises(UnreadableInput, match=message):
        read(qrels)


def test_a_document_that_stands_twice_is_refused() -> None:
    with pytest.raises(UnreadableInput, match="c:2: document 'd1' stands at c:1 already"):
        read_corpus(documents({"_id": "d1", "text": "a"}, {"_id": "d1", "text": "a"}), "c", Ids())


def test_meta_travels_as_metadata() -> None:
    line = json.loads(corpus_lines([Passage(id="d1", text="t", meta={"url": "u"})]))
    assert line == {"_id": "d1", "title": "", "text": "t", "metadata": {"url": "u"}}
