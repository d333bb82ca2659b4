"""Worklist: the samples of one person in that person's own order, and where each stands for them."""

from __future__ import annotations

import unicodedata
from enum import StrEnum
from functools import cached_property

from annotator.curate.workspace import Workspace
from annotator.errors import Refused
from annotator.model.config import Role
from annotator.model.events import Skip
from annotator.model.session import Logged
from annotator.workflow.assignment import complete, shuffled, waits_for
from annotator.workflow.case import Case, Entry

_LABELLERS = {Role.REVIEWER, Role.AUTHOR, Role.JUDGE}


class State(StrEnum):
    """Where a sample stands for one person; the words are shown."""

    WAITING = "waiting"
    UNFINISHED = "unfinished"
    LABELLED = "labelled"
    SKIPPED = "skipped"
    STALE = "stale"
    CLOSED = "closed"


class Worklist:
    """Every sample that is this person's to label, theirs already or still waiting; the same order on every machine."""

    def __init__(self, workspace: Workspace, person: str) -> None:
        """Raises Refused when the person's roles let them label nothing."""
        roles = set(workspace.config.people[person].roles)
        if not roles & _LABELLERS:
            raise Refused(f"{person} is no reviewer, author or judge of {workspace.config.id}; dataset.yaml lists who is")
        self.person = person
        self.reviewer = Role.REVIEWER in roles
        self._workspace = workspace

    @cached_property
    def ids(self) -> list[str]:
        """Sample ids in order: those that wait for the person, and those that have the person's word."""
        # Nobody has said a word about most samples of a large dataset, and those wait for everyone.
        mine = (
            id_
            for id_, case in self._workspace.cases.items()
            if (not case.words and not case.proposals) or self.waits(case) or self._logged(case)
        )
        return shuffled(mine, self.person)

    @cached_property
    def places(self) -> dict[str, int]:
        """The place of each id, from 0."""
        return {id_: place for place, id_ in enumerate(self.ids)}

    def own(self, case: Case) -> Entry | None:
        """The person's current word about a sample."""
        return case.entry(self.person, logged) if (logged := self._logged(case)) else None

    def waits(self, case: Case) -> bool:
        """Whether the person is still to judge the sample."""
        if self.reviewer:
            return waits_for(self._workspace.config, case, self.person)
        own = self.own(case)
        return own is None or own.stale is not None

    def state(self, sample: str, unfinished: bool) -> State:
        """Where the sample stands; `unfinished` says whether something was entered and not submitted."""
        case = self._workspace.cases[sample]
        own = self.own(case)
        if unfinished:
            return State.UNFINISHED
        if own is None:
            closed = self.reviewer and complete(self._workspace.config, case)
            return State.CLOSED if closed else State.WAITING
        if own.stale is not None:
            return State.STALE
        return State.SKIPPED if isinstance(own.event, Skip) else State.LABELLED

    def says(self, sample: str, words: str) -> bool:
        """Whether the sample answers to a search: words of its question, or KEY=VALUE of its groups, which are never shown."""
        found = self._workspace.cases[sample].sample
        key, equals, value = words.partition("=")
        if equals and found.groups and key.strip() in found.groups:
            return folded(found.groups[key.strip()]) == folded(value.strip())
        return all(word in folded(f"{found.query or ''} {found.text or ''}") for word in folded(words).split())

    def _logged(self, case: Case) -> Logged | None:
        return case.words.get(self.person) if self.reviewer else case.proposals.get(self.person)


def folded(text: str) -> str:
    """`text` as it is compared: full-width forms and case do not matter."""
    return unicodedata.normalize("NFKC", text).casefold()
