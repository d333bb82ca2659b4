"""Picks that were not saved outlive the process, for the person who made them alone, until the sample is decided."""

import json
import shutil
from pathlib import Path

import pytest

from annotator.curate.adjudication import Bench, Pick
from annotator.curate.workspace import Workspace
from annotator.model.events import Cause
from tests.builders import PEOPLE, labelled
from tests.curate.test_adjudication import ALICE, BOB, make, mark

DAVE = {**PEOPLE, "dave": {"roles": ["adjudicator"]}}
GRADE, MARKS, TAGS = ("relevance", "p-1"), ("evidence", "p-1"), ("dimensions", None)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Three samples on which alice and bob differ in three points, and two adjudicators."""
    root = make(tmp_path / "set", 3, people=DAVE)
    for person, values in (("alice", ALICE), ("bob", BOB)):
        labelled(root, person, dict.fromkeys(("q-1", "q-2", "q-3"), values))
    return root


def killed(root: Path, sample: str, *, person: str = "carol") -> Bench:
    """A bench on which something was picked and that was never left."""
    bench = Bench(Workspace(root), person)
    bench.take_up(sample)
    bench.take(GRADE, 1)
    bench.put(MARKS, [mark(0, 5)])
    return bench


def files(root: Path) -> list[Path]:
    return sorted(root.glob(".annotator/picks/*/*.jsonl"))


def let_go(bench: Bench) -> None:
    """What the system does for a process that was killed."""
    bench._kept._drafts._let_go()


def test_picks_come_back_at_the_same_sample(root: Path):
    before = killed(root, "q-2")
    picks = dict(before.picks)
    let_go(before)
    with Bench(Workspace(root), "carol") as bench:
        assert bench.first() == "q-2"
        bench.take_up("q-2")
        assert bench.picks == picks
        assert bench.picks[MARKS] == Pick([mark(0, 5)], "own")
        assert bench.unsaved() == ["q-2"]
    assert not (root / "decisions").exists()


def test_the_reason_and_the_cause_come_back_with_them(root: Path):
    before = killed(root, "q-2")
    before.note("the first words answer", Cause.SLIP)
    let_go(before)
    with Bench(Workspace(root), "carol") as bench:
        bench.take_up("q-1")
        assert (bench.reason, bench.cause) == ("", None)
        bench.take_up("q-2")
        assert (bench.reason, bench.cause) == ("the first words answer", Cause.SLIP)
        bench.take_up("q-3")
        bench.take_up("q-2")
        assert bench.reason == "the first words answer"


def test_a_reason_alone_is_kept_and_an_unknown_cause_is_none(root: Path):
    with Bench(Workspace(root), "carol") as bench:
        bench.take_up("q-3")
        bench.note("either way", Cause.TEXT)
    (path,) = files(root)
    path.write_bytes(path.read_bytes().replace(b'"text"', b'"weather"'))
    with Bench(Workspace(root), "carol") as bench:
        assert bench.first() == "q-3"
        bench.take_up("q-3")
        assert (bench.picks, bench.reason, bench.cause) == ({}, "either way", None)
        bench.note("", None)
    assert files(root) == []


def test_they_are_in_no_file_that_is_hashed_and_git_never_sees_them(root: Path):
    sha256 = Workspace(root).dataset.sha256()
    killed(root, "q-1")
    assert Workspace(root).dataset.sha256() == sha256
    assert (root / ".annotator" / ".gitignore").read_text("utf-8") == "*\n"


def test_another_adjudicator_sees_nothing_of_them(root: Path):
    let_go(killed(root, "q-2"))
    with Bench(Workspace(root), "dave") as bench:
        assert (bench.first(), bench.unsaved()) == ("q-1", [])
        bench.take_up("q-2")
        assert bench.picks == {}


def test_what_a_living_process_picks_is_not_taken_from_it(root: Path):
    first = killed(root, "q-2")
    with Bench(Workspace(root), "carol") as bench:
        bench.take_up("q-2")
        assert bench.picks == {}
    assert first.unsaved() == ["q-2"]


def test_a_decision_takes_them_off_the_disk(root: Path):
    let_go(killed(root, "q-3"))
    bench = killed(root, "q-1")
    assert len(files(root)) == 1
    bench.take_up("q-1")
    bench.take(TAGS, 1)
    bench.save("the first words answer")
    assert [json.loads(line)["sample"] for path in files(root) for line in path.read_bytes().splitlines()] == ["q-3"]
    bench.take_up("q-3")
    bench.unsettle("either way")
    bench.leave()
    assert files(root) == []


def test_picks_that_were_taken_away_leave_nothing(root: Path):
    with Bench(Workspace(root), "carol") as bench:
        bench.take_up("q-1")
        bench.take(GRADE, 1)
        bench.clear(GRADE)
        assert bench.unsaved() == []
    assert files(root) == []


def test_where_a_label_changed_meanwhile_they_are_forgotten(root: Path):
    let_go(killed(root, "q-2"))
    labelled(root, "alice", {"q-2": {**ALICE, "dimensions": ["skills"]}})
    with Bench(Workspace(root), "carol") as bench:
        bench.take_up("q-2")
        assert bench.picks == {}
    assert files(root) == []


def test_looking_without_picking_writes_nothing(root: Path):
    with Bench(Workspace(root), "carol") as bench:
        bench.take_up("q-1")
    assert not (root / ".annotator" / "picks").exists()


def test_a_torn_or_foreign_line_is_passed_over(root: Path):
    let_go(killed(root, "q-2"))
    (path,) = files(root)
    with path.open("ab") as file:
        file.write(b'{"op":"picks","sample":"q-1","ground":"x","picks":[[1],2]}\n{"op":"picks","sample":"q-3","gro')
    with Bench(Workspace(root), "carol") as bench:
        bench.take_up("q-1")
        assert bench.picks == {}
        bench.take_up("q-2")
        assert set(bench.picks) == {GRADE, MARKS}


def test_a_folder_of_picks_that_cannot_be_made_is_said(root: Path):
    (root / ".annotator").mkdir(exist_ok=True)
    (root / ".annotator" / "picks").write_text("in the way", "utf-8")
    with Bench(Workspace(root), "carol") as bench:
        bench.take_up("q-1")
        bench.take(GRADE, 1)
        assert bench.trouble is not None and "NOT kept" in bench.trouble
        assert bench.picks[GRADE].how == "took 1"
    shutil.rmtree(root / ".annotator", ignore_errors=True)


def test_of_two_windows_the_picks_made_last_hold(root: Path):
    first, second = Bench(Workspace(root), "carol"), Bench(Workspace(root), "carol")
    for bench in (first, second):
        bench.take_up("q-1")
        bench.take(TAGS, 1)
    second.take(GRADE, 2)
    first.take(GRADE, 1)
    second.take_up("q-2")
    second.take(GRADE, 2)
    for bench in (first, second):
        bench.leave()
    with Bench(Workspace(root), "carol") as bench:
        bench.take_up("q-1")
        assert bench.picks[GRADE].how == "took 1"
        assert bench.unsaved() == ["q-1", "q-2"]
