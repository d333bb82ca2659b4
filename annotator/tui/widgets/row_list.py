"""RowList: a list of any length of which only the rows on screen are made; the base of queue, passages and tags."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Size
from textual.scroll_view import ScrollView
from textual.strip import Strip

from annotator.tui.shown import shown

# A row is parts from left to right: text from anywhere, columns (0: the rest of the row), and a look.
Part = tuple[str, int, str]


class RowList(ScrollView, can_focus=True, inherit_bindings=False):
    """Subclasses say what `parts` a row has. The cursor is shown by a pointer, and reversed where the list has the focus."""

    ALLOW_SELECT = False
    COMPONENT_CLASSES: ClassVar[set[str]] = {"row--cursor", "row--strong", "row--dim", "row--good", "row--alert"}

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 -- Textual's name
        super().__init__(id=id)
        self.count = 0
        self.cursor = 0
        self._styles: dict[tuple[str, bool], Style] = {}
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
        self.virtual_size = Size(0, count)
        self.refresh(layout=grew)
        self._follow()

    def point(self, place: int, *, tell: bool = True) -> None:
        """Put the cursor on a row."""
        place = max(0, min(self.count - 1, place))
        if place != self.cursor and self.count:
            before, self.cursor = self.cursor, place
            self._redraw(before)
            self._redraw(place)
            self._follow()
            if tell:
                self.pointed(place)

    def redraw_row(self, place: int) -> None:
        """What stands on a row has changed."""
        self._redraw(place)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return max(1, self.count)

    def render_line(self, y: int) -> Strip:
        """One row of the screen."""
        place, width = y + int(self.scroll_offset.y), self.size.width
        here = place == self.cursor
        base = self._style("", here)
        if place >= self.count:
            return Strip.blank(width, self._style("", False))
        segments = [Segment("▸ " if here else "  ", base)]
        parts = self.parts(place)
        rest = max(0, width - 2 - sum(columns for _, columns, _ in parts))
        for text, columns, look in parts:
            size = columns or rest
            if size:
                drawn = Strip([Segment(shown(text, size), self._style(look, here))])
                segments += list(drawn.extend_cell_length(size, base).crop(0, size))
        strip = Strip(segments)
        return strip.extend_cell_length(width, base).crop(0, width)

    def notify_style_update(self) -> None:
        """Another theme: no style holds."""
        self._styles.clear()
        super().notify_style_update()

    def _style(self, look: str, here: bool) -> Style:
        """The style of a part, worked out once: a screen full of rows asks for hundreds."""
        style = self._styles.get((look, here))
        if style is None:
            style = self.rich_style
            if here:
                style += self.get_component_rich_style("row--cursor", partial=True) if self.has_focus else Style(bold=True)
            if look:
                style += self.get_component_rich_style(f"row--{look}", partial=True)
            self._styles[look, here] = style
        return style

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
        self.virtual_size = Size(0, self.count)
        self._follow()

    def on_focus(self) -> None:
        self._styles.clear()
        self._redraw(self.cursor)

    def on_blur(self) -> None:
        self._styles.clear()
        self._redraw(self.cursor)

    def _redraw(self, place: int) -> None:
        top = int(self.scroll_offset.y)
        if top <= place < top + self.size.height:
            self.refresh_lines(place, 1)

    def _follow(self) -> None:
        top, height = int(self.scroll_offset.y), self.size.height
        if height and not top <= self.cursor < top + height:
            # By half a screen at once: a scroll repaints everything, a step inside only two rows.
            y = max(0, self.cursor - height // 2)
            self.scroll_to(y=y, animate=False, immediate=True, force=True)
