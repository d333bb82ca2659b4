"""Bar: an upright scroll bar, drawn in one go; Textual's own costs as much as the text that passes beside it."""

from __future__ import annotations

from rich.color import Color
from rich.segment import Segment
from textual.geometry import Region
from textual.scrollbar import ScrollBar, ScrollBarRender
from textual.strip import Strip

from annotator.tui.widgets.looks import Looks

_GROUND, _THUMB = Color.parse("#555555"), Color.parse("bright_magenta")


class Bar(ScrollBar):
    """Looks and works as Textual's own."""

    def __init__(self, thickness: int) -> None:
        super().__init__(name="vertical", thickness=thickness)
        self._looks = Looks(self, "")
        # Most rows of a bar are the same.
        self._strips: dict[Segment, Strip] = {}

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
        left, right = crop.column_span
        return [self._strip(rows[y]).crop(left, right) for y in crop.line_range]

    def _strip(self, row: Segment) -> Strip:
        strip = self._strips.get(row)
        if strip is None:
            ground = self.visual_style.rich_style
            styled = Segment(row.text, ground + row.style if row.style else ground)
            strip = self._strips[row] = self._looks.passed(Strip([styled], len(row.text)))
        return strip

    def notify_style_update(self) -> None:
        """Another theme: nothing that was drawn holds."""
        self._looks.clear()
        self._strips.clear()
        super().notify_style_update()
