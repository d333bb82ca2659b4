"""Blind until both are in: nothing that a command prints or writes shows one reviewer's label before the other has theirs."""

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from annotator.cli.main import COMMANDS, main
from annotator.curate.label import Draft
from annotator.curate.workspace import Workspace
from annotator.workflow.blindness import reviewer_view
from tests.builders import DIMENSIONS, EVIDENCE, REGISTRY, RELEVANCE, a_dataset, a_passage, a_sample, jsonl, labelled

NOTE = "alice-whispers-7d1f"
WORDS = "verdigris"
FACETS = {
    "relevance": RELEVANCE,
    "evidence": EVIDENCE,
    "dimensions": DIMENSIONS,
    "mood": {"kind": "number", "on": "sample", "lo": 0, "hi": 10**6},
}
Say = pytest.CaptureFixture[str]


def a_value(mood: int) -> dict[str, object]:
    return {
        "relevance": {"p-1": 3, "p-2": 0},
        "evidence": {"p-1": [{"start": 9, "end": 18, "text": WORDS}], "p-2": []},
        "dimensions": ["habits"],
        "mood": mood,
    }


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Alice has labelled q-1, twice without knowing it, and q-2; bob only q-2."""
    root = a_dataset(
        tmp_path / "small",
        passages=[a_passage("p-1", f"The word {WORDS}."), a_passage("p-2")],
        facets=FACETS,
        registry=REGISTRY,
        evaluation={"relevance": "relevance", "context": "evidence"},
    )
    for words in (["init", "-q"], ["add", "-A"], ["commit", "-q", "-m", "drafts"]):
        subprocess.run(["git", *words], cwd=root, check=True)
    predicted = [{"sample": id_, "values": {"dimensions": ["habits"]}} for id_ in ("q-1", "q-2")]
    (tmp_path / "predictions.jsonl").write_bytes(jsonl(predicted))
    labelled(root, "alice", {"q-1": a_value(271828)}, note=NOTE)
    labelled(root, "alice", {"q-1": a_value(271828)}, note=NOTE, repeat=True)
    labelled(root, "alice", {"q-2": a_value(5)})
    return labelled(root, "bob", {"q-2": a_value(5)})


# What bob can call that only looks; each with words that make it look at everything.
LOOKING = [
    ("status", "{root}"),
    ("status", "{root}", "--json"),
    ("status", "{root}", "--ids"),
    ("agreement", "{root}"),
    ("agreement", "{root}", "--json"),
    ("hash", "{root}"),
    ("hash", "{root}", "--manifest"),
    ("hash", "{root}", "--json"),
    ("verify", "{root}"),
    ("verify", "{root}", "--json"),
    ("verify", "{root}", "--history"),
    ("verify", "{root}", "--history", "--json"),
    ("verify", "{root}", "--base", "HEAD"),
    ("status", "{root}", "--history"),
    ("status", "{root}", "--history", "--json"),
    ("repair", "{root}"),
    ("fmt", "{root}"),
    ("blame", "{root}", "q-1"),
    ("blame", "{root}", "q-1", "--json"),
    ("diff", "{root}"),
    ("diff", "{root}", "--json"),
    ("evaluate", "{root}", "--retriever", "lexical"),
    ("evaluate", "{root}", "--retriever", "lexical", "--json"),
    ("tune", "{root}"),
    ("tune", "{root}", "--json"),
    ("score-tags", "{root}", "{root}/../predictions.jsonl", "--with-text"),
    ("score-tags", "{root}", "{root}/../predictions.jsonl", "--json"),
    ("export", "jsonl", "{root}", "{out}", "--status", "all-decided"),
    ("export", "trec", "{root}", "{out}", "--status", "all-decided"),
    ("export", "beir", "{root}", "{out}", "--status", "all-decided"),
    ("export", "jsonl", "{root}", "{out}", "--status", "all-decided", "--json"),
]


def shown(words: tuple[str, ...], root: Path, out: Path, capsys: Say) -> Iterator[str]:
    """What the call prints, and every file that it writes outside the dataset."""
    main([word.format(root=root, out=out) for word in words])
    yield from capsys.readouterr()
    yield from (path.read_text("utf-8") for path in sorted(out.rglob("*")) if path.is_file())


@pytest.mark.parametrize("words", LOOKING, ids=" ".join)
def test_no_command_tells_what_alice_said_before_bob_has(root: Path, tmp_path: Path, capsys: Say, words: tuple[str, ...]):
    for text in shown(words, root, tmp_path / "out", capsys):
        assert NOTE not in text
        assert "271828" not in text


def test_every_command_that_looks_is_asked(root: Path):
    writing = {"demo", "new", "generate", "import", "label", "adjudicate", "promote", "demote"}
    elsewhere = {"score", "schema", "compare", "release", "keygen", "unseal"}
    on_a_screen = {"desk", "serve"}
    assert {words[0] for words in LOOKING} == set(COMMANDS) - writing - elsewhere - on_a_screen


def test_the_same_words_are_shown_once_both_are_in(root: Path, tmp_path: Path, capsys: Say):
    labelled(root, "bob", {"q-1": a_value(271828)})
    words = ("export", "jsonl", "{root}", "{out}", "--status", "all-decided")
    assert any("271828" in text for text in shown(words, root, tmp_path / "out", capsys))


def test_labelling_tells_bob_nothing_of_alice(root: Path, capsys: Say):
    source = root.parent / "bob.jsonl"
    for line in ({"sample": "q-1", "values": {"relevance": {"p-1": 9}}}, {"sample": "q-1", "values": a_value(1)}):
        source.write_bytes(jsonl([line]))
        main(["label", str(root), "--as", "bob", "--from", str(source)])
        assert all("271828" not in text and NOTE not in text for text in capsys.readouterr())


def test_the_adjudicator_too_waits_until_both_are_in(root: Path, capsys: Say):
    source = root.parent / "carol.jsonl"
    source.write_bytes(jsonl([{"sample": "q-1", "values": a_value(1), "reason": "x"}]))
    assert main(["adjudicate", str(root), "--as", "carol", "--from", str(source)]) == 2
    assert all("271828" not in text and NOTE not in text for text in capsys.readouterr())


def test_a_view_of_bob_s_holds_no_word_of_alice(root: Path):
    view = reviewer_view(Workspace(root).case("q-1"), "bob")
    assert view.own is None
    assert NOTE not in repr(view)
    assert "271828" not in repr(view)
    assert "alice" not in repr(view)


def test_with_three_reviewers_two_who_differ_are_not_given_away(tmp_path: Path, capsys: Say):
    people = {name: {"roles": ["reviewer"]} for name in ("alice", "bob", "zoe")}
    root = a_dataset(tmp_path / "small", samples=[a_sample("q-1")], people=people, workflow={"reviewers": 3})
    labelled(root, "alice", {"q-1": {"relevance": {"p-1": 3, "p-2": 0}}})
    labelled(root, "bob", {"q-1": {"relevance": {"p-1": 0, "p-2": 0}}})
    assert main(["status", str(root), "--json"]) == 0
    (sample,) = json.loads(capsys.readouterr().out)["samples"]
    assert sample["open"] == []
    assert sample["next"] == "label"


def test_a_label_carries_no_suggestion():
    assert set(Draft.model_fields) == {"sample", "values", "note", "seconds", "skip", "repeat"}
