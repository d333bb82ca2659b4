"""Marking: spans of a text changed so that each stays exact, between clusters, and free of white space at its edges."""

from __future__ import annotations

from wcwidth import iter_graphemes

from annotator.model.characters import trimmed
from annotator.model.span import Span

Spans = tuple[Span, ...]
# Clusters of a long mark that are told from each of its ends, and the code points among which they are looked for.
_TOLD, _AMONG = 16, 100


def add(spans: Spans, text: str, start: int, end: int, tag: str | None) -> Spans | None:
    """`spans` with the trimmed stretch; None when it is blank or marked already."""
    stretch = trimmed(text, start, end)
    if stretch is None:
        return None
    new = _span(text, *stretch, tag)
    return None if new in spans else tuple(sorted((*spans, new), key=_order))


def change(spans: Spans, text: str, old: Span, start: int, end: int) -> Spans | None:
    """`spans` with `old` moved to the trimmed [start, end); None when that is empty or the same."""
    if start >= end:
        return None
    stretch = trimmed(text, start, end)
    if stretch is None or stretch == (old.start, old.end):
        return None
    new = _span(text, *stretch, old.tag)
    rest = tuple(span for span in spans if span != old)
    return tuple(sorted({*rest, new}, key=_order))


def split(spans: Spans, text: str, old: Span, offset: int) -> Spans | None:
    """`old` cut in two at `offset`, each half trimmed; None when one of them would be blank."""
    if not old.start < offset < old.end:
        return None
    left, right = trimmed(text, old.start, offset), trimmed(text, offset, old.end)
    if left is None or right is None:
        return None
    rest = [span for span in spans if span != old]
    halves = [_span(text, *left, old.tag), _span(text, *right, old.tag)]
    return tuple(sorted({*rest, *halves}, key=_order))


def remove(spans: Spans, old: Span) -> Spans:
    """`spans` without `old`."""
    return tuple(span for span in spans if span != old)


def retag(spans: Spans, old: Span, tag: str) -> Spans:
    """`spans` with another tag on `old`."""
    return tuple(sorted({*remove(spans, old), old._replace(tag=tag)}, key=_order))


def at(spans: Spans, offset: int) -> Span | None:
    """The shortest span that holds the character at `offset`, or ends right before it."""
    inside = [span for span in spans if span.start <= offset < span.end] or [span for span in spans if span.end == offset]
    return min(inside, key=lambda span: (span.end - span.start, span.start, span.tag or ""), default=None)


def following(spans: Spans, offset: int, *, back: bool = False) -> Span | None:
    """The span that begins next after `offset` (before it where `back`), round the end."""
    if not spans:
        return None
    if back:
        return next((span for span in reversed(spans) if span.start < offset), spans[-1])
    return next((span for span in spans if span.start > offset), spans[0])


def characters(count: int) -> str:
    """A number of code points in words."""
    return f"{count} character{'' if count == 1 else 's'}"


def in_words(text: str) -> str:
    """A stretch as it is spoken of: its first and last words, and how long it is."""
    if len(text) <= 2 * _TOLD:
        told = text
    else:
        head, tail = list(iter_graphemes(text[:_AMONG]))[:_TOLD], list(iter_graphemes(text[-_AMONG:]))[-_TOLD:]
        told = f"{''.join(head)} … {''.join(tail)}"
    return f"“{' '.join(told.split())}”, {characters(len(text))}"


def _span(text: str, start: int, end: int, tag: str | None) -> Span:
    return Span(start, end, text[start:end], tag)


def _order(span: Span) -> tuple[int, int, str]:
    return span.start, span.end, span.tag or ""
