"""Stretches of characters: which are covered by spans, how many two coverages share, and where either changes."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import pairwise

from annotator.agreement.ratings import Span

Stretch = tuple[int, int]
Stretches = list[Stretch]
TagSet = tuple[str, ...]


def covered(spans: Sequence[Span], *, join_touching: bool = True) -> Stretches:
    """The characters in any span, as disjoint half-open stretches in order; overlapping ones are joined, and touching ones unless it is forbidden."""
    if len(spans) < 2:
        return [span[:2] for span in spans]
    out: Stretches = []
    for start, end, _ in sorted(spans, key=lambda span: span[:2]):
        if out and (start < out[-1][1] or (join_touching and start == out[-1][1])):
            out[-1] = (out[-1][0], max(out[-1][1], end))
        else:
            out.append((start, end))
    return out


def by_tag(spans: Sequence[Span], cover: Stretches) -> dict[str | None, Stretches]:
    """The coverage of each tag's spans; `cover` is that of all of them."""
    if len({span[2] for span in spans}) == 1:
        return {spans[0][2]: cover}
    groups: dict[str | None, list[Span]] = {}
    for span in spans:
        groups.setdefault(span[2], []).append(span)
    return {tag: covered(group) for tag, group in groups.items()}


def size(stretches: Stretches) -> int:
    """How many characters."""
    return sum(end - start for start, end in stretches)


def shared(left: Stretches, right: Stretches) -> int:
    """How many characters both cover."""
    total = i = j = 0
    while i < len(left) and j < len(right):
        total += max(0, min(left[i][1], right[j][1]) - max(left[i][0], right[j][0]))
        if left[i][1] <= right[j][1]:
            i += 1
        else:
            j += 1
    return total


def touches(span: Span, stretches: Stretches) -> bool:
    """Whether the span shares a character with the coverage."""
    place = bisect_right(stretches, span[1] - 1, key=lambda stretch: stretch[0]) - 1
    return place >= 0 and stretches[place][1] > span[0]


def tagged_segments(left: Sequence[Span], right: Sequence[Span], length: int) -> Iterator[tuple[int, TagSet, TagSet]]:
    """The text cut wherever either reviewer's tags change: length of each piece and the tags that each gave it.

    A character under two spans of different tags has both tags; a span without a tag counts as tag "".
    """
    edges = sorted({0, length} | {edge for span in (*left, *right) for edge in span[:2]})
    starts: dict[int, list[tuple[int, Span]]] = {}
    for side, spans in enumerate((left, right)):
        for span in spans:
            starts.setdefault(span[0], []).append((side, span))
    open_spans: list[tuple[int, Span]] = []
    for start, end in pairwise(edges):
        open_spans = [entry for entry in open_spans if entry[1][1] > start] + starts.get(start, [])
        tags: tuple[set[str], set[str]] = (set(), set())
        for side, span in open_spans:
            tags[side].add(span[2] or "")
        yield end - start, tuple(sorted(tags[0])), tuple(sorted(tags[1]))
