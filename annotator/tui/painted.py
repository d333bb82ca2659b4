"""Painted: what stands on the terminal, so that a frame sends only what differs from it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from operator import ne
from typing import NamedTuple

from rich.cells import cell_len
from rich.console import COLOR_SYSTEMS, Console
from rich.style import Style
from textual._ansi_sequences import SYNC_END, SYNC_START
from textual._compositor import ChopsUpdate, CompositorUpdate, LayoutUpdate
from textual.geometry import Size
from textual.strip import Strip
from wcwidth import wcwidth

from annotator.tui.shown import as_it_is

# Codes of attributes that a blank shows too: underlined, reversed, struck through, framed, overlined.
_SEEN_ON_BLANKS = frozenset({"4", "7", "9", "21", "51", "52", "53"})
# Cells that differ (1) with what lies between them: going on past six equal ones costs fewer bytes than a move of the cursor.
_STRETCH = re.compile(rb"\x01+(?:\x00{1,6}\x01+)*")


class Look(NamedTuple):
    """Codes of SGR: attributes, and the colours of letters and ground ("" for the terminal's own)."""

    attributes: tuple[str, ...] = ()
    fore: str = ""
    back: str = ""

    @property
    def blank(self) -> Look:
        """What of it a blank shows."""
        return self if _SEEN_ON_BLANKS.intersection(self.attributes) else Look(back=self.back)


def turn(old: Look, new: Look) -> str:
    """The shortest codes that change the style of what is written from `old` to `new`."""
    whole = ";".join(["0", *new.attributes, *filter(None, (new.fore, new.back))])
    if not set(old.attributes) <= set(new.attributes):
        return f"\x1b[{whole}m"
    parts = [code for code in new.attributes if code not in old.attributes]
    parts += [new.fore or "39"] if new.fore != old.fore else []
    parts += [new.back or "49"] if new.back != old.back else []
    part = ";".join(parts)
    return f"\x1b[{min(part, whole, key=len)}m" if parts else ""


# What one column shows: a character with its marks ("" behind a wide one) and how it looks.
Cell = tuple[str, Look]


class _Letters(dict[str, Cell]):
    """The cells of one look, each made once: a page has thousands."""

    def __init__(self, look: Look) -> None:
        super().__init__()
        self.look = look

    def __missing__(self, shown: str) -> Cell:
        cell = (shown, self.look.blank if shown == " " else self.look)
        # A cluster may be of any length, and there is no end of them.
        if len(shown) < 2:
            self[shown] = cell
        return cell


class Painted:
    """Everything that was sent to the terminal, row by row; None where nobody knows."""

    def __init__(self) -> None:
        self._rows: dict[int, list[Cell | None]] = {}
        self._letters: dict[Style | None, _Letters] = {}
        self._by_look: dict[Look, _Letters] = {}

    def forget(self) -> bool:
        """Nobody knows what stands there: the next frames send all they have. False when nothing was painted yet."""
        painted = bool(self._rows)
        self._rows.clear()
        return painted

    def difference(self, update: LayoutUpdate | ChopsUpdate, console: Console, size: Size | None = None) -> str:
        """What must be sent for `update`; from then on it stands there. What lies beyond a terminal of `size` is left out.

        All of one look comes together, since a change of style costs more bytes than a move of the cursor.
        """
        by_look: dict[Look, list[tuple[int, int, str]]] = {}
        for y, x, strip in _pieces(update):
            # A frame of the larger screen of before: a terminal would put what lies beyond it on its last row or column.
            if size is not None and (y >= size.height or x >= size.width):
                continue
            cells, runs = self._cells(strip if size is None else strip.crop(0, size.width - x), console)
            changed = _put(self._rows.setdefault(y, []), x, cells)
            for look, first, last in runs if changed else ():
                for start, end in _stretches(cells, changed, first, last):
                    by_look.setdefault(look, []).append((y, x + start, "".join([cell for cell, _ in cells[start:end]])))
        sent: list[str] = []
        pen = Look()
        for look, stretches in by_look.items():
            sent.append(turn(pen, look))
            sent += [f"\x1b[{y + 1};{x + 1}H{text}" for y, x, text in stretches]
            pen = look
        return "".join([*sent, turn(pen, Look())])

    def _cells(self, strip: Strip, console: Console) -> tuple[list[Cell], list[tuple[Look, int, int]]]:
        """The cells of a strip, and where those of one look side by side begin and end."""
        cells: list[Cell] = []
        runs: list[tuple[Look, int, int]] = []
        for text, style, _ in strip:
            letters = self._letters.get(style)
            if letters is None:
                letters = self._learn(style, console)
            start = runs.pop()[1] if runs and runs[-1][0] is letters.look else len(cells)
            cells += map(letters.__getitem__, text if text.isascii() else _columns(text))
            runs.append((letters.look, start, len(cells)))
        return cells, runs

    def _learn(self, style: Style | None, console: Console) -> _Letters:
        """The letters of a style, the same for all that look the same."""
        codes, styled, _ = (style or Style()).render("x", color_system=COLOR_SYSTEMS[console.color_system or "truecolor"]).partition("m")
        look = _parsed(codes) if styled else Look()
        self._letters[style] = self._by_look.setdefault(look, _Letters(look))
        return self._letters[style]


def _put(row: list[Cell | None], x: int, cells: list[Cell]) -> bytes:
    """Put cells in a row from column `x`; for each 1 where it differs from what stood there, nothing where none does."""
    row += [None] * (x + len(cells) - len(row))
    old = row[x : x + len(cells)]
    if old == cells:
        return b""
    row[x : x + len(cells)] = cells
    return bytes(map(ne, old, cells))


def _stretches(cells: list[Cell], changed: bytes, first: int, last: int) -> Iterator[tuple[int, int]]:
    """What is to be sent of the cells [first, last), as stretches [start, end)."""
    for found in _STRETCH.finditer(changed, first, last):
        start, end = found.span()
        # A wide character is sent whole.
        while start > first and not cells[start][0]:
            start -= 1
        while end < last and not cells[end][0]:
            end += 1
        yield start, end


class Difference(CompositorUpdate):
    """In place of an update of Textual's: the part of it that is not on the terminal yet."""

    def __init__(self, painted: Painted, update: LayoutUpdate | ChopsUpdate, size: Size, *, whole: bool) -> None:
        """`size` is that of the terminal; `whole` asks it to show it all at once."""
        self._painted = painted
        self._update = update
        self._size = size
        self._whole = whole

    def render_segments(self, console: Console) -> str:
        """The bytes, as text."""
        changed = self._painted.difference(self._update, console, self._size)
        return f"{SYNC_START}{changed}{SYNC_END}" if self._whole else changed


def _pieces(update: LayoutUpdate | ChopsUpdate) -> Iterator[tuple[int, int, Strip]]:
    """Row, column and strip of all that an update draws, as its own `render_segments` goes through them."""
    if isinstance(update, LayoutUpdate):
        for y, strips in enumerate(update.strips, update.region.y):
            x = update.region.x
            for strip in strips:
                yield y, x, strip
                x += strip.cell_length
        return
    for y, x1, x2 in update.spans:
        for end, (x, part) in zip(update.chop_ends[y], update.chops[y].items(), strict=False):
            if part is not None and x < x2 and end > x1:
                yield y, x, part if end <= x2 else part.crop(0, x2 - x)


def _columns(text: str) -> list[str]:
    """One entry for each column: a character with its marks, and "" behind a wide one; all in one where its width is in dispute."""
    found: list[str] = []
    if as_it_is(text):
        for character in text:
            found.append(character)
            if not character.isascii():
                found.append("")
        return found
    wide = cell_len(text)
    for character in text:
        width = 1 if character.isascii() else wcwidth(character)
        if width > 0:
            found += [character, *[""] * (width - 1)]
        elif found:
            at = len(found) - 1 - (found[-1] == "")
            found[at] += character
    return found if len(found) == wide else [text, *[""] * (wide - 1)][:wide]


def _parsed(codes: str) -> Look:
    attributes: list[str] = []
    fore = back = ""
    for code in re.findall(r"[34]8;5;\d+|[34]8;2;\d+;\d+;\d+|\d+", codes):
        if re.match(r"38;|3\d|9\d", code):
            fore = code
        elif re.match(r"48;|4\d|10\d", code):
            back = code
        else:
            attributes.append(code)
    return Look(tuple(attributes), fore, back)
