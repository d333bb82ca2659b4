"""What is read stays where it is: undo, redo, other marks and saving move neither caret nor selection nor the page."""

from pathlib import Path

import pytest

from annotator.model.span import Span
from tests.builders import RELEVANCE, a_dataset, a_passage, a_sample
from tests.tui.conftest import Driver

TEXT = "".join(f"Line {number} of a long text.\n" for number in range(80))


@pytest.fixture
def long(tmp_path: Path) -> Path:
    """Two samples with a passage of eighty lines, and two kinds of marks."""
    marks = {"kind": "spans", "on": "candidate"}
    return a_dataset(
        tmp_path / "long",
        passages=[a_passage("p-1", TEXT), a_passage("p-2", "Short.")],
        samples=[a_sample("q-1"), a_sample("q-2")],
        facets={"relevance": RELEVANCE, "evidence": marks, "doubts": marks},
    )


def where(d: Driver) -> tuple[int, tuple[int, int] | None, int]:
    """Caret, selection and the row at the top."""
    view = d.screen.passage
    return view.caret, view.chosen, int(view.scroll_y)


async def at_the_end(d: Driver) -> None:
    """Into the passage, with the last word selected."""
    await d.do("passages_enter", "move_end", "extend_word_left")
    await d.pilot.pause()


async def test_another_kind_of_mark_keeps_caret_selection_and_page(long, opened):
    async with opened(long) as d:
        await at_the_end(d)
        before = where(d)
        await d.do("span_facet")
        await d.pilot.pause()
        assert where(d) == before and before[1] is not None and before[2] > 0
        await d.do("mark")
        assert [mark["text"] for mark in d.value("doubts", "p-1")] == ["text."]


async def test_undo_and_redo_in_the_passage_that_is_read_keep_its_place(long, opened):
    async with opened(long) as d:
        await at_the_end(d)
        await d.do("mark")
        before = where(d)
        for id_, marked in (("undo", []), ("redo", ["text."])):
            await d.do(id_)
            await d.pilot.pause()
            assert (where(d), d.marked()) == (before, marked), id_
        await d.do("extend_row_start", "undo")
        assert where(d)[1] is not None


async def test_a_step_in_another_passage_or_sample_goes_there(long, opened):
    async with opened(long) as d:
        first = d.screen.on_desk.id
        await d.do("digit_1", "digit_2", "previous_passage")
        await d.do("undo")
        assert d.screen.document.candidate == "p-2" and d.value("relevance") == {"p-1": 1}
        await d.do("next_sample", "undo")
        assert (d.screen.on_desk.id, d.screen.document.candidate, d.value("relevance")) == (first, "p-1", None)


async def test_a_label_saved_where_nothing_else_waits_keeps_the_place(long, opened):
    async with opened(long) as d:
        for _ in range(2):
            await d.do("digit_0", "digit_0", "previous_passage")
            await at_the_end(d)
            before = where(d)
            # The first time it says that something is selected.
            await d.do("submit", "submit")
        await d.pilot.pause()
        assert d.said() == "saved; nothing waits for you any more" and where(d) == before
        await d.do("undo")
        await d.pilot.pause()
        assert where(d) == before and "unfinished" in d.said("status")


async def test_the_caret_stays_in_sight_when_the_guideline_takes_rows(long, opened):
    async with opened(long) as d:
        await d.do("passages_enter", *["move_down"] * 11, "guideline")
        await d.pilot.pause()
        view = d.screen.passage
        top, rows = int(view.scroll_y), view.size.height
        assert rows <= 11 and top <= view.rows.row_of(view.caret) < top + rows
        await d.pilot.resize_terminal(60, 15)
        await d.pilot.pause()
        assert int(view.scroll_y) <= view.rows.row_of(view.caret) < int(view.scroll_y) + view.size.height


async def test_where_an_edge_moved_to_is_said_in_words(long, opened):
    async with opened(long) as d:
        await d.do("passages_enter", "take_word", "mark")
        assert d.said() == "marked “Line”, 4 characters"
        await d.do("end_out")
        assert d.said() == "the mark is “Line 0”, 6 characters"
        await d.do("start_in_1")
        assert d.said() == "the mark is “ine 0”, 5 characters"


async def test_white_space_left_out_is_said_without_a_number(long, opened):
    async with opened(long) as d:
        await d.do("passages_enter", "extend_word_right", "extend_right", "mark")
        assert d.said() == "marked “Line”, 4 characters; white space at its edges is left out"
        assert d.screen.passage.spans == (Span(0, 4, "Line"),)


async def test_a_sentence_goes_with_the_next_key_unless_it_still_holds(long, opened):
    async with opened(long) as d:
        await d.do("passages_enter", "mark")
        assert d.said().startswith("nothing is selected")
        await d.do("extend_word_right")
        assert d.said() == "" and d.said("title").endswith("4 characters selected  character 4 of 1910")
        await d.do("submit", "submit")
        assert d.said().startswith("NOT submitted")
        await d.do("move_down")
        assert d.said().startswith("NOT submitted")
