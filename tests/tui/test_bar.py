"""The scroll bar and the rows beside it look as Textual's own way to them would have them."""

from textual.geometry import Region
from textual.scrollbar import ScrollBar
from textual.widget import Widget

from annotator.tui.widgets.bar import Bar


async def test_a_bar_looks_as_textuals_own_wherever_its_thumb_is(dataset, opened):
    async with opened(dataset) as d:
        view = d.screen.passage
        view.show("word and words \n" * 500)
        await d.pilot.pause()
        bar = view.vertical_scrollbar
        assert isinstance(bar, Bar)
        looks = set()
        for row in (0, 1, 3, 17, 100, 333, 400, 480, 7):
            view.scroll_to(y=row, animate=False, immediate=True)
            await d.pilot.pause()
            ours = [list(strip) for strip in bar.render_lines(Region(0, 0, *bar.region.size))]
            bar._styles_cache.clear()
            bar._set_dirty()
            assert ours == [list(strip) for strip in ScrollBar.render_lines(bar, Region(0, 0, *bar.region.size))]
            looks.add(str(ours))
        assert len(looks) > 4


async def test_rows_without_a_border_look_as_textuals_own_way_to_them_has_them(dataset, opened):
    async with opened(dataset) as d:
        view = d.screen.passage
        view.show("Some words 喜欢 and a \u200b stand-in.\n" * 100)
        await d.pilot.pause()
        crop = Region(0, 0, *view.size)
        assert [list(strip) for strip in view.render_lines(crop)] == [list(strip) for strip in Widget.render_lines(view, crop)]


async def test_the_next_page_is_drawn_before_it_is_turned_to(dataset, opened):
    async with opened(dataset) as d:
        view = d.screen.passage
        view.show("Some words 喜欢 and a \u200b stand-in.\n" * 100)
        height = view.size.height
        for _ in range(40):
            await d.pilot.pause(0.02)
            if set(range(2 * height)) <= set(view._strips):
                break
        assert set(range(2 * height)) <= set(view._strips)
        assert len(view._strips) < 100
