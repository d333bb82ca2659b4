"""Rows: a text broken into screen rows, lazily, so that a megabyte costs no more than what is looked at."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator

from wcwidth import iter_graphemes

from annotator.tui.shown import ENDS, TAB, Cell, as_it_is, cells, drawn_as

# Rows whose cells are kept: those that a caret goes through, since a row of cells takes 15 KB.
_KEPT = 64
# What begins no row: the classes CL, CP, EX, IS and NS of Unicode's line breaking (UAX #14), as far as they are written after words.
_CLOSING = frozenset(")]},.:;!?…”’»›、。，．：；！？…‥・ー々ゝゞヽヾ）］｝｠〉》」』】〕〗〙〛｡｣､･ｰ％‰℃゛゜")
# What the rows behind the first of a line stand behind: white space, the digit of a value, or a column that two spaces part from the next.
_HANG = re.compile(r" *(?:\S+(?: \S+)*  +|\d+ +)?")
_LEAST_HANG, _MOST_HANG = 2, 30


class Rows:
    """The rows of `text` at `width` columns. They tile it exactly, and each begins between two grapheme clusters.

    The row that ends a line owns the characters that end it. One column more than `width` is wanted on screen, for the
    caret behind the last character. A text that ends in a line end has an empty row after it.
    """

    def __init__(self, text: str, width: int) -> None:
        self.text = text
        self.width = max(2, width)
        self.starts = [0]
        self.done = False
        self._cells: dict[int, list[Cell]] = {}

    def __len__(self) -> int:
        """How many rows are laid out; the last of them is whole only when `done`."""
        return len(self.starts) if self.done else len(self.starts) - 1

    def reach_row(self, row: int) -> None:
        """Lay out until `row` is there, or the text ends."""
        while not self.done and len(self) <= row:
            self._lay()

    def reach_offset(self, offset: int) -> None:
        """Lay out until the row of `offset` is there."""
        while not self.done and self.starts[-1] <= offset:
            self._lay()

    def go_on(self, rows: int) -> None:
        """Lay out some more rows."""
        self.reach_row(len(self) + rows - 1)

    def bounds(self, row: int) -> tuple[int, int]:
        """The code points [start, end) of a laid-out row."""
        return self.starts[row], self.starts[row + 1] if row + 1 < len(self.starts) else len(self.text)

    def row_of(self, offset: int) -> int:
        """The row on which a caret at `offset` stands."""
        self.reach_offset(offset)
        return min(bisect_right(self.starts, offset) - 1, len(self) - 1)

    def cells(self, row: int) -> list[Cell]:
        """The cells of a laid-out row."""
        found = self._cells.get(row)
        if found is None:
            if len(self._cells) >= _KEPT:
                del self._cells[next(iter(self._cells))]
            found = self._cells[row] = list(cells(self.text, *self.bounds(row)))
        return found

    def column_of(self, offset: int) -> int:
        """The column of a caret at `offset` in its row."""
        return sum(cell.width for cell in self.cells(self.row_of(offset)) if cell.end <= offset)

    def at_column(self, row: int, column: int) -> Cell | None:
        """The cell that covers `column` of `row`; None behind the last one."""
        left = 0
        for cell in self.cells(row):
            left += cell.width
            if column < left:
                return cell
        return None

    def offset_at(self, row: int, column: int) -> int:
        """Where a caret lands at `column` of `row`: before the cell there, or behind the last that does not end the line."""
        cell = self.at_column(row, column)
        if cell is not None:
            return cell.start
        last = self.cells(row)[-1:]
        if not last:
            return self.bounds(row)[0]
        ends = self.text[last[0].start : last[0].end] in ENDS or row + 1 < len(self)
        return last[0].start if ends else last[0].end

    def after(self, offset: int) -> int:
        """The boundary after `offset`."""
        if offset >= len(self.text):
            return len(self.text)
        return next(cell.end for cell in self.cells(self.row_of(offset)) if cell.end > offset)

    def before(self, offset: int) -> int:
        """The boundary before `offset`."""
        if offset <= 0:
            return 0
        return max(cell.start for cell in self.cells(self.row_of(offset - 1)) if cell.start < offset)

    def snapped(self, offset: int, *, up: bool) -> int:
        """`offset` if it lies between clusters, else the edge of the cluster it cuts: the later one where `up`."""
        for cell in self.cells(self.row_of(min(offset, max(0, len(self.text) - 1)))):
            if cell.start < offset < cell.end:
                return cell.end if up else cell.start
        return offset

    def indent(self, row: int) -> int:
        """The columns that are left free before a laid-out row."""
        return 0

    def _lay(self) -> None:
        start = self.starts[-1]
        end = self._end_of_row(start, self.width - self.indent(len(self.starts) - 1))
        if end < len(self.text) and self.text[end] in _CLOSING and not self.text[end - 1].isspace():
            end = self._giving_along(start, end)
        if end >= len(self.text):
            self.done = True
            if self.text.endswith(("\n", "\r")) and end > start:
                self.starts.append(len(self.text))
        else:
            self.starts.append(end)

    def _giving_along(self, start: int, end: int) -> int:
        """An earlier end of a row, so that the next one begins with a character or a word and not with the sign that closes it."""
        last = end - 1
        # Two characters that never join with a neighbour, the latter wide: that one goes along, as in most Chinese rows.
        if last > start and self.text[last] not in _CLOSING and not self.text[last].isascii() and as_it_is(self.text[last - 1 : end]):
            return last
        place, given = end, start
        for cluster in reversed(list(_clusters(self.text[start:end], 0))):
            if cluster in {" ", "\t"} or (given > start and _is_wide(cluster)):
                break
            place -= len(cluster)
            if given == start and cluster not in _CLOSING:
                given = place
                if _is_wide(cluster):
                    break
        # A word that takes the whole row gives its last character.
        return end if given == start else place if place > start else given

    def _end_of_row(self, start: int, width: int) -> int:
        ahead = self.text[start : start + width + 2]
        line, ended, _ = ahead.partition("\n")
        if ended and len(line) <= width and line.isascii() and line.isprintable():
            return start + len(line) + 1
        if ahead.isascii() and ahead.isprintable() and len(ahead) == width + 2:
            space = ahead.rfind(" ", 0, width + 1)
            return start + (space + 1 if space >= 0 else width)
        return self._end_by_cluster(start, width)

    def _end_by_cluster(self, start: int, room: int) -> int:
        place, column, chance = start, 0, start
        for cluster in _clusters(self.text, start):
            if cluster in ENDS:
                return place + len(cluster)
            drawn, width, _ = drawn_as(cluster)
            if cluster == "\t":
                width = TAB - column % TAB
            wide = width > 1 and drawn == cluster
            if column + width > room and place > start:
                if cluster == " ":
                    return place + 1
                return place if wide or chance == start else chance
            place += len(cluster)
            column += width
            if wide or cluster in {" ", "\t"}:
                chance = place
        return place


class HangingRows(Rows):
    """Rows of which those that go on with a line stand under its words."""

    def indent(self, row: int) -> int:
        start = self.starts[row]
        if start == 0 or self.text[start - 1] == "\n":
            return 0
        line = self.text.rfind("\n", 0, start) + 1
        found = _HANG.match(self.text, line, line + _MOST_HANG + 2)
        wanted = found.end() - line if found is not None else 0
        return min(wanted if _LEAST_HANG <= wanted <= _MOST_HANG else _LEAST_HANG, self.width // 2)


def _is_wide(cluster: str) -> bool:
    drawn, width, _ = drawn_as(cluster)
    return width > 1 and drawn == cluster


def _clusters(text: str, start: int) -> Iterator[str]:
    return iter_graphemes(text, start)
