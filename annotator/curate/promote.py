"""Promote and demote: move samples by recorded decisions, all of those named or none."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from typing import NamedTuple

from annotator.curate.agreement import rule_failures
from annotator.curate.decide import UNKNOWN
from annotator.curate.independence import required_and_unproven
from annotator.curate.verify import require_sound
from annotator.curate.workspace import Workspace
from annotator.errors import CheckFailed, UsageError
from annotator.model.events import Demote, Promote
from annotator.model.session import Logged
from annotator.model.status import Status
from annotator.store import layout
from annotator.store.sitting import Sitting
from annotator.workflow.promotion import against_demotion, against_promotion


class Moved(NamedTuple):
    """One move that was recorded, and the dataset SHA-256 after it."""

    sample: str
    source: str
    target: str
    digest: str
    dataset_sha256: str


def promote(
    workspace: Workspace,
    samples: Sequence[str],
    to: Status,
    person: str,
    reason: str | None = None,
    override: str | None = None,
    sitting: Sitting | None = None,
) -> Iterator[Moved]:
    """Promote every sample named, one record each; yields after each is durable. The records go to `sitting`, else to one of their own.

    Raises CheckFailed with every reason, and records nothing, when one of them may not go, when the dataset is not
    sound, or when its agreement rule does not hold and no `override` (the reason to set it aside) is given; CannotCheck when
    workflow.independence asks for a proof and there is no history to ask.
    """
    _refuse_repeats(samples)
    failures = rule_failures(workspace) if to is Status.GOLD else []
    unproven = required_and_unproven(workspace, samples) if to is Status.GOLD else {}
    against = [
        f"{id_}: {why}"
        for id_ in samples
        for why in against_promotion(workspace.config, workspace.case(id_), workspace.account(id_), to, person, unproven.get(id_))
    ]
    if failures and override is None:
        against += [f"the agreement rule does not hold: {why}" for why in failures]
        against += ["--override REASON sets it aside, and the reason is shown in every report"] if len(against) == len(failures) else []
    if against:
        raise CheckFailed("\n  ".join(["nothing was promoted:", *against]))
    require_sound(workspace)
    with nullcontext(sitting) if sitting else workspace.sitting(layout.DECISIONS, person) as at:
        for id_ in samples:
            event = _promotion(workspace, id_, to, person, reason, override if failures else None)
            yield Moved(id_, event.from_, event.to, at.append(event), workspace.dataset.sha256())


def agreed(workspace: Workspace) -> list[str]:
    """The drafts on which the reviewers agree in every facet, with nothing else in the way, in the order of the samples."""
    return [
        id_
        for id_, account in workspace.accounts.items()
        if account.level is Status.DRAFT and account.next == "promote" and account.resolution.rule == "agreed"
    ]


def _promotion(workspace: Workspace, id_: str, to: Status, person: str, reason: str | None, override: str | None) -> Promote:
    case, account = workspace.case(id_), workspace.account(id_)
    below = account.candidate
    rule: str | None = account.resolution.rule
    digest, basis = account.resolution.values_digest(case), account.resolution.basis
    if to is Status.GOLD and below is not None and isinstance(below.event, Promote):
        # Gold stands on the promotion below it, with the values that were settled there.
        rule, digest = below.event.rule, below.event.values_sha256
        basis = (*_label_digests(below, case.decisions), below.digest)
    record = {
        "op": "promote",
        "n": 1,
        "at": workspace.dataset.now(),
        "by": person,
        "sample": id_,
        "sample_sha256": case.sample_sha256,
        "dataset_sha256": UNKNOWN,
        "basis": basis,
        "from": account.level,
        "to": to,
        "rule": rule,
        "values_sha256": digest,
        "reason": reason,
        "override": override,
    }
    return Promote.model_validate(record)


def _label_digests(below: Logged, decisions: Sequence[Logged]) -> list[str]:
    event = below.event
    known = {logged.digest for logged in decisions}
    return [digest for digest in event.basis if digest not in known] if isinstance(event, Promote) else []


def demote(
    workspace: Workspace, samples: Sequence[str], to: Status, person: str, reason: str, sitting: Sitting | None = None
) -> Iterator[Moved]:
    """Take every sample named back to `to`, as `promote` does. Raises CheckFailed, and records nothing, when one may not."""
    _refuse_repeats(samples)
    against = [f"{id_}: {why}" for id_ in samples for why in against_demotion(workspace.config, workspace.account(id_), to, person)]
    if against:
        raise CheckFailed("\n  ".join(["nothing was demoted:", *against]))
    require_sound(workspace)
    with nullcontext(sitting) if sitting else workspace.sitting(layout.DECISIONS, person) as at:
        for id_ in samples:
            case = workspace.case(id_)
            undone = _undone(workspace, id_, to)
            record = {
                "op": "demote",
                "n": 1,
                "at": workspace.dataset.now(),
                "by": person,
                "sample": id_,
                "sample_sha256": case.sample_sha256,
                "dataset_sha256": UNKNOWN,
                "basis": tuple(logged.digest for logged in undone),
                "from": max((logged.event.to for logged in undone if isinstance(logged.event, Promote)), key=list(Status).index),
                "to": to,
                "reason": reason,
            }
            event = Demote.model_validate(record)
            yield Moved(id_, event.from_, event.to, at.append(event), workspace.dataset.sha256())


def _undone(workspace: Workspace, id_: str, to: Status) -> list[Logged]:
    """The promotions that a demotion to `to` takes back: those that nobody took back yet and that lead above `to`."""
    case = workspace.case(id_)
    gone = {digest for logged in case.decisions if isinstance(logged.event, Demote) for digest in logged.event.basis}
    return [
        logged
        for logged in case.decisions
        if isinstance(logged.event, Promote) and logged.digest not in gone and (to is Status.DRAFT or logged.event.to is Status.GOLD)
    ]


def _refuse_repeats(samples: Sequence[str]) -> None:
    twice = next((id_ for id_ in samples if list(samples).count(id_) > 1), None)
    if twice is not None:
        raise UsageError(f"{twice} is named twice")
