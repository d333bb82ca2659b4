"""Bar: an upright scroll bar, drawn in one go; Textual's own costs as much as the text that passes beside it."""

from __future__ import annotations

from functools import reduce

from rich.color import Color
from rich.segment import Segment
from textual.geometry import Region
from textual.scrollbar import ScrollBar, ScrollBarRender
from textual.strip import Strip
from textual.widget import Widget

_GROUND, _THUMB = Color.parse("#555555"), Color.parse("bright_magenta")


class Bar(ScrollBar):
    """Looks and works as Textual's own."""

    def render_lines(self, crop: Region) -> list[Strip]:
        """Rows that look the same are one strip."""
        bar = self.render()
        if not isinstance(bar, ScrollBarRender):
            return super().render_lines(crop)
        style = self.app.console.get_style(bar.style)
        rows = bar.render_bar(
            size=self.size.height,
            virtual_size=bar.virtual_size,
            window_size=bar.window_size,
            position=bar.position,
            thickness=self.size.width,
            back_color=style.bgcolor or _GROUND,
            bar_color=style.color or _THUMB,
        ).segments
        ground = self.visual_style.rich_style
        strips = {
            key: passed(self, Strip([Segment(row.text, ground + row.style if row.style else ground)], self.size.width))
            for key, row in {id(row): row for row in rows}.items()
        }
        left, right = crop.column_span
        return [strips[id(rows[y])].crop(left, right) for y in crop.line_range]


def passed(widget: Widget, strip: Strip) -> Strip:
    """A strip of a widget after the filters of all lines, the gate among them."""
    background = widget.background_colors[1]
    return reduce(lambda strip, line_filter: strip.apply_filter(line_filter, background), widget.get_line_filters(), strip)
