"""Unsealing: open what reviewers sealed, once every label of a sample is in, and write it down for everyone to read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from typing import NamedTuple

from annotator.curate.decide import UNKNOWN
from annotator.curate.keys import own_key
from annotator.curate.workspace import Workspace
from annotator.errors import MissingPrerequisite, Refused
from annotator.model.canonical import NotARecord, parse_line
from annotator.model.config import Config
from annotator.model.events import Opened, Sealed
from annotator.model.session import Logged
from annotator.store import layout
from annotator.store.age import KeyPair
from annotator.workflow.assignment import complete, skipped_by_all
from annotator.workflow.case import Case
from annotator.workflow.sealing import NotWhatWasSealed, opened_as


class Unsealed(NamedTuple):
    """How many sealed records were opened, by sample; how many wait for another label of their sample; and those that stay shut, each with the reason."""

    opened: dict[str, int]
    waiting: int
    shut: list[str]


def unseal(workspace: Workspace, person: str) -> Unsealed:
    """Open every sealed record of samples whose labels are all in, and record what it held in a session of `person`.

    Of a sample that every reviewer skipped, the reasons are opened and nothing else: a label that was replaced by a skip stays shut.
    A label that cannot be opened is as one that is not in: the others of its sample stay sealed, or its writer could read them first.
    Raises Refused unless `person` is one who may open, MissingPrerequisite without their key on this machine.
    """
    if person not in workspace.config.openers:
        raise Refused(
            f"{person} may open no sealed label of {workspace.config.id}: that is for adjudicators and maintainers who have a key in "
            f"dataset.yaml and are no reviewers ({', '.join(workspace.config.openers) or 'nobody yet'})"
        )
    sealed = list(_sealed(workspace))
    ready = [(logged, case) for logged, case in sealed if _ready(workspace.config, logged, case)]
    waiting = len(sealed) - len(ready)
    if not ready:
        return Unsealed({}, waiting, [])
    key = own_key(workspace.config, person)
    tried = [(logged, case, _opening(workspace, person, logged, case, key)) for logged, case in ready]
    failed = {logged.digest for logged, _, found in tried if isinstance(found, str)}
    events = [found for _, case, found in tried if isinstance(found, Opened) and _all_in(workspace.config, case, failed)]
    with workspace.sitting(layout.DECISIONS, person) as sitting:
        # Sample by sample, so that what is cut short leaves one half open at most.
        for event in sorted(events, key=lambda event: event.sample):
            sitting.append(event)
    # A label that its writer has replaced since may stay shut.
    shut = [f"{logged.path}:{logged.line}: {found}" for logged, case, found in tried if isinstance(found, str) and logged in _current(case)]
    workspace.reread()
    return Unsealed(dict(Counter(event.sample for event in events)), waiting + len(tried) - len(failed) - len(events), shut)


def unseal_for(workspace: Workspace, person: str) -> None:
    """Open what may be opened before `person` decides; nothing where they may not, or without their key, which what is open already needs no more."""
    if person in workspace.config.openers:
        with suppress(MissingPrerequisite):
            unseal(workspace, person)


def _ready(config: Config, logged: Logged, case: Case) -> bool:
    return complete(config, case) or (logged in case.words.values() and skipped_by_all(config, case))


def _all_in(config: Config, case: Case, failed: set[str]) -> bool:
    """Whether all that is asked for is in without what could not be opened."""
    return complete(config, case, failed) or skipped_by_all(config, case, failed)


def _sealed(workspace: Workspace) -> Iterator[tuple[Logged, Case]]:
    """Every record that nobody opened yet, with the case of its sample."""
    for session in workspace.label_sessions:
        for logged in session.events:
            if isinstance(logged.event, Sealed) and logged.event.sample in workspace.cases:
                yield logged, workspace.cases[logged.event.sample]


def _current(case: Case) -> tuple[Logged, ...]:
    return (*case.words.values(), *case.proposals.values())


def _opening(workspace: Workspace, person: str, logged: Logged, case: Case, key: KeyPair) -> Opened | str:
    """The record that opens `logged`, or why it stays shut."""
    sealed = logged.event
    if not isinstance(sealed, Sealed) or (held := key.unlock(sealed.box)) is None:
        return "was not sealed for your key; another of those who may open it can"
    try:
        record, _ = parse_line(held.rstrip(b"\n"))
        event = opened_as(sealed, record)
    except (NotWhatWasSealed, NotARecord) as problem:
        return f"is not what stands beside it ({problem}); ask {sealed.by} to label {sealed.sample} anew"
    if event.sample_sha256 == case.sample_sha256 and case.entry(sealed.by, logged._replace(event=event)).stale is not None:
        # Why it does not would tell what it says.
        return f"does not fit today's scheme; ask {sealed.by} to label {sealed.sample} anew"
    about = {"n": 1, "at": workspace.dataset.now(), "by": person, "sample": sealed.sample, "sample_sha256": sealed.sample_sha256}
    return Opened.model_validate({**about, "op": "opened", "basis": (logged.digest,), "dataset_sha256": UNKNOWN, "record": record})
