"""Estimates of how many tokens a text costs; no tokeniser is run, and every report says so."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from typing import NamedTuple

from annotator.evaluate.average import average
from annotator.model.figure import Figure

ESTIMATES = {
    "ceil(cjk/1.6+other/4)": "an estimate, rounded up for each text; no tokeniser was run",
    "cjk+other/3.4": "an estimate; no tokeniser was run",
}

# Radicals, kana, ideographs and their signs; Hangul; compatibility and full-width forms; further planes of ideographs.
_CJK = ((0x2E80, 0x9FFF), (0xAC00, 0xD7AF), (0xF900, 0xFAFF), (0xFE30, 0xFE4F), (0xFF00, 0xFFEF), (0x20000, 0x3FFFF))


def cjk_characters(text: str) -> int:
    """Characters of Chinese, Japanese and Korean scripts, their signs included."""
    return sum(1 for character in text if character > "⺀" and any(low <= ord(character) <= high for low, high in _CJK))


def estimate(name: str, text: str) -> float:
    """The named estimate of one text; KeyError for a name that is not in ESTIMATES."""
    cjk = cjk_characters(text)
    other = len(text) - cjk
    return {"ceil(cjk/1.6+other/4)": float(ceil(cjk / 1.6 + other / 4)), "cjk+other/3.4": cjk + other / 3.4}[name]


class Tokens(NamedTuple):
    """Estimated tokens of several queries: for one of them, and for all."""

    mean: Figure
    total: Figure


def summed_up(tokens: Sequence[float]) -> Tokens:
    """Mean and total of the estimates of single queries."""
    return Tokens(average(tokens), average(tokens, summed=True))


@dataclass(frozen=True)
class Latency:
    """Milliseconds of `count` searches; median and p95 by nearest rank. All but the count are None where nothing was timed."""

    count: int
    min: float | None = None
    median: float | None = None
    p95: float | None = None
    max: float | None = None
    mean: float | None = None


def latency(milliseconds: Sequence[float]) -> Latency:
    """Sum up times; the p-th percentile by nearest rank is the value at place ceil(n p) of the sorted ones."""
    if not milliseconds:
        return Latency(0)
    times = sorted(milliseconds)
    count = len(times)

    def nearest(percent: int) -> float:
        return times[-(-count * percent // 100) - 1]

    return Latency(count, times[0], nearest(50), nearest(95), times[-1], sum(times) / count)
