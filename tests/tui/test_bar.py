"""The scroll bar looks as Textual's own."""

from textual.geometry import Region
from textual.scrollbar import ScrollBar

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
