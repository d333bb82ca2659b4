"""Gold review: a maintainer going through settled samples, everything about each on one page; yes, no, or back to adjudication."""

from __future__ import annotations

from collections.abc import Iterator
from types import TracebackType
from typing import Any, NamedTuple, Self

from annotator.curate.agreement import rule_failures
from annotator.curate.promote import Moved, demote, promote
from annotator.curate.verify import require_sound
from annotator.curate.workspace import Workspace
from annotator.errors import Refused
from annotator.model.config import Role
from annotator.model.events import Adjudicate, Confirm, Demote, Label, Promote, Unsettled
from annotator.model.passage import Passage
from annotator.model.scheme import Scheme
from annotator.model.status import Status
from annotator.store import layout
from annotator.workflow.authority import has_role
from annotator.workflow.case import Case
from annotator.workflow.promotion import against_adjudication


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


class Review:
    """The maintainer's place. A face shows a `dossier` and calls `yes`, `no` or `back`."""

    def __init__(self, workspace: Workspace, person: str) -> None:
        """Raises Refused when `person` is no maintainer, CheckFailed when the dataset is not sound."""
        if not has_role(workspace.config, person, Role.MAINTAINER):
            raise Refused(f"{person} is not a maintainer of {workspace.config.id} (roles stand under `people` in dataset.yaml)")
        require_sound(workspace)
        self.workspace = workspace
        self.person = person
        self.moved: dict[str, Moved] = {}
        self._sitting = workspace.sitting(layout.DECISIONS, person)
        self.sha256 = workspace.dataset.sha256()
        self.failures = rule_failures(workspace)
        accounts = workspace.accounts
        waiting = [id_ for id_, found in accounts.items() if found.next == "promote"]
        self.ids = [*waiting, *(id_ for id_, found in accounts.items() if found.level is Status.GOLD)]

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

    def level(self, sample: str) -> Status:
        """How far a sample has come."""
        return self.workspace.account(sample).level

    def waits(self, sample: str) -> bool:
        """Whether a sample may go one step up."""
        return self.workspace.account(sample).next == "promote"

    def next_step(self, sample: str) -> Status:
        """Where `yes` brings a sample."""
        return Status.GOLD if self.level(sample) is Status.CANDIDATE else Status.CANDIDATE

    def needs_override(self, sample: str) -> bool:
        """Whether `yes` sets the agreement rule aside, which takes a reason."""
        return bool(self.failures) and self.next_step(sample) is Status.GOLD

    def may_adjudicate(self, sample: str) -> bool:
        """Whether this person may decide about the sample anew."""
        return not against_adjudication(self.workspace.config, self.workspace.case(sample), self.person)

    def dossier(self, sample: str) -> Dossier:
        """Everything about a sample."""
        case, account = self.workspace.case(sample), self.workspace.account(sample)
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

    def yes(self, seen: Dossier, override: str | None = None) -> Moved:
        """One step up, to gold-candidate or to gold. Raises Refused where it is not what was seen, CheckFailed with every reason against."""
        self._look_again(seen)
        to = self.next_step(seen.sample)
        return self._take(promote(self.workspace, [seen.sample], to, self.person, override=override, sitting=self._sitting))

    def no(self, seen: Dossier, reason: str) -> Moved:
        """Back to draft. Raises as `yes`."""
        if not reason.strip():
            raise Refused("NOT saved: say why")
        self._look_again(seen)
        return self._take(demote(self.workspace, [seen.sample], Status.DRAFT, self.person, reason.strip(), sitting=self._sitting))

    def _take(self, moves: Iterator[Moved]) -> Moved:
        moved = next(moves)
        # What stands behind the last record belongs to the same decision.
        for _ in moves:
            pass
        self.workspace.reread()
        self.sha256 = moved.dataset_sha256
        self.moved[moved.sample] = moved
        return moved

    def look(self) -> None:
        """Take in what was written since."""
        if self.workspace.dataset.sha256() != self.sha256:
            self.workspace = Workspace(self.workspace.dataset.folder.root, self.workspace.dataset.clock)
            self.sha256 = self.workspace.dataset.sha256()
            self.failures = rule_failures(self.workspace)

    def _look_again(self, seen: Dossier) -> None:
        """A decision about what is otherwise now is refused."""
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
            yield Step(event.at, event.by, f"{event.op}{cause}", event.reason)
