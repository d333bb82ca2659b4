"""Status: per sample and per person, where it stands and what is next; holds no value of any label."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from annotator.curate.quotas import QuotaResult, quotas
from annotator.errors import Refused
from annotator.model.config import Role
from annotator.model.status import Standing
from annotator.workflow.assignment import complete, labels_needed, labels_to_come, waits_for
from annotator.workflow.authority import has_role
from annotator.workflow.repeats import due
from annotator.workflow.suspicion import Suspicion, suspicions

if TYPE_CHECKING:
    from annotator.curate.workspace import Workspace


@dataclass(frozen=True)
class SampleStatus:
    """One sample: who labelled it (and whose label is stale), what is open, whose turn it is."""

    id: str
    status: Standing
    labels: tuple[tuple[str, bool], ...]
    needed: int
    open: tuple[str, ...]
    next: str
    hard: bool
    groups: dict[str, str]


@dataclass(frozen=True)
class PersonStatus:
    """One reviewer's share: every sample is labelled, skipped, stale, waiting, or not needed any more."""

    name: str
    labelled: int
    skipped: int
    stale: int
    waiting: int
    samples: int


@dataclass(frozen=True)
class DatasetStatus:
    """The whole dataset. `to_come` is how many labels are needed still, whoever of those for whom a sample waits gives them."""

    dataset: str
    version: str
    sha256: str
    counts: dict[str, int]
    people: tuple[PersonStatus, ...]
    to_come: int
    samples: tuple[SampleStatus, ...]
    overrides: tuple[tuple[str, str], ...]
    quotas: tuple[QuotaResult, ...]

    def as_json(self) -> dict[str, Any]:
        """The document that `annotator status --json` prints."""
        return {
            "dataset": self.dataset,
            "version": self.version,
            "sha256": self.sha256,
            "counts": self.counts,
            "people": [vars(person) for person in self.people],
            "labels_to_come": self.to_come,
            "samples": [
                {
                    "id": sample.id,
                    "status": sample.status.value,
                    "labels": [{"by": by, "stale": stale} for by, stale in sample.labels],
                    "open": list(sample.open),
                    "next": sample.next,
                }
                for sample in self.samples
            ],
            "quotas": [quota._asdict() for quota in self.quotas],
            "overrides": [{"sample": sample, "reason": reason} for sample, reason in self.overrides],
        }


def status(workspace: Workspace) -> DatasetStatus:
    """Where everything stands."""
    samples = tuple(_sample(workspace, id_) for id_ in workspace.cases)
    counted = Counter(sample.status for sample in samples)
    return DatasetStatus(
        workspace.config.id,
        workspace.config.version,
        workspace.dataset.sha256(),
        {standing.value: counted[standing] for standing in Standing},
        tuple(_person(workspace, name) for name in workspace.config.with_role(Role.REVIEWER)),
        sum(labels_to_come(workspace.config, case) for case in workspace.cases.values()),
        samples,
        tuple(_overrides(workspace)),
        tuple(quotas(workspace)),
    )


def suspicious(workspace: Workspace, person: str) -> list[Suspicion]:
    """Signs of careless work in the reviewers' labels. Raises Refused unless `person` is a maintainer."""
    if not has_role(workspace.config, person, Role.MAINTAINER):
        raise Refused(f"{person} is not a maintainer; what is suspicious is for maintainers alone")
    return suspicions(workspace.config, workspace.cases)


def _sample(workspace: Workspace, id_: str) -> SampleStatus:
    case, account = workspace.cases[id_], workspace.accounts[id_]
    labels = tuple((entry.by, entry.stale is not None) for entry in case.reviews.values() if entry.is_label)
    undecided = account.resolution.decision is None or account.resolution.unsettled
    # That two of three differ is nothing for the third to know.
    still_open = account.resolution.open if undecided and complete(workspace.config, case) else ()
    return SampleStatus(
        id_,
        account.status,
        labels,
        labels_needed(workspace.config, id_),
        still_open,
        account.next,
        account.resolution.unsettled,
        {**(case.sample.groups or {}), **({"difficulty": "hard"} if account.resolution.unsettled else {})},
    )


def _person(workspace: Workspace, name: str) -> PersonStatus:
    config, cases = workspace.config, workspace.cases
    entries = [case.reviews[name] for case in cases.values() if name in case.reviews]
    stale = sum(entry.stale is not None for entry in entries)
    labelled = sum(entry.is_label and entry.stale is None for entry in entries)
    waiting = sum(waits_for(config, case, name) for case in cases.values())
    skipped = len(entries) - stale - labelled
    # What is laid before a reviewer a second time waits, on their screen and here.
    again = len(due(config, cases, name, workspace.dataset.now()))
    return PersonStatus(name, labelled - again, skipped, stale, waiting + again, len(cases))


def _overrides(workspace: Workspace) -> list[tuple[str, str]]:
    """Samples that are gold although the agreement rule did not hold, with the recorded reason."""
    found = []
    for id_, account in workspace.accounts.items():
        reason = getattr(account.gold.event, "override", None) if account.gold is not None else None
        if reason is not None:
            found.append((id_, reason))
    return found
