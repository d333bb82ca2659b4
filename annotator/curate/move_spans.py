"""Move spans: renew a person's stale labels whose marks all stand in the edited text, without a screen."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from annotator.curate.label import Draft, event_of, save
from annotator.curate.workspace import Workspace
from annotator.errors import Refused
from annotator.model.events import Label
from annotator.store import layout
from annotator.workflow.case import Case, Entry
from annotator.workflow.moving import Move, moved


class Renewal(NamedTuple):
    """A stale label: what becomes of its marks, and why it waits for a look all the same (None: it can be renewed)."""

    sample: str
    moves: tuple[Move, ...]
    label: Label | None
    why: str | None


class Renewed(NamedTuple):
    """A renewal, and the digest of the record that was saved; None where none was."""

    renewal: Renewal
    digest: str | None


def renewals(workspace: Workspace, person: str) -> Iterator[Renewal]:
    """Every label of `person` on a text that changed since, with its marks moved to where their words stand now."""
    workspace.read_as(person)
    for id_, case in workspace.cases.items():
        logged = case.words.get(person) or case.proposals.get(person)
        if logged is not None and isinstance(logged.event, Label) and logged.event.sample_sha256 != case.sample_sha256:
            yield _renewal(workspace, case, case.entry(person, logged), logged.event, id_)


def renew(workspace: Workspace, person: str) -> Iterator[Renewed]:
    """Save what can be renewed, one by one; yields after each is durable, and each that waits. Raises NotSaved when the disk refuses."""
    found = list(renewals(workspace, person))
    with workspace.sitting(layout.LABELS, person) as sitting:
        for renewal in found:
            yield Renewed(renewal, None if renewal.label is None else save(workspace, sitting, renewal.label).digest)


def _renewal(workspace: Workspace, case: Case, entry: Entry, label: Label, id_: str) -> Renewal:
    values, moves = moved(case, label.values)
    why = _against(moves)
    if why is None:
        try:
            event = event_of(workspace, entry.by, Draft(sample=id_, values=values, note=label.note), "not renewed")
        except Refused as refused:
            return Renewal(id_, moves, None, str(refused).removeprefix(f"not renewed: {id_}: ").removesuffix("; nothing was saved"))
        return Renewal(id_, moves, event if isinstance(event, Label) else None, None)
    return Renewal(id_, moves, None, why)


def _against(moves: tuple[Move, ...]) -> str | None:
    """Why the label is to be looked at; what an edit of the question or of another passage means for it, no mark can tell."""
    if not moves:
        return "it has no marks to go by"
    if not all(move.sure for move in moves):
        return "not every mark is found exactly once"
    if all(move.before == move.after for move in moves):
        return "its marks stand where they stood, so what changed is something else"
    return None
