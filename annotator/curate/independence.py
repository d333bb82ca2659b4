"""Independence: for each sample that several people labelled, whether history proves that they did so without sight of each other."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator

from annotator.curate.history import History, history_of
from annotator.curate.workspace import Workspace
from annotator.model.events import SAID, Opened, Sealed
from annotator.model.finding import Finding, FindingKind
from annotator.workflow.assignment import complete
from annotator.workflow.case import Case
from annotator.workflow.independence import Proof, Voice, proof

Proofs = list[Proof]


def proofs(workspace: Workspace, history: History, samples: Collection[str] | None = None) -> Proofs:
    """What history says about each sample on whose labels something can be decided, where these are two or more; or about `samples` alone."""
    words: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
    opened = _openings(workspace)
    for session in workspace.label_sessions:
        for logged in session.events:
            if isinstance(logged.event, SAID):
                # What was sealed could be read from where it was opened, and not before.
                shut = isinstance(logged.event, Sealed) or logged.digest in opened
                words[session.person, logged.event.sample] |= opened[logged.digest] if shut else {logged.digest}
    return [
        proof(id_, voices, history.lineage)
        for id_, case in workspace.cases.items()
        if (samples is None or id_ in samples) and len(voices := list(_voices(workspace, case, words))) > 1
    ]


def _openings(workspace: Workspace) -> defaultdict[str, set[str]]:
    """The digests of the lines that opened each sealed line, by its digest."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for session in workspace.decision_sessions:
        for logged in session.events:
            if isinstance(logged.event, Opened):
                found[logged.event.basis[0]].add(logged.digest)
    return found


def _voices(workspace: Workspace, case: Case, words: dict[tuple[str, str], set[str]]) -> Iterator[Voice]:
    """The labels that today's outcome rests on, of a sample that waits for nobody: where someone is still to label, nothing is said."""
    if not complete(workspace.config, case):
        return
    basis = workspace.accounts[case.sample.id].held.basis
    for by, entry in case.fresh.items():
        if entry.logged.digest in basis:
            yield Voice(by, entry.logged.digest, frozenset(words[by, case.sample.id]))


def required_and_unproven(workspace: Workspace, samples: Collection[str]) -> dict[str, str]:
    """Why the labels of each of `samples` are not proven independent, where dataset.yaml asks for the proof. Raises CannotCheck without history."""
    if workspace.config.workflow.independence != "required":
        return {}
    return {found.sample: found.why.value for found in proofs(workspace, history_of(workspace), samples) if found.why is not None}


def unproven_gold(workspace: Workspace, found: list[Proof]) -> Iterator[Finding]:
    """Gold that is there although dataset.yaml asks for a proof that history does not give."""
    if workspace.config.workflow.independence != "required":
        return
    for one in found:
        gold = workspace.accounts[one.sample].gold
        if one.why is not None and gold is not None:
            message = f"{one.sample}: is gold, and history does not prove its labels independent ({one.why})"
            yield Finding(FindingKind.INVALID, gold.path, gold.line, message)
