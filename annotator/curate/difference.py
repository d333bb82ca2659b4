"""Difference: what changed in a dataset since a commit, by meaning: statuses, decided values, texts, people."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from annotator.curate.workspace import Workspace
from annotator.errors import CannotCheck
from annotator.git import Repository
from annotator.model.events import Promote
from annotator.model.status import Standing
from annotator.store import layout
from annotator.store.checkout import laid_out
from annotator.workflow.case import Case
from annotator.workflow.standing import Account


class Change(NamedTuple):
    """One change: of a sample (and a candidate, and a facet), from what to what, and why where that is recorded."""

    sample: str
    candidate: str | None
    facet: str
    before: Any
    after: Any
    why: str

    def __str__(self) -> str:
        where = self.sample if self.candidate is None else f"{self.sample} / {self.candidate}"
        move = f"{_shown(self.before)} → {_shown(self.after)}"
        return f"{where}: {self.facet} {move}" + (f" ({self.why})" if self.why else "")


class Difference(NamedTuple):
    """The dataset SHA-256 before and after, and every change in the order of the samples."""

    dataset: str
    revision: str
    before: str | None
    after: str
    changes: list[Change]


def difference(root: Path, revision: str) -> Difference:
    """What changed since `revision`. Labels of single reviewers stay out: only what was decided is compared.

    Raises CannotCheck outside git, UsageError for an unknown revision, UnreadableInput when either state cannot be read.
    """
    now = Workspace(root)
    repository = Repository.around(now.dataset.folder.root)
    if repository is None:
        raise CannotCheck(f"{root}: is in no git repository, so there is no {revision} to compare with")
    commit = repository.commit_id(revision)
    blobs = {path: blob for path, blob in repository.files(commit).items() if _of_dataset(path)}
    if layout.CONFIG not in blobs:
        changes = [Change(id_, None, "sample", None, "added", "") for id_ in now.cases]
        return Difference(now.config.id, revision, None, now.dataset.sha256(), changes)
    with laid_out({path: repository.blob(blob) for path, blob in blobs.items()}) as folder:
        then = Workspace(folder)
        changes = [*_samples(then, now), *_people(then, now)]
        return Difference(now.config.id, revision, then.dataset.sha256(), now.dataset.sha256(), changes)


def _of_dataset(path: str) -> bool:
    return path in layout.HASHED_FILES or layout.expected(path.removesuffix(layout.SEAL))


def _samples(then: Workspace, now: Workspace) -> Iterator[Change]:
    for id_, case in now.cases.items():
        if id_ not in then.cases:
            yield Change(id_, None, "sample", None, "added", "")
            continue
        yield from _one(id_, then.cases[id_], then.accounts[id_], case, now.accounts[id_])
    yield from (Change(id_, None, "sample", "there", "removed", "") for id_ in then.cases if id_ not in now.cases)


def _one(id_: str, was: Case, before: Account, case: Case, after: Account) -> Iterator[Change]:
    changed = was.sample_sha256 != case.sample_sha256
    if before.status is not after.status:
        why = "text changed" if changed and after.status is Standing.DRAFT else _by(after)
        yield Change(id_, None, "status", before.status.value, after.status.value, why)
    elif changed:
        yield Change(id_, None, "text", was.sample_sha256[:12], case.sample_sha256[:12], "what was decided on the old text does not count")
    if not changed:
        yield from _values(id_, _plain(was, before), _plain(case, after), after)


def _plain(case: Case, account: Account) -> dict[str, Any]:
    return {} if account.held.values is None else case.scheme.plain(account.held.values)


def _values(id_: str, before: Mapping[str, Any], after: Mapping[str, Any], account: Account) -> Iterator[Change]:
    why = f"{account.held.rule} by {account.held.decision.event.by}" if account.held.decision is not None else account.held.rule or ""
    for facet in dict.fromkeys([*before, *after]):
        old, new = before.get(facet), after.get(facet)
        if old == new:
            continue
        if isinstance(new, dict) and isinstance(old, dict):
            for candidate in dict.fromkeys([*old, *new]):
                if old.get(candidate) != new.get(candidate):
                    yield Change(id_, candidate, facet, old.get(candidate), new.get(candidate), why)
        else:
            yield Change(id_, None, facet, _brief(old), _brief(new), why)


def _brief(value: Any) -> Any:
    """A facet that was decided as a whole, or lost as a whole, is one change and not one for each candidate."""
    return ("decided" if value is not None else None) if isinstance(value, dict) or value is None else value


def _by(account: Account) -> str:
    logged = account.gold or account.candidate
    return (
        f"promoted by {logged.event.by}" if logged is not None and isinstance(logged.event, Promote) else "demoted, or its labels changed"
    )


def _people(then: Workspace, now: Workspace) -> Iterator[Change]:
    for name in dict.fromkeys([*then.config.people, *now.config.people]):
        before, after = (
            [role.value for role in side.config.people[name].roles] if name in side.config.people else None for side in (then, now)
        )
        if before != after:
            yield Change(layout.CONFIG, None, f"roles of {name}", before, after, "")


def _shown(value: Any) -> str:
    if value is None:
        return "nothing"
    if isinstance(value, list):
        return "[" + ", ".join(f"{item['text']!r}" if isinstance(item, dict) else str(item) for item in value) + "]"
    return str(value)
