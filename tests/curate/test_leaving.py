"""What the disk refuses is tried again, stays in words with its sample, and leaving without it is never silent."""

from pathlib import Path
from typing import Any

import pytest

from annotator.curate.labelling import Desk
from annotator.curate.leaving import Said, at_stake, numbers
from annotator.curate.unfinished import Sheet, Unfinished
from annotator.curate.worklist import State
from annotator.curate.workspace import Workspace
from annotator.errors import Refused
from annotator.store.session_writer import NotSaved
from tests.builders import a_dataset, a_sample

LABEL, SKIP = Said({"op": "label"}, Sheet("0"), (0.0, 0.0)), Said({"op": "skip", "reason": "why"}, Sheet("0"), (0.0, 0.0))
GRADES = [("relevance", "p-1", 2), ("relevance", "p-2", 0)]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return a_dataset(tmp_path / "set", samples=[a_sample(f"q-{n}") for n in range(4)])


@pytest.fixture
def desk(root: Path) -> Desk:
    desk = Desk(Workspace(root), "alice")
    desk.take_up(desk.list.ids[1])
    return desk


def gone(root: Path) -> Path:
    """The dataset is moved away while it is open: nothing can be written, unfinished work neither."""
    return root.rename(root.with_name("away"))


def reopened(root: Path) -> Desk:
    desk = Desk(Workspace(root), "alice")
    desk.take_up(desk.list.ids[1])
    return desk


@pytest.mark.parametrize(
    ("places", "words"),
    [
        ([4], "sample 5"),
        ([2, 0], "samples 1 and 3"),
        ([0, 1, 2, 3, 4], "samples 1, 2, 3, 4 and 5"),
        ([0, 1, 2, 3, 4, 5, 6], "samples 1, 2, 3, 4 and 3 more"),
    ],
)
def test_samples_are_called_by_their_numbers(places: list[int], words: str):
    assert numbers(places) == words


@pytest.mark.parametrize(
    ("denied", "unkept", "begun", "words"),
    [
        ({}, [], [1], ""),
        ({}, [1], [1], "loses what you entered last in sample 2"),
        ({1: LABEL}, [1], [1], "loses the label of sample 2"),
        ({1: LABEL}, [], [], "loses the label of sample 2"),
        ({1: LABEL}, [], [1], "keeps the label of sample 2 as unfinished only"),
        ({1: SKIP}, [1, 2], [1, 2], "loses the reason to skip sample 2 and what you entered last in samples 2 and 3"),
        ({1: SKIP, 0: LABEL}, [], [0], "loses the reason to skip sample 2 and keeps the label of sample 1 as unfinished only"),
    ],
)
def test_what_is_lost_is_told_from_what_stays_unfinished(denied, unkept, begun, words):
    assert at_stake(denied, unkept, begun) == words


def test_leaving_is_asked_about_once_and_again_after_any_other_key(root: Path, desk: Desk):
    gone(root)
    desk.put(GRADES)
    asked = []
    for keys in (1, 2, 1):
        for _ in range(keys):
            desk.stir()
        asked.append(desk.ask_before_leaving())
    assert asked == ["loses what you entered last in sample 2", "loses what you entered last in sample 2", ""]
    desk.leave()
    assert desk.lost == "leaving loses what you entered last in sample 2 (No such file or directory)"


def test_where_there_is_room_again_all_is_written_and_nothing_asked(root: Path, desk: Desk):
    away = gone(root)
    desk.put(GRADES)
    assert "unfinished work is NOT kept" in (desk.trouble or "") and desk.in_trouble
    away.rename(root)
    desk.stir()
    assert (desk.ask_before_leaving(), desk.trouble, desk.in_trouble) == ("", None, False)
    desk.leave()
    assert desk.lost == ""
    assert reopened(root).sheet.values == {"relevance": {"p-1": 2, "p-2": 0}}


def test_once_a_second_it_is_tried_without_a_key(root: Path, desk: Desk):
    away = gone(root)
    desk.put(GRADES)
    desk.tick()
    assert desk.trouble is not None
    away.rename(root)
    desk.tick()
    assert desk.trouble is None


def test_to_look_at_samples_while_nothing_can_be_written_loses_nothing(root: Path, desk: Desk):
    away = gone(root)
    desk.take_up(desk.list.ids[2])
    desk.stir()
    assert desk.ask_before_leaving() == ""
    desk.leave()
    assert desk.lost == "" and away.exists()


def test_a_label_that_was_not_saved_is_saved_on_leaving_where_it_can_be(root: Path, desk: Desk):
    desk.put(GRADES)
    away = gone(root)
    with pytest.raises(NotSaved):
        desk.submit()
    assert (desk.trouble or "").startswith("sample 2: NOT saved: ")
    desk.take_up(desk.list.ids[2])
    assert not desk.in_trouble
    desk.stir()
    assert desk.ask_before_leaving() == "loses the label of sample 2"
    away.rename(root)
    desk.leave()
    assert (desk.lost, desk.trouble) == ("", None)
    again = reopened(root)
    assert again.state(desk.list.ids[1]) is State.LABELLED and desk.list.ids[1] not in again.work.sheets


def test_a_label_that_was_changed_since_is_not_submitted_behind_ones_back(root: Path, desk: Desk):
    desk.put(GRADES)
    away = gone(root)
    with pytest.raises(NotSaved):
        desk.submit()
    desk.put([("relevance", "p-1", 3)])
    away.rename(root)
    desk.stir()
    assert desk.ask_before_leaving() == "keeps the label of sample 2 as unfinished only"
    desk.leave()
    again = reopened(root)
    assert again.state(desk.list.ids[1]) is State.UNFINISHED
    assert again.sheet.values == {"relevance": {"p-1": 3, "p-2": 0}}


def test_a_label_that_only_the_log_refuses_stays_unfinished(root: Path, desk: Desk):
    (root / "labels").write_text("no folder")
    desk.put(GRADES)
    with pytest.raises(NotSaved):
        desk.submit()
    desk.leave()
    assert desk.lost.startswith("leaving keeps the label of sample 2 as unfinished only (")


def test_the_reason_of_a_skip_begins_with_the_note_and_outlives_a_write_that_failed(root: Path, desk: Desk):
    assert desk.reason == ""
    desk.write_note("not my\nlanguage", more=False)
    assert desk.reason == "not my language"
    away = gone(root)
    with pytest.raises(NotSaved):
        desk.skip("not my language, sorry")
    assert desk.reason == "not my language, sorry" and desk.in_trouble
    desk.take_up(desk.list.ids[2])
    assert desk.reason == "" and not desk.in_trouble
    away.rename(root)
    desk.take_up(desk.list.ids[1])
    desk.skip(desk.reason)
    assert desk.trouble is None
    again = reopened(root)
    assert again.task is not None and again.task.skipped == "not my language, sorry"


def test_what_a_rule_forbids_is_no_trouble_of_the_disk(desk: Desk):
    with pytest.raises(Refused):
        desk.submit()
    assert desk.trouble is None


def test_both_windows_know_while_a_sample_is_open_in_both(root: Path, desk: Desk):
    other = Desk(Workspace(root), "alice")
    other.take_up(other.list.ids[0])
    desk.tick()
    assert (desk.open_elsewhere, other.open_elsewhere) == (False, False)
    other.take_up(other.list.ids[1])
    desk.tick()
    assert (desk.open_elsewhere, other.open_elsewhere) == (True, True)
    other.leave()
    desk.tick()
    assert not desk.open_elsewhere


def test_an_undo_that_passed_over_a_sample_that_is_gone_is_the_same_when_it_is_read_again():
    change = {"facet": "grade", "candidate": None, "before": None, "after": 1}
    begun: list[dict[str, Any]] = [
        {"op": "begin", "sample": id_, "sample_sha256": "0", "values": {}, "note": None} for id_ in ("a", "gone")
    ]
    steps: list[dict[str, Any]] = [
        *begun,
        *({"op": "set", "sample": id_, "changes": [change]} for id_ in ("a", "gone")),
        {"op": "undo", "sample": "a"},
    ]
    work = Unfinished(steps)
    assert work.sheets["a"].values == {} and work.done == []
    work.take({"op": "redo", "sample": "a"})
    assert work.sheets["a"].values == {"grade": 1}
