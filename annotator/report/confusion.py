"""A confusion matrix as a table with shades, or as its commonest disagreements where it is too wide."""

from __future__ import annotations

import numpy as np

from annotator.agreement.confusion import Confusion
from annotator.agreement.reasons import category_text
from annotator.report.table import Cell, Column, Table, short

SHADES = " ░▒▓█"
# Eight columns of counts beside the row names fit 80 cells.
WIDEST = 8
NAME = 7
LISTED = 10


def confusion_table(confusion: Confusion, reviewers: tuple[str, str]) -> Table:
    """Rows are the first reviewer's values, columns the second's; the shade of a cell grows with its share of the fullest cell."""
    names = [category_text(category) for category in confusion.categories]
    first, second = reviewers
    if len(names) > WIDEST:
        return _commonest(confusion, names, reviewers)
    fullest = max(1, int(confusion.counts.max()))
    rows: list[tuple[Cell, ...]] = []
    for name, counts in zip(names, confusion.counts.tolist(), strict=True):
        rows.append((short(name, 2 * NAME), *(f"{_shade(count, fullest)} {count}" for count in counts), sum(counts)))
    rows.append(("all", *(str(count) for count in confusion.counts.sum(axis=0).tolist()), confusion.n))
    columns = (Column(""), *(Column(short(name, NAME), "right") for name in names), Column("all", "right"))
    return Table(columns, tuple(rows), f"rows {first}, columns {second}")


def _shade(count: int, fullest: int) -> str:
    return SHADES[0] if count == 0 else SHADES[1 + min(3, 4 * count // (fullest + 1))]


def _commonest(confusion: Confusion, names: list[str], reviewers: tuple[str, str]) -> Table:
    """The cells off the diagonal with the most items."""
    off = confusion.counts.copy()
    np.fill_diagonal(off, 0)
    order = np.argsort(-off, axis=None, kind="stable")[:LISTED]
    cells = [(int(place) // len(names), int(place) % len(names)) for place in order]
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (names[row], names[column], int(off[row, column])) for row, column in cells if off[row, column]
    )
    columns = (Column(reviewers[0]), Column(reviewers[1]), Column("n", "right"))
    return Table(columns, rows, f"commonest of {int(off.sum())} disagreements; {confusion.agreed} of {confusion.n} agree")
