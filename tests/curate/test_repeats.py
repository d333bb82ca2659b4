"""A reviewer is asked the same again without being told: what the desk shows, what is on disk, and that no repeat counts."""

import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from annotator.curate.agreement import agreement
from annotator.curate.agreement_slices import agreement_with_oneself
from annotator.curate.decide import decide_from
from annotator.curate.label import label_from
from annotator.curate.labelling import Desk
from annotator.curate.promote import promote
from annotator.curate.self_agreement import self_agreement
from annotator.curate.status import status
from annotator.curate.verify import verify
from annotator.curate.worklist import State
from annotator.curate.workspace import Workspace
from annotator.errors import CheckFailed, Refused
from annotator.model.status import Status
from tests.builders import a_dataset, a_sample, graded, jsonl

IDS = [f"q-{n}" for n in range(4)]
DAY = timedelta(days=1)


def days_later(count: float) -> Callable[[], datetime]:
    """A clock that ticks, some days after now: labels made by `graded` bear today."""
    start, seconds = datetime.now(UTC) + count * DAY, iter(range(10**6))
    return lambda: start + timedelta(seconds=next(seconds))


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Both reviewers have labelled all four samples; half of them are to be repeated."""
    root = a_dataset(tmp_path / "set", samples=[a_sample(id_) for id_ in IDS], workflow={"repeats": 0.5})
    for person in ("alice", "bob"):
        graded(root, person, {id_: {"p-1": 2, "p-2": 0} for id_ in IDS})
    return root


def desk_of(root: Path, person: str = "alice", days: float = 2) -> Desk:
    return Desk(Workspace(root, days_later(days)), person, clock=lambda: 0.0)


def lines(root: Path, person: str = "alice") -> list[dict[str, Any]]:
    return [json.loads(line) for path in sorted(root.glob(f"labels/{person}/*.jsonl")) for line in path.read_bytes().splitlines()]


def repeats(root: Path) -> list[dict[str, Any]]:
    return [line for line in lines(root) if "repeat" in line]


def grade(desk: Desk, sample: str, first: int) -> None:
    desk.take_up(sample)
    desk.put([("relevance", "p-1", first), ("relevance", "p-2", 0)])


def test_what_is_due_looks_as_if_nothing_had_been_said(root: Path):
    with desk_of(root) as desk:
        due = [id_ for id_ in desk.list.ids if desk.state(id_) is State.WAITING]
        assert len(due) == 2
        assert desk.first() == due[0] == desk.next_waiting(None)
        desk.take_up(due[0])
        assert desk.task is not None
        assert desk.sheet.values == {} and desk.sheet.note is None
        assert (desk.task.state, desk.task.stale, desk.task.skipped, desk.task.total) == (State.WAITING, None, None, 4)
        assert desk.counts()[State.WAITING] == 2 and desk.counts()[State.LABELLED] == 2
    people = {person.name: person for person in status(Workspace(root, days_later(2))).people}
    assert (people["alice"].labelled, people["alice"].waiting) == (2, 2)


def test_on_the_same_day_nothing_comes_again(root: Path):
    with desk_of(root, days=0) as desk:
        assert desk.next_waiting(None) is None and desk.counts()[State.LABELLED] == 4


def test_a_repeat_is_a_record_that_names_the_label_and_counts_nowhere(root: Path):
    before = Workspace(root)
    counted = {id_: case.fresh["alice"].logged.digest for id_, case in before.cases.items()}
    with desk_of(root) as desk:
        for sample in [id_ for id_ in desk.list.ids if desk.state(id_) is State.WAITING]:
            grade(desk, sample, 1)
            desk.submit()
            assert desk.state(sample) is State.LABELLED
            desk.take_up(sample)
            assert desk.sheet.values == {"relevance": {"p-1": 1, "p-2": 0}}
        assert desk.next_waiting(None) is None
    after = Workspace(root)
    assert [line["repeat"] for line in repeats(root)] == [counted[line["sample"]] for line in repeats(root)]
    assert {id_: case.fresh["alice"].logged.digest for id_, case in after.cases.items()} == counted
    assert {account.resolution.rule for account in after.accounts.values()} == {"agreed"}
    assert agreement(after)["relevance"].pairs[0].statistics["observed"].value == 1.0
    assert agreement_with_oneself(after)["relevance"] == {}
    assert verify(root).findings == []


def test_submitting_it_once_more_unchanged_leaves_the_label_as_it_was(root: Path):
    with desk_of(root) as desk:
        sample = str(desk.first())
        grade(desk, sample, 1)
        desk.submit()
        desk.take_up(sample)
        desk.submit()
    assert [line["op"] for line in lines(root)] == ["open", *["label"] * 4, "open", "label"]
    assert Workspace(root).case(sample).fresh["alice"].values == {"relevance": {"p-1": 2, "p-2": 0}}


def test_a_change_on_purpose_after_it_is_a_label_that_counts(root: Path):
    with desk_of(root) as desk:
        sample = str(desk.first())
        grade(desk, sample, 1)
        desk.submit()
        desk.take_up(sample)
        desk.put([("relevance", "p-1", 3)])
        desk.submit()
        desk.take_up(sample)
        assert desk.sheet.values["relevance"]["p-1"] == 3
    assert [("repeat" in line) for line in lines(root) if line.get("sample") == sample] == [False, True, False]
    assert Workspace(root).case(sample).fresh["alice"].values == {"relevance": {"p-1": 3, "p-2": 0}}
    assert verify(root).findings == []


def test_undo_takes_the_repeat_back_and_not_the_label(root: Path):
    with desk_of(root) as desk:
        sample = str(desk.first())
        grade(desk, sample, 1)
        desk.submit()
        step = desk.undo()
        assert step is not None and step["op"] == "saved"
        assert desk.state(sample) is State.UNFINISHED and desk.sheet.values == {"relevance": {"p-1": 1, "p-2": 0}}
    # Undone and left: it comes back as it was, and is a repeat still.
    with desk_of(root, days=3) as desk:
        assert desk.first() == sample
        desk.take_up(sample)
        desk.put([("relevance", "p-2", 3)])
        desk.submit()
        desk.undo()
        desk.redo()
    ops = [line["op"] for line in repeats(root)]
    assert ops == ["label", "withdraw", "label", "withdraw", "label"]
    assert Workspace(root).case(sample).fresh["alice"].values == {"relevance": {"p-1": 2, "p-2": 0}}
    assert verify(root).findings == []


def test_a_skip_while_asked_again_leaves_the_label(root: Path):
    with desk_of(root) as desk:
        sample = str(desk.first())
        desk.take_up(sample)
        desk.skip("too long ago")
        assert desk.state(sample) is State.SKIPPED
    assert [line["op"] for line in repeats(root)] == ["skip"]
    assert Workspace(root).case(sample).fresh["alice"].values == {"relevance": {"p-1": 2, "p-2": 0}}


def test_unfinished_changes_of_before_are_no_repeat(root: Path):
    with desk_of(root, days=0) as desk:
        due = desk_of(root).first()
        desk.take_up(str(due))
        desk.put([("relevance", "p-1", 0)])
    with desk_of(root) as desk:
        desk.take_up(str(due))
        assert desk.state(str(due)) is State.UNFINISHED
        desk.submit()
    assert repeats(root) == []


def test_an_edited_text_makes_a_repeat_a_plain_label(root: Path):
    with desk_of(root) as desk:
        sample = str(desk.first())
        grade(desk, sample, 1)
    text = (root / "corpus.jsonl").read_text("utf-8").replace("The text", "Another text")
    (root / "corpus.jsonl").write_text(text, "utf-8")
    with desk_of(root) as desk:
        desk.take_up(sample)
        desk.submit()
    assert repeats(root) == []
    assert verify(root).findings == []


def from_file(root: Path, *records: dict[str, Any], person: str = "alice") -> list[str | None]:
    source = root.parent / "from.jsonl"
    source.write_bytes(jsonl(records))
    return [saved.digest for saved in label_from(Workspace(root), person, source)]


def test_a_file_marks_a_repeat_explicitly(root: Path):
    line = {"sample": "q-1", "values": {"relevance": {"p-1": 0, "p-2": 0}}, "repeat": True}
    (digest,) = from_file(root, line)
    assert digest is not None
    assert from_file(root, line) == [None]
    (record,) = repeats(root)
    assert record["repeat"] == Workspace(root).case("q-1").fresh["alice"].logged.digest
    assert verify(root).findings == []


def test_a_file_repeats_only_what_is_labelled(tmp_path: Path):
    root = a_dataset(tmp_path / "set")
    with pytest.raises(Refused, match="there is no label of alice, as a reviewer, that counts and could be repeated"):
        from_file(root, {"sample": "q-1", "values": {"relevance": {"p-1": 0, "p-2": 0}}, "repeat": True})


def test_no_decision_rests_on_a_repeat(root: Path):
    from_file(root, {"sample": "q-1", "values": {"relevance": {"p-1": 0, "p-2": 0}}, "repeat": True})
    workspace = Workspace(root)
    assert workspace.accounts["q-1"].next == "promote"
    list(promote(workspace, ["q-1"], Status.CANDIDATE, "carol"))
    (path,) = root.glob("decisions/carol/*.jsonl")
    rewritten = path.read_text("utf-8").replace(repeats(root)[0]["repeat"], workspace.case("q-1").repeats["alice"].digest)
    path.write_text(rewritten, "utf-8")
    Path(f"{path}.sha256").unlink()
    messages = [finding.message for finding in verify(root).findings if finding.kind.value == "invalid"]
    assert len(messages) == 1 and "a repeat, which counts for nothing" in messages[0]


def test_kappa_with_oneself_from_a_table_by_hand(tmp_path: Path):
    # Four grades first (0 0 2 2) and again (0 2 2 2): observed 3/4, by chance 1/2 * 1/4 + 1/2 * 3/4 = 1/2, kappa (3/4 - 1/2) / (1 - 1/2) = 1/2.
    samples = [a_sample(id_, candidates=["p-1"]) for id_ in IDS]
    root = a_dataset(tmp_path / "set", samples=samples, workflow={"repeats": 1.0})
    for person in ("alice", "bob"):
        graded(root, person, {id_: {"p-1": first} for id_, first in zip(IDS, (0, 0, 2, 2), strict=True)})
    from_file(
        root,
        *({"sample": id_, "values": {"relevance": {"p-1": again}}, "repeat": True} for id_, again in zip(IDS, (0, 2, 2, 2), strict=True)),
    )
    found = self_agreement(Workspace(root))["relevance"]
    assert list(found) == ["alice"]
    (pair,) = found["alice"].pairs
    assert (pair.reviewers, pair.n) == (("again", "first"), 4)
    assert pair.statistics["observed"].value == 0.75
    assert pair.statistics["kappa"].value == pytest.approx(0.5)


def test_nothing_is_told_of_samples_that_wait_for_another_label(tmp_path: Path):
    root = a_dataset(tmp_path / "set", workflow={"repeats": 1.0})
    graded(root, "alice", {"q-1": {"p-1": 2, "p-2": 0}})
    from_file(root, {"sample": "q-1", "values": {"relevance": {"p-1": 0, "p-2": 0}}, "repeat": True})
    assert self_agreement(Workspace(root)) == {"relevance": {}}
    graded(root, "bob", {"q-1": {"p-1": 2, "p-2": 0}})
    assert list(self_agreement(Workspace(root))["relevance"]) == ["alice"]


def test_a_repeat_whose_label_was_tampered_with_is_named(root: Path):
    from_file(root, {"sample": "q-1", "values": {"relevance": {"p-1": 0, "p-2": 0}}, "repeat": True})
    path = max(root.glob("labels/alice/*.jsonl"))
    path.write_text(path.read_text("utf-8").replace(repeats(root)[0]["repeat"], "0" * 64), "utf-8")
    Path(f"{path}.sha256").unlink()
    (finding,) = [finding for finding in verify(root).findings if finding.kind.value == "invalid"]
    assert finding.message == "q-1: it names record 000000000000…, which is no earlier label of alice's about this sample"
    source = root.parent / "decide.jsonl"
    source.write_bytes(jsonl([{"sample": "q-1", "unsettled": "x"}]))
    with pytest.raises(CheckFailed):
        list(decide_from(Workspace(root), "carol", source))
