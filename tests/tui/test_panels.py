"""Panels on small and large terminals: all that they hold can be read by keys, and the keys stay in sight."""

from pathlib import Path

import pytest

from annotator.tui.widgets.lists import TagList
from annotator.tui.widgets.text_view import TextView
from tests.builders import DIMENSIONS, RELEVANCE, a_dataset, a_passage, a_sample
from tests.tui.disputes import adjudicating, make

WORDS = [f"word{number}" for number in range(80)]
SIZES = [(60, 15), (80, 24), (200, 50)]


@pytest.fixture
def sixteen(tmp_path: Path) -> Path:
    """Sixteen tags, of which the second has a long boundary and long aliases."""
    tags = [{"id": f"tag-{number}", "name": {"en": f"Tag {number}"}, "boundaries": "Short."} for number in range(16)]
    tags[1] |= {"boundaries": " ".join(WORDS), "aliases": [f"alias-{number} of it" for number in range(6)]}
    return a_dataset(
        tmp_path / "sixteen",
        passages=[a_passage("p-1", "Short.")],
        samples=[a_sample("q-1", ["p-1"], query="Which?")],
        facets={"relevance": RELEVANCE, "dimensions": {**DIMENSIONS, "max": 9}},
        registry={"dimensions": tags},
    )


@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_a_boundary_is_read_whole_by_keys_that_type_nothing_and_the_keys_stay(size, sixteen, opened):
    async with opened(sixteen, size=size) as d:
        await d.do("tags", "tags_down")
        read = ""
        for _ in range(20):
            await d.pilot.pause()
            picture = d.picture()
            assert "Tag 1" in picture and "type to filter" in picture
            assert "Esc done" in picture.splitlines()[-1]
            read += picture
            await d.do("about_down")
        assert [word for word in [*WORDS, "alias-5 of it"] if word not in read] == []
        await d.do(*["about_up"] * 20)
        await d.pilot.pause()
        assert "word0" in d.picture()


async def test_no_letter_stands_under_a_scroll_bar(sixteen, opened):
    async with opened(sixteen, size=(60, 15)) as d:
        await d.do("tags", "tags_down")
        await d.pilot.pause()
        about = d.app.screen.query_one("#tags-about", TextView)
        rows = [about.render_line(y).text for y in range(about.size.height)]
        assert about.show_vertical_scrollbar
        assert [row for row in rows if row[about.scrollable_content_region.width :].strip()] == []


async def test_the_list_of_tags_has_its_page_keys_and_a_page_is_what_is_shown(sixteen, opened):
    async with opened(sixteen) as d:
        await d.do("tags", "tags_last")
        tags = d.app.screen.query_one(TagList)
        assert tags.cursor == 15
        await d.do("tags_first", "tags_page_down")
        assert tags.cursor == tags.size.height - 1
        await d.do("tags_page_up")
        assert tags.cursor == 0


async def test_the_palette_has_them_too(sixteen, opened):
    async with opened(sixteen) as d:
        await d.do("palette", "tags_last")
        commands = d.app.screen.query_one(TagList)
        assert commands.cursor == commands.count - 1
        await d.do("tags_page_up")
        assert commands.cursor == commands.count - commands.size.height


@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_help_pages_by_what_is_shown(size, dataset, opened):
    async with opened(dataset, size=size) as d:
        await d.do("help", "help_page_down")
        text = d.app.screen.query_one("#help-text", TextView)
        assert text.scroll_y == min(text.size.height - 1, text.max_scroll_y) > 0
        await d.do("help_last")
        await d.pilot.pause()
        assert text.scroll_y == text.max_scroll_y
        assert text.text.rstrip("\n").splitlines()[-1] in d.picture()
        await d.do("help_first")
        assert text.scroll_y == 0


async def test_a_long_scale_is_read_whole_before_one_of_it_is_chosen(tmp_path: Path):
    root = make(tmp_path / "set")
    config = (root / "dataset.yaml").read_text("utf-8")
    (root / "dataset.yaml").write_text(config.replace('"not relevant"', f'"{" ".join(WORDS)}"'), "utf-8")
    async with adjudicating(root, size=(60, 15)) as d:
        await d.do("point_first", "own", "value_last")
        await d.pilot.pause()
        assert "word79" in d.picture() and "cancel" in d.picture()
        await d.do("value_first", "value_down")
        await d.pilot.pause()
        assert d.app.screen.query_one("#values", TextView).scroll_y == 1


async def test_a_prompt_has_its_ends(dataset, opened):
    async with opened(dataset) as d:
        await d.do("search")
        await d.type("bc")
        await d.pilot.press("home", "a", "end", "d")
        assert d.app.screen.query_one("#ask-line").value == "abcd"


async def test_the_search_names_what_samples_are_grouped_by_and_never_into_which_groups(dataset, opened):
    async with opened(dataset) as d:
        await d.do("search")
        await d.pilot.pause()
        assert "groups: kind" in d.picture() and "no-answer" not in d.picture() and "easy" not in d.picture()
        await d.type("king=easy")
        await d.do("ask_done")
        await d.pilot.pause()
        assert "there is no group 'king'; groups here are kind" in d.picture()
        await d.pilot.press(*["backspace"] * 9)
        await d.type("kind=easy")
        await d.do("ask_done")
        assert [d.desk.workspace.cases[id_].sample.query for id_ in d.screen.queue.samples] == ["Where to, and when?"]


async def test_ctrl_c_on_any_screen_says_how_to_leave_it(dataset, opened):
    async with opened(dataset) as d:
        await d.pilot.press("ctrl+c")
        assert d.said() == "to leave: q (leave; everything is kept)"
        for panel in ("tags", "note", "help", "search"):
            await d.do(panel)
            await d.pilot.press("ctrl+c")
            await d.pilot.pause()
            assert "to leave: Esc (" in d.picture()
            await d.pilot.press("escape")
