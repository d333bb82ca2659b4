"""Labelling on the screen, and what is on disk after it."""

import json
import os
from pathlib import Path

import pytest

from annotator.curate.labelling import Desk
from annotator.curate.verify import verify
from annotator.curate.workspace import Workspace
from annotator.store.folder import Folder
from tests.builders import labelled
from tests.tui.conftest import TEXT

COMPLETE = {
    "relevance": {"p-1": 3, "p-2": 0},
    "evidence": {"p-1": [{"start": 0, "end": 5, "text": "Alpha"}], "p-2": []},
    "forbidden": {"p-1": False, "p-2": False},
    "dimensions": ["skills"],
    "register": "plain",
    "trust": 42,
}


def records(root: Path, person: str = "alice") -> list[dict]:
    """Every record of a person, in order, without opening lines."""
    lines = [json.loads(line) for path in sorted(root.glob(f"labels/{person}/*.jsonl")) for line in path.read_bytes().splitlines()]
    return [line for line in lines if line["op"] != "open"]


async def fill(d) -> None:
    """Label the sample on the desk by keys, whole."""
    await d.do("digit_3", "take_word", "mark", "next_passage", "digit_0", "facet", "digit_0", "previous_passage", "digit_0")
    await d.do("tags", "tag_1", "tags_done", "facet", "facet", "digit_2", "facet", "digit_4")
    await d.pilot.press("2", "enter")


async def test_a_label_by_keys_alone_is_on_disk_with_exact_values(dataset, opened):
    async with opened(dataset) as d:
        first = d.screen.on_desk.id
        await fill(d)
        await d.do("submit")
        assert d.said().startswith("saved")
        assert d.screen.on_desk.id != first
        assert [(record["op"], record["sample"], record["values"]) for record in records(dataset)] == [("label", first, COMPLETE)]
    assert verify(dataset).findings == []


async def test_a_selection_that_is_no_mark_is_not_let_go_without_a_word(dataset, opened):
    async with opened(dataset) as d:
        await fill(d)
        await d.do("passages_enter", "move_end", "extend_word_left", "submit")
        assert d.said() == "5 characters are selected and no mark; Enter marks them, s again submits without"
        assert records(dataset) == []
        await d.do("mark", "submit")
        assert [mark["text"] for mark in records(dataset)[0]["values"]["evidence"]["p-1"]] == ["Alpha", "line."]


async def test_nor_where_something_is_missing_in_another_passage(dataset, opened):
    async with opened(dataset) as d:
        await d.do("digit_3", "take_word", "submit")
        assert "5 characters are selected and no mark" in d.said() and d.screen.passage.chosen == (0, 5)
        await d.do("submit")
        assert "NOT submitted: relevance of passage 2 is missing" in d.said()


async def test_such_a_selection_is_let_go_by_the_same_key_again(dataset, opened):
    async with opened(dataset) as d:
        await fill(d)
        await d.do("passages_enter", "move_end", "extend_word_left", "submit", "submit")
        assert [mark["text"] for mark in records(dataset)[0]["values"]["evidence"]["p-1"]] == ["Alpha"]


async def test_each_sample_says_when_it_was_saved_itself(dataset, opened):
    async with opened(dataset) as d:
        first = d.screen.on_desk.id
        await fill(d)
        await d.do("submit")
        second = d.screen.on_desk.id
        await fill(d)
        await d.do("submit")
        at = {record["sample"]: record["at"][11:19] for record in records(dataset)}
        assert at[first] != at[second]
        for sample in (first, second):
            d.screen.lay_out(sample)
            assert f"saved {at[sample]} UTC" in d.said("status")
    async with opened(dataset) as d:
        d.screen.lay_out(first)
        assert f"saved {at[first]} UTC" in d.said("status")
        await d.do("passages_first", "digit_2")
        assert "changed; the old one counts" in d.said("status")


async def test_digits_are_for_the_grade_again_where_its_marks_were_missing(dataset, opened):
    async with opened(dataset) as d:
        await fill(d)
        await d.do("passages_first", "passages_enter", "delete", "submit")
        assert "evidence of passage 1: at least one mark is wanted" in d.said()
        await d.do("digit_0")
        assert d.value("relevance", "p-1") == 0


async def test_the_status_line_says_saved_only_when_the_record_is_there(dataset, opened):
    async with opened(dataset) as d:
        first = d.screen.on_desk.id
        assert "waiting" in d.said("status")
        await fill(d)
        assert "unfinished, not submitted" in d.said("status") and records(dataset) == []
        await d.do("submit")
        d.screen.lay_out(first)
        assert "saved 05:09:" in d.said("status") and len(records(dataset)) == 1


@pytest.mark.parametrize(
    ("keys", "sentence", "focus"),
    [
        ((), "NOT submitted: relevance of passage 1 is missing", "passages"),
        (("digit_0",), "NOT submitted: relevance of passage 2 is missing", "passages"),
        (
            ("digit_0", "digit_0", "facet", "digit_0", "digit_0"),
            "NOT submitted: dimensions: 0 tags, at least 1 wanted (2 more after it); press t for the tags",
            "passages",
        ),
    ],
)
async def test_what_is_missing_is_said_in_one_sentence_with_the_focus_there(keys, sentence, focus, dataset, opened):
    async with opened(dataset) as d:
        await d.do(*keys, "submit")
        assert d.said().startswith(sentence)
        assert d.app.screen is d.screen and d.app.focused.id == focus
        assert records(dataset) == []


async def test_a_grade_that_wants_evidence_is_not_submitted_without(dataset, opened):
    async with opened(dataset) as d:
        await fill(d)
        await d.do("previous_area", "passages_first", "passages_enter", "delete_all", "submit")
        assert d.said() == "NOT submitted: evidence of passage 1: at least one mark is wanted where relevance is 1 or more (it is 3)"
        assert d.app.focused.id == "passage" and d.screen.place == 0


async def test_a_skip_asks_for_the_reason_and_records_it(dataset, opened):
    async with opened(dataset) as d:
        first = d.screen.on_desk.id
        await d.do("skip", "ask_done")
        assert records(dataset) == []
        await d.type("too vague")
        await d.do("ask_done")
        assert [(record["op"], record["sample"], record["reason"]) for record in records(dataset)] == [("skip", first, "too vague")]


async def test_a_submitted_label_is_undone_after_a_restart_and_done_again(dataset, opened):
    async with opened(dataset) as d:
        first = d.screen.on_desk.id
        await fill(d)
        await d.do("submit")
    async with opened(dataset) as d:
        await d.do("undo")
        assert d.screen.on_desk.id == first
        assert d.said() == "undone: the submitted label, in sample 1"
        assert d.desk.sheet.values["trust"] == 42
        await d.do("undo")
        assert "trust" not in d.desk.sheet.values
        await d.do("redo", "redo")
    assert [record["op"] for record in records(dataset)] == ["label", "withdraw", "label"]
    assert records(dataset)[-1]["values"] == COMPLETE
    assert verify(dataset).findings == []


async def test_undo_goes_across_samples(dataset, opened):
    async with opened(dataset) as d:
        first = d.screen.on_desk.id
        await d.do("digit_0", "next_sample", "digit_1")
        await d.do("undo", "undo")
        assert d.screen.on_desk.id == first and d.desk.sheet.values == {}
        await d.do("undo")
        assert d.said() == "there is nothing to undo"


async def test_changing_a_submitted_label_is_a_new_record_and_the_old_one_stays(dataset, opened):
    async with opened(dataset) as d:
        first = d.screen.on_desk.id
        await fill(d)
        await d.do("submit")
        d.screen.lay_out(first)
        await d.do("digit_2", "submit")
    assert [record["values"]["relevance"]["p-1"] for record in records(dataset)] == [3, 2]


async def test_unfinished_values_and_the_place_come_back(dataset, opened):
    async with opened(dataset) as d:
        await d.do("next_sample", "digit_2", "take_word", "mark", "note")
        await d.type("see 3")
        await d.do("note_done")
        there, values = d.screen.on_desk.id, dict(d.desk.sheet.values)
    async with opened(dataset) as d:
        assert (d.screen.on_desk.id, d.desk.sheet.values, d.desk.sheet.note) == (there, values, "see 3")
        assert d.screen.passage.spans[0].text == "Alpha"
    assert records(dataset) == []


async def test_typing_in_a_note_never_grades(dataset, opened):
    async with opened(dataset) as d:
        await d.do("note")
        await d.type("3 s k u")
        await d.do("note_done")
        assert (d.desk.sheet.note, d.desk.sheet.values) == ("3 s k u", {})


async def test_a_note_typed_at_one_go_is_one_step_of_undo(dataset, opened):
    async with opened(dataset) as d:
        await d.do("note")
        await d.type("abc")
        await d.do("note_done", "undo")
        assert d.desk.sheet.note is None


async def test_full_width_digits_and_signs_work(dataset, opened):
    async with opened(dataset) as d:
        await d.pilot.press("２", "ideographic_full_stop", "１")
        assert d.value("relevance") == {"p-1": 2, "p-2": 1}
        await d.pilot.press("fullwidth_question_mark")
        assert len(d.app.screen_stack) == 2


async def test_tags_are_found_by_id_name_and_alias_in_any_width(dataset, opened):
    async with opened(dataset) as d:
        for typed in ("sleep", "身体", "健康", "ＨＥＡ"):
            await d.do("tags")
            await d.pilot.press(*typed, "enter")
            assert d.value("dimensions") == ["health"], typed
            await d.pilot.press("enter", "escape")
            assert d.value("dimensions") is None


async def test_more_tags_than_allowed_are_refused_with_a_sentence(dataset, opened):
    async with opened(dataset) as d:
        await d.do("tags", "tag_1", "tag_2", "tag_3")
        assert d.value("dimensions") == ["habits", "skills"]
        assert "2 tags are the most; take one away first" in d.picture()
        assert "Body and sleep." in d.picture()
        await d.do("tags_up")
        assert "Body and sleep." not in d.picture()


async def test_marks_with_tags_and_two_kinds_of_marks(tagged, opened):
    async with opened(tagged) as d:
        await d.do("passages_enter", "take_word", "mark")
        await d.do("tag_1")
        await d.do("span_facet", "move_end", "move_word_left", "take_word", "mark")
        await d.do("span_facet", "move_start", "retag", "tag_2")
        assert d.desk.sheet.values == {
            "names": [{"start": 0, "end": 3, "text": "Ann", "tag": "place"}],
            "verbs": [{"start": 15, "end": 20, "text": "Paris"}],
        }


async def test_a_failed_write_stays_in_red_and_the_label_on_the_screen(dataset, opened, monkeypatch):
    async with opened(dataset) as d:
        await fill(d)
        first, real = d.screen.on_desk.id, os.fdatasync

        def full(descriptor: int) -> None:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(os, "fdatasync", full)
        await d.do("submit")
        assert "NOT saved" in d.said("trouble") and "No space left on device" in d.said("trouble")
        assert "NOT saved" in d.said("status")
        assert d.screen.on_desk.id == first and d.value("trust") == 42
        await d.do("next_passage", "guideline")
        assert "NOT saved" in d.said("trouble")
        monkeypatch.setattr(os, "fdatasync", real)
        await d.do("submit")
        assert d.said("trouble") == "" and not d.screen.has_class("-trouble")
    assert len(records(dataset)) == 1


async def test_a_folder_that_cannot_be_written_is_said_and_still_shown(dataset, opened, monkeypatch):
    def refused(*_: object, **__: object) -> None:
        raise OSError(30, "Read-only file system")

    monkeypatch.setattr(Folder, "replace", refused)
    async with opened(dataset) as d:
        await d.do("digit_0")
        assert "unfinished work is NOT kept, Read-only file system" in d.said("trouble")
        assert d.value("relevance") == {"p-1": 0} and "NOT saved" in d.said("status")


async def test_the_terminals_cursor_is_where_a_filter_is_typed(dataset, opened):
    async with opened(dataset) as d:
        await d.do("tags")
        await d.pilot.press("身", "体")
        await d.pilot.pause()
        left, top = d.app.cursor_position
        assert d.picture().splitlines()[top].startswith("filter: 身体") and left == len("filter: ") + 4


async def test_a_second_window_of_the_same_person_is_noticed(dataset, opened):
    other = Desk(Workspace(dataset), "alice")
    there = other.first()
    assert there is not None
    other.take_up(there)
    other.put([("relevance", "p-1", 1)])
    async with opened(dataset) as d:
        assert d.screen.on_desk.id != there
        d.screen.lay_out(there)
        assert "open in another window of yours" in d.said()
    other.leave()
    async with opened(dataset) as d:
        d.screen.lay_out(there)
        assert d.value("relevance") == {"p-1": 1}


async def test_a_label_of_the_second_window_is_heard(dataset, opened):
    async with opened(dataset) as d:
        there = d.screen.desk.list.ids[-1]
        labelled(dataset, "alice", {there: COMPLETE})
        d.screen.lay_out(there)
        assert d.value("trust") == 42


async def test_nothing_that_others_said_is_on_the_screen(dataset, opened):
    labelled(dataset, "bob", dict.fromkeys(("q-1", "q-2", "q-3"), COMPLETE), note="Bobs secret note")
    async with opened(dataset, size=(200, 50)) as d:
        for _ in range(3):
            picture = d.picture()
            assert "secret" not in picture and "bob" not in picture
            assert "no-answer" not in picture and "q-1" not in picture
            assert d.desk.sheet.values == {}
            await d.do("next_sample")


async def test_ids_are_shown_on_demand_only(dataset, opened):
    async with opened(dataset, size=(120, 40)) as d:
        assert "q-1" not in d.picture() and "p-1" not in d.picture()
    async with opened(dataset, size=(120, 40), ids=True) as d:
        assert "q-1" in d.picture() and "p-1" in d.picture()


async def test_the_queue_is_searched_by_words_and_by_group(dataset, opened):
    async with opened(dataset, size=(120, 40)) as d:
        for typed, found in (("WHERE when", ["q-3"]), ("kind=easy", ["q-3"]), ("nothing like it", []), ("", ["q-1", "q-2", "q-3"])):
            d.screen.search = ""
            await d.do("search")
            await d.type(typed)
            await d.do("ask_done")
            assert sorted(d.screen.queue.samples) == found, typed
            await d.do("queue_back")


async def test_a_mouse_can_do_it_too(dataset, opened):
    async with opened(dataset) as d:
        await d.pilot.click("#passage", offset=(2, 0), times=2)
        assert d.screen.passage.chosen == (0, 5)
        await d.pilot.mouse_down("#passage", offset=(8, 0))
        await d.pilot.hover("#passage", offset=(11, 0))
        await d.pilot.mouse_up("#passage", offset=(11, 0))
        assert TEXT[slice(*d.screen.passage.chosen)] == "beta"
        await d.pilot.click("#passages", offset=(5, 1))
        assert d.screen.place == 1


async def test_dragging_over_chinese_takes_the_characters_under_the_pointer(dataset, opened):
    async with opened(dataset) as d:
        left = 2 + TEXT.index("喜")
        await d.pilot.mouse_down("#passage", offset=(left, 0))
        await d.pilot.hover("#passage", offset=(left + 3, 0))
        await d.pilot.mouse_up("#passage", offset=(left + 3, 0))
        assert TEXT[slice(*d.screen.passage.chosen)] == "喜欢"


async def test_a_person_without_a_role_to_label_is_refused(dataset):
    from annotator.errors import Refused

    with pytest.raises(Refused, match="carol is no reviewer"):
        Desk(Workspace(dataset), "carol")


async def test_time_rests_after_a_minute(dataset):
    now = [0.0]
    with Desk(Workspace(dataset), "alice", clock=lambda: now[0]) as desk:
        desk.take_up(desk.list.ids[0])
        now[0] = 30
        desk.stir()
        now[0] = 230
        assert desk.time() == (90, True)
        desk.stir()
        now[0] = 240
        assert desk.time() == (100, False)


async def test_commands_are_found_by_name(dataset, opened):
    async with opened(dataset) as d:
        await d.do("palette")
        await d.type("lowest")
        await d.pilot.press("enter")
        await d.pilot.pause()
        assert d.value("relevance") == {"p-1": 0, "p-2": 0}
