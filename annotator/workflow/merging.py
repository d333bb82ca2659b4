"""Merging: what several reviewers' spans or tags come to together, by union and by intersection."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from annotator.model.characters import trimmed
from annotator.model.span import Span

Marked = tuple[Span, ...]
# Code points [start, end), and whether every side marked them.
Part = tuple[int, int, bool]


def tags_union(sides: Sequence[Iterable[str]]) -> list[str]:
    """Every tag that any side has, sorted."""
    return sorted(set().union(*sides))


def tags_intersection(sides: Sequence[Iterable[str]]) -> list[str]:
    """The tags that every side has, sorted."""
    return sorted(set(sides[0]).intersection(*sides[1:])) if sides else []


def spans_union(sides: Sequence[Marked], text: str) -> Marked:
    """Every word that any side marked: spans with the same tag that overlap become one, those that only touch stay apart."""
    merged: list[Span] = []
    for span in sorted({span for side in sides for span in side}, key=lambda span: (span.tag or "", span.start, span.end)):
        last = merged[-1] if merged else None
        if last is not None and last.tag == span.tag and span.start < last.end:
            merged[-1] = _cut(text, last.start, max(last.end, span.end), span.tag)
        else:
            merged.append(span)
    return tuple(sorted(merged, key=_order))


def spans_intersection(sides: Sequence[Marked], text: str) -> Marked:
    """The words that every side marked with the same tag, without white space at their edges; what is blank falls away."""
    common = set(sides[0]) if sides else set()
    for side in sides[1:]:
        met = {_common(text, one, other) for one in common for other in side}
        common = {span for span in met if span is not None}
    return tuple(sorted(common, key=_order))


def parted(sides: Sequence[Marked]) -> list[list[Part]]:
    """For each side its marks cut into what every side marked with the same tag and what not every side did, in order."""
    shared = {(span.start, span.end, span.tag) for span in sides[0]} if sides else set()
    for side in sides[1:]:
        met = {(max(start, span.start), min(end, span.end), tag) for start, end, tag in shared for span in side if span.tag == tag}
        shared = {(start, end, tag) for start, end, tag in met if start < end}
    return [sorted({part for span in side for part in _parts(span, shared)}) for side in sides]


def _parts(span: Span, shared: Iterable[tuple[int, int, str | None]]) -> Iterator[Part]:
    place = span.start
    for start, end, tag in sorted(shared, key=lambda stretch: stretch[:2]):
        if tag == span.tag and place < end and start < span.end:
            if place < start:
                yield place, start, False
            yield max(place, start), min(end, span.end), True
            place = min(end, span.end)
    if place < span.end:
        yield place, span.end, False


def _common(text: str, one: Span, other: Span) -> Span | None:
    start, end = max(one.start, other.start), min(one.end, other.end)
    stretch = trimmed(text, start, end) if one.tag == other.tag and start < end else None
    return None if stretch is None else _cut(text, *stretch, one.tag)


def _cut(text: str, start: int, end: int, tag: str | None) -> Span:
    return Span(start, end, text[start:end], tag)


def _order(span: Span) -> tuple[int, int, str]:
    return span.start, span.end, span.tag or ""
