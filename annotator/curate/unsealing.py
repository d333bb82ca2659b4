"""Unsealing: open what reviewers sealed, once every label of a sample is in, and write it down for everyone to read."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from annotator.curate.decide import UNKNOWN
from annotator.curate.keys import own_key
from annotator.curate.workspace import Workspace
from annotator.errors import CheckFailed, Refused
from annotator.model.events import Opened, Sealed
from annotator.model.session import Logged
from annotator.store import layout
from annotator.store.age import KeyPair
from annotator.workflow.assignment import complete
from annotator.workflow.case import Case
from annotator.workflow.sealing import NotWhatWasSealed, opened_as


class Unsealed(NamedTuple):
    """How many sealed records were opened, by sample; how many wait for another label of their sample; and those this person's key does not open."""

    opened: dict[str, int]
    waiting: int
    shut: list[str]


def unseal(workspace: Workspace, person: str) -> Unsealed:
    """Open every sealed record of samples whose labels are all in, and record what it held in a session of `person`.

    Raises Refused unless `person` is one who may open, MissingPrerequisite without their key on this machine, CheckFailed when a record
    does not hold what its digest says.
    """
    if person not in workspace.config.openers:
        raise Refused(
            f"{person} may open no sealed label of {workspace.config.id}: that is for adjudicators and maintainers who have a key in "
            f"dataset.yaml and are no reviewers ({', '.join(workspace.config.openers) or 'nobody yet'})"
        )
    found = list(_sealed(workspace))
    ready = [(logged, case) for logged, case in found if complete(workspace.config, case)]
    if not ready:
        return Unsealed({}, len(found), [])
    key = own_key(workspace.config, person)
    openings = [(logged, case, _opening(workspace, person, logged, key)) for logged, case in ready]
    with workspace.sitting(layout.DECISIONS, person) as sitting:
        for _, _, event in openings:
            if event is not None:
                sitting.append(event)
    # A label that its writer has replaced since may stay shut.
    shut = [f"{logged.path}:{logged.line}" for logged, case, event in openings if event is None and logged in _current(case)]
    workspace.reread()
    return Unsealed(dict(Counter(event.sample for *_, event in openings if event)), len(found) - len(ready), shut)


def unseal_for(workspace: Workspace, person: str) -> None:
    """Open what may be opened before `person` decides; nothing where labels are not sealed or they may not."""
    if workspace.config.workflow.sealed and person in workspace.config.openers:
        unseal(workspace, person)


def _sealed(workspace: Workspace) -> Iterator[tuple[Logged, Case]]:
    """Every record that nobody opened yet, with the case of its sample."""
    for session in workspace.label_sessions:
        for logged in session.events:
            if isinstance(logged.event, Sealed) and logged.event.sample in workspace.cases:
                yield logged, workspace.cases[logged.event.sample]


def _current(case: Case) -> tuple[Logged, ...]:
    return (*case.words.values(), *case.proposals.values())


def _opening(workspace: Workspace, person: str, logged: Logged, key: KeyPair) -> Opened | None:
    """The record that opens `logged`, None where it was not sealed for `key`."""
    sealed = logged.event
    if not isinstance(sealed, Sealed) or (line := key.unlock(sealed.box)) is None:
        return None
    try:
        record = json.loads(line)
        opened_as(sealed, record)
    except (NotWhatWasSealed, ValueError) as problem:
        where = workspace.dataset.folder.show(logged.path)
        raise CheckFailed(
            f"{where}:{logged.line}: what {sealed.by} sealed is not what stands beside it ({problem}); nothing was opened, ask {sealed.by} to label {sealed.sample} anew"
        ) from None
    about = {"n": 1, "at": workspace.dataset.now(), "by": person, "sample": sealed.sample, "sample_sha256": sealed.sample_sha256}
    return Opened.model_validate({**about, "op": "opened", "basis": (logged.digest,), "dataset_sha256": UNKNOWN, "record": record})
