"""Desk: what a maintainer wants to know on one screen: where the set stands, how good it is, and whose turn it is."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from annotator.curate.status import DatasetStatus, status
from annotator.model.config import Role
from annotator.model.status import Status
from annotator.workflow.assignment import waits_for
from annotator.workflow.authority import DECIDERS, has_role
from annotator.workflow.promotion import against_adjudication, against_confirmation
from annotator.workflow.suspicion import suspicions

if TYPE_CHECKING:
    from annotator.curate.workspace import Workspace


class Turn(NamedTuple):
    """One next step, for how many samples it is that, the first of their ids, and how many of them wait for whom."""

    step: str
    samples: int
    first: tuple[str, ...]
    who: tuple[tuple[str, int], ...]


@dataclass(frozen=True)
class Overview:
    """Everything but agreement, which takes longer. `suspicious` is None for all but maintainers."""

    status: DatasetStatus
    turns: tuple[Turn, ...]
    contested: tuple[str, ...]
    lapsed: tuple[str, ...]
    stale: tuple[tuple[str, str], ...]
    hard: tuple[str, ...]
    suspicious: tuple[str, ...] | None


_FIRST = 5


def overview(workspace: Workspace, person: str) -> Overview:
    """Where everything stands, as far as `person` may know it."""
    found = status(workspace)
    maintainer = has_role(workspace.config, person, Role.MAINTAINER)
    return Overview(
        found,
        tuple(_turns(workspace)),
        tuple(sample.id for sample in found.samples if sample.status == "contested"),
        tuple(id_ for id_, account in workspace.accounts.items() if account.lapsed),
        tuple((sample.id, by) for sample in found.samples for by, stale in sample.labels if stale),
        tuple(sample.id for sample in found.samples if sample.hard),
        tuple(map(str, suspicions(workspace.config, workspace.cases))) if maintainer else None,
    )


def _turns(workspace: Workspace) -> list[Turn]:
    by_step: dict[str, list[str]] = defaultdict(list)
    for id_, account in workspace.accounts.items():
        step = account.next
        if step == "promote":
            step = "to gold" if account.level is Status.CANDIDATE else "to gold-candidate"
        by_step[step].append(id_)
    turns = []
    for step in ("label", "unseal", "adjudicate", "confirm", "to gold-candidate", "to gold"):
        ids = by_step.get(step, [])
        counted = Counter(name for id_ in ids for name in _whose(workspace, id_, step))
        if ids:
            turns.append(Turn(step, len(ids), tuple(ids[:_FIRST]), tuple(sorted(counted.items()))))
    return turns


def _whose(workspace: Workspace, id_: str, step: str) -> list[str]:
    """Everyone who may take the next step."""
    config, case, now = workspace.config, workspace.case(id_), workspace.dataset.now()
    if step == "label":
        return [name for name in config.people if waits_for(config, case, name)]
    if step == "unseal":
        return list(config.openers)
    if step == "adjudicate":
        return [name for name in config.people if not against_adjudication(config, case, name)]
    if step == "confirm":
        return [name for name in config.people if not against_confirmation(config, case, name, now)]
    roles = {Role.MAINTAINER} if step == "to gold" else DECIDERS
    return [name for name in config.people if has_role(config, name, *roles)]
