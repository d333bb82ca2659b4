"""Reads columns of decimal numbers from text, to the last bit what float() reads."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from annotator.evaluate.columns import FIRST_BYTES, Ints, Text, Words
from annotator.evaluate.lines import finite

_ONES = np.uint64(0x0101010101010101)
_HIGH = np.uint64(0x8080808080808080)
_DOTS = np.uint64(0x2E2E2E2E2E2E2E2E)
_ZEROS = np.uint64(0x3030303030303030)
_SIXES = np.uint64(0x0606060606060606)
_NIBBLES = np.uint64(0xF0F0F0F0F0F0F0F0)
_MINUS = np.uint64(0x2D)
_BYTE = np.uint64(0xFF)
_PAIRS = np.uint64(0x000000FF000000FF)
_EIGHT, _SEVEN, _ONE, _HALF = np.uint64(8), np.uint64(7), np.uint64(1), np.uint64(32)
_TENS = np.array([float(10**power) for power in range(9)])


def numbers(text: Text, column: int) -> NDArray[np.float64]:
    """The numbers of one field. ValueError for words and underscores, NotANumber for NaN."""
    starts = text.starts(column)
    lengths = text.ends[:, column] - starts
    if not lengths.size:
        return np.empty(0)
    plain, values = _short(text.words[starts], lengths)
    rest = np.flatnonzero(~plain)
    if rest.size:
        data, ends = text.data, text.ends[:, column]
        values[rest] = [finite(data[start:end]) for start, end in zip(starts[rest].tolist(), ends[rest].tolist(), strict=True)]
    return values


def _short(words: Words, lengths: Ints) -> tuple[NDArray[np.bool_], NDArray[np.float64]]:
    """Numbers of up to eight characters such as -12.5, and for which lines that is what stands there."""
    size = np.minimum(lengths, 8)
    words &= FIRST_BYTES[size]
    negative = (words & _BYTE) == _MINUS
    if negative.any():
        words = np.where(negative, words >> _EIGHT, words)
        size -= negative
    # Classic zero-byte search on words xor dots; its lowest hit is exact, and without a hit `before` covers the whole word.
    off = words ^ _DOTS
    hit = (off - _ONES) & ~off & _HIGH
    hit &= ~hit + _ONE
    before = (hit >> _SEVEN) - _ONE
    has_dot = hit != 0
    digits = (words & before) | ((words >> _EIGHT) & ~before)
    count = size - has_dot
    fraction = np.where(has_dot, count - (np.bitwise_count(before) >> 3), 0)
    digits = (digits ^ _ZEROS) & FIRST_BYTES[np.maximum(count, 0)]
    plain = (lengths <= 8) & (count > 0) & (((digits | (digits + _SIXES)) & _NIBBLES) == 0)
    whole = _eight_digits(digits << ((8 - np.maximum(count, 1)).astype(np.uint64) * _EIGHT))
    # A quotient of two exact numbers is rounded once, as float() rounds.
    values = whole.astype(np.float64) / _TENS[fraction]
    return plain, np.where(negative, -values, values)


def _eight_digits(digits: Words) -> Words:
    """Eight digits, the first in the lowest byte, as one number: three multiplications add up pairs, fours, eights."""
    pairs = digits * np.uint64(10) + (digits >> _EIGHT)
    upper = (pairs & _PAIRS) * np.uint64(0x000F424000000064)
    lower = ((pairs >> np.uint64(16)) & _PAIRS) * np.uint64(0x0000271000000001)
    return (upper + lower) >> _HALF
