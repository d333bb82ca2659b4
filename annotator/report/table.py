"""A table value and its forms: plain text for a terminal, Markdown, and CSV that a spreadsheet cannot take for formulas."""

from __future__ import annotations

import csv
import io
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from annotator.model.figure import Figure
from annotator.report.width import cut, fill, pad, shown, width_of

Cell = str | int | float | bool | None
GAP = "  "
NARROWEST = 8
FORMULA_STARTS = frozenset("=+-@\t\r\n")


@dataclass(frozen=True)
class Column:
    """A heading and the side on which its cells stand; only left columns are wrapped when room is short."""

    name: str
    side: Literal["left", "right"] = "left"


@dataclass(frozen=True)
class Table:
    """Rows under headings, with a title above and notes below; every row has as many cells as there are columns."""

    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    title: str = ""
    notes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for row in self.rows:
            if len(row) != len(self.columns):
                raise ValueError(f"a row of {len(row)} cells stands under {len(self.columns)} columns: {row!r}")

    def plain(self, width: int = 80) -> str:
        """Text of at most `width` terminal cells a line (wide characters count two); it ends without a newline."""
        texts = [[cell_text(cell) for cell in row] for row in self.rows]
        sizes = self._sizes(texts, width)
        lines = [line for part in ([self.title] if self.title else []) for line in fill(shown(part), width)]
        lines += self._laid_out([column.name for column in self.columns], sizes)
        lines.append(GAP.join("-" * size for size in sizes))
        for row in texts:
            lines += self._laid_out(row, sizes)
        for note in self.notes:
            lines += fill(shown(note), width)
        return "\n".join(line.rstrip() for line in lines)

    def markdown(self) -> str:
        """A pipe table with title and notes as paragraphs; cell text is escaped, so it cannot make markup."""
        lines = [f"**{markdown_text(self.title)}**", ""] if self.title else []
        lines.append("| " + " | ".join(markdown_text(column.name) for column in self.columns) + " |")
        lines.append("|" + "|".join("---:" if column.side == "right" else "---" for column in self.columns) + "|")
        lines += ["| " + " | ".join(markdown_text(cell_text(cell)) for cell in row) + " |" for row in self.rows]
        for note in self.notes:
            lines += ["", markdown_text(note)]
        return "\n".join(lines)

    def _sizes(self, texts: Sequence[Sequence[str]], width: int) -> list[int]:
        """Widths of the columns; the widest left column gives way first, and a word is broken only where nothing else makes the line fit."""
        cells = [(column.name, *(row[place] for row in texts)) for place, column in enumerate(self.columns)]
        sizes = [max(map(width_of, column)) for column in cells]
        spare = width - len(GAP) * (len(sizes) - 1)
        if sum(sizes) <= spare:
            return sizes
        words = [max(width_of(word) for cell in column for word in cell.split(" ")) for column in cells]
        for floors in ([max(NARROWEST, word) for word in words], [NARROWEST] * len(words)):
            while sum(sizes) > spare:
                givers = [place for place, column in enumerate(self.columns) if column.side == "left" and sizes[place] > floors[place]]
                if not givers:
                    break
                widest = max(givers, key=lambda place: sizes[place])
                wanted = sizes[widest] - (sum(sizes) - spare) // len(givers)
                sizes[widest] = max(floors[widest], min(sizes[widest] - 1, wanted))
        return sizes

    def _laid_out(self, row: Sequence[str], sizes: Sequence[int]) -> list[str]:
        """One row as the lines it takes."""
        cells = [fill(text, size) for text, size in zip(row, sizes, strict=True)]
        height = max((len(lines) for lines in cells), default=0)
        out = []
        for place in range(height):
            parts = [
                pad(lines[place] if place < len(lines) else "", size, column.side)
                for lines, size, column in zip(cells, sizes, self.columns, strict=True)
            ]
            out.append(GAP.join(parts))
        return out


def cell_text(cell: Cell) -> str:
    """A cell as people read it: nothing as "-", a fraction with three places, text without control characters."""
    if cell is None:
        return "-"
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    if isinstance(cell, float):
        return f"{cell:.3f}"
    return shown(str(cell))


def number_text(value: float | None, places: int = 4) -> str:
    """A number with so many places, or "-" where there is none."""
    return "-" if value is None else f"{value:.{places}f}"


def value_text(figure: Figure, places: int = 3) -> str:
    """The value of a figure, or the word "undefined"; the reason belongs in a note or its own column."""
    return "undefined" if figure.value is None else f"{figure.value:.{places}f}"


def interval_text(figure: Figure, places: int = 3) -> str:
    """The interval as "0.412 to 1.000", or "-" where there is none."""
    if figure.low is None or figure.high is None:
        return "-"
    return f"{figure.low:.{places}f} to {figure.high:.{places}f}"


def value_with_n(figure: Figure, places: int = 3) -> str:
    """The value with the number of items that it is over, as "0.412 (30)"."""
    return f"{value_text(figure, places)} ({figure.n})"


def names_by_reason(figures: Mapping[str, Figure]) -> dict[str, list[str]]:
    """The names of the undefined figures by the reason that they share, so that it is said once."""
    reasons: dict[str, list[str]] = {}
    for name, figure in figures.items():
        if figure.undefined:
            reasons.setdefault(figure.undefined, []).append(name)
    return reasons


def markdown_text(text: str) -> str:
    """Text that stays text inside a Markdown table cell."""
    flat = " ".join(shown(text).split())
    return "".join("\\" + sign if sign in "\\`*_{}[]<>|#" else sign for sign in flat)


def csv_text(names: Iterable[str], rows: Iterable[Iterable[Cell]]) -> str:
    """RFC 4180 rows ending in LF under a heading row, numbers in full, text quoted and guarded."""
    out = io.StringIO()
    writer = csv.writer(out, quoting=csv.QUOTE_NONNUMERIC, lineterminator="\n")
    writer.writerow([csv_cell(name) for name in names])
    for row in rows:
        writer.writerow([csv_cell(cell) for cell in row])
    return out.getvalue()


def csv_cell(cell: Cell) -> str | int | float:
    """Numbers stay numbers; text that a spreadsheet would run as a formula gets an apostrophe before it."""
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return "true" if cell else "false"
    if isinstance(cell, int | float):
        return cell
    # Spreadsheets trim blanks and read the full-width signs as the plain ones.
    first = unicodedata.normalize("NFKC", cell.lstrip(" \u00a0\u3000")[:1])
    if cell[:1] in FORMULA_STARTS or first in FORMULA_STARTS:
        return "'" + cell
    return cell


def short(text: str, size: int) -> str:
    """Text cut to `size` terminal cells, the cut shown by an ellipsis."""
    return cut(shown(text), size)
