"""DeskScreen: where the set stands, how good it is and whose turn it is; from here into adjudication, gold review and labelling."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar

from textual.message import Message

from annotator.curate.agreement import agreement, bootstrap
from annotator.curate.desk import Overview, overview
from annotator.curate.self_agreement import Selves, self_agreement_for
from annotator.curate.workspace import Workspace
from annotator.errors import AnnotatorError
from annotator.tui import desk_words as words
from annotator.tui.keymap import AT_THE_DESK, Key
from annotator.tui.screens.page import PageScreen
from annotator.tui.widgets.line import Line

if TYPE_CHECKING:
    from collections.abc import Mapping

    from annotator.agreement.summary import FacetSummary


class DeskScreen(PageScreen, inherit_bindings=False):
    """`go` opens another screen by its name: "adjudicate", "review", "label" or "confirm"."""

    AREA: ClassVar[str] = "desk"
    HELP_AREAS: ClassVar[tuple[str, ...]] = AT_THE_DESK
    go: Callable[[str], object] = staticmethod(lambda _: None)

    class Agreed(Message):
        """Agreement is worked out for a workspace, or why it cannot be."""

        def __init__(self, workspace: Workspace, facets: Mapping[str, FacetSummary], selves: Selves, problem: str = "") -> None:
            super().__init__()
            self.workspace = workspace
            self.facets = facets
            self.selves = selves
            self.problem = problem

    def __init__(self, workspace: Workspace, person: str, table: tuple[Key, ...]) -> None:
        super().__init__(table, workspace.dataset.scheme)
        self.workspace = workspace
        self.person = person
        self._found: Overview | None = None
        self._facets: Mapping[str, FacetSummary] | None = None
        self._selves: Selves = {}

    def look(self, workspace: Workspace, said: str = "") -> None:
        """Show the dataset as it stands."""
        self.workspace, self._facets = workspace, None
        self._found = overview(workspace, self.person)
        self._show()
        self.tell(said)
        self.run_worker(self._agree, thread=True, exclusive=True, group="agreement", exit_on_error=False)

    def _show(self) -> None:
        if self._found is not None:
            top = self.page.scroll_y
            width = max(40, self.page.size.width - 2)
            self.show_page(words.title(self._found), words.page(self._found, self._facets, width, self._selves))
            self.page.scroll_to(y=top, animate=False, immediate=True, force=True)
            self.query_one("#status", Line).show([(f" {self.person} ", "strong")], [(f"sha256 {self._found.status.sha256[:12]} ", "dim")])

    def _agree(self) -> None:
        workspace = self.workspace
        try:
            plan = bootstrap()
            message = self.Agreed(workspace, agreement(workspace, plan=plan), self_agreement_for(workspace, self.person, plan))
        except AnnotatorError as error:
            message = self.Agreed(workspace, {}, {}, str(error))
        self.post_message(message)

    def on_desk_screen_agreed(self, event: Agreed) -> None:
        event.stop()
        if event.workspace is self.workspace:
            self._facets, self._selves = event.facets, event.selves
            self._show()
            if event.problem:
                self.tell(event.problem, alert=True)

    def action_go(self, where: str) -> None:
        """Into another screen."""
        self.go(where)

    def on_resize(self) -> None:
        self._show()
