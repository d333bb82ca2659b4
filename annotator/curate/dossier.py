"""Dossier: everything about one sample on one page, and going through samples by their dossiers, decision by decision."""

from __future__ import annotations

from collections.abc import Iterator
from types import TracebackType
from typing import Any, NamedTuple, Self

from annotator.curate.verify import require_sound
from annotator.curate.workspace import Workspace
from annotator.errors import Refused
from annotator.model.events import Adjudicate, Confirm, Demote, Label, Promote, Unsettled
from annotator.model.passage import Passage
from annotator.model.scheme import Scheme
from annotator.model.status import Status
from annotator.store import layout
from annotator.workflow.case import Case
from annotator.workflow.promotion import against_adjudication
from annotator.workflow.sides import seated


class Given(NamedTuple):
    """One reviewer's label that counts: plain values, note, and when."""

    by: str
    at: str
    values: dict[str, Any]
    note: str | None


class Step(NamedTuple):
    """One decision about the sample, in words."""

    at: str
    by: str
    what: str
    reason: str | None


class Dossier(NamedTuple):
    """Everything about one sample. `values` are those that hold, as plain JSON; `rule` says how they came to hold."""

    sample: str
    query: str | None
    text: str | None
    time: str | None
    groups: dict[str, str]
    passages: tuple[Passage, ...]
    level: Status
    values: dict[str, Any] | None
    rule: str | None
    labels: tuple[Given, ...]
    steps: tuple[Step, ...]
    basis: frozenset[str]


def dossier(workspace: Workspace, sample: str) -> Dossier:
    """Everything about a sample. Raises Refused when there is none of that name."""
    case, account = workspace.case(sample), workspace.account(sample)
    held = account.held
    labels = [
        Given(entry.by, entry.event.at, entry.event.values, entry.event.note)
        for entry in case.fresh.values()
        if isinstance(entry.event, Label)
    ]
    return Dossier(
        sample,
        case.sample.query,
        case.sample.text,
        case.sample.time,
        case.sample.groups or {},
        tuple(case.passages[candidate] for candidate in case.sample.candidates or ()),
        account.level,
        None if held.values is None else case.scheme.plain(held.values),
        held.rule,
        tuple(sorted(labels)),
        tuple(_steps(case)),
        frozenset(held.basis),
    )


class Dossiers:
    """A person's place before dossiers, with one session for the decisions. A face shows a `dossier` and decides about what it showed."""

    def __init__(self, workspace: Workspace, person: str) -> None:
        """Raises CheckFailed when the dataset is not sound."""
        require_sound(workspace)
        self.workspace = workspace
        self.person = person
        self.sha256 = workspace.dataset.sha256()
        self._sitting = workspace.sitting(layout.DECISIONS, person)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.leave()

    def leave(self) -> None:
        """Seal the session."""
        self._sitting.__exit__(None, None, None)

    @property
    def scheme(self) -> Scheme:
        """What may be said."""
        return self.workspace.dataset.scheme

    def may_adjudicate(self, sample: str) -> bool:
        """Whether this person may decide about the sample anew."""
        return not against_adjudication(self.workspace.config, self.workspace.case(sample), self.person)

    def dossier(self, sample: str) -> Dossier:
        """Everything about a sample."""
        return dossier(self.workspace, sample)

    def look(self) -> None:
        """Take in what was written since."""
        if self.workspace.dataset.sha256() != self.sha256:
            self.workspace = Workspace(self.workspace.dataset.folder.root, self.workspace.dataset.clock)
            self.sha256 = self.workspace.dataset.sha256()

    def look_again(self, seen: Dossier) -> None:
        """Raises Refused where it is not what was seen: a decision about something else is none."""
        self.look()
        if self.dossier(seen.sample) != seen:
            raise Refused("NOT saved: it changed while it was open; here it is as it stands now")


def _steps(case: Case) -> Iterator[Step]:
    # By the times that each writer's own clock told: an order for reading, on which nothing rests.
    for logged in sorted(case.decisions, key=lambda logged: str(getattr(logged.event, "at", ""))):
        event = logged.event
        if isinstance(event, (Promote, Demote)):
            rule = f" ({event.rule})" if isinstance(event, Promote) else ""
            override = f"agreement rule set aside: {event.override}" if isinstance(event, Promote) and event.override else None
            yield Step(event.at, event.by, f"{event.op} {event.from_} → {event.to}{rule}", override or event.reason)
        elif isinstance(event, (Adjudicate, Unsettled, Confirm)):
            cause = f" (cause: {event.cause.value})" if isinstance(event, Adjudicate) and event.cause is not None else ""
            yield Step(event.at, event.by, f"{event.op}{_sides(case, event)}{cause}", event.reason)


def _sides(case: Case, event: Adjudicate | Unsettled | Confirm) -> str:
    """Who stood on which side for the adjudicator, whose reason may say "took 1"; nothing where only one label is left of them."""
    named = [name for name, entry in case.fresh.items() if entry.logged.digest in event.basis]
    if isinstance(event, Confirm) or len(named) < 2:
        return ""
    return f" ({', '.join(f'{number} {name}' for number, name in enumerate(seated(case.sample.id, event.by, named), start=1))})"
