"""Line: one row of words; Legend: what the digits do; and KeyLine, the keys at the bottom, which can be clicked."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from rich.cells import cell_len
from rich.segment import Segment
from textual import events
from textual.geometry import Region, Size
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from annotator.tui.shown import shown
from annotator.tui.widgets.looks import Looks


class Line(Widget):
    """Parts of (text, look) from left to right, cut at the edge; `right` stands at the right end and is never cut."""

    ALLOW_SELECT = False
    COMPONENT_CLASSES: ClassVar[set[str]] = {"line--strong", "line--dim", "line--good", "line--alert", "line--key"}

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 -- Textual's name
        super().__init__(id=id)
        self._parts: list[tuple[str, str]] = []
        self._right: list[tuple[str, str]] = []
        self._looks = Looks(self, "line")

    def show(self, parts: list[tuple[str, str]], right: list[tuple[str, str]] | None = None) -> None:
        """Put other words in place."""
        if (parts, right or []) != (self._parts, self._right):
            self._parts, self._right = parts, right or []
            self.refresh()

    def notify_style_update(self) -> None:
        """Another theme: no style holds."""
        self._looks.clear()
        super().notify_style_update()

    def render_lines(self, crop: Region) -> list[Strip]:
        """The rows as they are, for no line has a border or padding: Textual's way to them takes as long as drawing them."""
        left, right = crop.column_span
        return [self._looks.passed(self.render_line(y)).crop(left, right) for y in crop.line_range]

    def render_line(self, y: int) -> Strip:
        """The row."""
        width = self.size.width
        if y:
            return Strip.blank(width, self._looks.style())
        right = self._segments(self._right, width)
        room = max(0, width - sum(segment.cell_length for segment in right))
        left = Strip(self._segments(self._parts, room)).adjust_cell_length(room, self._looks.style())
        return Strip([*left, *right]).adjust_cell_length(width, self._looks.style())

    def _segments(self, parts: list[tuple[str, str]], room: int) -> list[Segment]:
        segments = []
        for text, look in parts:
            drawn = shown(text, room)
            room -= cell_len(drawn)
            segments.append(Segment(drawn, self._looks.style(look)))
            if room <= 0:
                break
        return segments


class Legend(Line):
    """A name, then keys with their words, on as many rows as the stylesheet gives; a key is never parted from its words."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 -- Textual's name
        super().__init__(id=id)
        # Called with a key when it, or its words, are clicked.
        self.chosen: Callable[[str], None] = lambda _: None

    def show(self, parts: list[tuple[str, str]], right: list[tuple[str, str]] | None = None) -> None:
        """Put other words in place, on more or fewer rows where they need that."""
        if parts != self._parts:
            self._parts = parts
            self.refresh(layout=True)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return len(self._rows(width))

    def render_line(self, y: int) -> Strip:
        """One of the rows; the last one that is seen says by its cut end that there is more."""
        width = self.size.width
        seen = self._seen_on(y)
        if not seen:
            return Strip.blank(width, self._looks.style())
        # What hangs over the edge is white space, and is no reason to cut the words before it.
        seen = [*seen[:-1], *((text.rstrip(), look) for text, look in seen[-1:])]
        return Strip(self._segments(seen, width)).adjust_cell_length(width, self._looks.style())

    def on_click(self, event: events.Click) -> None:
        left, key = 0, ""
        for text, look in self._seen_on(event.y):
            key = text if look == "key" else key
            left += cell_len(shown(text))
            if event.x < left:
                break
        else:
            return
        if key:
            self.chosen(key)

    def _seen_on(self, y: int) -> list[tuple[str, str]]:
        """What stands on a row; the last one that is seen has the rest, as far as it goes."""
        rows = self._rows(self.size.width)
        return rows[y] if y < len(rows) and y + 1 < self.size.height else [part for row in rows[y:] for part in row]

    def _rows(self, width: int) -> list[list[tuple[str, str]]]:
        rows: list[list[tuple[str, str]]] = [[]]
        used = 0
        for words in self._unparted():
            wanted = sum(cell_len(shown(text)) for text, _ in words)
            # The two columns behind the words may hang over the edge.
            if rows[-1] and used + wanted - len(words[-1][0]) + len(words[-1][0].rstrip()) > width:
                rows.append([])
                used = 0
            rows[-1] += words
            used += wanted
        return rows

    def _unparted(self) -> list[list[tuple[str, str]]]:
        found: list[list[tuple[str, str]]] = []
        for part in self._parts:
            if part[1] == "key" or not found:
                found.append([])
            found[-1].append(part)
        return found


class KeyLine(Line):
    """The keys that matter where the focus is, as many as fit."""

    class Clicked(Message):
        """A key of the line was clicked."""

        def __init__(self, action: str) -> None:
            super().__init__()
            self.action = action

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 -- Textual's name
        super().__init__(id=id)
        self._entries: list[tuple[str, str, str]] = []
        self._seen: list[tuple[int, str]] = []

    def show_keys(self, entries: list[tuple[str, str, str]]) -> None:
        """(key, words, action), most needed first."""
        self._entries = entries
        self._fill()

    def on_resize(self) -> None:
        self._fill()

    def _fill(self) -> None:
        parts: list[tuple[str, str]] = []
        self._seen = []
        used = 0
        for key, words, action in self._entries:
            used += len(key) + len(words) + 3
            if used > self.size.width:
                break
            self._seen.append((used, action))
            parts += [(key, "key"), (f" {words}  ", "")]
        self.show(parts)

    def on_click(self, event: events.Click) -> None:
        action = next((action for end, action in self._seen if event.x < end), None)
        if action is not None:
            self.post_message(self.Clicked(action))
