import pytest

from annotator.errors import UnreadableInput
from annotator.interchange.ids import Ids
from annotator.interchange.trec import Judged, bundle_of, queries_text, read_queries
from annotator.model.sample import Sample


def judged(by: str, **grades: dict[str, int]) -> Judged:
    return Judged(by, f"{by}.qrels", grades, dict.fromkeys(grades, 1))


def test_candidates_are_the_pairs_that_all_judged_and_the_rest_is_counted() -> None:
    judges = [judged("alice", q1={"a": 3, "b": 0}, q2={"a": 1}), judged("bob", q1={"b": 1, "c": 2})]
    bundle = bundle_of(judges, {}, {}, "relevance", Ids())
    assert {id_: offer.value.candidates for id_, offer in bundle.samples.items()} == {"q1": ("b",)}
    assert [(label.by, label.values) for label in bundle.labels] == [
        ("alice", {"relevance": {"b": 0}}),
        ("bob", {"relevance": {"b": 1}}),
    ]
    assert "alice.qrels: 2 judgments of alice left out, since not all judged that pair" in bundle.notes
    assert "bob.qrels: 1 judgment of bob left out, since not all judged that pair" in bundle.notes


def test_a_grade_below_zero_is_in_the_pool_and_not_judged() -> None:
    bundle = bundle_of([judged("alice", q1={"a": -1, "b": 1})], {}, {}, "relevance", Ids())
    assert bundle.samples["q1"].value.candidates == ("b",)
    assert "alice.qrels: 1 line with a grade below 0 (in the pool, not judged) left out" in bundle.notes


def test_queries_without_judgments_are_counted_and_those_without_words_too() -> None:
    words = read_queries(b"query_id\tquery_text\nq1\twhat is it\nq9\tnobody asked\n", "q.tsv")
    bundle = bundle_of([judged("alice", q1={"a": 1}, q2={"a": 1})], words, {}, "relevance", Ids())
    assert bundle.samples["q1"].value.query == "what is it"
    assert "1 query has no judgment, left out" in bundle.notes
    assert "1 judged query has no words in the source" in bundle.notes


def test_ids_stay_strings() -> None:
    assert list(bundle_of([judged("alice", **{"007": {"08": 1}})], {}, {}, "relevance", Ids()).samples) == ["007"]


@pytest.mark.parametrize(
    "data, message",
    [
        (b"q1 what\n", r"q\.tsv:1: is not `id TAB words`"),
        (b"q1\ta\nq1\tb\n", r"q\.tsv:2: query 'q1'"),
        (b"\xff\t\n", r"q\.tsv:1: is not UTF-8"),
    ],
)
def test_queries_of_another_shape_are_refused(data: bytes, message: str) -> None:
    with pytest.raises(UnreadableInput, match=message):
        read_queries(data, "q.tsv")


def test_a_question_of_several_lines_stays_one_line() -> None:
    assert queries_text([Sample(id="q1", query="two\nlines\tand a tab")]) == b"q1\ttwo lines and a tab\n"
