"""DeskApp: the maintainer's desk on a terminal, with adjudication, gold review and labelling opened over it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import ExitStack

from textual.screen import Screen

from annotator.curate.adjudication import Bench
from annotator.curate.confirming import Confirming
from annotator.curate.gold_review import Review
from annotator.curate.labelling import Desk
from annotator.curate.workspace import Workspace
from annotator.errors import AnnotatorError
from annotator.tui.screen_app import ScreenApp
from annotator.tui.screens.adjudicate import AdjudicateScreen
from annotator.tui.screens.confirm import ConfirmScreen
from annotator.tui.screens.desk import DeskScreen
from annotator.tui.screens.label import LabelScreen
from annotator.tui.screens.label_from_desk import LabelFromDesk
from annotator.tui.screens.page import PageScreen
from annotator.tui.screens.review import ReviewScreen


class DeskApp(ScreenApp, inherit_bindings=False):
    """Opens on the desk, or at once in what `first` names: "review" or "confirm"."""

    def __init__(
        self, workspace: Workspace, person: str, *, first: str = "desk", theme: str | None = None, keys: Mapping[str, str] | None = None
    ) -> None:
        """Raises UsageError when the user's keys clash."""
        super().__init__(theme=theme, keys=keys)
        self.workspace = workspace
        self.person = person
        self._first = first
        self._labelling: LabelScreen | None = None
        # Whatever is open over the desk, each with its session; closed in turn.
        self._places: list[ExitStack] = []
        # What could not be kept of labels that were begun, in words.
        self.lost = ""

    def area_of(self, screen: Screen[object]) -> str | None:
        if isinstance(screen, (AdjudicateScreen, LabelScreen, PageScreen)):
            return screen.area
        return super().area_of(screen)

    def begin(self) -> None:
        if self._first != "desk":
            self.call_after_refresh(self._begin_elsewhere)
            return
        desk = DeskScreen(self.workspace, self.person, self.table)
        desk.left, desk.go = self.exit, self._go
        self._opening = self.push_screen(desk)
        self.call_after_refresh(desk.look, self.workspace)
        self.call_after_refresh(self.settled)

    def touched(self) -> None:
        if self._labelling is not None:
            self._labelling.stirred()

    def keep(self) -> None:
        while self._places:
            self._places.pop().close()

    def _begin_elsewhere(self) -> None:
        self._go(self._first)
        self.settled()

    def _go(self, where: str) -> None:
        """Open a screen over the desk, or say why not."""
        try:
            {"adjudicate": self._adjudicate, "review": self._review, "label": self._label, "confirm": self._confirm}[where]()
        except AnnotatorError as error:
            self._tell(str(error))

    def _tell(self, sentence: str) -> None:
        if isinstance(self.screen, PageScreen):
            self.screen.tell(sentence, alert=True)

    def _fresh(self) -> Workspace:
        return Workspace(self.workspace.dataset.folder.root, self.workspace.dataset.clock)

    def _open(self, place: ExitStack, screen: Screen[None], lay_out: Callable[[], object]) -> None:
        self._places.append(place)
        self._opening = self.push_screen(screen)
        self.call_after_refresh(lay_out)

    def _adjudicate(self, sample: str | None = None) -> None:
        with ExitStack() as place:
            bench = place.enter_context(Bench(self._fresh(), self.person))
            first = sample if sample is not None else bench.first()
            if first is None:
                self._tell("nothing waits for adjudication by you")
                return
            bench.take_up(first)
            screen = AdjudicateScreen(bench, self.table)
            screen.left = self._back
            self._open(place.pop_all(), screen, lambda: screen.lay_out(first))

    def _review(self) -> None:
        with ExitStack() as place:
            review = place.enter_context(Review(self._fresh(), self.person))
            if not review.ids:
                self._tell("nothing is settled yet, so there is nothing to review")
                return
            screen = ReviewScreen(review, self.table)
            screen.left, screen.adjudicate = self._back, self._adjudicate
            self._open(place.pop_all(), screen, lambda: screen.lay_out(review.ids[0]))

    def _confirm(self) -> None:
        with ExitStack() as place:
            confirming = place.enter_context(Confirming(self._fresh(), self.person))
            if not confirming.ids:
                others = f"; {confirming.barred} wait for someone else" if confirming.barred else ""
                self._tell(f"no single label waits for you to confirm it{others}")
                return
            screen = ConfirmScreen(confirming, self.table)
            screen.left, screen.adjudicate = self._back, self._adjudicate
            self._open(place.pop_all(), screen, lambda: screen.lay_out(confirming.ids[0]))

    def _label(self) -> None:
        with ExitStack() as place:
            desk = Desk(self._fresh(), self.person)
            place.callback(self._hear_lost, desk)
            place.enter_context(desk)
            first = desk.first() or next(iter(desk.list.ids), None)
            if first is None:
                self._tell("nothing waits for a label of yours")
                return
            desk.take_up(first)
            screen = self._labelling = LabelFromDesk(desk, self.table)
            screen.left = self._back
            self._open(place.pop_all(), screen, lambda: screen.lay_out(first))

    def _hear_lost(self, desk: Desk) -> None:
        self.lost = desk.lost or self.lost

    def _back(self) -> None:
        """Close what is on top; what is below shows the dataset as it stands now."""
        self._labelling = None
        self._places.pop().close()
        if not self._places and self._first != "desk":
            self.exit()
            return
        self.pop_screen()
        below = self.screen
        if isinstance(below, DeskScreen):
            below.look(self._fresh(), self.lost)
        elif isinstance(below, (ReviewScreen, ConfirmScreen)):
            below.look_again()
