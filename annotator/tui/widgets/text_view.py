"""TextView: a text of any size on screen, cell by cell; only the rows that are looked at are laid out at once."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import ClassVar, NamedTuple

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Region, Size
from textual.scroll_view import ScrollView
from textual.scrollbar import ScrollBar
from textual.strip import Strip
from textual.timer import Timer

from annotator.tui.rows import KEPT, Rows
from annotator.tui.shown import Cell, as_it_is
from annotator.tui.widgets.bar import Bar, passed

_STEP = 200
# Seconds after a frame until rows are drawn ahead, and how many of them at once.
_REST, _SLICE = 0.004, 4


class Stretch(NamedTuple):
    """Code points [start, end) drawn in the component class text--<look>."""

    start: int
    end: int
    look: str


def styled(parts: Iterable[tuple[str, str]]) -> tuple[str, list[Stretch]]:
    """One text out of (text, look) parts, with the stretches that have a look."""
    text, stretches, place = [], [], 0
    for part, look in parts:
        text.append(part)
        if look:
            stretches.append(Stretch(place, place + len(part), look))
        place += len(part)
    return "".join(text), stretches


class TextView(ScrollView, inherit_bindings=False):
    """Shows a text; wraps at words, scrolls by rows. Nothing in the text is markup."""

    ALLOW_SELECT = False
    GUTTER: ClassVar[int] = 0
    COMPONENT_CLASSES: ClassVar[set[str]] = {"text--strong", "text--dim", "text--stand-in", "text--alert"}

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:  # noqa: A002 -- Textual's name
        super().__init__(id=id, classes=classes)
        self.rows = Rows("", 78)
        self._stretches: Sequence[Stretch] = ()
        # Those of the row that is being drawn.
        self._near: Sequence[Stretch] = ()
        self._strips: dict[int, Strip] = {}
        self._styles: dict[tuple[str, ...], Style] = {}
        self._growing: Timer | None = None
        self._laid_out = 0
        self._ahead: asyncio.TimerHandle | None = None

    @property
    def text(self) -> str:
        """The text as it came."""
        return self.rows.text

    def show(self, text: str, stretches: Sequence[Stretch] = ()) -> None:
        """Put another text in place of the one that is shown, from its beginning."""
        if text == self.text and list(stretches) == list(self._stretches):
            return
        same = text == self.text
        self._stretches = stretches
        if not same:
            self._lay_out(text)
            self.scroll_to(y=0, animate=False, immediate=True, force=True)
        self._strips.clear()
        self.refresh(layout=not same)

    @property
    def vertical_scrollbar(self) -> ScrollBar:
        """One that is drawn fast."""
        if self._vertical_scrollbar is None:
            self._vertical_scrollbar = Bar(name="vertical", thickness=self.scrollbar_size_vertical)
            self._vertical_scrollbar.display = False
            self.app._start_widget(self, self._vertical_scrollbar)  # noqa: SLF001 -- as Textual starts its own
        return self._vertical_scrollbar

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """The rows that the text takes, as far as they fit the screen."""
        rows = Rows(self.text, width - self.GUTTER - 1)
        rows.reach_row(viewport.height)
        return max(1, len(rows))

    def on_resize(self, event: events.Resize) -> None:
        """Another width breaks the text anew; what stood at the top stays there."""
        if self._columns() != self._laid_out:
            top = self.rows.bounds(min(int(self.scroll_y), len(self.rows) - 1))[0] if len(self.rows) else 0
            self._lay_out(self.text)
            self.scroll_to(y=self.rows.row_of(top), animate=False, immediate=True, force=True)

    def notify_style_update(self) -> None:
        """Another theme: nothing that was drawn holds."""
        self._strips.clear()
        self._styles.clear()
        super().notify_style_update()

    def render_line(self, y: int) -> Strip:
        """One row of the screen."""
        row = y + int(self.scroll_offset.y)
        if self.rows.width != self._columns():
            # Drawn before the message of its size has come.
            self.rows = Rows(self.text, self._columns())
        self.rows.reach_row(row)
        if row >= len(self.rows):
            return passed(self, Strip.blank(self.size.width, self.style_of(())))
        strip = self._strips.get(row)
        if strip is None or strip.cell_length != self.size.width:
            if len(self._strips) >= KEPT:
                del self._strips[next(iter(self._strips))]
            strip = self._strips[row] = passed(self, self._draw(row))
        return strip

    def render_lines(self, crop: Region) -> list[Strip]:
        """The rows as they are where neither border nor padding is around them: Textual's way to them takes as long as drawing them."""
        if self.styles.gutter or crop.column_span != (0, self.size.width):
            return super().render_lines(crop)
        if self._ahead is not None:
            self._ahead.cancel()
        self._ahead = asyncio.get_running_loop().call_later(_REST, self._draw_ahead)
        top, width = int(self.scroll_offset.y), crop.width
        known = [self._strips.get(top + y) for y in crop.line_range]
        return [
            self.render_line(y) if strip is None or strip.cell_length != width else strip
            for y, strip in zip(crop.line_range, known, strict=True)
        ]

    def _draw_ahead(self) -> None:
        """Draw a few rows of the next page, then of the one before, so that a key that turns to it finds them; then let keys in."""
        self._ahead = None
        height, top = self.size.height, int(self.scroll_offset.y)
        if not self.is_attached or not height or height * 3 > KEPT:
            return
        wanted = [*range(top, top + 2 * height), *range(top - 1, max(-1, top - height - 1), -1)]
        missing = [row for row in wanted if row < len(self.rows) and row not in self._strips]
        for row in missing[:_SLICE]:
            # Textual keeps what is cut off a strip, here what lies behind the scroll bar.
            self.render_line(row - top).crop(0, self.scrollable_content_region.width)
        if len(missing) > _SLICE:
            self._ahead = asyncio.get_running_loop().call_later(0, self._draw_ahead)

    def forget_rows(self, first: int, last: int) -> None:
        """Draw the rows first..last anew, as far as they are on screen."""
        for row in [row for row in self._strips if first <= row <= last]:
            del self._strips[row]
        top = int(self.scroll_offset.y)
        shown_first, shown_last = max(first, top), min(last, top + self.size.height - 1)
        if shown_first <= shown_last:
            self.refresh_lines(shown_first, shown_last - shown_first + 1)

    def looks_of(self, cell: Cell) -> tuple[str, ...]:
        """The component classes in which a cell is drawn, the last one on top."""
        looks = [stretch.look for stretch in self._near if stretch.start <= cell.start < stretch.end]
        return (*looks, "stand-in") if cell.mark else tuple(looks)

    def is_plain(self, start: int, end: int) -> bool:
        """Whether nothing in [start, end) has a look of its own but stand-ins, as most rows of a long text."""
        return not any(stretch.start < end and stretch.end > start for stretch in self._stretches)

    def left_of(self, row: int) -> Segment | None:
        """What stands left of a row."""
        return None

    def style_of(self, looks: tuple[str, ...]) -> Style:
        """The style of a cell with these looks."""
        style = self._styles.get(looks)
        if style is None:
            style = self.rich_style
            for look in looks:
                style += self.get_component_rich_style(f"text--{look}", partial=True)
            self._styles[looks] = style
        return style

    def _draw(self, row: int) -> Strip:
        segments: list[Segment] = []
        left = self.left_of(row)
        used = 0
        if left is not None:
            segments.append(left)
            used = self.GUTTER
        start, end = self.rows.bounds(row)
        text = self.text[start:end]
        if text and as_it_is(text) and self.is_plain(start, end):
            segments.append(Segment(text, self.style_of(())))
            used += cell_len(text)
        else:
            segments += self._runs(row)
            used += sum(cell.width for cell in self.rows.cells(row))
        tail = self.behind(row)
        if tail is not None:
            segments.append(tail)
            used += 1
        segments.append(Segment(" " * max(0, self.size.width - used), self.style_of(())))
        return Strip(segments, used + max(0, self.size.width - used)).crop(0, self.size.width)

    def _runs(self, row: int) -> Iterator[Segment]:
        """The cells of a row, those side by side that look the same as one segment."""
        start, end = self.rows.bounds(row)
        self._near = [stretch for stretch in self._stretches if stretch.start < end and stretch.end > start]
        plain = self.is_plain(start, end)
        looks_of = (lambda cell: ("stand-in",) if cell.mark else ()) if plain else self.looks_of
        for looks, run in groupby(self.rows.cells(row), looks_of):
            yield Segment("".join(cell.text for cell in run), self.style_of(looks))

    def behind(self, row: int) -> Segment | None:
        """What stands behind the last cell of a row, one column wide."""
        return None

    def _columns(self) -> int:
        return max(2, self.size.width - self.GUTTER - 1)

    def _lay_out(self, text: str) -> None:
        self.rows = Rows(text, self._columns())
        self._strips.clear()
        self._laid_out = self.rows.width if self.size.width else 0
        if not self._laid_out:
            return
        self.rows.reach_row(self.size.height + _STEP)
        self.measure()
        if not self.rows.done and self._growing is None:
            self._growing = self.set_interval(0.01, self._grow)

    def _grow(self) -> None:
        self.rows.go_on(_STEP)
        if self.rows.done or len(self.rows) > self.virtual_size.height * 2:
            self.measure()
        if self.rows.done and self._growing is not None:
            self._growing.stop()
            self._growing = None

    def measure(self) -> None:
        """Tell the scroll bar how many rows there are."""
        self.virtual_size = Size(0, len(self.rows))
