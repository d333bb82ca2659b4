"""An edited passage: which samples it makes draft again, and whose labels go along with their marks."""

import json
from pathlib import Path
from typing import Any

import pytest

from annotator.cli.main import main
from annotator.curate.labelling import Desk
from annotator.curate.move_spans import renew, renewals
from annotator.curate.verify import verify
from annotator.curate.worklist import State
from annotator.curate.workspace import Workspace
from annotator.model.status import Standing, Status
from tests.builders import EVIDENCE, RELEVANCE, a_dataset, a_passage, a_sample, labelled, promoted

TEXT = "Green tea wants 80 °C. Green tea is mild."
SAMPLES = [a_sample("q-1"), a_sample("q-2", ["p-2", "p-3"]), a_sample("q-3", ["p-1", "p-3"]), a_sample("q-4", ["p-1"])]
Say = pytest.CaptureFixture[str]


def mark(words: str, text: str = TEXT) -> dict[str, Any]:
    return {"start": text.index(words), "end": text.index(words) + len(words), "text": words}


def values(sample: dict[str, Any], words: str) -> dict[str, Any]:
    marks = {"p-1": [mark(words)], "p-2": [mark("text of p-2", "The text of p-2.")], "p-3": []}
    grades = {"p-1": 2, "p-2": 1, "p-3": 0}
    candidates = sample["candidates"]
    return {"relevance": {c: grades[c] for c in candidates}, "evidence": {c: marks[c] for c in candidates}}


WORDS = {"q-1": "80 °C", "q-2": "80 °C", "q-3": "mild", "q-4": "Green tea"}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Four samples, all gold; p-1 is in all but q-2, and the words that q-4 rests on stand in it twice."""
    passages = [a_passage("p-1", TEXT), a_passage("p-2"), a_passage("p-3")]
    root = a_dataset(tmp_path / "set", passages=passages, samples=SAMPLES, facets={"relevance": RELEVANCE, "evidence": EVIDENCE})
    for person in ("alice", "bob"):
        labelled(root, person, {sample["id"]: values(sample, WORDS[sample["id"]]) for sample in SAMPLES}, note=f"by {person}")
    return promoted(root, *WORDS)


def edit(root: Path, before: str, after: str, file: str = "corpus.jsonl") -> None:
    text = (root / file).read_text("utf-8")
    assert before in text
    (root / file).write_text(text.replace(before, after), "utf-8")


def labels(root: Path, person: str = "alice") -> list[dict[str, Any]]:
    lines = [json.loads(line) for path in sorted(root.glob(f"labels/{person}/*.jsonl")) for line in path.read_bytes().splitlines()]
    return [line for line in lines if line["op"] == "label"]


def test_an_edit_makes_exactly_the_samples_that_hold_the_passage_draft_again(root: Path):
    assert {account.status for account in Workspace(root).accounts.values()} == {Standing.GOLD}
    edit(root, TEXT, f"Note: {TEXT}")
    accounts = Workspace(root).accounts
    assert {id_ for id_, found in accounts.items() if found.level is Status.DRAFT} == {"q-1", "q-3", "q-4"}
    assert accounts["q-2"].status is Standing.GOLD


def test_labels_whose_every_mark_is_found_once_are_renewed_and_no_other(root: Path):
    before = labels(root)
    edit(root, TEXT, f"Note: {TEXT}")
    done = list(renew(Workspace(root), "alice"))
    assert {one.renewal.sample: one.digest is not None for one in done} == {"q-1": True, "q-3": True, "q-4": False}
    assert labels(root)[: len(before)] == before
    q1, q3 = labels(root)[len(before) :]
    assert q1["values"]["evidence"]["p-1"] == [{"start": 22, "end": 27, "text": "80 °C"}]
    assert (q1["values"]["relevance"], q1["note"], q1["seconds"]) == ({"p-1": 2, "p-2": 1}, "by alice", None)
    assert q3["values"]["evidence"]["p-1"] == [mark("mild", f"Note: {TEXT}")]
    assert labels(root, "bob") == [
        {**line, "by": "bob", "note": "by bob", "at": other["at"]} for line, other in zip(before, labels(root, "bob"), strict=True)
    ]
    accounts = Workspace(root).accounts
    assert [accounts[id_].next for id_ in WORDS] == ["label", "none", "label", "label"]
    assert next(iter(renew(Workspace(root), "alice"))).renewal.sample == "q-4"


def test_when_both_have_renewed_it_is_agreed_again(root: Path):
    edit(root, TEXT, f"Note: {TEXT}")
    for person in ("alice", "bob"):
        list(renew(Workspace(root), person))
    assert Workspace(root).accounts["q-1"].resolution.rule == "agreed"
    assert {finding.kind.value for finding in verify(root).findings} == {"stale"}


@pytest.mark.parametrize(
    "before, after, file, why",
    [
        ("80 °C", "90 °C", "corpus.jsonl", "not every mark is found exactly once"),
        ("mild.", "mild. Enjoy it.", "corpus.jsonl", "its marks stand where they stood, so what changed is something else"),
        ("What about q-1?", "What of q-1?", "samples.jsonl", "its marks stand where they stood, so what changed is something else"),
    ],
)
def test_what_is_not_sure_waits_for_a_look(root: Path, before: str, after: str, file: str, why: str):
    edit(root, before, after, file)
    found = {one.sample: one for one in renewals(Workspace(root), "alice")}
    assert found["q-1"].label is None and found["q-1"].why == why


def test_a_label_that_today_s_scheme_does_not_allow_is_not_renewed(root: Path):
    edit(root, TEXT, f"Note: {TEXT}")
    edit(root, '"2": "answers in part",', "", "dataset.yaml")
    (one, *_) = renewals(Workspace(root), "alice")
    assert one.label is None and one.why is not None and "2 is not on the scale" in one.why


def test_the_command_lists_and_with_dry_run_saves_nothing(root: Path, capsys: Say):
    edit(root, TEXT, f"Note: {TEXT}")
    files = sorted(root.rglob("*.jsonl"))
    assert main(["label", str(root), "--as", "alice", "--move-spans", "--dry-run"]) == 0
    out = capsys.readouterr().out
    assert sorted(root.rglob("*.jsonl")) == files
    wanted = (
        "q-1: evidence of passage 1: “80 °C” 16 → 22\n",
        "q-1: evidence of passage 2: “text of p-2” stays at 4\n",
        "q-1: would be saved\n",
        "q-4: evidence of passage 1: “Green tea” is found 2 times\n",
        "q-4: waits for you: not every mark is found exactly once\n",
        "2 would be renewed, 1 wait for you on the screen; dataset SHA-256 ",
    )
    assert [line for line in wanted if line not in out] == []
    assert main(["label", str(root), "--as", "alice", "--move-spans"]) == 0
    assert "saved q-1 " in capsys.readouterr().out
    assert len(sorted(root.rglob("*.jsonl"))) == len(files) + 1


def test_dry_run_alone_is_wrong_usage(root: Path, capsys: Say):
    assert main(["label", str(root), "--as", "alice", "--dry-run"]) == 2
    assert "--dry-run goes with --move-spans" in capsys.readouterr().err


def test_on_the_desk_a_stale_sample_opens_with_its_marks_moved_and_one_step_renews_it(root: Path):
    edit(root, TEXT, f"Note: {TEXT}")
    with Desk(Workspace(root), "alice", clock=lambda: 0.0) as desk:
        before = len(labels(root))
        desk.take_up("q-1")
        assert desk.task is not None and desk.task.state is State.STALE
        assert [(move.text, move.before, move.after) for move in desk.task.moves] == [("80 °C", 16, 22), ("text of p-2", 4, 4)]
        assert len(labels(root)) == before
        desk.submit()
        assert desk.state("q-1") is State.LABELLED
        desk.take_up("q-1")
        assert desk.task.moves == ()
        desk.take_up("q-4")
        assert desk.sheet.values == {"relevance": {"p-1": 2}}
    assert labels(root)[-1]["values"]["evidence"]["p-1"] == [mark("80 °C", f"Note: {TEXT}")]


def test_unfinished_marks_move_too(root: Path):
    with Desk(Workspace(root), "alice", clock=lambda: 0.0) as desk:
        desk.take_up("q-1")
        desk.put([("evidence", "p-1", [mark("mild")])])
    edit(root, TEXT, f"Note: {TEXT}")
    with Desk(Workspace(root), "alice", clock=lambda: 0.0) as desk:
        desk.take_up("q-1")
        assert desk.sheet.value("evidence", "p-1") == [mark("mild", f"Note: {TEXT}")]
        # A mark that is put by hand onto words that stand twice is where the person put it, after a restart too.
        second = {"start": 29, "end": 38, "text": "Green tea"}
        desk.put([("evidence", "p-1", [second])])
    with Desk(Workspace(root), "alice", clock=lambda: 0.0) as desk:
        desk.take_up("q-1")
        assert desk.sheet.value("evidence", "p-1") == [second]
