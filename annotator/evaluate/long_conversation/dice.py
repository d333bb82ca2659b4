"""Dice: numbers from words, the same on every machine and in every version of Python."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import TypeVar

T = TypeVar("T")
_MASK = (1 << 64) - 1


class Dice:
    """SplitMix64 (Steele, Lea and Flood 2014), begun at a state that words are hashed to."""

    def __init__(self, *words: str) -> None:
        self.state = int.from_bytes(sha256("\0".join(words).encode()).digest()[:8], "big")

    def roll(self) -> int:
        """The next 64 bits."""
        self.state = (self.state + 0x9E3779B97F4A7C15) & _MASK
        mixed = self.state
        mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & _MASK
        return mixed ^ (mixed >> 31)

    def below(self, count: int) -> int:
        """A number from 0 to `count` - 1."""
        return (self.roll() * count) >> 64

    def pick(self, choices: Sequence[T]) -> T:
        """One of `choices`."""
        return choices[self.below(len(choices))]

    def several(self, choices: Sequence[T], count: int) -> list[T]:
        """`count` different ones of `choices`, in an order of their own (Fisher and Yates)."""
        rest = list(choices)
        return [rest.pop(self.below(len(rest))) for _ in range(count)]
