"""Merging: what several reviewers' spans or tags come to together, by union and by intersection."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from annotator.model.characters import trimmed
from annotator.model.span import Span

Marked = tuple[Span, ...]


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


def _common(text: str, one: Span, other: Span) -> Span | None:
    start, end = max(one.start, other.start), min(one.end, other.end)
    stretch = trimmed(text, start, end) if one.tag == other.tag and start < end else None
    return None if stretch is None else _cut(text, *stretch, one.tag)


def _cut(text: str, start: int, end: int, tag: str | None) -> Span:
    return Span(start, end, text[start:end], tag)


def _order(span: Span) -> tuple[int, int, str]:
    return span.start, span.end, span.tag or ""
