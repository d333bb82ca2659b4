"""SideView: a passage as one side of a dispute marked it, with what not every side marked made plain."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.segment import Segment

from annotator.tui.widgets.text_view import Stretch, TextView


class SideView(TextView, inherit_bindings=False):
    """What all sides marked is underlined, with `=` at the left; what not all marked is bold and reversed, with `+`."""

    GUTTER = 3
    COMPONENT_CLASSES: ClassVar[set[str]] = {"text--shared", "text--alone", "text--gutter"}

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 -- Textual's name
        super().__init__(id=id)
        self._parts: Sequence[tuple[int, int, bool]] = ()

    def lay(self, text: str, parts: Sequence[tuple[int, int, bool]]) -> None:
        """Show a text with the parts of it that were marked, from the first of them."""
        self._parts = parts
        self.show(text, [Stretch(start, end, "shared" if shared else "alone") for start, end, shared in parts])
        first = min((start for start, _, _ in parts), default=0)
        self.rows.reach_offset(first)
        row = self.rows.row_of(first)
        self.scroll_to(y=max(0, row - 1) if row >= self.size.height else 0, animate=False, immediate=True, force=True)

    def left_of(self, row: int) -> Segment:
        start, end = self.rows.bounds(row)
        here = [shared for first, last, shared in self._parts if first < end and last > start]
        return Segment(("=" if True in here else " ") + ("+" if False in here else " ") + " ", self.looks.style("gutter"))
