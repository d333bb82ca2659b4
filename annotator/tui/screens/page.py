"""PageScreen: a page to read, with a title, a message line, a status line and keys; the base of review and desk."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual.app import ComposeResult
from textual.screen import Screen

from annotator.model.scheme import Scheme
from annotator.tui.controls import Parts
from annotator.tui.help import help_parts
from annotator.tui.keymap import Key, line_of
from annotator.tui.screens.panels import Panel, PanelApp, open_help
from annotator.tui.themes import after
from annotator.tui.widgets.line import KeyLine, Line
from annotator.tui.widgets.text_view import TextView, styled


class PageScreen(Screen[None], inherit_bindings=False):
    """Subclasses fill the page. `left` is called when the person is done."""

    CSS_PATH: ClassVar[str] = "page.tcss"
    AREA: ClassVar[str] = ""
    HELP_AREAS: ClassVar[tuple[str, ...]] = ()
    left: Callable[[], object] = staticmethod(lambda: None)

    def __init__(self, table: tuple[Key, ...], scheme: Scheme) -> None:
        super().__init__()
        self.table = table
        self.scheme = scheme

    @property
    def area(self) -> str:
        """The area of the table of keys whose keys hold."""
        return self.AREA

    @property
    def page(self) -> TextView:
        """What is read."""
        return self.query_one("#page", TextView)

    def compose(self) -> ComposeResult:
        yield Line(id="title")
        yield TextView(id="page")
        yield from self.below()
        yield TextView(id="message")
        yield Line(id="status")
        yield KeyLine(id="keys")

    def below(self) -> ComposeResult:
        """What stands below the page."""
        yield from ()

    def on_mount(self) -> None:
        self.query_one(KeyLine).show_keys(line_of(self.table, [self.AREA]))

    def open_panel(self, panel: Panel) -> None:
        """Open a panel over the screen."""
        if isinstance(self.app, PanelApp):
            self.app.open_panel(panel)

    def tell(self, sentence: str, *, alert: bool = False) -> None:
        """Say one thing on the message line."""
        self.query_one("#message", TextView).show(*styled([(sentence, "alert" if alert else "")]))

    def show_page(self, title: Parts, parts: Parts) -> None:
        """Another page."""
        self.query_one("#title", Line).show(title)
        self.page.show(*styled(parts))

    def action_roll(self, by: int) -> None:
        """Scroll by lines."""
        self.page.roll(by)

    def action_page(self, by: int) -> None:
        """Scroll by pages."""
        self.page.page(by)

    def action_theme(self) -> None:
        """The next theme."""
        self.app.theme = after(self.app.theme)
        self.tell(f"theme: {self.app.theme}")

    def action_help(self) -> None:
        """Every key, and the guideline of every facet."""
        open_help(self, "keys", help_parts(self.table, self.scheme, self.HELP_AREAS))

    def action_leave(self) -> None:
        """Leave; everything is saved."""
        self.left()

    def on_key_line_clicked(self, event: KeyLine.Clicked) -> None:
        event.stop()
        self.app.run_worker(self.app.run_action(event.action, self))
