"""ReviewScreen: one settled sample after the other, everything on one page; yes, no with a reason, or back to adjudication."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from annotator.curate.dossier import Dossier
from annotator.curate.gold_review import Review
from annotator.curate.promote import Moved
from annotator.errors import AnnotatorError
from annotator.tui import review_words as words
from annotator.tui.keymap import REVIEWING, Key
from annotator.tui.screens.page import PageScreen
from annotator.tui.screens.panels import AskPanel
from annotator.tui.widgets.line import Line


class ReviewScreen(PageScreen, inherit_bindings=False):
    """`adjudicate` is called with a sample that goes back to adjudication, where this person may decide about it."""

    AREA: ClassVar[str] = "review"
    HELP_AREAS: ClassVar[tuple[str, ...]] = REVIEWING
    adjudicate: Callable[[str], object] = staticmethod(lambda _: None)

    def __init__(self, review: Review, table: tuple[Key, ...]) -> None:
        super().__init__(table, review.scheme)
        self.review = review
        self.seen: Dossier | None = None

    def lay_out(self, sample: str, said: str = "") -> None:
        """Show all about a sample."""
        self.seen = self.review.dossier(sample)
        self.show_page(words.title(self.review, self.seen), words.page(self.review, self.seen, max(40, self.page.size.width - 2)))
        self.query_one("#status", Line).show(*words.status(self.review))
        self.tell(said)

    def action_yes(self) -> None:
        """One step up."""
        seen = self.seen
        if seen is None:
            return
        if not self.review.waits(seen.sample):
            self.tell(f"it is {seen.level} already" if seen.level == "gold" else "it waits to be decided, so it cannot go up", alert=True)
        elif self.review.needs_override(seen.sample):
            title = "the agreement rule does not hold; every report will show why it is set aside: why?"
            self._ask(title, lambda reason: self._yes(seen, reason))
        else:
            self._yes(seen, None)

    def _yes(self, seen: Dossier, override: str | None) -> None:
        self._move(lambda: self.review.yes(seen, override))

    def _no(self, seen: Dossier, reason: str) -> None:
        self._move(lambda: self.review.no(seen, reason))

    def action_no(self) -> None:
        """Back to draft."""
        seen = self.seen
        if seen is None:
            return
        if not self.review.may_fall(seen.sample):
            self.tell("it is draft already; b leads to deciding it anew", alert=True)
        else:
            self._ask("back to draft: why?", lambda reason: self._no(seen, reason))

    def action_back(self) -> None:
        """Back to adjudication."""
        seen = self.seen
        if seen is None:
            return
        if not self.review.may_fall(seen.sample):
            self._adjudicate(seen.sample)
        else:
            title = "back to draft and to adjudication: why?"
            self._ask(title, lambda reason: self._send_back(seen, reason))

    def _send_back(self, seen: Dossier, reason: str) -> None:
        if not self._move(lambda: self.review.no(seen, reason)):
            return
        if self.review.may_adjudicate(seen.sample):
            self.adjudicate(seen.sample)
        else:
            self.tell(f"saved: {seen.level} → draft; it waits for an adjudicator now, and n goes on")

    def look_again(self) -> None:
        """Show what another screen changed."""
        if self.seen is not None:
            self.review.look()
            self.lay_out(self.seen.sample)

    def _adjudicate(self, sample: str) -> None:
        if self.review.may_adjudicate(sample):
            self.adjudicate(sample)
        else:
            self.tell(f"{sample} is for an adjudicator to decide anew; you are none, or you labelled it")

    def _ask(self, title: str, take: Callable[[str], None]) -> None:
        problem = lambda line: "" if line.strip() else "say why, or press Esc"  # noqa: E731 -- read once, right here
        self.open_panel(AskPanel(title, "", problem, lambda line: take(line.strip())))

    def _move(self, move: Callable[[], Moved]) -> bool:
        seen = self.seen
        if seen is None:
            return False
        try:
            moved = move()
        except AnnotatorError as error:
            self.lay_out(seen.sample)
            self.tell(str(error), alert=True)
            return False
        further = "; y again confirms gold" if moved.target == "gold-candidate" and moved.source == "draft" else "; n goes on"
        self.lay_out(seen.sample, f"saved: {moved.source} → {moved.target}{further}")
        return True

    def action_go(self, by: int) -> None:
        """The next sample, or the one before."""
        if self.seen is None:
            return
        place = self.review.ids.index(self.seen.sample) + by
        if 0 <= place < len(self.review.ids):
            self.lay_out(self.review.ids[place])
        else:
            self.tell("this is the last sample" if by > 0 else "this is the first sample")

    def on_resize(self) -> None:
        if self.seen is not None:
            self.lay_out(self.seen.sample)
