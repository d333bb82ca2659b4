"""Spans: exact stretches of a text, as half-open code point offsets with the words verbatim."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AfterValidator

from annotator.model.characters import on_boundary
from annotator.model.facets.kind import Kind, Misfit, Valued, whole_number
from annotator.model.span import Span


def _some(tags: tuple[str, ...] | None) -> tuple[str, ...] | None:
    if tags is not None and (not tags or len(set(tags)) != len(tags)):
        raise ValueError("span tags are one or more different names")
    return tags


class Spans(Kind, Valued[tuple[Span, ...]]):
    """Exact spans of a passage (`on: candidate`) or of the sample's `text`.

    `needs` maps a grade facet to the grade from which at least one span is wanted, and below which none is allowed.
    `tags`, where given, are the names one of which each span bears.
    """

    kind: Literal["spans"]
    needs: dict[str, int] | None = None
    tags: Annotated[tuple[str, ...], AfterValidator(_some)] | None = None

    def parse(self, raw: Any, text: str | None) -> tuple[Span, ...]:
        if not isinstance(raw, list):
            raise Misfit(f"{raw!r} is not a list of spans")
        if raw and text is None:
            raise Misfit("there is no text to mark spans in")
        return tuple(sorted({self._one(item, text or "") for item in raw}))

    def _one(self, raw: Any, text: str) -> Span:
        if not isinstance(raw, dict) or not {"start", "end", "text"} <= raw.keys() <= {"start", "end", "text", "tag"}:
            raise Misfit(f"{raw!r} is not a span {{start, end, text}}")
        tag = raw.get("tag")
        if tag is not None and tag not in (self.tags or ()):
            raise Misfit(f"span tag {tag!r} is not one of {', '.join(self.tags or ()) or 'none'}")
        if tag is None and self.tags is not None:
            raise Misfit(f"a span needs one of the tags {', '.join(self.tags)}")
        span = Span(whole_number(raw["start"]), whole_number(raw["end"]), raw["text"], tag)
        problem = inexact(span, text)
        if problem is not None:
            raise Misfit(problem)
        return span

    def plain(self, value: tuple[Span, ...]) -> list[dict[str, Any]]:
        return [span.plain() for span in value]


def inexact(span: Span, text: str) -> str | None:
    """Why `span` is not an exact stretch of `text`, or None if it is."""
    where = f"span [{span.start},{span.end})"
    if not isinstance(span.text, str):
        return f"{where}: its text is not a string"
    if span.start < 0 or span.end > len(text):
        return f"{where} lies outside the text of {len(text)} code points"
    if span.start >= span.end:
        return f"{where} is empty"
    found = text[span.start : span.end]
    if found != span.text:
        return f"{where} quotes {span.text!r}, but the text there is {found!r}"
    if found.isspace():
        return f"{where} marks only white space"
    for edge in (span.start, span.end):
        if not on_boundary(text, edge):
            return f"{where} cuts through a character at {edge} (an accent, emoji or line end belongs to it)"
    return None
