"""Values by mouse and by name: a word of the scale is clicked, the palette knows what the keys do, and a sample begins with what waits."""

import pytest

from annotator.tui.screens.panels import AskPanel
from tests.tui.conftest import Driver

SIZES = [(80, 24), (60, 15), (200, 50)]


async def click(d: Driver, words: str) -> None:
    """Click the middle of the words in the line of the digits."""
    await d.pilot.pause()
    legend = d.screen.query_one("#legend")
    rows = [legend.render_line(y).text for y in range(legend.size.height)]
    y = next(y for y, row in enumerate(rows) if words in row)
    await d.pilot.click("#legend", offset=(rows[y].index(words) + len(words) // 2, y))
    await d.pilot.pause()


async def named(d: Driver, words: str) -> None:
    """Do what the palette calls by these words."""
    await d.do("palette")
    await d.type(words)
    await d.pilot.press("enter")
    await d.pilot.pause()


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
async def test_a_click_on_a_word_of_the_scale_gives_that_grade(size, dataset, opened):
    async with opened(dataset, size=size) as d:
        for words, grade in (("0 not relevant", 0), ("3 answers", 3)):
            await click(d, words)
            assert d.value("relevance", f"p-{1 if grade == 0 else 2}") == grade
        assert d.app.focused.id == "passage"


async def test_flags_choices_tags_and_numbers_are_clicked_too(dataset, opened):
    async with opened(dataset) as d:
        await d.do("facet")
        await click(d, "1 yes")
        await d.do("facet")
        await click(d, "2 Habits")
        await d.do("facet")
        await click(d, "2 plain")
        await d.do("facet")
        await click(d, "type a number")
        assert isinstance(d.app.screen, AskPanel)
        await d.pilot.press("4", "2", "enter")
        assert d.desk.sheet.values == {"forbidden": {"p-1": True}, "dimensions": ["habits"], "register": "plain", "trust": 42}


async def test_a_click_beside_the_words_gives_nothing(dataset, opened):
    async with opened(dataset) as d:
        for offset in ((0, 0), (79, 0)):
            await d.pilot.click("#legend", offset=offset)
        assert d.desk.sheet.values == {}


async def test_the_palette_gives_values_by_their_words(dataset, opened):
    async with opened(dataset) as d:
        await named(d, "answers in part")
        assert d.value("relevance") == {"p-1": 2}
        await d.do("facet", "facet", "facet", "facet")
        await named(d, "number from")
        await d.pilot.press("4", "2", "enter")
        assert d.value("trust") == 42


async def test_a_digit_typed_into_the_palette_does_nothing_yet(dataset, opened):
    async with opened(dataset) as d:
        await d.do("palette", "digit_1")
        assert len(d.app.screen_stack) > 1
        await d.do("tags_done")
        assert d.value("relevance", "p-1") is None


async def test_the_palette_knows_the_keys_of_the_part_that_has_the_focus(dataset, opened):
    async with opened(dataset) as d:
        await d.do("passages_enter")
        await named(d, "select the word here")
        await named(d, "select the sentence here")
        await d.do("mark")
        assert d.marked() == ["Alpha beta gamma."]
        await d.do("queue")
        await named(d, "last sample")
        assert d.screen.queue.cursor == 2
        await d.do("palette")
        await d.type("lowest")
        await d.pilot.pause()
        assert "0 of" in d.picture()


async def test_every_sample_begins_with_the_first_facet_that_waits(dataset, opened):
    async with opened(dataset) as d:
        await d.do("facet", "next_sample")
        assert d.screen.facet == "relevance"
        await d.do("digit_1")
        assert d.value("relevance") == {"p-1": 1} and d.value("forbidden") is None
        await d.do("facet", "facet", "previous_sample")
        assert d.screen.facet == "relevance"
        await d.do("rest", "next_sample", "previous_sample")
        assert d.screen.facet == "forbidden"
        await d.do("facet", "facet", "queue", "queue_down", "queue_open")
        assert d.screen.facet == "relevance"


async def test_where_nothing_waits_the_first_facet_is_first(dataset, opened):
    async with opened(dataset) as d:
        await d.do("rest", "facet", "digit_0", "next_passage", "digit_0", "facet", "digit_1", "facet", "digit_1", "facet", "digit_7")
        await d.do("ask_done", "next_sample", "previous_sample")
        assert d.desk.missing() is None and d.screen.facet == "relevance"


async def test_a_refused_tag_is_told_in_the_panel_alone(dataset, opened):
    async with opened(dataset) as d:
        await d.do("tags", "tag_1", "tag_2", "tag_3", "tags_done")
        assert d.said() == ""


async def test_the_other_window_is_named_on_the_status_line_as_long_as_it_is_there(dataset, opened):
    for size, sha in (((80, 24), True), ((60, 15), False)):
        async with opened(dataset, size=size) as d:
            d.desk.open_elsewhere = True
            d.screen.show_status()
            await d.pilot.pause()
            assert "open in another window too" in d.said("status") and ("sha256" in d.said("status")) is sha
            d.desk.open_elsewhere = False
            d.screen.show_status()
            assert "another window" not in d.said("status")


async def test_grades_stand_next_to_their_titles_and_a_row_is_no_longer_than_is_read_well(dataset, opened):
    async with opened(dataset, size=(200, 50)) as d:
        await d.do("guideline")
        await d.pilot.pause()
        assert d.screen.query_one("#passage").size.width <= 120
        assert "1  First   –" in d.picture() and "2  Second  –" in d.picture()


async def test_guideline_and_line_of_digits_list_the_scale_the_same_way(dataset, opened):
    async with opened(dataset) as d:
        await d.do("guideline")
        await d.pilot.pause()
        grades = ["0 not relevant", "1 supports", "2 answers in part", "3 answers"]
        legend = [d.said("legend").index(grade) for grade in grades]
        below = [d.said("guide").index(grade) for grade in grades]
        assert legend == sorted(legend) and below == sorted(below)
