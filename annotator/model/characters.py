"""Which characters a name may not hold, and where a text may be cut."""

from __future__ import annotations

import unicodedata
from bisect import bisect_left

from wcwidth import iter_graphemes

BIDI = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_UNPRINTABLE = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp", "Zs"})
_STEERING = frozenset({"Cc", "Cs", "Zl", "Zp"})
_WINDOW = 64


def unprintable(text: str) -> str | None:
    """The first character of `text` that a name may not hold (space, control, bidirectional, unassigned), or None."""
    # Most names are plain ASCII, and a dataset has hundreds of thousands of them.
    if text.isascii() and text.isprintable() and " " not in text:
        return None
    return next((c for c in text if c.isspace() or unicodedata.category(c) in _UNPRINTABLE), None)


def unshowable(text: str) -> str | None:
    """The first character of `text` that could steer a terminal or hide (control, bidirectional, line separator), or None."""
    if text.isascii() and text.isprintable():
        return None
    return next((c for c in text if c in BIDI or unicodedata.category(c) in _STEERING), None)


def is_nfc(text: str) -> bool:
    """Whether `text` is in Unicode normalisation form C."""
    return unicodedata.is_normalized("NFC", text)


def on_boundary(text: str, offset: int) -> bool:
    """Whether a cut at code point `offset` leaves every grapheme cluster of `text` whole (UAX #29)."""
    if offset <= 0 or offset >= len(text):
        return True
    before, after = text[offset - 1], text[offset]
    if _plain(before) and _plain(after):
        return not (before == "\r" and after == "\n")
    start = _anchor(text, offset)
    edges = [start]
    for cluster in iter_graphemes(text[start : offset + _WINDOW]):
        edges.append(edges[-1] + len(cluster))
        if edges[-1] >= offset:
            break
    return edges[bisect_left(edges, offset)] == offset


def trimmed(text: str, start: int, end: int) -> tuple[int, int] | None:
    """[start, end) without the white space at its edges, or None when nothing else is in it. No cluster is cut."""
    start, end = max(0, min(start, end)), min(len(text), max(start, end))
    inside = text[start:end]
    if not inside.strip():
        return None
    first = start + len(inside) - len(inside.lstrip())
    last = start + len(inside.rstrip())
    # A mark may sit on a space: then the two are one character, and it stays.
    while first > start and not on_boundary(text, first):
        first -= 1
    while last < end and not on_boundary(text, last):
        last += 1
    return first, last


def _plain(character: str) -> bool:
    """Whether it is of those that never join a plain neighbour (CR LF apart), so that most cuts need no segmenting."""
    return (
        character.isascii() or "\u3001" <= character <= "\u3029" or "\u3400" <= character <= "\u9fff" or "\uff01" <= character <= "\uff60"
    )


def _anchor(text: str, offset: int) -> int:
    """A cut at or before `offset` that is a boundary whatever stands around it: between two plain characters."""
    for i in range(offset - 1, 0, -1):
        if _plain(text[i]) and _plain(text[i - 1]) and text[i - 1] != "\r":
            return i
    return 0
