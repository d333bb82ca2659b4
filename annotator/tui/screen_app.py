"""ScreenApp: what every screen stands on; keeps what reaches the terminal clean, obeys keys in order, and ends without a traceback."""

from __future__ import annotations

import asyncio
import gc
import signal
from collections.abc import Awaitable, Mapping, Sequence
from contextlib import suppress
from pathlib import PurePath
from typing import Any, ClassVar

from rich.console import RenderableType
from textual import events
from textual._compositor import ChopsUpdate, LayoutUpdate
from textual.filter import LineFilter, Monochrome, NoColor
from textual.screen import Screen

from annotator.curate.settings import crash_note
from annotator.errors import AnnotatorError
from annotator.tui.keymap import dispatch, resolved, spoken
from annotator.tui.painted import Difference, Painted
from annotator.tui.screens.panels import Panel, PanelApp, Speaking
from annotator.tui.shown import Safe
from annotator.tui.themes import NAMES, THEMES


class ScreenApp(PanelApp, inherit_bindings=False):
    """A subclass says which `area_of` the table holds on a screen, what to do to `begin`, and what to `keep` when it is stopped.

    `crashed` and `stopped` say afterwards how it ended.
    """

    CSS_PATH: ClassVar[str | PurePath | list[str | PurePath] | None] = "app.tcss"
    TITLE = "annotator"
    ENABLE_COMMAND_PALETTE = False
    PAUSE_GC_ON_SCROLL = True
    ESCAPE_TO_MINIMIZE = False
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (120, "-wide")]  # noqa: RUF012 -- as Textual declares it
    VERTICAL_BREAKPOINTS = [(0, "-short"), (20, "-high"), (24, "-tall"), (30, "-roomy")]  # noqa: RUF012 -- as Textual declares it

    def __init__(self, *, theme: str | None = None, keys: Mapping[str, str] | None = None) -> None:
        """Raises UsageError when the user's keys clash."""
        self._safe = Safe()
        self._no_color = NoColor()
        self._painted = Painted()
        super().__init__()
        self.crashed: str | None = None
        self.stopped: int | None = None
        self.table = resolved(keys or {})
        for known in THEMES:
            self.register_theme(known)
        self._wear(theme if theme in NAMES else "dark")
        self._meaning = dispatch(self.table)
        self._opening: Awaitable[None] | None = None

    def _wear(self, theme: str) -> None:
        """Have a theme from the start: with one that is put on later, every rule is parsed twice."""
        self.set_reactive(ScreenApp.theme, theme)
        self.stylesheet.set_variables(self.get_css_variables())
        worn = {"-dark-mode": self.current_theme.dark, "-light-mode": not self.current_theme.dark, f"-theme-{theme}": True}
        self.update_classes(worn, update=False)

    def area_of(self, screen: Screen[object]) -> str | None:
        """The area of the table whose keys hold on a screen, None for screens that are not ours."""
        return screen.AREA if isinstance(screen, Panel) else None

    def begin(self) -> None:
        """Open the first screen."""

    def touched(self) -> None:
        """A key, a click or a paste came in."""

    def keep(self) -> None:
        """Keep what is unfinished; called when a signal ends the app."""

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Every line passes the gate last; without colour none is left, greys included."""
        found = [self._no_color if isinstance(other, Monochrome) else other for other in super().get_line_filters()]
        return [*found, self._safe]

    def on_mount(self) -> None:
        if not self.is_headless:
            loop = asyncio.get_running_loop()
            for number in (signal.SIGTERM, signal.SIGHUP):
                loop.add_signal_handler(number, self._stop, number)
        self.begin()

    def size_classes(self) -> str:
        """The classes that the size of the terminal gives to a screen; one that has them from the start is styled once."""
        width, height = self.size
        found = [
            next(name for least, name in reversed(breakpoints) if extent >= least)
            for extent, breakpoints in ((width, self.HORIZONTAL_BREAKPOINTS), (height, self.VERTICAL_BREAKPOINTS))
        ]
        return " ".join(found)

    def _display(self, screen: Screen[object], renderable: RenderableType | None) -> None:
        update: Any = renderable
        if isinstance(update, (LayoutUpdate, ChopsUpdate)):
            update = Difference(self._painted, update, self.size, whole=self._sync_available)
        super()._display(screen, update)

    def _begin_update(self) -> None:
        """A frame bears its own brackets: three writes would wake the writing thread three times."""

    def _end_update(self) -> None:
        """As above."""

    def draw_anew(self) -> None:
        """Send the whole screen again: after a resize, a stop or another window, nobody knows what is left of it on the terminal."""
        if self._painted.forget():
            self.screen.refresh()

    def action_draw_anew(self) -> None:
        """The same, by a key."""
        self.draw_anew()

    def settled(self) -> None:
        """All that lives long is there: look for cycles among the rest only."""
        gc.freeze()
        gc.enable()

    async def on_event(self, event: events.Event) -> None:
        """Keys are obeyed here, one after the other, however fast they come."""
        if isinstance(event, (events.Key, events.MouseDown, events.Paste)):
            self.touched()
        elif isinstance(event, (events.Resize, events.AppFocus)):
            self.draw_anew()
        if isinstance(event, events.Key) and not event.is_forwarded and await self._obey(event):
            return
        await super().on_event(event)

    def open_panel(self, panel: Panel) -> None:
        if not panel.is_attached:
            panel.add_class(*self.size_classes().split(), update=False)
            self._read_sheets(panel)
        self._opening = self.push_screen(panel)

    def _read_sheets(self, panel: Panel) -> None:
        """Read what styles a panel and nothing else; left to Textual, every widget that is there is styled anew for it."""
        for path in panel.css_path:
            if not self.stylesheet.has_source(str(path)):
                self.stylesheet.read(path)
                self.stylesheet.parse()

    async def _obey(self, event: events.Key) -> bool:
        """Do what a key means where the focus is; False for screens that are not ours."""
        if self._opening is not None:
            await self._opening
            self._opening = None
        screen = self.screen
        area = self.area_of(screen)
        if area is None:
            return False
        self.app_focus = True
        entry = self._meaning[area].get(event.key)
        if entry is None and event.key.startswith("alt+"):
            # Esc and a key that follows it at once are the same bytes as Alt with that key, and nothing is on that.
            await self._obey(events.Key("escape", None))
            return await self._obey(events.Key(event.key.removeprefix("alt+"), event.character))
        if event.key == "ctrl+c":
            self._say_how_to_leave(screen, area)
        namespace = screen if isinstance(screen, Panel) or screen.focused is None else screen.focused
        if entry is not None:
            await self.run_action(entry.action, namespace)
        elif isinstance(screen, Panel) and not screen.typed(event) and screen.focused is not None:
            # A field takes the key before the next one is looked at, so that Enter never overtakes what was typed.
            event._set_forwarded()  # noqa: SLF001 -- what App.on_event does, but for the waiting
            await screen.focused._dispatch_message(event)  # noqa: SLF001 -- as above
        return True

    def _say_how_to_leave(self, screen: Screen[object], area: str) -> None:
        """Ctrl+C ends most programs, and here nothing, since it is pressed by mistake when it is meant to copy."""
        actions = {"done", "drop"} if isinstance(screen, Panel) else {"screen.leave", "screen.own_done"}
        out = next((entry for entry in self._meaning[area].values() if entry.action in actions), None)
        if isinstance(screen, Speaking) and out is not None:
            screen.tell(f"to leave: {spoken(out.keys[0])} ({out.words})")

    def _stop(self, number: int) -> None:
        """SIGTERM or SIGHUP: everything is kept already; leave the terminal as it was."""
        self.stopped = number
        # What a full disk does not take must not hold the signal up; a session without its seal is mended later.
        with suppress(OSError, AnnotatorError):
            self.keep()
        self.exit()

    def _handle_exception(self, error: Exception) -> None:
        """An unexpected error: a short note without any text of the data, instead of a traceback over the terminal."""
        self._return_code = 1
        if self._exception is None:
            self._exception = error
            self._exception_event.set()
            note = crash_note(error)
            self.crashed = f"the screen failed ({type(error).__name__}); what you entered is kept" + (
                f"; a report is in {note}" if note else ""
            )
        self._close_messages_no_wait()
