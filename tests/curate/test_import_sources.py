from pathlib import Path

import pytest

from annotator.curate.exchange import import_bundle
from annotator.curate.import_sources import read_beir, read_jsonl, read_trec
from annotator.curate.verify import verify
from annotator.curate.workspace import Workspace
from annotator.errors import Refused, UnreadableInput, UsageError
from tests.builders import a_dataset, a_passage, a_sample, jsonl


@pytest.mark.parametrize("name", ["corpus.jsonl", "passages.jsonl"])
def test_one_file_is_taken_by_its_name(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_bytes(jsonl([a_passage("p-1")]))
    assert list(read_jsonl(tmp_path / name, None).bundle.passages) == ["p-1"]


def test_labels_name_their_source_by_file_and_digest(tmp_path: Path) -> None:
    (tmp_path / "round-1.jsonl").write_bytes(jsonl([{"sample": "q-1", "values": {"relevance": {"p-1": 1, "p-2": 0}}}]))
    read = read_jsonl(tmp_path / "round-1.jsonl", "alice")
    source = read.sources["alice"]
    assert (source.name, source.sha256) == ("round-1.jsonl", "40c7e6a219980f97735c98bff64099a59c4d8ee2d7e374bbc7a593c9d1be6f4d")
    root = a_dataset(tmp_path / "d")
    assert import_bundle(Workspace(root), read.bundle, read.sources).saved == {"alice": 1}
    assert verify(root).findings == []


@pytest.mark.parametrize(
    "line, message",
    [
        ({"sample": "q-1", "values": {}}, r"l\.jsonl:1: does not say whose label it is"),
        ({"sample": "q-1", "by": "alice"}, r"l\.jsonl:1: has either values"),
        ({"sample": "q-1", "by": "alice", "values": {}, "colour": "red"}, r"l\.jsonl:1: colour: there is no such field"),
    ],
)
def test_a_label_line_that_says_too_little_or_too_much_is_refused(tmp_path: Path, line: dict[str, object], message: str) -> None:
    (tmp_path / "l.jsonl").write_bytes(jsonl([line]))
    with pytest.raises(UnreadableInput, match=message):
        read_jsonl(tmp_path / "l.jsonl", None)


def test_two_labels_of_one_person_and_sample_that_differ_are_refused_with_both_places(tmp_path: Path) -> None:
    lines = [{"by": "alice", "sample": "q-1", "values": {"relevance": {"p-1": grade}}} for grade in (1, 1, 2)]
    (tmp_path / "l.jsonl").write_bytes(jsonl(lines))
    with pytest.raises(UnreadableInput, match=r"l\.jsonl:3: the label of q-1 by 'alice' differs from the one at .*l\.jsonl:1"):
        read_jsonl(tmp_path / "l.jsonl", None)


def test_a_byte_order_mark_in_lines_is_said(tmp_path: Path) -> None:
    (tmp_path / "corpus.jsonl").write_bytes(b"\xef\xbb\xbf" + jsonl([a_passage("p-1")]))
    with pytest.raises(UnreadableInput, match=r"corpus\.jsonl:1: the line begins with a byte order mark \(BOM\)"):
        read_jsonl(tmp_path, None)


def test_a_folder_without_any_of_the_files_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnreadableInput, match=r"holds none of corpus\.jsonl"):
        read_jsonl(tmp_path, None)


def test_a_sample_whose_candidates_stand_in_another_order_is_another_sample(tmp_path: Path) -> None:
    root = a_dataset(tmp_path / "d")
    (tmp_path / "samples.jsonl").write_bytes(jsonl([a_sample("q-1", ("p-2", "p-1"))]))
    read = read_jsonl(tmp_path / "samples.jsonl", None)
    with pytest.raises(Refused, match=r"q-1: its candidates differ from samples\.jsonl:1"):
        import_bundle(Workspace(root), read.bundle, read.sources)


def test_a_candidate_that_is_nowhere_is_refused(tmp_path: Path) -> None:
    root = a_dataset(tmp_path / "d")
    (tmp_path / "samples.jsonl").write_bytes(jsonl([a_sample("q-9", ("p-77",))]))
    read = read_jsonl(tmp_path / "samples.jsonl", None)
    with pytest.raises(Refused, match=r"samples\.jsonl:1: candidate 'p-77' of q-9 is no passage of the source or the dataset"):
        import_bundle(Workspace(root), read.bundle, read.sources)


def test_one_person_has_one_qrels_file(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("q 0 p 1\n")
    with pytest.raises(UsageError, match="alice is given two qrels files"):
        read_trec([("alice", tmp_path / "a"), ("alice", tmp_path / "a")], None, None, "relevance", rewrite=False)


def test_a_split_that_is_not_there_is_named_with_those_that_are(tmp_path: Path) -> None:
    (tmp_path / "qrels").mkdir()
    (tmp_path / "qrels" / "dev.tsv").write_text("")
    with pytest.raises(UsageError, match=r"has no qrels/test\.tsv; there is dev\.tsv"):
        read_beir(tmp_path, None, ["test"], rewrite=False)


def test_the_corpus_of_a_qrels_import_gives_the_texts(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("q 0 p 1\nq 0 r 0\n")
    (tmp_path / "c.jsonl").write_bytes(jsonl([{"_id": "p", "text": "The text."}, {"_id": "z", "text": "Not judged."}]))
    bundle = read_trec([("alice", tmp_path / "a")], None, tmp_path / "c.jsonl", "relevance", rewrite=False).bundle
    assert {id_: offer.value.text for id_, offer in bundle.passages.items()} == {"r": "r", "p": "The text.", "z": "Not judged."}
    assert bundle.notes == ["1 passage has no text in the source; the id stands in its place"]
