"""OtherWindows: what the same person saves in another process while this one is open."""

from __future__ import annotations

from contextlib import suppress

from annotator.curate.workspace import Workspace
from annotator.errors import AnnotatorError
from annotator.model.events import SAID
from annotator.model.session import Logged
from annotator.store import layout
from annotator.store.session_reader import read_session, session_paths


class OtherWindows:
    """Takes the person's words out of sessions that grew since they were read; nobody else's session is looked at."""

    def __init__(self, workspace: Workspace, person: str, *, review: bool) -> None:
        self._workspace = workspace
        self._person = person
        self._review = review
        self._heard: dict[str, int] = {}
        self._sizes: dict[str, int] = {}

    def hear(self, own_path: str | None) -> None:
        """Look at every session of the person but the one at `own_path`."""
        if not self._heard:
            mine = (session for session in self._workspace.label_sessions if session.person == self._person)
            self._heard = {session.path: len(session.events) for session in mine}
        folder = self._workspace.dataset.folder
        with suppress(AnnotatorError, OSError):
            for path in session_paths(folder, layout.LABELS):
                parts = layout.session_parts(path)
                signature = folder.signature(path)
                if parts is None or parts[1] != self._person or path == own_path or signature is None:
                    continue
                if self._sizes.get(path) != signature.size:
                    self._sizes[path] = signature.size
                    events = self._workspace.opened([read_session(folder, path)])[0].events
                    for logged in events[self._heard.get(path, 0) :]:
                        self._take(logged)
                    self._heard[path] = len(events)

    def _take(self, logged: Logged) -> None:
        event = logged.event
        if not isinstance(event, SAID) or event.sample not in self._workspace.cases:
            return
        case = self._workspace.case(event.sample)
        last = case.words.get(self._person) or case.proposals.get(self._person)
        # Within one person, order is that of the sessions' names.
        if last is None or last.path <= logged.path:
            case.hear(self._person, logged, review=self._review)
