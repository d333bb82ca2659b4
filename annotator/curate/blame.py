"""Blame: the whole story of a sample: who said what, what was decided on it, which commit brought it in, where it was released."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from annotator.curate.history import SHORT, History, history_of
from annotator.curate.independence import proofs
from annotator.curate.released import ids_in
from annotator.curate.workspace import Workspace
from annotator.errors import CannotCheck
from annotator.model.events import SAID, Adjudicate, Demote, Label, Promote, Release, Sealed, Skip
from annotator.model.names import time_text
from annotator.model.session import Logged
from annotator.workflow.assignment import complete, labels_needed
from annotator.workflow.case import Case

# Within one second, what can only follow comes after.
_AFTER = {"adjudicate": 1, "unsettled": 1, "confirm": 1, "promote": 2, "demote": 3}


class Step(NamedTuple):
    """One record about the sample. `commits` brought it in (id and author's e-mail); `words` say what it is, `values` what it holds."""

    at: str
    by: str
    op: str
    words: str
    digest: str
    path: str
    line: int
    values: dict[str, Any] | None
    commits: list[dict[str, str]]


@dataclass(frozen=True)
class Story:
    """The story of one sample, oldest first by the writers' clocks.

    `hidden` counts labels that are not shown since the sample waits for another one; `history` says why git could not be asked, None where
    it was; `independence` is None where there is nothing to prove or nothing to ask.
    """

    sample: str
    status: str
    sample_sha256: str
    labels_needed: int
    hidden: int
    steps: list[Step]
    releases: list[str]
    independence: str | None
    history: str | None

    def as_json(self) -> dict[str, Any]:
        """The document that `annotator blame --json` prints."""
        return {**vars(self), "steps": [step._asdict() for step in self.steps]}


def blame(root: Path, sample: str) -> Story:
    """The story of `sample`. Raises Refused when there is none of that name."""
    workspace = Workspace(root)
    case = workspace.case(sample)
    history, why = _history(workspace)
    shown = complete(workspace.config, case)
    labels = [
        logged
        for session in workspace.label_sessions
        for logged in session.events
        if isinstance(logged.event, SAID) and logged.event.sample == sample
    ]
    steps = [_step(case, logged, history, values=shown) for logged in (*(labels if shown else ()), *case.decisions)]
    proven = next(iter(proofs(workspace, history, [sample])), None) if history is not None else None
    return Story(
        sample,
        workspace.account(sample).status.value,
        case.sample_sha256,
        labels_needed(workspace.config, sample),
        0 if shown else len(labels),
        sorted(steps, key=lambda step: (step.at, _AFTER.get(step.op, 0), step.by, step.path, step.line)),
        list(_releases(workspace, sample)),
        None if proven is None else proven.why or "proven",
        why,
    )


def _history(workspace: Workspace) -> tuple[History | None, str | None]:
    try:
        return history_of(workspace), None
    except CannotCheck as error:
        return None, str(error)


def _step(case: Case, logged: Logged, history: History | None, *, values: bool) -> Step:
    event = logged.event
    ways_in = [] if history is None else history.records.get(logged.path, {}).get(logged.digest, [])
    held = event.values if values and isinstance(event, (Label, Adjudicate)) else None
    commits = [] if history is None else [_commit(history, id_) for id_ in ways_in]
    at = "" if event.op == "open" else event.at
    return Step(at, event.by, event.op, _words(case, logged), logged.digest, logged.path, logged.line, held, commits)


def _commit(history: History, id_: str) -> dict[str, str]:
    from datetime import UTC, datetime

    commit = history.commits[id_]
    return {"id": id_, "email": commit.email, "at": time_text(datetime.fromtimestamp(commit.seconds, UTC)), "subject": commit.subject}


def _words(case: Case, logged: Logged) -> str:
    """What the record says, in a few words: how it stands today, where it leads, on what it rests, why."""
    event = logged.event
    words = []
    if isinstance(event, (Label, Skip, Sealed)):
        words.append(_holds(case, logged, event))
    if isinstance(event, (Promote, Demote)):
        words.append(f"{event.from_} → {event.to}")
    if isinstance(event, Promote):
        words.append(event.rule + (f", against the agreement rule: {event.override}" if event.override else ""))
    basis = getattr(event, "basis", ())
    if basis:
        words.append("on " + ", ".join(f"{digest[:SHORT]}…" for digest in basis))
    reason = getattr(event, "reason", None) or getattr(event, "note", None)
    return "; ".join([*words, *([f"“{reason}”"] if reason else [])])


def _holds(case: Case, logged: Logged, event: Label | Skip | Sealed) -> str:
    """Whether a label or skip counts today."""
    if event.repeat is not None:
        return f"a repeat of {event.repeat[:SHORT]}…, which counts for nothing but agreement with oneself"
    if (case.words.get(event.by) or case.proposals.get(event.by)) != logged:
        return "replaced since"
    stale = case.entry(event.by, logged).stale
    holds = "counts" if event.by in case.words else "a proposal, which is no review"
    return f"stale: {stale}" if stale else holds


def _releases(workspace: Workspace, sample: str) -> Iterator[str]:
    """The versions, as they were released, whose outcomes have the sample."""
    for session in workspace.decision_sessions:
        for logged in session.events:
            if isinstance(logged.event, Release) and sample in ids_in(workspace.dataset.folder, logged.event.version):
                yield logged.event.version
