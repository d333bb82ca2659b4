"""From data to what a terminal may be given: no control code passes, nothing is hidden, and every width is beyond dispute."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from rich.cells import cell_len
from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter
from wcwidth import iter_graphemes, wcwidth

TAB = 4
ENDS = frozenset({"\n", "\r\n", "\r"})
_NAMES = {
    0x00AD: "SHY", 0x034F: "CGJ", 0x061C: "ALM", 0x180E: "MVS", 0x200B: "ZWSP", 0x200C: "ZWNJ", 0x200D: "ZWJ", 0x200E: "LRM", 0x200F: "RLM",
    0x2028: "LSEP", 0x2029: "PSEP", 0x202A: "LRE", 0x202B: "RLE", 0x202C: "PDF", 0x202D: "LRO", 0x202E: "RLO", 0x2060: "WJ",
    0x2066: "LRI", 0x2067: "RLI", 0x2068: "FSI", 0x2069: "PDI", 0xFEFF: "BOM",
}  # fmt: skip
# Of a letter's category, yet nothing is drawn for them.
_BLANK = frozenset([0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, *range(0x180B, 0x1810), 0x3164, 0xFFA0])
# ASCII, Chinese signs and characters: assigned, never joined with a neighbour, and of a width that nobody disputes.
_SIMPLE = re.compile("[ -~\u3001-\u3003\u3008-\u3011\u3400-\u4dbf\u4e00-\u9fff\uff01-\uff60]*")
_TONES = dict(zip(range(0x1F3FB, 0x1F400), "░▒▒▓█", strict=True))
_ZWJ, _KEYCAP = 0x200D, 0x20E3
_MOST_MARKS = 3
# What no segment may hold, whichever widget it came from: C0, DEL, C1, bidirectional and zero-width controls, tags, surrogates.
_UNSAFE = re.compile(
    "[\x00-\x1f\x7f-\x9f\u00ad\u034f\u061c\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff\ufff9-\ufffb\ud800-\udfff"
    "\U000e0000-\U000e0fff]"
)


class Cell(NamedTuple):
    """One grapheme cluster on screen: the code points [start, end) it stands for, what is drawn, its columns, and whether it is a stand-in."""

    start: int
    end: int
    text: str
    width: int
    mark: bool


def as_it_is(text: str) -> bool:
    """Whether every character of `text` is a cluster of its own and drawn as itself, as in most rows; False says nothing."""
    return _SIMPLE.fullmatch(text) is not None


def cells(text: str, start: int, end: int) -> Iterator[Cell]:
    """The cells of text[start:end], which begins and ends between clusters; tab stops count from `start`. They tile it exactly."""
    if as_it_is(text[start:end]):
        for place in range(start, end):
            yield Cell(place, place + 1, text[place], 1 if text[place].isascii() else 2, False)
        return
    place, column = start, 0
    for cluster in iter_graphemes(text[start:end]):
        drawn, width, mark = drawn_as(cluster)
        if cluster == "\t":
            width = TAB - column % TAB
            drawn = "→" + " " * (width - 1)
        yield Cell(place, place + len(cluster), drawn, width, mark)
        place += len(cluster)
        column += width


def shown(text: str, size: int | None = None) -> str:
    """`text` on one line for a label or title; with `size`, cut to that many columns with an ellipsis."""
    if as_it_is(text) and (size is None or cell_len(text) <= size):
        return text
    if size is not None and len(text) > 8 * size + 64:
        text = text[: 8 * size + 64]
    parts: list[str] = []
    used = 0
    for cluster in iter_graphemes(text):
        drawn, width, _ = drawn_as(cluster)
        if cluster in ENDS:
            drawn, width = "↵", 1
        if size is not None and used + width > size:
            return _ellipsis(parts, size)
        parts.append(drawn)
        used += width
    return "".join(parts)


def _ellipsis(parts: list[str], size: int) -> str:
    while parts and cell_len("".join(parts)) > size - 1:
        parts.pop()
    return "".join(parts) + ("…" if size else "")


@lru_cache(maxsize=1 << 16)
def drawn_as(cluster: str) -> tuple[str, int, bool]:
    """What is drawn for a grapheme cluster, its columns, and whether that is a stand-in.

    A cluster whose width terminals dispute (joined emoji, flags, skin tones, keycaps) is drawn as parts that none disputes.
    """
    if len(cluster) == 1 and cluster.isascii() and cluster.isprintable():
        return cluster, 1, False
    if cluster in ENDS:
        return ("␍" if cluster == "\r" else " "), 1, cluster == "\r"
    drawn = _joined(cluster)
    if cell_len(drawn) != sum(wcwidth(c) for c in drawn) or not drawn:
        drawn = "".join(_token(ord(c)) for c in cluster)
    return drawn, cell_len(drawn), drawn != cluster


def _joined(cluster: str) -> str:
    parts: list[str] = []
    marks, tagged = 0, ""
    for place, character in enumerate(cluster):
        code = ord(character)
        if 0xE0020 <= code <= 0xE007F and place:
            tagged += chr(code - 0xE0000) if code < 0xE007F else ""
        elif code == _KEYCAP and parts:
            parts = ["‹", *parts, "›"]
        elif place and 0x1161 <= code <= 0x11FF:
            parts.append(character)
        elif unicodedata.category(character) in {"Mn", "Mc"} and code not in _BLANK and not _selector(code):
            marks += 1
            parts.append(character if place > 0 and parts and marks <= _MOST_MARKS else "" if marks > _MOST_MARKS else "◌" + character)
        elif not (_selector(code) and place):
            parts.append(_part(character, code, alone=len(cluster) == 1))
    if tagged:
        parts.append(f"‹{tagged}›")
    if marks > _MOST_MARKS:
        parts.append(f"‹+{marks - _MOST_MARKS}›")
    return "".join(parts)


def _part(character: str, code: int, *, alone: bool) -> str:
    if code == _ZWJ and not alone:
        return "+"
    if 0x1F1E6 <= code <= 0x1F1FF:
        return chr(code - 0x1F1E6 + ord("A")) if not alone else f"‹{chr(code - 0x1F1E6 + ord('A'))}›"
    if code in _TONES and not alone:
        return _TONES[code]
    category = unicodedata.category(character)
    if category == "Zs" and character not in " \u3000":
        return "␣"
    if category[0] in "CZ" and character not in " \u3000":
        return _token(code)
    if code in _BLANK or _selector(code) or wcwidth(character) < 1:
        return _token(code)
    return character


def _selector(code: int) -> bool:
    return 0xFE00 <= code <= 0xFE0F or 0xE0100 <= code <= 0xE01EF


def _token(code: int) -> str:
    if code < 0x20:
        return chr(0x2400 + code)
    return "␡" if code == 0x7F else f"‹{_NAMES.get(code, f'{code:04X}')}›"


def meaning(character: str) -> str:
    """A code point in words: its number and its name."""
    code = ord(character)
    name = unicodedata.name(character, "") or {"Cc": "control", "Cs": "half of a surrogate pair", "Co": "private use"}.get(
        unicodedata.category(character), "unassigned"
    )
    return f"U+{code:04X} {name}"


def stand_ins(text: str, limit: int) -> list[tuple[int, str, str]]:
    """The first `limit` clusters of `text` that are drawn as something else: offset, what is drawn, and what is there."""
    found: list[tuple[int, str, str]] = []
    place = 0
    for cluster in iter_graphemes(text):
        drawn, _, mark = drawn_as(cluster)
        if mark or cluster == "\t":
            found.append((place, drawn if cluster != "\t" else "→", ", ".join(meaning(c) for c in cluster[:8])))
            if len(found) == limit:
                break
        place += len(cluster)
    return found


class Safe(LineFilter):
    """The last gate before the terminal: takes out of every segment what could steer it, links among them."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The segments without control characters and links."""
        return [_safe(segment) for segment in segments]


def _safe(segment: Segment) -> Segment:
    text, style, control = segment
    linked = style is not None and style.link
    if not linked and ((text.isascii() and text.isprintable()) or not _UNSAFE.search(text)):
        return segment
    # A replacement keeps the columns that Rich counted: none for these characters, so nothing may stand in for them.
    return Segment(_UNSAFE.sub("", text), style.update_link(None) if style is not None else None, control)


def copyable(text: str) -> str:
    """`text` without what could steer whatever it is pasted into; line ends and tabs stay."""
    return "".join(c for c in text if c in "\n\t" or not _UNSAFE.match(c))
