"""Line by line: the same keys, the same records."""

import json
from collections.abc import Iterable
from pathlib import Path

from annotator.curate.labelling import Desk
from annotator.curate.verify import verify
from annotator.curate.workspace import Workspace
from annotator.tui.keymap import KEYS
from annotator.tui.plain import TAKES, Plain
from tests.builders import a_dataset, a_passage, a_sample, ticking
from tests.tui.conftest import TEXT


def said(root: Path, lines: Iterable[str]) -> str:
    """What is said while the lines are read."""
    given = iter([f"{line}\n" for line in lines])
    out: list[str] = []
    with Desk(Workspace(root, ticking()), "alice", clock=lambda: 0.0) as desk:
        assert Plain(desk, KEYS, lambda: next(given, ""), out.append).run() == 0
    return "".join(out)


def records(root: Path) -> list[dict]:
    """The records of alice."""
    return [json.loads(line) for path in sorted(root.glob("labels/alice/*.jsonl")) for line in path.read_bytes().splitlines()[1:]]


def test_a_whole_label_by_lines(dataset):
    spoken = said(
        dataset,
        [
            "3",
            "m Alpha",
            "m 喜欢标注",
            "x Alpha",
            ".",
            "0",
            "f",
            "0",
            ",",
            "0",
            "t skills",
            "f",
            "f",
            "2",
            "f",
            "42",
            "e see p. 3",
            "s",
            "q",
        ],
    )
    assert "relevance: 3 answers" in spoken and "saved 2026-11-30T05:09" in spoken
    (record,) = records(dataset)
    start = TEXT.index("喜")
    assert record["values"] == {
        "relevance": {"p-1": 3, "p-2": 0},
        "evidence": {"p-1": [{"start": start, "end": start + 4, "text": "喜欢标注"}], "p-2": []},
        "forbidden": {"p-1": False, "p-2": False},
        "dimensions": ["skills"],
        "register": "plain",
        "trust": 42,
    }
    assert record["note"] == "see p. 3"
    assert verify(dataset).findings == []


def test_what_is_missing_is_said_and_nothing_saved(dataset):
    assert "NOT submitted: relevance of passage 1 is missing" in said(dataset, ["s"])
    assert records(dataset) == []


def test_skip_undo_redo_and_a_restart(dataset):
    assert "a skip needs a reason" in said(dataset, ["k"])
    said(dataset, ["k unclear"])
    assert "undone: the skip" in said(dataset, ["u"])
    assert "done again: the skip" in said(dataset, ["r"])
    assert [record["op"] for record in records(dataset)] == ["skip", "withdraw", "skip"]


def test_full_width_keys_work_in_lines_too(dataset):
    assert "relevance: 2 answers in part" in said(dataset, ["２"])


def test_what_means_nothing_is_said(dataset):
    spoken = said(dataset, ["9", "&", "m nowhere", "t nonsense", "f", "f", "f", "f", "101"])
    for sentence in (
        "9 stands for nothing in relevance",
        "& means nothing here",
        "not in the passage",
        "nonsense is no tag",
        "101 stands for nothing",
    ):
        assert sentence in spoken


def test_marks_that_cut_a_character_are_refused(tmp_path):
    root = a_dataset(
        tmp_path / "set",
        passages=[a_passage("p-1", "cafe\u0301 au lait")],
        samples=[a_sample("q-1", ["p-1"])],
        facets={"evidence": {"kind": "spans", "on": "candidate"}},
    )
    assert "cuts through a character" in said(root, ["m cafe"])
    assert "1 marks in this passage" in said(root, ["m cafe\u0301"])


def test_marks_with_tags_name_their_tag(tagged):
    spoken = said(tagged, ["m Ann", "m person: Ann", "m place: Paris", "i"])
    assert "say which mark it is" in spoken and "2 marks in this passage" in spoken


def test_nothing_steers_the_terminal(tmp_path):
    root = a_dataset(
        tmp_path / "set",
        passages=[a_passage("p-1", "\x1b[2J\u202e one\r\ntwo"), a_passage("p-2")],
        samples=[a_sample("q-1", query="\x1b]52;c;eA==\x07")],
    )
    spoken = said(root, ["v", "?", "g", "i"])
    assert not [c for c in spoken if (c < " " and c != "\n") or "\x7f" <= c <= "\x9f" or c == "\u202e"]
    assert "  ␛[2J‹RLO› one\n  two\n" in spoken


def test_every_key_that_lines_know_is_in_the_table():
    assert set(TAKES) <= {entry.id for entry in KEYS}
    assert all(hasattr(Plain, f"_do_{id_}") for id_ in TAKES if id_ != "quit")
