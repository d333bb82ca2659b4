"""Painted: what stands on the terminal, so that a frame sends only what differs from it."""

from __future__ import annotations

import re
from collections.abc import Iterator
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
# Going on past so many equal cells costs fewer bytes than a move of the cursor.
_NEAR = 6


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


class Painted:
    """Everything that was sent to the terminal, row by row; None where nobody knows."""

    def __init__(self) -> None:
        self._rows: dict[int, list[Cell | None]] = {}
        self._known: dict[Style | None, tuple[Look, Look]] = {None: (Look(), Look())}

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
            cells = self._cells(strip if size is None else strip.crop(0, size.width - x), console)
            for start, end, look in _put(self._rows.setdefault(y, []), x, cells):
                by_look.setdefault(look, []).append((y, start, "".join([cell for cell, _ in cells[start - x : end - x]])))
        sent: list[str] = []
        pen = Look()
        for look, stretches in by_look.items():
            sent.append(turn(pen, look))
            sent += [f"\x1b[{y + 1};{x + 1}H{text}" for y, x, text in stretches]
            pen = look
        return "".join([*sent, turn(pen, Look())])

    def _cells(self, strip: Strip, console: Console) -> list[Cell]:
        cells: list[Cell] = []
        for text, style, _ in strip:
            look, blank = self._known.get(style) or self._learn(style, console)
            cells += [(cell, blank if cell == " " else look) for cell in (text if text.isascii() else _columns(text))]
        return cells

    def _learn(self, style: Style | None, console: Console) -> tuple[Look, Look]:
        """How letters and how blanks of a style look."""
        codes, styled, _ = (style or Style()).render("x", color_system=COLOR_SYSTEMS[console.color_system or "truecolor"]).partition("m")
        look = _parsed(codes) if styled else Look()
        self._known[style] = look, look.blank
        return self._known[style]


def _put(row: list[Cell | None], x: int, cells: list[Cell]) -> Iterator[tuple[int, int, Look]]:
    """Put cells in a row from column `x`; yields the stretches [start, end) of columns of one look that differ from what stood there."""
    end = x + len(cells)
    row += [None] * (end - len(row))
    old = row[x:end]
    if old == cells:
        return
    row[x:end] = cells
    start = last = -1
    look = blank = Look()
    for at, (before, cell) in enumerate(zip(old, cells, strict=True)):
        if before == cell:
            continue
        if start >= 0 and at == last + 1 and cell[1] is look:
            last = at
            continue
        # Equal cells on the way, as far as they are of this look, are sent again rather than jumped over.
        if start < 0 or at - last > _NEAR or not all(of == look or (of == blank and text == " ") for text, of in cells[last + 1 : at + 1]):
            if start >= 0:
                yield *_whole(cells, start, last + 1, x), look
            start, look = at, cell[1]
            blank = look.blank
        last = at
    yield *_whole(cells, start, last + 1, x), look


def _whole(cells: list[Cell], start: int, end: int, x: int) -> tuple[int, int]:
    """A stretch of `cells`, which begin at column `x`, widened so that it cuts no wide character."""
    while start > 0 and not cells[start][0]:
        start -= 1
    while end < len(cells) and not cells[end][0]:
        end += 1
    return start + x, end + x


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
        width = wcwidth(character)
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
