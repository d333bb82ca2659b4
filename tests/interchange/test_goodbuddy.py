"""GoodBuddy's fixture: what each field becomes, its own corpus hash, and everything that is refused with its place."""

import copy
import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from pydantic import TypeAdapter

from annotator.curate.import_sources import read_goodbuddy
from annotator.errors import UnreadableInput
from annotator.interchange.bundle import Bundle
from annotator.interchange.goodbuddy import Fixture, Target, bundle_of, corpus_sha256

Document = dict[str, Any]
TARGET = Target("drafter", "relevance", "evidence")


def a_chunk(number: int) -> Document:
    return {"id": f"chunk-{number}", "content": f"Lantern {number} hangs above pier {number}, and lantern {number} is green."}


def a_question(number: int, language: str, *judgments: Document) -> Document:
    words = f"Where does lantern {number} hang?" if language == "en" else f"第{number}盏灯挂在哪里"
    return {"id": f"query-{number}", "language": language, "query": words, "noAnswer": not judgments, "judgments": list(judgments)}


def a_judgment(chunk: int, grade: int, *words: str) -> Document:
    return {"chunkId": f"chunk-{chunk}", "relevance": grade, "spans": [{"text": text} for text in words]}


def a_fixture() -> Document:
    """Ten documents of one chunk, twelve questions; the first is answered by two chunks, the last of each language by none."""
    questions = [
        a_question(number, "en" if number < 6 else "zh-CN", a_judgment(number % 10, 3, f"above pier {number % 10}")) for number in range(12)
    ]
    questions[0]["judgments"].append(a_judgment(7, 1, "lantern 7", "green"))
    for number in (5, 11):
        questions[number] |= {"noAnswer": True, "judgments": []}
    return {
        "version": 1,
        "id": "lanterns-v1",
        "provenance": {"kind": "synthetic", "license": "CC0-1.0"},
        "documents": [{"id": f"doc-{number}", "title": f"Pier {number}", "chunks": [a_chunk(number)]} for number in range(10)],
        "queries": questions,
    }


def read(document: Document) -> Bundle:
    fixture = TypeAdapter(Fixture).validate_json(json.dumps(document))
    return bundle_of(fixture, "f.json", TARGET)


def test_chunks_become_passages_that_know_their_document() -> None:
    passage = read(a_fixture()).passages["chunk-3"].value
    assert (passage.text, passage.title, passage.meta) == (a_chunk(3)["content"], "Pier 3", {"document": "doc-3"})


def test_every_chunk_is_a_candidate_in_the_order_of_the_corpus_so_that_its_place_tells_nothing() -> None:
    for offer in read(a_fixture()).samples.values():
        assert offer.value.candidates == tuple(f"chunk-{number}" for number in range(10))
        assert offer.value.groups is None


def test_grades_and_first_occurrences_become_the_author_s_label() -> None:
    label = read(a_fixture()).labels[0]
    assert (label.by, label.sample, label.where) == ("drafter", "query-0", "f.json: queries.0")
    assert label.values is not None
    assert label.values["relevance"] == {**{f"chunk-{number}": 0 for number in range(10)}, "chunk-0": 3, "chunk-7": 1}
    text = a_chunk(7)["content"]
    # "Lantern 7" with a capital stands first and is other words; "lantern 7" begins at 34 and "green" closes the sentence.
    assert (text.index("lantern 7"), len(text)) == (34, 53)
    assert label.values["evidence"]["chunk-7"] == [{"start": 34, "end": 43, "text": "lantern 7"}, {"start": 47, "end": 52, "text": "green"}]
    assert label.values["evidence"]["chunk-1"] == []


def test_a_question_without_an_answer_has_zeros_alone() -> None:
    label = read(a_fixture()).labels[5]
    assert label.values is not None
    assert set(label.values["relevance"].values()) == {0}
    assert not any(label.values["evidence"].values())


def test_languages_stay_as_they_are_written() -> None:
    assert [offer.value.lang for offer in read(a_fixture()).samples.values()] == ["en"] * 6 + ["zh-CN"] * 6


def test_the_corpus_hash_is_of_ids_and_contents_in_the_order_of_the_file() -> None:
    fixture = a_fixture()
    fixture["documents"].reverse()
    written = "\n".join(f"doc-{number}\0chunk-{number}\0{a_chunk(number)['content']}" for number in reversed(range(10)))
    expected = hashlib.sha256(written.encode()).hexdigest()
    assert corpus_sha256(TypeAdapter(Fixture).validate_json(json.dumps(fixture))) == expected
    assert f"corpus SHA-256 by the fixture's own recipe: {expected}" in read(fixture).notes


def put(*path: str | int, value: Any) -> Callable[[Document], None]:
    """An edit that puts `value` at a place of the document."""

    def edit(document: Document) -> None:
        node: Any = document
        for part in path[:-1]:
            node = node[part]
        node[path[-1]] = value

    return edit


def add(*path: str | int, value: Any) -> Callable[[Document], None]:
    """An edit that appends `value` to the list at a place of the document."""

    def edit(document: Document) -> None:
        node: Any = document
        for part in path:
            node = node[part]
        node.append(value)

    return edit


REFUSED = [
    (put("colour", value=1), "colour: there is no such field"),
    (put("documents", 2, "chunks", 0, "embedding", value=[]), r"documents\.2\.chunks\.0\.embedding: there is no such field"),
    (put("version", value=2), "version: "),
    (put("queries", 0, "language", value="de"), r"queries\.0\.language: "),
    (put("queries", 0, "query", value="Hm?"), r"queries\.0\.query: "),
    (put("queries", 0, "judgments", 0, "relevance", value=4), r"queries\.0\.judgments\.0\.relevance: "),
    (put("queries", 0, "judgments", 0, "relevance", value="3"), r"queries\.0\.judgments\.0\.relevance: "),
    (put("queries", 0, "judgments", 0, "spans", value=[]), r"queries\.0\.judgments\.0\.spans: "),
    (put("queries", 0, "id", value="Query 0"), r"queries\.0\.id: "),
    (put("documents", 1, "id", value="doc-0"), r"documents\.1: the id doc-0 stands at documents\.0 already"),
    (put("queries", 1, "id", value="chunk-4"), r"queries\.1: the id chunk-4 stands at documents\.4\.chunks\.0 already"),
    (add("queries", 1, "judgments", value=a_judgment(42, 1, "green")), r"queries\.1\.judgments\.1 \(query-1\): there is no chunk chunk-42"),
    (add("queries", 1, "judgments", value=a_judgment(1, 1, "green")), r"queries\.1\.judgments\.1 \(query-1\): chunk-1 is judged already"),
    (
        put("queries", 0, "judgments", 1, "spans", 1, "text", value="Green"),
        r"queries\.0\.judgments\.1\.spans\.1 \(query-0\): its words do not stand so in chunk-7; quote them exactly",
    ),
    (put("queries", 0, "noAnswer", value=True), r"queries\.0 \(query-0\): noAnswer is true exactly where there is no judgment"),
    (put("queries", 5, "noAnswer", value=False), r"queries\.5 \(query-5\): noAnswer is true exactly where there is no judgment"),
    (put("queries", 11, value=a_question(11, "zh-CN", a_judgment(1, 1, "green"))), "queries: zh-CN has no question without an answer"),
    (
        lambda document: [put("language", value="en")(one) for one in document["queries"][6:11]],
        "queries: zh-CN has no question with an answer",
    ),
    (put("documents", 0, "title", value="See /home/someone/notes.txt"), r"documents\.0\.title: .*absolute path"),
    (put("queries", 2, "query", value="What answers at http://10.0.0.7:8080/v1 here?"), r"queries\.2\.query: .*endpoint"),
    (
        put("documents", 3, "chunks", 0, "content", value="The key is sk-" + "a1" * 12 + "."),
        r"documents\.3\.chunks\.0\.content: .*service key",
    ),
]


@pytest.mark.parametrize("edit, message", REFUSED, ids=[message for _, message in REFUSED])
def test_what_the_fixture_s_schema_forbids_is_refused_with_its_place(tmp_path: Path, edit: Callable[[Document], Any], message: str) -> None:
    document = copy.deepcopy(a_fixture())
    edit(document)
    path = tmp_path / "f.json"
    path.write_text(json.dumps(document))
    with pytest.raises(UnreadableInput, match=rf"f\.json: {message}") as caught:
        read_goodbuddy(path, "drafter", ("relevance", "evidence"))
    # A refusal says where the secret is, never what it is.
    assert "a1a1" not in str(caught.value) and "someone" not in str(caught.value)


@pytest.mark.parametrize(
    "data, message",
    [
        (b'{"version":1,"version":1}', "the file has the key 'version' twice"),
        (b"[]", "the file is not a JSON object"),
        (b"{", "the file is not JSON"),
        (b'{"version":NaN}', "the file holds NaN"),
        (b"\xff", "the file is not UTF-8"),
    ],
)
def test_what_is_no_strict_json_is_refused(tmp_path: Path, data: bytes, message: str) -> None:
    path = tmp_path / "f.json"
    path.write_bytes(data)
    with pytest.raises(UnreadableInput, match=rf"f\.json: {message}"):
        read_goodbuddy(path, "drafter", ("relevance", "evidence"))
