"""Cuts TREC text into numpy columns: where each field lies, its bytes as 64-bit words, and a hash of them."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Words = NDArray[np.uint64]

LONGEST = 128

_SPACE, _HASH = 32, 35
_WHITE = np.isin(np.arange(256), list(b" \t\n\v\f\r"))
# The first 0 to 8 bytes of a little-endian word.
FIRST_BYTES = np.array([(1 << 8 * count) - 1 for count in range(9)], dtype=np.uint64)
_MIX = np.uint64(0x9E3779B97F4A7C15)
_SEED = np.uint64(0xD6E8FEB86659FD93)
_HALF = np.uint64(32)


class NotColumnar(Exception):
    """The text holds something that arrays are no help with."""


class Text(NamedTuple):
    """Canonical lines and the offset at which every field ends (an array of lines x fields)."""

    data: bytes
    words: Words  # the eight bytes from every offset on
    ends: Ints

    def starts(self, field: int) -> Ints:
        """Offsets at which a field starts."""
        if field:
            return self.ends[:, field - 1] + 1
        starts = np.zeros(len(self.ends), dtype=np.int64)
        starts[1:] = self.ends[:-1, -1] + 1
        return starts


class Field(NamedTuple):
    """One field of every line: its length, its bytes as zero-padded words, and a 64-bit hash of both."""

    lengths: Ints
    words: list[Words]
    hashes: Words

    def take(self, rows: Ints) -> Field:
        """The same of chosen lines."""
        return Field(self.lengths[rows], [word[rows] for word in self.words], self.hashes[rows])


def cut(data: bytes, width: int, *, exact: bool = False) -> Text | None:
    """Find the fields of `data`, lines that end in LF; None where a line is not canonical.

    Canonical is `width` fields with one space or tab between and no `#` at the start. `exact` lets control characters stand inside
    fields, which costs time and is needed by next to no file.
    """
    signs = np.frombuffer(data, dtype=np.uint8)
    white = _WHITE[signs] if exact else signs <= _SPACE
    at = np.flatnonzero(white)
    if at.size % width or white[:1].any() or (white[1:] & white[:-1]).any():
        return None
    separators = signs.take(at).tobytes()
    canonical = (b" " * (width - 1) + b"\n") * (at.size // width)
    if separators != canonical and separators.replace(b"\t", b" ") != canonical:
        return None
    text = Text(data, np.ndarray((len(data) + 1,), "<u8", data + bytes(8), 0, (1,)), at.reshape(-1, width))
    return None if (signs.take(text.starts(0)) == _HASH).any() else text


def field(text: Text, number: int) -> Field:
    """One field of every line; NotColumnar where one is so long that padding all others to it would fill the memory."""
    lengths, words = padded(text, number)
    shortest = int(lengths.min()) if lengths.size else 0
    hashes = lengths.astype(np.uint64) * _SEED
    for offset, word in zip(range(0, 8 * len(words), 8), words, strict=True):
        mixed = (hashes ^ word) * _MIX
        mixed ^= mixed >> _HALF
        # A word beyond a line's field must not count, since other stretches of lines may have no such word at all.
        hashes = mixed if shortest > offset else np.where(lengths > offset, mixed, hashes)
    return Field(lengths, words, hashes * _MIX)


def padded(text: Text, number: int) -> tuple[Ints, list[Words]]:
    """Length and zero-padded words of one field of every line; NotColumnar as `field`."""
    starts = text.starts(number)
    lengths = text.ends[:, number] - starts
    longest, shortest = (int(lengths.max()), int(lengths.min())) if lengths.size else (0, 0)
    if longest > LONGEST:
        raise NotColumnar
    last = len(text.data)
    words = []
    for offset in range(0, longest, 8):
        word = text.words[starts + offset if shortest >= offset else np.minimum(starts + offset, last)]
        if shortest < offset + 8:
            word &= FIRST_BYTES[np.minimum(np.maximum(lengths - offset, 0), 8)]
        words.append(word)
    return lengths, words


def same(one: Field, other: Field) -> NDArray[np.bool_]:
    """Where two fields of equally many lines hold the same bytes."""
    equal: NDArray[np.bool_] = one.lengths == other.lengths
    for mine, its in zip(one.words, other.words, strict=False):
        equal &= mine == its
    return equal


def greater(one: Field, other: Field) -> NDArray[np.bool_]:
    """Where the bytes of one field come after those of another, of equally many lines."""
    after: NDArray[np.bool_] = one.lengths > other.lengths
    for mine, its in zip(reversed(one.words), reversed(other.words), strict=True):
        # As big-endian numbers, words compare as their bytes do.
        a, b = mine.byteswap(), its.byteswap()
        after = np.where(a == b, after, a > b)
    return after


def changes(text: Text, number: int) -> Ints:
    """Lines whose field differs from that of the line before; the first line is one of them."""
    lengths, words = padded(text, number)
    differs = np.ones(len(lengths), dtype=bool)
    if len(lengths) > 1:
        differs[1:] = lengths[1:] != lengths[:-1]
        for word in words:
            differs[1:] |= word[1:] != word[:-1]
    return np.flatnonzero(differs)
