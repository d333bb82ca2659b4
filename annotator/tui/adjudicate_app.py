"""AdjudicateApp: the adjudication screen on a terminal."""

from __future__ import annotations

from collections.abc import Mapping

from textual.screen import Screen

from annotator.curate.adjudication import Bench
from annotator.tui.screen_app import ScreenApp
from annotator.tui.screens.adjudicate import AdjudicateScreen


class AdjudicateApp(ScreenApp, inherit_bindings=False):
    """Opens on the first open sample of the bench."""

    def __init__(self, bench: Bench, *, theme: str | None = None, keys: Mapping[str, str] | None = None) -> None:
        """Raises UsageError when the user's keys clash."""
        super().__init__(theme=theme, keys=keys)
        self.bench = bench
        self._first = ""

    def area_of(self, screen: Screen[object]) -> str | None:
        return screen.area if isinstance(screen, AdjudicateScreen) else super().area_of(screen)

    def begin(self) -> None:
        # Taken up before the screen is there, so that a key that comes fast finds a sample.
        self._first = self.bench.first() or self.bench.ids[0]
        self.bench.take_up(self._first)
        screen = AdjudicateScreen(self.bench, self.table)
        screen.left = self.exit
        self._opening = self.push_screen(screen)
        self.call_after_refresh(self._lay_out, screen)

    def keep(self) -> None:
        self.bench.leave()

    def _lay_out(self, screen: AdjudicateScreen) -> None:
        screen.lay_out(self._first)
        self.settled()
