"""RowList: a list of any length of which only the rows on screen are made; the base of queue, passages and tags."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from rich.segment import Segment
from textual import events
from textual.cache import FIFOCache
from textual.geometry import Size
from textual.strip import Strip

from annotator.tui.shown import shown
from annotator.tui.widgets.strip_view import KEPT, StripView

# A row is parts from left to right: text from anywhere, columns (0: the rest of the row), and a look.
Part = tuple[str, int, str]


class RowList(StripView, can_focus=True, inherit_bindings=False):
    """Subclasses say what `parts` a row has. The cursor is shown by a pointer, and reversed where the list has the focus."""

    KIND = "row"
    COMPONENT_CLASSES: ClassVar[set[str]] = {"row--cursor", "row--strong", "row--dim", "row--good", "row--alert"}

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 -- Textual's name
        super().__init__(id=id)
        self.count = 0
        self.cursor = 0
        # What is said instead of rows where there are none.
        self.empty = ""
        # By all that it shows, so that none is ever out of date.
        self._strips: FIFOCache[tuple[object, ...], Strip] = FIFOCache(KEPT)
        # Called at once and not by message, so that a key that follows fast finds everything done.
        self.pointed: Callable[[int], None] = lambda _: None
        self.chosen: Callable[[int], None] = lambda _: None

    def parts(self, place: int) -> list[Part]:
        """What stands on a row."""
        # Every list says what; Textual's own metaclass leaves no room for an abstract base.
        raise NotImplementedError

    def reset(self, count: int, cursor: int = 0) -> None:
        """Other rows altogether."""
        grew = count != self.count
        self.count, self.cursor = count, max(0, min(count - 1, cursor))
        self.measure(self.count)
        self.refresh(layout=grew)
        self.bring_up(self.cursor)

    def point(self, place: int, *, tell: bool = True) -> None:
        """Put the cursor on a row."""
        place = max(0, min(self.count - 1, place))
        if place != self.cursor and self.count:
            before, self.cursor = self.cursor, place
            self._redraw(before)
            self._redraw(place)
            self.bring_up(place)
            if tell:
                self.pointed(place)

    def redraw_row(self, place: int) -> None:
        """What stands on a row has changed."""
        self._redraw(place)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return max(1, self.count)

    def has(self, row: int) -> bool:
        return row < self.count

    def strip_of(self, row: int) -> Strip:
        width = self.container_size.width
        if not self.has(row):
            return self.looks.passed(self._draw([(self.empty, 0, "dim")] if row == 0 else [], (), width))
        # Where the list has no focus, the row at the cursor is bold only.
        cursor = ("cursor" if self.has_focus else "strong",) if row == self.cursor else ()
        parts = self.parts(row)
        seen = (width, cursor, *parts)
        strip = self._strips.get(seen)
        if strip is None:
            strip = self._strips[seen] = self.looks.passed(self._draw(parts, cursor, width))
        return strip

    def _draw(self, parts: list[Part], cursor: tuple[str, ...], width: int) -> Strip:
        base = self.looks.style(*cursor)
        segments = [Segment("▸ " if cursor else "  ", base)]
        rest = max(0, width - 2 - sum(columns for _, columns, _ in parts))
        for text, columns, look in parts:
            size = columns or rest
            if size:
                drawn = Strip([Segment(shown(text, size), self.looks.style(*cursor, look))])
                segments += list(drawn.extend_cell_length(size, base).crop(0, size))
        return Strip(segments).extend_cell_length(width, base).crop(0, width)

    def restyle(self) -> None:
        super().restyle()
        self._strips.clear()

    def action_step(self, by: int) -> None:
        """Move the cursor."""
        self.point(self.cursor + by)

    def action_page(self, by: int) -> None:
        """Move the cursor by pages."""
        self.point(self.cursor + by * max(1, self.size.height - 1))

    def action_choose(self) -> None:
        """Take the row at the cursor."""
        if self.count:
            self.chosen(self.cursor)

    def on_click(self, event: events.Click) -> None:
        place = event.get_content_offset_capture(self).y + int(self.scroll_offset.y)
        if 0 <= place < self.count:
            self.screen.set_focus(self if self.can_focus else self.screen.focused)
            self.point(place)
            if event.chain == 2:
                self.action_choose()

    def on_resize(self) -> None:
        self.measure(self.count)
        self.bring_up(self.cursor)

    def on_focus(self) -> None:
        self._redraw(self.cursor)

    def on_blur(self) -> None:
        self._redraw(self.cursor)

    def _redraw(self, place: int) -> None:
        top = int(self.scroll_offset.y)
        if top <= place < top + self.container_size.height:
            self.refresh_lines(place, 1)
