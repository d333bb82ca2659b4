"""Flag: true or false."""

from __future__ import annotations

from typing import Any, Literal

from annotator.model.facets.kind import Kind, Misfit, Valued


class Flag(Kind, Valued[bool]):
    """Yes or no. `role: forbidden` on candidates marks passages that no retriever may return."""

    kind: Literal["flag"]
    role: Literal["forbidden"] | None = None

    def parse(self, raw: Any, text: str | None) -> bool:
        if not isinstance(raw, bool):
            raise Misfit(f"{raw!r} is neither true nor false")
        return raw

    def plain(self, value: bool) -> bool:
        return value
