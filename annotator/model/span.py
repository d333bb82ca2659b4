"""Span: one exact stretch of a text."""

from __future__ import annotations

from typing import Any, NamedTuple


class Span(NamedTuple):
    """Half-open [start, end) in code points, the words verbatim, and a tag where the facet has tags."""

    start: int
    end: int
    text: str
    tag: str | None = None

    def plain(self) -> dict[str, Any]:
        """As it is stored."""
        stored: dict[str, Any] = {"start": self.start, "end": self.end, "text": self.text}
        if self.tag is not None:
            stored["tag"] = self.tag
        return stored
