"""NotePanel: a note of any number of lines."""

from __future__ import annotations

from collections.abc import Callable

from textual.app import ComposeResult
from textual.widgets import TextArea

from annotator.tui.screens.panels import Panel


class NotePanel(Panel, inherit_bindings=False):
    """Every keystroke is kept, and none of them grades."""

    AREA = "note"

    def __init__(self, title: str, text: str, keep: Callable[[str, bool], None]) -> None:
        super().__init__(title)
        self._text = text
        self._keep = keep
        self._begun = False

    def inside(self) -> ComposeResult:
        yield TextArea(self._text, id="note-text", tab_behavior="focus", soft_wrap=True, show_line_numbers=False, theme="css")

    def on_mount(self) -> None:
        area = self.query_one(TextArea)
        area.move_cursor(area.document.end)
        self.set_focus(area)

    def on_text_area_changed(self, event: TextArea.Changed) -> None:
        event.stop()
        self.keep()

    def keep(self) -> None:
        """Pass on what is written, if it is new."""
        text = self.query_one(TextArea).text
        if text != self._text:
            self._text = text
            self._keep(text, self._begun)
            self._begun = True

    def action_done(self) -> None:
        self.keep()
        super().action_done()
