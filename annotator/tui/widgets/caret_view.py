"""CaretView: a text with a caret between its grapheme clusters and a selection, by keys and by mouse."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from rich.segment import Segment
from textual import events
from textual.timer import Timer

from annotator.tui import steps
from annotator.tui.shown import Cell
from annotator.tui.widgets.text_view import TextView


class CaretView(TextView, can_focus=True, inherit_bindings=False):
    """The caret stands between two clusters, so a selection that cuts one cannot be made.

    A selection reaches from `origin` to `caret`; while `held`, every move extends it.
    """

    COMPONENT_CLASSES: ClassVar[set[str]] = {"text--chosen", "text--caret"}

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 -- Textual's name
        super().__init__(id=id)
        self.caret = 0
        self.origin: int | None = None
        self.held = False
        # Called at once and not by message, so that what is said of caret and selection is drawn in the same frame.
        self.moved: Callable[[], None] = lambda: None
        self._goal: int | None = None
        self._dragged: tuple[int, int] | None = None
        self._pulling: Timer | None = None
        self._pull = 0

    @property
    def chosen(self) -> tuple[int, int] | None:
        """The selection as [start, end), None when nothing is selected."""
        if self.origin is None or self.origin == self.caret:
            return None
        return min(self.origin, self.caret), max(self.origin, self.caret)

    def place(self, text: str, caret: int) -> None:
        """Show a text with the caret at `caret` and nothing selected."""
        self.caret, self.origin, self.held, self._goal = 0, None, False, None
        self.show(text)
        self.move_to(self.rows.snapped(min(caret, len(text)), up=False))

    def move_to(self, offset: int, *, extend: bool = False, goal: int | None = None) -> None:
        """Put the caret between two clusters; with `extend`, the selection grows or shrinks to it."""
        chosen, caret = self.chosen, self.caret
        extend = extend or self.held
        if extend and self.origin is None:
            self.origin = self.caret
        if not extend:
            self.origin = None
        self.caret, self._goal = offset, goal
        self.rows.reach_offset(offset)
        for place in (caret, offset):
            self.redraw(place, place)
        if extend:
            self.redraw(min(caret, offset), max(caret, offset))
        elif chosen is not None:
            self.redraw(*chosen)
        self.caret_moved(caret)
        self._follow()
        self.moved()

    def select(self, start: int, end: int) -> None:
        """Select [start, end), widened to whole clusters, with the caret at its end."""
        self.held = False
        self.move_to(self.rows.snapped(start, up=False))
        self.move_to(self.rows.snapped(end, up=True), extend=True)

    def caret_moved(self, before: int) -> None:
        """The caret stood at `before`; a subclass redraws what hangs on it."""

    def redraw(self, start: int, end: int) -> None:
        """Draw the rows of [start, end] anew."""
        self.forget_rows(self.rows.row_of(start), self.rows.row_of(end))

    def edges(self, start: int, end: int) -> set[int]:
        own = self.chosen or (self.caret, self.caret + 1)
        return super().edges(start, end).union(edge for edge in own if start < edge < end)

    def looks_of(self, cell: Cell) -> tuple[str, ...]:
        looks = super().looks_of(cell)
        chosen = self.chosen
        if chosen is not None:
            # No caret beside a selection: without colour, a cell more would look selected.
            return (*looks, "chosen") if chosen[0] <= cell.start < chosen[1] else looks
        return (*looks, "caret") if cell.start == self.caret and self.has_focus else looks

    def behind(self, row: int) -> Segment | None:
        end = self.rows.bounds(row)[1]
        if self.has_focus and self.caret == end == len(self.text) and self.rows.row_of(end) == row and self.chosen is None:
            return Segment(" ", self.looks.style("caret"))
        return None

    def resized(self) -> None:
        """Where it is moved, the caret stays in sight, however few rows are left."""
        if self.has_focus:
            self._follow()

    def on_focus(self) -> None:
        self.redraw(self.caret, self.caret)

    def on_blur(self) -> None:
        self.redraw(self.caret, self.caret)

    def _follow(self) -> None:
        row = self.rows.row_of(self.caret)
        if self.virtual_size.height <= row:
            self.measure(len(self.rows))
        self.bring_up(row)

    # Moves; each has its twin that extends.

    def action_move(self, way: str, extend: bool) -> None:
        """Move the caret one step."""
        text, caret, goal = self.text, self.caret, None
        match way:
            case "left":
                place = self.rows.before(caret)
            case "right":
                place = self.rows.after(caret)
            case "word_left":
                place = self.rows.snapped(steps.word_before(text, caret), up=False)
            case "word_right":
                place = self.rows.snapped(steps.word_after(text, caret), up=True)
            case "sentence_left":
                place = self.rows.snapped(steps.sentence_before(text, caret), up=False)
            case "sentence_right":
                place = self.rows.snapped(steps.sentence_after(text, caret), up=True)
            case _:
                place, goal = self._by_row(way)
        self.move_to(place, extend=extend, goal=goal)

    def _by_row(self, way: str) -> tuple[int, int | None]:
        row = self.rows.row_of(self.caret)
        match way:
            case "start":
                return 0, None
            case "end":
                return len(self.text), None
            case "row_start":
                return self.rows.bounds(row)[0], None
            case "row_end":
                return self.rows.offset_at(row, 1 << 30), None
        goal = self._goal if self._goal is not None else self.rows.column_of(self.caret)
        by = {"up": -1, "down": 1, "page_up": 1 - self.size.height, "page_down": self.size.height - 1}[way]
        self.rows.reach_row(row + max(0, by))
        target = max(0, min(len(self.rows) - 1, row + by))
        return self.rows.offset_at(target, goal), goal

    def action_hold(self) -> None:
        """Begin a selection here: every move extends it."""
        self.origin, self.held = self.caret, True
        self.moved()

    def action_drop(self) -> None:
        """Let the selection go."""
        self.held = False
        self.move_to(self.caret)

    def action_take_word(self) -> None:
        """Select the word here; again, the next one too."""
        self._take(steps.word_at(self.text, self.caret), steps.word_after(self.text, self.caret))

    def action_take_sentence(self) -> None:
        """Select the sentence here; again, the next one too."""
        self._take(steps.sentence_at(self.text, self.caret), steps.sentence_after(self.text, self.caret))

    def _take(self, here: tuple[int, int] | None, further: int) -> None:
        if self.chosen is not None:
            self.move_to(self.rows.snapped(further, up=True), extend=True)
        elif here is not None and here[0] < here[1]:
            self.select(*here)
        else:
            self.select(max(self.caret, steps.word_before(self.text, further)), further)

    # By mouse: the cluster under the pointer belongs to the selection at both of its ends.

    def on_mouse_down(self, event: events.MouseDown) -> None:
        if event.button != 1:
            return
        self.screen.set_focus(self)
        self.capture_mouse()
        cell = self._under(event)
        self.held = False
        self.move_to(cell[0], extend=event.shift)
        self._dragged = cell

    def on_mouse_move(self, event: events.MouseMove) -> None:
        if self._dragged is None:
            return
        y = event.get_content_offset_capture(self).y
        self._pull = -1 if y < 0 else 1 if y >= self.size.height else 0
        if self._pull and self._pulling is None:
            self._pulling = self.set_interval(0.05, self._pull_on)
        self._drag_to(self._under(event))

    def on_mouse_up(self, event: events.MouseUp) -> None:
        self.release_mouse()
        self._dragged, self._pull = None, 0
        if self._pulling is not None:
            self._pulling.stop()
            self._pulling = None

    def on_click(self, event: events.Click) -> None:
        if event.chain == 2:
            self.action_drop()
            self.action_take_word()
        elif event.chain == 3:
            self.action_drop()
            self.action_take_sentence()

    def _drag_to(self, cell: tuple[int, int]) -> None:
        first = self._dragged
        if first is None or cell == first == (self.caret, self.caret):
            return
        back = cell[0] < first[0]
        anchor, caret = (first[1], cell[0]) if back else (first[0], cell[1])
        if cell != first or self.origin is not None:
            if anchor != self.origin:
                self.move_to(anchor)
            self.move_to(caret, extend=True)

    def _pull_on(self) -> None:
        row = self.rows.row_of(self.caret) + self._pull
        if self._pull and 0 <= row < len(self.rows):
            start, end = self.rows.bounds(row)
            self._drag_to((start, start) if self._pull < 0 else (end, end))

    def _under(self, event: events.MouseEvent) -> tuple[int, int]:
        spot = event.get_content_offset_capture(self)
        top = int(self.scroll_offset.y)
        row = max(0, min(len(self.rows) - 1, spot.y + top))
        cell = self.rows.at_column(row, max(0, spot.x - self.GUTTER))
        if cell is not None:
            return cell.start, cell.end
        end = self.rows.offset_at(row, 1 << 30)
        return end, end
