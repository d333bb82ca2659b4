"""Rows that scroll look as Textual's own way to them would have them, and those of the next page are drawn before it is turned to."""

import pytest
from textual.geometry import Region
from textual.widget import Widget


@pytest.mark.parametrize("cursor", [0, 13, 40])
async def test_rows_of_a_text_look_as_textuals_own_way_to_them_has_them(dataset, opened, cursor):
    async with opened(dataset) as d:
        view = d.screen.passage
        view.show("Some words 喜欢 and a \u200b stand-in.\n" * 100)
        view.move_to(cursor)
        await d.pilot.pause()
        crop = Region(0, 0, *view.size)
        assert [list(strip) for strip in view.render_lines(crop)] == [list(strip) for strip in Widget.render_lines(view, crop)]


async def test_rows_of_a_list_look_as_textuals_own_way_to_them_has_them(dataset, opened):
    async with opened(dataset) as d:
        await d.do("queue", "queue_down")
        await d.pilot.pause()
        queue = d.screen.queue
        crop = Region(1, 0, queue.size.width - 2, queue.size.height)
        ours = [list(strip) for strip in queue.render_lines(crop)]
        assert ours == [list(strip) for strip in Widget.render_lines(queue, crop)]
        assert any(segment.style.reverse for segment in ours[queue.cursor])


async def test_the_next_page_is_drawn_before_it_is_turned_to(dataset, opened):
    async with opened(dataset) as d:
        view = d.screen.passage
        view.show("Some words 喜欢 and a \u200b stand-in.\n" * 100)
        height = view.size.height
        for _ in range(40):
            await d.pilot.pause(0.02)
            if set(range(2 * height)) <= set(view._strips) and view.rows.done:
                break
        assert set(range(2 * height)) <= set(view._strips)
        assert len(view._strips) < 100
        assert view.rows.done
        assert view.virtual_size.height == 101


async def test_a_row_of_the_queue_is_never_older_than_the_sample(dataset, opened):
    async with opened(dataset, size=(120, 40)) as d:
        await d.do("queue", "queue_down", "next_area")
        await d.pilot.pause()
        assert d.picture().splitlines()[1].startswith("▸ 1   · ")
        await d.do("digit_1")
        await d.pilot.pause()
        assert d.picture().splitlines()[1].startswith("▸ 1   … ")
