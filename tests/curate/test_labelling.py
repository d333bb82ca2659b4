"""The reviewer's desk without a screen."""

import json

import pytest

from annotator.curate.labelling import Desk
from annotator.curate.unfinished import Unfinished
from annotator.curate.worklist import State
from annotator.curate.workspace import Workspace
from annotator.errors import Refused
from annotator.store.drafts import TAKEN
from tests.builders import EVIDENCE, RELEVANCE, a_dataset, a_passage, a_sample, graded, labelled


def a_set(tmp_path, **more):
    return a_dataset(
        tmp_path / "set",
        passages=[a_passage("p-1", "Alpha beta."), a_passage("p-2")],
        samples=[a_sample(f"q-{n}") for n in range(4)],
        facets={"relevance": RELEVANCE, "evidence": EVIDENCE},
        **more,
    )


def test_order_is_another_for_each_reviewer_and_the_same_each_time(tmp_path):
    root = a_dataset(tmp_path / "set", samples=[a_sample(f"q-{n}") for n in range(30)])
    orders = {who: [Desk(Workspace(root), who).list.ids for _ in range(2)] for who in ("alice", "bob")}
    assert orders["alice"][0] == orders["alice"][1] != orders["bob"][0] == orders["bob"][1]


def test_each_sample_of_the_list_stands_at_its_place_and_others_are_not_in_it(tmp_path):
    root = a_dataset(tmp_path / "set", samples=[a_sample(f"q-{n}") for n in range(30)])
    mine = Desk(Workspace(root), "alice").list
    assert [mine.place(id_) for id_ in mine.ids] == list(range(30))
    # Unknown ids fall before, between and behind the known ones.
    assert [mine.holds(f"q-{n}") for n in range(90)] == [True] * 30 + [False] * 60


def test_a_sample_that_has_all_its_labels_does_not_wait(tmp_path):
    root = a_dataset(tmp_path / "set", workflow={"reviewers": 1})
    graded(root, "bob", {"q-1": {"p-1": 0, "p-2": 0}})
    desk = Desk(Workspace(root), "alice")
    assert desk.list.ids == ["q-2"]


def test_marks_are_taken_as_none_where_none_was_made(tmp_path):
    root = a_set(tmp_path)
    with Desk(Workspace(root), "alice") as desk:
        desk.take_up(desk.list.ids[0])
        assert desk.rest_lowest("relevance") == 2
        desk.submit()
        assert desk.state(desk.list.ids[0]) is State.LABELLED
    (path,) = root.glob("labels/alice/*.jsonl")
    assert json.loads(path.read_bytes().splitlines()[1])["values"]["evidence"] == {"p-1": [], "p-2": []}


def test_unfinished_marks_that_no_longer_fit_the_text_are_dropped(tmp_path):
    root = a_set(tmp_path)
    with Desk(Workspace(root), "alice") as desk:
        desk.take_up(desk.list.ids[0])
        desk.put([("relevance", "p-1", 2), ("evidence", "p-1", [{"start": 0, "end": 5, "text": "Alpha"}])])
    text = (root / "corpus.jsonl").read_text("utf-8").replace("Alpha", "Other")
    (root / "corpus.jsonl").write_text(text, "utf-8")
    with Desk(Workspace(root), "alice") as desk:
        desk.take_up(desk.list.ids[0])
        assert desk.sheet.values == {"relevance": {"p-1": 2}}


def edit(root, before, after):
    corpus = root / "corpus.jsonl"
    corpus.write_text(corpus.read_text("utf-8").replace(before, after), "utf-8")


def test_that_the_text_changed_under_open_work_is_said_until_something_is_entered(tmp_path):
    root = a_set(tmp_path)
    with Desk(Workspace(root), "alice") as desk:
        first, second = desk.list.ids[:2]
        assert desk.take_up(first) is None
        desk.put([("relevance", "p-1", 2)])
    edit(root, "Alpha", "Other")
    for _ in range(2):
        with Desk(Workspace(root), "alice") as desk:
            sentence = "the text changed since you began; look again at what you entered"
            assert [desk.take_up(sample) for sample in (first, second, first)] == [sentence, None, sentence]
            assert (desk.sheet.values, desk.state(first)) == ({"relevance": {"p-1": 2}}, State.UNFINISHED)
    with Desk(Workspace(root), "alice") as desk:
        desk.take_up(first)
        desk.put([("relevance", "p-2", 1)])
        assert (desk.take_up(second), desk.take_up(first)) == (None, None)
    with Desk(Workspace(root), "alice") as desk:
        assert desk.take_up(first) is None
        assert desk.sheet.values == {"relevance": {"p-1": 2, "p-2": 1}}


def test_a_mark_that_was_made_anew_on_the_new_text_is_not_moved_again(tmp_path):
    root, mark = a_set(tmp_path), ("evidence", "p-1")
    with Desk(Workspace(root), "alice") as desk:
        first = desk.list.ids[0]
        desk.take_up(first)
        desk.put([(*mark, [{"start": 0, "end": 5, "text": "Alpha"}])])
    edit(root, "Alpha beta.", "Alpha Alpha beta.")
    with Desk(Workspace(root), "alice") as desk:
        desk.take_up(first)
        assert desk.task is not None and [move.times for move in desk.task.moves] == [2]
        desk.put([(*mark, [{"start": 6, "end": 11, "text": "Alpha"}])])
    with Desk(Workspace(root), "alice") as desk:
        desk.take_up(first)
        assert desk.task is not None and desk.task.moves == ()
        assert desk.sheet.values == {"evidence": {"p-1": [{"start": 6, "end": 11, "text": "Alpha"}]}}


def test_nothing_is_saved_about_a_text_that_was_changed_while_it_was_open(tmp_path):
    root = a_set(tmp_path)
    with Desk(Workspace(root), "alice") as desk:
        first = desk.list.ids[0]
        desk.take_up(first)
        desk.rest_lowest("relevance")
        edit(root, "Alpha", "Other")
        with pytest.raises(Refused, match="NOT saved: its text was changed while it was open"):
            desk.submit()
        edit(root, "Other", "Alpha")
        desk.submit()
        assert desk.state(first) is State.LABELLED


def test_a_stale_label_waits_again_with_what_still_fits(tmp_path):
    root = a_set(tmp_path)
    with Desk(Workspace(root), "alice") as desk:
        first = desk.list.ids[0]
        desk.take_up(first)
        desk.put([("relevance", "p-1", 1), ("relevance", "p-2", 0), ("evidence", "p-1", [{"start": 0, "end": 5, "text": "Alpha"}])])
        desk.submit()
    text = (root / "corpus.jsonl").read_text("utf-8").replace("beta", "BETA")
    (root / "corpus.jsonl").write_text(text, "utf-8")
    with Desk(Workspace(root), "alice") as desk:
        assert desk.state(first) is State.STALE
        desk.take_up(first)
        assert desk.task is not None
        assert desk.task.stale == "the text changed since"
        assert desk.sheet.values["evidence"]["p-1"] == [{"start": 0, "end": 5, "text": "Alpha"}]


def test_submitting_the_same_again_adds_no_record(tmp_path):
    root = a_set(tmp_path)
    with Desk(Workspace(root), "alice") as desk:
        desk.take_up(desk.list.ids[0])
        desk.rest_lowest("relevance")
        desk.submit()
        desk.submit()
    (path,) = root.glob("labels/alice/*.jsonl")
    assert len(path.read_bytes().splitlines()) == 2


def test_what_is_missing_refuses(tmp_path):
    desk = Desk(Workspace(a_set(tmp_path)), "alice")
    desk.take_up(desk.list.ids[0])
    with pytest.raises(Refused, match="NOT submitted: relevance of passage 1 is missing"):
        desk.submit()


def test_steps_fold_into_the_same_state_however_often_they_are_read(tmp_path):
    root = a_set(tmp_path)
    with Desk(Workspace(root), "alice") as desk:
        first, second = desk.list.ids[:2]
        desk.take_up(first)
        desk.put([("relevance", "p-1", 1)])
        desk.write_note("a", more=False)
        desk.write_note("ab", more=True)
        desk.take_up(second)
        desk.put([("relevance", "p-1", 2), ("relevance", "p-2", 2)])
        desk.undo()
        steps = [{name: value for name, value in step.items() if name != TAKEN} for step in desk._kept.steps]
        there = desk.work
    again = Unfinished(steps)
    assert (again.sheets, again.done, again.undone, again.at) == (there.sheets, there.done, there.undone, there.at)
    assert again.sheets[first].note == "ab" and [step["op"] for step in again.done] == ["set", "note"]


def test_other_peoples_files_are_not_looked_into_while_labelling(tmp_path):
    root = a_set(tmp_path)
    desk = Desk(Workspace(root), "alice")
    desk.take_up(desk.list.ids[0])
    graded_later = root / "labels" / "bob" / "20261130T050900Z-00000000.jsonl"
    graded_later.parent.mkdir(parents=True)
    graded_later.write_text("no record at all\n", "ascii")
    desk.take_up(desk.list.ids[1])
    assert desk.sheet.values == {}


def test_a_label_that_was_saved_right_before_a_crash_is_labelled_and_not_unfinished(tmp_path):
    root = a_set(tmp_path)
    with Desk(Workspace(root), "alice") as desk:
        desk.take_up("q-1")
        desk.put([("relevance", "p-1", 0), ("relevance", "p-2", 0)])
        desk.write_note(" odd ", more=False)
    # As the crash leaves it: the label is in the log as it is saved, and the sheet still lies there.
    labelled(root, "alice", {"q-1": {"relevance": {"p-1": 0, "p-2": 0}, "evidence": {"p-1": [], "p-2": []}}}, note="odd")
    with Desk(Workspace(root), "alice") as desk:
        assert "q-1" in desk.work.sheets
        assert desk.state("q-1") is State.LABELLED
        desk.take_up("q-1")
        assert "q-1" not in desk.work.sheets
