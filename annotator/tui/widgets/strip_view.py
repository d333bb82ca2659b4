"""StripView: rows that scroll, each drawn once and kept, those of the next page ahead; the base of texts and lists."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from typing import ClassVar

from textual.geometry import Region, Size
from textual.scroll_view import ScrollView
from textual.scrollbar import ScrollBar
from textual.strip import Strip
from textual.widget import Widget

from annotator.tui.widgets.bar import Bar
from annotator.tui.widgets.looks import Looks

# Rows that are kept as they are drawn: more than any screen shows with the pages around it.
KEPT = 256
# Seconds after a frame until work is done ahead, and how many of them at once: a key that comes meanwhile waits no longer.
_REST, _SLICE = 0.004, 0.002


class StripView(ScrollView, inherit_bindings=False):
    """Subclasses say which rows there are and draw each. Component classes are named `KIND`--<look>."""

    ALLOW_SELECT = False
    KIND: ClassVar[str]

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:  # noqa: A002 -- Textual's name
        super().__init__(id=id, classes=classes)
        self.looks = Looks(self, self.KIND)
        self._ahead: asyncio.TimerHandle | None = None

    def has(self, row: int) -> bool:
        """Whether there is such a row."""
        # Every view says so itself; Textual's own metaclass leaves no room for an abstract base.
        raise NotImplementedError

    def strip_of(self, row: int) -> Strip:
        """A row as it is sent, blank behind the last one."""
        # As above.
        raise NotImplementedError

    @property
    def vertical_scrollbar(self) -> ScrollBar:
        """One that is drawn fast."""
        if self._vertical_scrollbar is None:
            self._vertical_scrollbar = Bar(self.scrollbar_size_vertical)
            self._vertical_scrollbar.display = False
            self.app._start_widget(self, self._vertical_scrollbar)  # noqa: SLF001 -- as Textual starts its own
        return self._vertical_scrollbar

    def measure(self, rows: int) -> None:
        """Tell the scroll bar how many rows there are; nothing else is laid out anew for that."""
        size = Size(0, rows)
        if size != self.virtual_size:
            self.set_reactive(Widget.virtual_size, size)
            self._scroll_update(size)

    def bring_up(self, row: int) -> None:
        """Scroll until `row` is seen, by half a screen at once: a scroll repaints everything, a step inside only two rows."""
        top, height = int(self.scroll_offset.y), self.container_size.height
        if height and not top <= row < top + height:
            self.scroll_to(y=max(0, row - height // 2), animate=False, immediate=True, force=True)

    def render_line(self, y: int) -> Strip:
        """One row of the screen."""
        return self.strip_of(y + int(self.scroll_offset.y))

    def render_lines(self, crop: Region) -> list[Strip]:
        """The rows as they are where neither border nor padding is around them: Textual's way to them takes as long as drawing them."""
        if self._ahead is not None:
            self._ahead.cancel()
        self._ahead = asyncio.get_running_loop().call_later(_REST, self._go_ahead, self.work_ahead())
        if self.styles.gutter:
            return super().render_lines(crop)
        top = int(self.scroll_offset.y)
        left, right = crop.column_span
        return [self.strip_of(top + y).crop(left, right) for y in crop.line_range]

    def work_ahead(self) -> Iterator[None]:
        """What is done between keys, bit by bit: to draw the next page, then the one before, so that a key that turns to it finds it."""
        height, top, width = self.container_size.height, int(self.scroll_offset.y), self.scrollable_content_region.width
        if height and height * 3 <= KEPT:
            for row in [*range(top, top + 2 * height), *range(top - 1, max(-1, top - height - 1), -1)]:
                if self.has(row):
                    # Textual keeps what is cut off a strip, here what lies behind the scroll bar.
                    self.strip_of(row).crop(0, width)
                    yield

    def _go_ahead(self, work: Iterator[None]) -> None:
        self._ahead = None
        end = time.perf_counter() + _SLICE
        while self.is_attached and next(work, self) is None:
            if time.perf_counter() > end:
                self._ahead = asyncio.get_running_loop().call_later(_REST, self._go_ahead, work)
                return

    def restyle(self) -> None:
        """Another theme or focus: no style holds, and nothing that was drawn."""
        self.looks.clear()

    def notify_style_update(self) -> None:
        self.restyle()
        super().notify_style_update()
