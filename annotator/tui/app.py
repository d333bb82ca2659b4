"""LabelApp: one desk on a terminal; keeps what reaches the terminal clean, and leaves it as it was whatever happens."""

from __future__ import annotations

import asyncio
import gc
import signal
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import ClassVar

from textual import events
from textual.filter import LineFilter, Monochrome, NoColor
from textual.widget import AwaitMount

from annotator.curate.labelling import Desk
from annotator.curate.settings import crash_note
from annotator.tui.keymap import dispatch, resolved
from annotator.tui.screens.label import LabelScreen
from annotator.tui.screens.panels import Panel, PanelApp
from annotator.tui.shown import Safe
from annotator.tui.themes import NAMES, THEMES


class LabelApp(PanelApp, inherit_bindings=False):
    """Opens on the sample where the person left off. `crashed` and `stopped` say afterwards how it ended."""

    CSS_PATH: ClassVar[str] = "app.tcss"
    TITLE = "annotator"
    ENABLE_COMMAND_PALETTE = False
    PAUSE_GC_ON_SCROLL = True
    ESCAPE_TO_MINIMIZE = False
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (120, "-wide")]  # noqa: RUF012 -- as Textual declares it
    VERTICAL_BREAKPOINTS = [(0, "-short"), (20, "-high"), (30, "-roomy")]  # noqa: RUF012 -- as Textual declares it

    def __init__(self, desk: Desk, *, theme: str | None = None, keys: Mapping[str, str] | None = None, ids: bool = False) -> None:
        """Raises UsageError when the user's keys clash."""
        self._safe = Safe()
        self._no_color = NoColor()
        super().__init__()
        self.desk = desk
        self.ids = ids
        self.crashed: str | None = None
        self.stopped: int | None = None
        self.table = resolved(keys or {})
        for known in THEMES:
            self.register_theme(known)
        self.theme = theme if theme in NAMES else "dark"
        self._meaning = dispatch(self.table)
        self._opening: AwaitMount | None = None

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Every line passes the gate last; without colour none is left, greys included."""
        found = [self._no_color if isinstance(other, Monochrome) else other for other in super().get_line_filters()]
        return [*found, self._safe]

    def on_mount(self) -> None:
        if not self.is_headless:
            loop = asyncio.get_running_loop()
            for number in (signal.SIGTERM, signal.SIGHUP):
                loop.add_signal_handler(number, self._stop, number)
        screen = LabelScreen(self.desk, self.table, ids=self.ids)
        self.push_screen(screen)
        self.call_after_refresh(self._begin, screen)

    def _begin(self, screen: LabelScreen) -> None:
        sample = self.desk.first() or next(iter(self.desk.list.ids), None)
        if sample is None:
            self.exit(message="nothing is here for you to label")
            return
        waiting = self.desk.next_waiting(None)
        screen.lay_out(sample, "" if waiting else "nothing waits for you; n and p go through what you have labelled")
        screen.learn_sha256()
        gc.freeze()
        gc.enable()

    async def on_event(self, event: events.Event) -> None:
        """Any key or click ends a rest. Keys are obeyed here, one after the other, however fast they come."""
        if isinstance(event, (events.Key, events.MouseDown, events.Paste)):
            self.desk.stir()
        if isinstance(event, events.Key) and not event.is_forwarded and await self._obey(event):
            return
        await super().on_event(event)

    def open_panel(self, panel: Panel) -> None:
        self._opening = self.push_screen(panel)

    async def _obey(self, event: events.Key) -> bool:
        """Do what a key means where the focus is; False for screens that are not ours."""
        if self._opening is not None:
            await self._opening
            self._opening = None
        screen = self.screen
        if not isinstance(screen, (LabelScreen, Panel)):
            return False
        self.app_focus = True
        meaning = self._meaning[screen.AREA if isinstance(screen, Panel) else screen.area]
        entry = meaning.get(event.key)
        if entry is None and event.key.startswith("alt+"):
            # Esc and a key that follows it at once are the same bytes as Alt with that key, and nothing is on that.
            await self._obey(events.Key("escape", None))
            return await self._obey(events.Key(event.key.removeprefix("alt+"), event.character))
        namespace = screen if isinstance(screen, Panel) or screen.focused is None else screen.focused
        if entry is not None:
            await self.run_action(entry.action, namespace)
        elif isinstance(screen, Panel) and not screen.typed(event) and screen.focused is not None:
            # A field takes the key before the next one is looked at, so that Enter never overtakes what was typed.
            event._set_forwarded()  # noqa: SLF001 -- what App.on_event does, but for the waiting
            await screen.focused._dispatch_message(event)  # noqa: SLF001 -- as above
        return True

    def _stop(self, number: int) -> None:
        """SIGTERM or SIGHUP: everything is kept already; leave the terminal as it was."""
        self.stopped = number
        with suppress(OSError):
            self.desk.leave()
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
