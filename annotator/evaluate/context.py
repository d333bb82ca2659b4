"""How much of the returned text answers, and how much of the answer was returned, in characters of exact spans."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

Span = tuple[int, int]
Places = Mapping[str, Sequence[Span]]


class Overlap(NamedTuple):
    """Characters of one query: in spans that answer, in what was returned, and in both."""

    wanted: int
    returned: int
    shared: int

    @property
    def precision(self) -> float:
        """Shared over returned; 0 where nothing was returned."""
        return self.shared / self.returned if self.returned else 0.0

    @property
    def recall(self) -> float:
        """Shared over wanted; 0 where nothing was wanted."""
        return self.shared / self.wanted if self.wanted else 0.0


def united(spans: Iterable[Span]) -> list[Span]:
    """Half-open spans in order, overlapping, nested and touching ones made one; empty ones are left out."""
    out: list[Span] = []
    for start, end in sorted(span for span in spans if span[0] < span[1]):
        if out and start <= out[-1][1]:
            out[-1] = (out[-1][0], max(out[-1][1], end))
        else:
            out.append((start, end))
    return out


def overlap(wanted: Places, returned: Places) -> Overlap:
    """Compare spans per text (half-open, in code points): each character counts once however often it is marked or returned."""
    wanted_size = returned_size = shared = 0
    for text in wanted.keys() | returned.keys():
        gold, found = united(wanted.get(text, ())), united(returned.get(text, ()))
        wanted_size += _size(gold)
        returned_size += _size(found)
        # Of two sets, what is in both is what both have less what they have together.
        shared += _size(gold) + _size(found) - _size(united([*gold, *found]))
    return Overlap(wanted_size, returned_size, shared)


def _size(spans: Iterable[Span]) -> int:
    return sum(end - start for start, end in spans)
