"""Worklist: the samples of one person in that person's own order, and where each stands for them."""

from __future__ import annotations

import unicodedata
from bisect import bisect_left
from enum import StrEnum
from functools import cached_property

from annotator.curate.workspace import Workspace
from annotator.errors import Refused
from annotator.model.config import Role
from annotator.model.events import Label, Sealed, Skip
from annotator.model.session import Logged
from annotator.workflow.assignment import complete, order_for, waits_for
from annotator.workflow.case import Case, Entry
from annotator.workflow.repeats import due

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
        self._order = order_for(person)
        self.due: frozenset[str] = frozenset()
        self.look()

    def look(self) -> None:
        """See which samples are laid before the person a second time now: they look as if nothing had been said of them."""
        workspace = self._workspace
        self.due = (
            due(workspace.config, workspace.cases, self.person, workspace.dataset.now()) if workspace.config.workflow.repeats else self.due
        )

    @cached_property
    def ids(self) -> list[str]:
        """Sample ids in order: those that wait for the person, and those that have the person's word."""
        cases, made = self._workspace.cases, self._workspace.cases.made
        # Nobody has said a word about most samples of a large dataset, and those wait for everyone.
        mine = [id_ for id_ in cases if id_ not in made or self._is_mine(made[id_])]
        return sorted(mine, key=self._order)

    def _is_mine(self, case: Case) -> bool:
        return not (case.words or case.proposals) or self.waits(case) or self._logged(case) is not None

    def place(self, sample: str) -> int:
        """The place of a sample in the list, from 0."""
        # The order is known, and so a place is found as fast as in a table, which 100,000 ids would fill with megabytes.
        return bisect_left(self.ids, self._order(sample), key=self._order)

    def holds(self, sample: str) -> bool:
        """Whether the sample is in the list."""
        place = self.place(sample)
        return place < len(self.ids) and self.ids[place] == sample

    def own(self, case: Case) -> Entry | None:
        """What the person said last of a sample, as they see it: a repeat where that is what they said, nothing where one is due."""
        counts = self.counted(case)
        again = case.repeats.get(self.person)
        if case.sample.id in self.due or counts is None:
            return None
        # A label that was changed after the repeat is another one than the repeat names.
        repeated = again is not None and isinstance(again.event, (Label, Skip, Sealed)) and again.event.repeat == counts.logged.digest
        return case.entry(self.person, again) if again is not None and repeated else counts

    def may_repeat(self, case: Case) -> bool:
        """Whether there is a label of the person that a repeat could name."""
        counts = self.counted(case)
        return self.reviewer and counts is not None and counts.is_label and counts.stale is None

    def counted(self, case: Case) -> Entry | None:
        """The person's current word about a sample, the one that counts."""
        return case.entry(self.person, logged) if (logged := self._logged(case)) else None

    def waits(self, case: Case) -> bool:
        """Whether the person is still to judge the sample."""
        if self.reviewer:
            return case.sample.id in self.due or waits_for(self._workspace.config, case, self.person)
        own = self.own(case)
        return own is None or own.stale is not None

    def state(self, sample: str, unfinished: bool) -> State:
        """Where the sample stands; `unfinished` says whether something was entered and not submitted."""
        case = self._workspace.cases[sample]
        own = self.own(case)
        if unfinished:
            return State.UNFINISHED
        if own is None:
            closed = self.reviewer and sample not in self.due and complete(self._workspace.config, case)
            return State.CLOSED if closed else State.WAITING
        if own.stale is not None:
            return State.STALE
        return State.SKIPPED if isinstance(own.event, Skip) else State.LABELLED

    @cached_property
    def group_names(self) -> list[str]:
        """What samples are grouped by, in order; never into which groups, since that may tell the answer."""
        return sorted({name for sample in self._workspace.dataset.samples.values() for name in sample.groups or ()})

    def says(self, sample: str, words: str) -> bool:
        """Whether the sample answers to a search: words of its question, or KEY=VALUE of its groups, which are never shown."""
        found = self._workspace.dataset.samples[sample]
        key, equals, value = unicodedata.normalize("NFKC", words).partition("=")
        if equals and found.groups and key.strip() in found.groups:
            return folded(found.groups[key.strip()]) == folded(value.strip())
        return all(word in folded(f"{found.query or ''} {found.text or ''}") for word in folded(words).split())

    def unknown_group(self, words: str) -> str:
        """The sentence that a search names no group and is in no question either, "" where it does or names none."""
        key, equals, _ = unicodedata.normalize("NFKC", words).partition("=")
        if not equals or key.strip() in self.group_names or any(self.says(id_, words) for id_ in self.ids):
            return ""
        names = f"groups here are {', '.join(self.group_names)}" if self.group_names else "samples here have no groups"
        return f"there is no group {key.strip()!r}; {names}"

    def _logged(self, case: Case) -> Logged | None:
        return case.words.get(self.person) if self.reviewer else case.proposals.get(self.person)


def folded(text: str) -> str:
    """`text` as it is compared: full-width forms and case do not matter."""
    return unicodedata.normalize("NFKC", text).casefold()
