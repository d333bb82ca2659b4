"""ConfirmScreen: one single label after the other on one page; yes, no with a reason, or deciding it anew."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from annotator.curate.confirming import Confirming
from annotator.curate.dossier import Dossier
from annotator.errors import AnnotatorError
from annotator.tui import review_words as words
from annotator.tui.keymap import CONFIRMING, Key
from annotator.tui.screens.page import PageScreen
from annotator.tui.screens.panels import AskPanel
from annotator.tui.widgets.line import Line


class ConfirmScreen(PageScreen, inherit_bindings=False):
    """`adjudicate` is called with a sample that this person decides anew."""

    AREA: ClassVar[str] = "confirm"
    HELP_AREAS: ClassVar[tuple[str, ...]] = CONFIRMING
    adjudicate: Callable[[str], object] = staticmethod(lambda _: None)

    def __init__(self, confirming: Confirming, table: tuple[Key, ...]) -> None:
        super().__init__(table, confirming.scheme)
        self.confirming = confirming
        self.seen: Dossier | None = None

    def lay_out(self, sample: str, said: str = "") -> None:
        """Show all about a sample."""
        self.seen = self.confirming.dossier(sample)
        width = max(40, self.page.size.width - 2)
        self.show_page(words.single_title(self.confirming, self.seen), words.single_page(self.confirming, self.seen, width))
        self.query_one("#status", Line).show(*words.status(self.confirming))
        self.tell(said)

    def action_yes(self) -> None:
        """Stand by the label."""
        if (seen := self._asked()) is not None:
            self._decide(lambda: self.confirming.yes(seen), "saved: confirmed")

    def action_no(self) -> None:
        """It cannot stand as it is."""
        if (seen := self._asked()) is not None:
            problem = lambda line: "" if line.strip() else "say why, or press Esc"  # noqa: E731 -- read once, right here
            self.open_panel(AskPanel("this label cannot stand as it is: why?", "", problem, lambda line: self._no(seen, line)))

    def _no(self, seen: Dossier, reason: str) -> None:
        self._decide(lambda: self.confirming.no(seen, reason), "saved: not confirmed, it stays draft")

    def action_back(self) -> None:
        """Decide it anew."""
        if self.seen is None:
            return
        if self.confirming.may_adjudicate(self.seen.sample):
            self.adjudicate(self.seen.sample)
        else:
            self.tell(f"{self.seen.sample} is for an adjudicator to decide anew; you are none, or you labelled it", alert=True)

    def action_go(self, by: int) -> None:
        """The next sample, or the one before."""
        if self.seen is None:
            return
        place = self.confirming.ids.index(self.seen.sample) + by
        if 0 <= place < len(self.confirming.ids):
            self.lay_out(self.confirming.ids[place])
        else:
            self.tell("this is the last sample" if by > 0 else "this is the first sample")

    def look_again(self) -> None:
        """Show what another screen changed."""
        if self.seen is not None:
            self.confirming.look()
            self.lay_out(self.seen.sample)

    def _asked(self) -> Dossier | None:
        """The sample, where it waits for an answer."""
        if self.seen is not None and not self.confirming.waits(self.seen.sample):
            self.tell("it is decided already; b decides it anew", alert=True)
            return None
        return self.seen

    def _decide(self, decide: Callable[[], object], done: str) -> None:
        if self.seen is None:
            return
        sample = self.seen.sample
        try:
            decide()
        except AnnotatorError as error:
            self.lay_out(sample)
            self.tell(str(error), alert=True)
            return
        left = sum(map(self.confirming.waits, self.confirming.ids))
        self.lay_out(sample, f"{done}; {f'n goes on, {left} left' if left else 'nothing else waits for you'}")

    def on_resize(self) -> None:
        if self.seen is not None:
            self.lay_out(self.seen.sample)
