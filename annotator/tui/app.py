"""LabelApp: one reviewer's desk on a terminal."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

from textual.screen import Screen

from annotator.curate.labelling import Desk
from annotator.tui.screen_app import ScreenApp
from annotator.tui.screens.label import LabelScreen


class LabelApp(ScreenApp, inherit_bindings=False):
    """Opens on the sample where the person left off."""

    CSS_PATH = ["app.tcss", "screens/label.tcss"]  # noqa: RUF012 -- as Textual declares it

    def __init__(self, desk: Desk, *, theme: str | None = None, keys: Mapping[str, str] | None = None, ids: bool = False) -> None:
        """Raises UsageError when the user's keys clash."""
        super().__init__(theme=theme, keys=keys)
        self.desk = desk
        self.ids = ids
        self._label: LabelScreen | None = None
        self._laid_out: asyncio.Future[None]

    def area_of(self, screen: Screen[object]) -> str | None:
        return screen.area if isinstance(screen, LabelScreen) else super().area_of(screen)

    def get_default_screen(self) -> LabelScreen:
        """The screen of labels at once, filled before anything is drawn: an empty one drawn first would double the wait."""
        screen = self._label = LabelScreen(self.desk, self.table, ids=self.ids, classes=self.size_classes())
        self._opening = self._laid_out = asyncio.get_running_loop().create_future()
        screen.call_next(self._lay_out, screen)
        return screen

    def touched(self) -> None:
        if self._label is not None:
            self._label.stirred()

    def keep(self) -> None:
        self.desk.leave()

    def _lay_out(self, screen: LabelScreen) -> None:
        self._laid_out.set_result(None)
        sample = self.desk.first() or next(iter(self.desk.list.ids), None)
        if sample is None:
            self.exit(message="nothing is here for you to label")
            return
        waiting = self.desk.next_waiting(None)
        screen.lay_out(sample, "" if waiting else "nothing waits for you; n and p go through what you have labelled")
        screen.call_after_refresh(self._first_frame, screen)

    def _first_frame(self, screen: LabelScreen) -> None:
        screen.learn_sha256()
        self.settled()
