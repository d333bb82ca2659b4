"""ValuePanel: one grade, value or yes and no by its digit, as in labelling."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from textual import events
from textual.app import ComposeResult

from annotator.tui.screens.panels import ReadPanel
from annotator.tui.widgets.text_view import HangingView, TextView, styled


class ValuePanel(ReadPanel, inherit_bindings=False):
    """`values` are (digit, value, words). A digit closes the panel and gives its value."""

    AREA: ClassVar[str] = "value"

    def __init__(self, title: str, values: list[tuple[int, Any, str]], take: Callable[[Any], None]) -> None:
        super().__init__(title)
        self._values = values
        self._take = take

    def inside(self) -> ComposeResult:
        yield HangingView(id="values")

    def on_mount(self) -> None:
        rows = [
            part for digit, value, words in self._values for part in ((f"{digit}  ", "strong"), (f"{_after(digit, value, words)}\n", ""))
        ]
        self.query_one("#values", TextView).show(*styled([*rows[:-1], (rows[-1][0].rstrip("\n"), "")]))

    def typed(self, event: events.Key) -> bool:
        return True

    def action_digit(self, digit: int) -> None:
        """Give the value of the digit."""
        found = [value for key, value, _ in self._values if key == digit]
        if found:
            self.dismiss(None)
            self._take(found[0])


def _after(digit: int, value: Any, words: str) -> str:
    return words.removeprefix(f"{value} ") if not isinstance(value, bool) and value == digit else words
