"""Excerpt: a text of which not all may be seen, and which says so; ReadingPane: one that keys scroll."""

from __future__ import annotations

from rich.cells import cell_len
from rich.segment import Segment
from textual.geometry import Region
from textual.strip import Strip

from annotator.tui.rows import HangingRows
from annotator.tui.widgets.text_view import TextView


class Excerpt(TextView, inherit_bindings=False):
    """Where more follows, the last row that is seen ends in `more`: an ellipsis, and the key that leads to the rest."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 -- Textual's name
        super().__init__(id=id)
        self.more = "…"

    def render_line(self, y: int) -> Strip:
        strip = super().render_line(y)
        return self._ended(strip) if self._goes_on(y) else strip

    def render_lines(self, crop: Region) -> list[Strip]:
        strips = super().render_lines(crop)
        last = self.container_size.height - 1
        if not self.styles.gutter and crop.y <= last < crop.bottom and self._goes_on(last):
            strips[last - crop.y] = self.render_line(last).crop(*crop.column_span)
        return strips

    @property
    def leads_on(self) -> str:
        """What the last row ends in."""
        return self.more

    def _goes_on(self, y: int) -> bool:
        """Whether `y` is the last row that is seen, and words follow it."""
        following = y + int(self.scroll_offset.y) + 1
        return y == self.container_size.height - 1 and self.has(following) and not self.text[self.rows.starts[following] :].isspace()

    def _ended(self, strip: Strip) -> Strip:
        sign, width = f" {self.leads_on}", self.scrollable_content_region.width
        end = self.looks.passed(Strip([Segment(sign, self.looks.style("strong"))]))
        return Strip([*strip.crop(0, width - cell_len(sign)), *end]).adjust_cell_length(strip.cell_length, self.looks.style())


class ReadingPane(Excerpt, can_focus=True, inherit_bindings=False):
    """A guideline: a pane that can have the focus."""

    ROWS = HangingRows

    @property
    def leads_on(self) -> str:
        # The key that led here has led here.
        return "… ↓" if self.has_focus else self.more

    def action_roll(self, by: int) -> None:
        """Scroll by lines."""
        self.roll(by)

    def action_page(self, by: int) -> None:
        """Scroll by pages."""
        self.page(by)
