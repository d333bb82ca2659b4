"""Clicks that come twice or miss: what is not shown is not done, and no panel is closed twice."""

import pytest

from annotator.tui.screens.label import LabelScreen
from annotator.tui.screens.panels import TagsPanel
from annotator.tui.widgets.line import KeyLine, Legend
from tests.tui.conftest import TEXT


@pytest.mark.parametrize("size", [(80, 24), (72, 20)])
async def test_behind_the_last_key_that_is_shown_nothing_is_done(dataset, opened, size):
    async with opened(dataset, size=size) as d:
        line = d.screen.query_one(KeyLine)
        shown = line.render_line(0).text.rstrip()
        assert len(shown) < size[0] - 2
        await d.pilot.click(KeyLine, offset=(size[0] - 1, 0))
        await d.pilot.pause()
        assert d.app.is_running and d.desk.sheet.values == {} and d.app.screen is d.screen


@pytest.mark.parametrize("panel", ["help", "note", "tags", "skip", "go_to", "search", "palette"])
async def test_a_double_click_closes_one_panel_and_nothing_else(dataset, opened, panel):
    async with opened(dataset) as d:
        await d.do(panel)
        await d.pilot.pause()
        done = d.app.screen
        # Both clicks have come before the first was obeyed.
        done.action_drop() if hasattr(done, "action_drop") else done.action_done()
        done.action_drop() if hasattr(done, "action_drop") else done.action_done()
        await d.pilot.pause()
        assert isinstance(d.app.screen, LabelScreen) and d.app.crashed is None


async def test_a_panel_that_closes_before_its_first_frame_leaves_the_cursor_alone(dataset, opened):
    async with opened(dataset, size=(200, 50)) as d:
        await d.do("tags")
        panel = d.app.screen
        assert isinstance(panel, TagsPanel)
        panel.action_done()
        panel._put_cursor()
        await d.pilot.pause()
        assert d.app.screen is d.screen and d.app.crashed is None


async def test_a_click_on_the_cut_end_of_the_scale_gives_what_is_seen_there(dataset, opened):
    async with opened(dataset, size=(48, 15)) as d:
        await d.do("guideline")
        await d.pilot.pause()
        legend = d.screen.query_one("#legend", Legend)
        row = legend.size.height - 1
        seen = legend.render_line(row).text
        assert "…" in seen and " 2 a" in seen
        await d.pilot.click("#legend", offset=(seen.index(" 2 a") + 1, row))
        await d.pilot.pause()
        assert d.value("relevance", "p-1") == 2


async def test_the_bar_of_the_help_stands_where_its_text_does(dataset, opened):
    async with opened(dataset) as d:
        await d.do("help", "help_last", "help_done", "question", "help_done", "help")
        await d.pilot.pause()
        view = d.app.screen.query_one("#help-text")
        assert (view.scroll_offset.y, view.vertical_scrollbar.position) == (0, 0)
        assert TEXT not in d.picture()
