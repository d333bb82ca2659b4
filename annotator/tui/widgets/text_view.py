"""TextView: a text of any size on screen, cell by cell; only the rows that are looked at are laid out at once."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, pairwise
from typing import ClassVar, NamedTuple

from rich.segment import Segment
from textual import events
from textual.geometry import Size
from textual.strip import Strip

from annotator.tui.rows import HangingRows, Rows
from annotator.tui.shown import Cell, as_it_is
from annotator.tui.widgets.strip_view import KEPT, StripView

# Rows that are laid out ahead at once.
_STEP = 10
# Where the strip behind the last row is kept.
_BEHIND = -1


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


class TextView(StripView, inherit_bindings=False):
    """Shows a text; wraps at words, scrolls by rows. Nothing in the text is markup."""

    KIND = "text"
    GUTTER: ClassVar[int] = 0
    ROWS: ClassVar[type[Rows]] = Rows
    COMPONENT_CLASSES: ClassVar[set[str]] = {"text--strong", "text--dim", "text--stand-in", "text--alert"}

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:  # noqa: A002 -- Textual's name
        super().__init__(id=id, classes=classes)
        self.rows = self.ROWS("", 78)
        self._stretches: Sequence[Stretch] = ()
        self._edges: Sequence[int] = ()
        # Those of the row that is being drawn.
        self._near: Sequence[Stretch] = ()
        self._strips: dict[int, Strip] = {}
        self._laid_out = 0

    @property
    def text(self) -> str:
        """The text as it came."""
        return self.rows.text

    def show(self, text: str, stretches: Sequence[Stretch] = ()) -> None:
        """Put another text in place of the one that is shown, from its beginning."""
        if text == self.text and list(stretches) == list(self._stretches):
            return
        self._stretches = stretches
        self._edges = sorted({edge for stretch in stretches for edge in stretch[:2]})
        self._strips.clear()
        before = self._wanted()
        if text != self.text:
            self._lay_out(text)
            self.scroll_to(y=0, animate=False, immediate=True, force=True)
        self.refresh(layout=not self._laid_out or self._wanted() != before)

    def roll(self, by: int) -> None:
        """Scroll by rows, as far as the text goes."""
        y = int(self.scroll_y) + by
        self.rows.reach_row(y + self.size.height)
        self.measure(len(self.rows))
        self.scroll_to(y=y, animate=False, immediate=True)

    def page(self, by: int) -> None:
        """Scroll by pages of what is shown; the last row stays in sight as the first, or the other way round."""
        self.roll(by * max(1, self.size.height - 1))

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """The rows that the text takes, as far as they fit the screen."""
        rows = self.ROWS(self.text, width - self.GUTTER - 1)
        rows.reach_row(viewport.height)
        return max(1, len(rows))

    def _wanted(self) -> int:
        """The rows for which there must be room, as far as they fit the screen; -1 where the room does not hang on the text."""
        height = self.styles.height
        return min(len(self.rows), self.app.size.height) if height is None or height.is_auto else -1

    def on_resize(self, event: events.Resize) -> None:
        """Another width breaks the text anew; what stood at the top stays there."""
        if self._columns() != self._laid_out:
            top = self.rows.bounds(min(int(self.scroll_y), len(self.rows) - 1))[0] if len(self.rows) else 0
            self._lay_out(self.text)
            self.scroll_to(y=self.rows.row_of(top), animate=False, immediate=True, force=True)
        self.resized()

    def resized(self) -> None:
        """A subclass brings up what must stay in sight."""

    def restyle(self) -> None:
        super().restyle()
        self._strips.clear()

    def has(self, row: int) -> bool:
        self.rows.reach_row(row)
        return row < len(self.rows)

    def strip_of(self, row: int) -> Strip:
        width = self.container_size.width
        if self.rows.width != self._columns():
            # Drawn before the message of its size has come.
            self.rows = self.ROWS(self.text, self._columns())
        place = row if self.has(row) else _BEHIND
        strip = self._strips.get(place)
        if strip is None or strip.cell_length != width:
            if len(self._strips) >= KEPT:
                del self._strips[next(iter(self._strips))]
            strip = self._strips[place] = self.looks.passed(self._draw(place, width))
        return strip

    def work_ahead(self) -> Iterator[None]:
        """Draw the next pages, then lay out the rest of the text."""
        yield from super().work_ahead()
        while not self.rows.done:
            self.rows.go_on(_STEP)
            if len(self.rows) > self.virtual_size.height * 2:
                self.measure(len(self.rows))
            yield
        self.measure(len(self.rows))

    def forget_rows(self, first: int, last: int) -> None:
        """Draw the rows first..last anew, as far as they are on screen."""
        for row in [row for row in self._strips if first <= row <= last]:
            del self._strips[row]
        top = int(self.scroll_offset.y)
        shown_first, shown_last = max(first, top), min(last, top + self.container_size.height - 1)
        if shown_first <= shown_last:
            self.refresh_lines(shown_first, shown_last - shown_first + 1)

    def looks_of(self, cell: Cell) -> tuple[str, ...]:
        """The component classes in which a cell is drawn, the last one on top."""
        looks = [stretch.look for stretch in self._near if stretch.start <= cell.start < stretch.end]
        return (*looks, "stand-in") if cell.mark else tuple(looks)

    def edges(self, start: int, end: int) -> set[int]:
        """Where between `start` and `end` the look of the text may change, but for stand-ins."""
        return set(self._edges[bisect_right(self._edges, start) : bisect_left(self._edges, end)])

    def left_of(self, row: int) -> Segment | None:
        """What stands left of a row."""
        indent = self.rows.indent(row)
        return Segment(" " * indent, self.looks.style()) if indent else None

    def _draw(self, row: int, width: int) -> Strip:
        if row == _BEHIND:
            return Strip.blank(width, self.looks.style())
        parts = (self.left_of(row), *self._runs(row), self.behind(row))
        return Strip([part for part in parts if part is not None]).adjust_cell_length(width, self.looks.style())

    def _runs(self, row: int) -> Iterator[Segment]:
        """What stands on a row, as much as looks the same as one segment."""
        start, end = self.rows.bounds(row)
        self._near = [stretch for stretch in self._stretches if stretch.start < end and stretch.end > start]
        text, edges = self.text[start:end], self.edges(start, end)
        text = f"{text[:-1]} " if text.endswith("\n") else text
        if as_it_is(text):
            for first, last in pairwise(sorted({start, *edges, end})):
                looks = self.looks_of(Cell(first, last, "", 0, mark=False))
                yield Segment(text[first - start : last - start], self.looks.style(*looks))
            return
        alike = {mark: self.looks_of(Cell(start, end, "", 0, mark)) for mark in (False, True)}
        looks_of = self.looks_of if edges else lambda cell: alike[cell.mark]
        for looks, run in groupby(self.rows.cells(row), looks_of):
            yield Segment("".join(cell.text for cell in run), self.looks.style(*looks))

    def behind(self, row: int) -> Segment | None:
        """What stands behind the last cell of a row, one column wide."""
        return None

    def _columns(self) -> int:
        return max(2, self.container_size.width - self.GUTTER - 1)

    def _lay_out(self, text: str) -> None:
        self.rows = self.ROWS(text, self._columns())
        self._strips.clear()
        self._laid_out = self.rows.width if self.container_size.width else 0
        if self._laid_out:
            self.rows.reach_row(self.app.size.height)
            self.measure(len(self.rows))


class HangingView(TextView, inherit_bindings=False):
    """A text of lines that stand for themselves, such as keys with their words: what goes on with a line stands under its words."""

    ROWS = HangingRows
