"""Every key of the table does what it says; a key without a line here fails the last test."""

from collections.abc import Callable
from typing import Any

import pytest

from annotator.tui.keymap import KEYS, LABELLING
from annotator.tui.screens.note_panel import NotePanel
from annotator.tui.screens.panels import AskPanel, HelpPanel, TagsPanel
from annotator.tui.widgets.lists import TagList
from annotator.tui.widgets.text_view import TextView
from tests.tui.conftest import TEXT, Driver

Look = Callable[[Driver], Any]
Steps = list[tuple[str, Look, Any]]
END = len(TEXT)


def caret(d: Driver) -> int:
    return d.screen.passage.caret


def chosen(d: Driver) -> str:
    stretch = d.screen.passage.chosen
    return TEXT[slice(*stretch)] if stretch else ""


def marks(d: Driver) -> list[str]:
    return d.marked()


def panel(d: Driver) -> type:
    return type(d.app.screen)


def sample(d: Driver) -> int:
    return d.screen.on_desk.place


def place(d: Driver) -> int:
    return d.screen.place


def focus(d: Driver) -> str | None:
    return d.app.focused.id if d.app.focused else None


def grade(d: Driver) -> Any:
    return d.value("relevance", "p-1"), d.value("relevance", "p-2")


def row(d: Driver) -> int:
    return d.screen.queue.cursor


def tags(d: Driver) -> Any:
    return d.value("dimensions")


def bar(d: Driver) -> int:
    return d.app.screen.query_one(TagList).cursor


def scrolled(d: Driver) -> bool:
    return d.app.screen.query_one(TextView).scroll_y > 0


def guide(d: Driver) -> int:
    return int(d.screen.query_one("#guide").scroll_y)


def classes(d: Driver, name: str) -> bool:
    return d.screen.has_class(name)


MOVES: Steps = [
    ("passages_enter", focus, "passage"),
    ("move_right", caret, 1),
    ("move_word_right", caret, 5),
    ("move_sentence_right", caret, 17),
    ("move_word_left", caret, 11),
    ("move_sentence_left", caret, 0),
    ("move_end", caret, END),
    ("move_left", caret, END - 1),
    ("move_up", caret, 9),
    ("move_down", caret, END - 1),
    ("move_row_start", caret, TEXT.index("Last")),
    ("move_row_end", caret, END),
    ("move_page_up", caret, 10),
    ("move_page_down", caret, END),
    ("move_start", caret, 0),
    ("extend_right", chosen, "A"),
    ("extend_word_right", chosen, "Alpha"),
    ("extend_left", chosen, "Alph"),
    ("extend_word_left", chosen, ""),
    ("extend_row_end", chosen, TEXT[: TEXT.index("\n")]),
    ("extend_row_start", chosen, ""),
    ("extend_down", chosen, TEXT[: TEXT.index("Last")]),
    ("extend_up", chosen, ""),
    ("extend_page_down", chosen, TEXT[: TEXT.index("Last")]),
    ("extend_page_up", chosen, ""),
    ("extend_end", chosen, TEXT),
    ("extend_start", chosen, ""),
    ("hold", lambda d: d.screen.passage.held, True),
    ("move_word_right", chosen, "Alpha"),
    ("drop", chosen, ""),
    ("take_word", chosen, "beta"),
    ("take_word", chosen, "beta gamma"),
    ("take_sentence", chosen, "beta gamma."),
]
EDITS: Steps = [
    ("passages_enter", focus, "passage"),
    ("mark", lambda d: "nothing is selected" in d.said(), True),
    ("take_word", chosen, "Alpha"),
    ("mark", marks, ["Alpha"]),
    ("end_out", marks, ["Alpha beta"]),
    ("end_in", marks, ["Alpha"]),
    ("end_out_1", marks, ["Alpha b"]),
    ("end_in_1", marks, ["Alpha"]),
    ("start_in_1", marks, ["lpha"]),
    ("start_out_1", marks, ["Alpha"]),
    ("end_out", marks, ["Alpha beta"]),
    ("start_in", marks, ["beta"]),
    ("start_out", marks, ["Alpha beta"]),
    ("move_start", caret, 0),
    ("move_word_right", caret, 5),
    ("split", marks, ["Alpha", "beta"]),
    ("next_mark", caret, 6),
    ("previous_mark", caret, 0),
    ("reopen", chosen, "Alpha"),
    ("move_word_right", chosen, "Alpha beta"),
    ("mark", marks, ["Alpha beta", "beta"]),
    ("delete", marks, ["beta"]),
    ("undo", marks, ["Alpha beta", "beta"]),
    ("redo", marks, ["beta"]),
    ("next_mark", caret, 6),
    ("copy", lambda d: d.app.clipboard, "beta"),
    ("delete_all", marks, []),
    ("retag", lambda d: d.said(), "the caret is on no mark; j goes to the next one"),
    ("span_facet", lambda d: d.said(), "there is only one kind of mark here"),
]
VALUES: Steps = [
    ("digit_0", grade, (0, None)),
    ("digit_1", grade, (0, 1)),
    ("previous_area", focus, "passages"),
    ("passages_first", place, 0),
    ("digit_2", grade, (2, 1)),
    ("digit_3", grade, (3, 1)),
    ("digit_4", lambda d: d.said(), "4 stands for nothing in relevance"),
    ("digit_5", grade, (3, 1)),
    ("digit_6", grade, (3, 1)),
    ("digit_7", grade, (3, 1)),
    ("digit_8", grade, (3, 1)),
    ("digit_9", grade, (3, 1)),
    ("previous_area", focus, "passages"),
    ("next_passage", place, 1),
    ("clear", grade, (3, None)),
    ("rest", grade, (3, 0)),
    ("previous_passage", place, 0),
    ("passages_down", place, 1),
    ("passages_up", place, 0),
    ("passages_last", place, 1),
    ("passages_page_down", place, 1),
    ("passages_page_up", place, 1),
    ("facet", lambda d: d.screen.facet, "forbidden"),
    ("digit_1", lambda d: d.value("forbidden", "p-2"), True),
    ("facet", lambda d: d.screen.facet, "dimensions"),
    ("digit_2", tags, ["habits"]),
    ("facet", lambda d: d.screen.facet, "register"),
    ("digit_1", lambda d: d.value("register"), "formal"),
    ("facet", lambda d: d.screen.facet, "trust"),
    ("digit_7", panel, AskPanel),
    ("ask_done", lambda d: d.value("trust"), 7),
    ("digit_8", panel, AskPanel),
    ("ask_drop", lambda d: d.value("trust"), 7),
]
TAGS: Steps = [
    ("tags", panel, TagsPanel),
    ("tag_1", tags, ["skills"]),
    ("tag_2", tags, ["habits", "skills"]),
    ("tag_3", tags, ["habits", "skills"]),
    ("tag_2", tags, ["skills"]),
    ("tags_down", tags, ["skills"]),
    ("tags_up", tags, ["skills"]),
    ("tags_take", tags, ["habits", "skills"]),
    ("tags_up", tags, ["habits", "skills"]),
    ("tags_take", tags, ["habits"]),
    ("tag_4", tags, ["habits"]),
    ("tag_5", tags, ["habits"]),
    ("tag_6", tags, ["habits"]),
    ("tag_7", tags, ["habits"]),
    ("tag_8", tags, ["habits"]),
    ("tag_9", tags, ["habits"]),
    ("tags_last", bar, 2),
    ("tags_first", bar, 0),
    ("tags_page_down", bar, 2),
    ("tags_page_up", bar, 0),
    ("about_down", bar, 0),
    ("about_up", bar, 0),
    ("tags_done", lambda d: panel(d) is TagsPanel, False),
]
AROUND: Steps = [
    ("skip", panel, AskPanel),
    ("ask_done", panel, AskPanel),
    ("ask_drop", lambda d: panel(d) is AskPanel, False),
    ("note", panel, NotePanel),
    ("digit_3", lambda d: (d.desk.sheet.note, grade(d)), ("3", (None, None))),
    ("note_done", lambda d: panel(d) is NotePanel, False),
    ("help", panel, HelpPanel),
    ("help_down", scrolled, True),
    ("help_up", scrolled, False),
    ("help_page_down", scrolled, True),
    ("help_page_up", scrolled, False),
    ("help_last", scrolled, True),
    ("help_first", scrolled, False),
    ("help_done", lambda d: panel(d) is HelpPanel, False),
    ("stand_ins", panel, HelpPanel),
    ("help_done", lambda d: panel(d) is HelpPanel, False),
    ("guideline", lambda d: classes(d, "-guide"), True),
    ("guideline", lambda d: classes(d, "-guide"), False),
    ("question", panel, HelpPanel),
    ("help_done", lambda d: panel(d) is HelpPanel, False),
    ("theme", lambda d: d.app.theme, "light"),
    ("next_area", focus, "passage"),
    ("next_area", focus, "queue"),
    ("next_area", focus, "passages"),
    ("submit", lambda d: "NOT submitted" in d.said(), True),
    ("next_sample", sample, 1),
    ("previous_sample", sample, 0),
    ("queue", focus, "queue"),
    ("queue_down", row, 1),
    ("queue_up", row, 0),
    ("queue_last", row, 2),
    ("queue_first", row, 0),
    ("queue_page_down", row, 2),
    ("queue_page_up", row, 0),
    ("queue_filter", lambda d: d.screen.query_one("#queue-title").render_line(0).text.split()[:3], ["queue:", "waiting", "3"]),
    ("queue_down", row, 1),
    *((f"to_{digit}", row, 1) for digit in (0, 4, 5, 6, 7, 8, 9)),
    ("to_3", row, 2),
    ("queue_first", row, 0),
    ("to_1", row, 0),
    ("queue_last", row, 2),
    ("to_2", row, 1),
    ("queue_open", lambda d: (sample(d), focus(d)), (1, "passages")),
    ("queue", focus, "queue"),
    ("queue_back", focus, "passage"),
    ("search", panel, AskPanel),
    ("ask_drop", lambda d: panel(d) is AskPanel, False),
    ("go_to", panel, AskPanel),
    ("ask_drop", lambda d: panel(d) is AskPanel, False),
    ("draw_anew", lambda d: len(d.app.screen_stack), 1),
    ("palette", lambda d: len(d.app.screen_stack) > 1, True),
]
GUIDE: Steps = [
    ("facet", lambda d: d.screen.facet, "forbidden"),
    ("facet", lambda d: d.screen.facet, "dimensions"),
    ("guideline", lambda d: classes(d, "-guide"), True),
    ("next_area", focus, "guide"),
    ("guide_down", guide, 1),
    ("guide_up", guide, 0),
    ("guide_page_down", lambda d: guide(d) > 0, True),
    ("guide_page_up", guide, 0),
    ("guide_last", lambda d: guide(d) > 0, True),
    ("guide_first", guide, 0),
    ("guide_back", focus, "passages"),
]
LEAVING: Steps = [("quit", lambda d: d.app._exit, True)]
SCENARIOS = {"moves": MOVES, "edits": EDITS, "values": VALUES, "tags": TAGS, "around": AROUND, "guide": GUIDE, "leaving": LEAVING}


@pytest.mark.parametrize("name", SCENARIOS)
async def test_each_key_does_what_it_says(name, dataset, opened):
    # On a small terminal the guideline does not fit.
    async with opened(dataset, size=(60, 15) if name == "guide" else (80, 24)) as d:
        for number, (id_, look, wanted) in enumerate(SCENARIOS[name]):
            await d.do(id_)
            await d.pilot.pause()
            assert look(d) == wanted, f"step {number}: {id_}"


def test_no_key_of_the_table_is_left_out():
    assert {id_ for steps in SCENARIOS.values() for id_, _, _ in steps} == {entry.id for entry in KEYS if entry.area in LABELLING}
