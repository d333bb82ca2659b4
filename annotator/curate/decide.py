"""Decide: adjudications, confirmations and what cannot be settled, from a file, each checked and then made durable."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from pydantic import TypeAdapter

from annotator.curate.verify import require_sound
from annotator.curate.workspace import Workspace
from annotator.errors import Refused, UnreadableInput
from annotator.model.base import Value
from annotator.model.events import Adjudicate, Cause, Confirm, Decision, Unsettled
from annotator.model.names import Id, Words
from annotator.model.scheme import Unfit
from annotator.store import layout
from annotator.store.outside import outside_records
from annotator.workflow.case import Case
from annotator.workflow.promotion import against_adjudication, against_confirmation
from annotator.workflow.resolution import effective, rules_of

# The store puts the real digest in its place, at the moment of writing.
UNKNOWN = "0" * 64


class Ruling(Value):
    """One line of a `--from` file: `values` with a `reason` (and a `cause`), or `unsettled` (the disagreement in words), or `confirm: true`."""

    sample: Id
    values: dict[str, Any] | None = None
    unsettled: Words | None = None
    confirm: bool | None = None
    reason: Words | None = None
    cause: Cause | None = None


class Decided(NamedTuple):
    """What became of one ruling; `digest` is that of its record, None where the same stood already."""

    sample: str
    op: str
    digest: str | None
    dataset_sha256: str


def read_rulings(path: Path) -> list[tuple[int, Ruling]]:
    """The rulings of a `--from` file with their line numbers. Raises UnreadableInput at the first fault."""
    rulings = outside_records(path, TypeAdapter(Ruling))
    seen: dict[str, int] = {}
    for number, ruling in rulings:
        if sum(part is not None for part in (ruling.values, ruling.unsettled, ruling.confirm)) != 1:
            raise UnreadableInput(str(path), number, "a line has one of values, unsettled (the disagreement in words), confirm (true)")
        if ruling.values is not None and ruling.reason is None:
            raise UnreadableInput(str(path), number, "an adjudication says its reason")
        if ruling.unsettled is not None and ruling.reason is not None:
            raise UnreadableInput(str(path), number, "unsettled holds the disagreement in words, which is its reason; leave reason out")
        if ruling.cause is not None and ruling.values is None:
            raise UnreadableInput(str(path), number, "cause goes with values: it says why the reviewers differed")
        if ruling.confirm is False:
            raise UnreadableInput(str(path), number, "confirm is true, or the line is left out")
        if ruling.sample in seen:
            raise UnreadableInput(str(path), number, f"{ruling.sample} stands at line {seen[ruling.sample]} already; one line a sample")
        seen[ruling.sample] = number
    return rulings


def decide_from(workspace: Workspace, person: str, path: Path) -> Iterator[Decided]:
    """Check every ruling of `path`, then save them one by one; yields after each is durable.

    Raises UnreadableInput or Refused (nothing decided) when a line does not fit, CheckFailed when the dataset is not sound.
    """
    decisions = [event_of(workspace, person, ruling, f"{path}:{number}") for number, ruling in read_rulings(path)]
    require_sound(workspace)
    with workspace.sitting(layout.DECISIONS, person) as sitting:
        for decision in decisions:
            digest = None if stands_already(workspace.case(decision.sample), decision) else sitting.append(decision)
            yield Decided(decision.sample, decision.op, digest, workspace.dataset.sha256())
    if sitting.interrupted:
        workspace.recover()


def event_of(workspace: Workspace, person: str, ruling: Ruling, where: str) -> Decision:
    """The record that `ruling` becomes. Raises Refused when a rule forbids it; `where` names it in the message."""
    case = workspace.case(ruling.sample)
    config, now = workspace.config, workspace.dataset.now()
    reasons = against_confirmation(config, case, person, now) if ruling.confirm else against_adjudication(config, case, person)
    if reasons:
        raise Refused(f"{where}: {ruling.sample}: {'; '.join(reasons)}; nothing was decided")
    labels = sorted(entry.logged.digest for entry in case.fresh.values())
    replaced = sorted(logged.digest for logged in effective(case, frozenset(labels)) if not ruling.confirm)
    about = {
        "n": 1,
        "at": now,
        "by": person,
        "sample": ruling.sample,
        "sample_sha256": case.sample_sha256,
        "dataset_sha256": UNKNOWN,
        "basis": (*labels, *replaced),
    }
    if ruling.confirm:
        return Confirm.model_validate({**about, "op": "confirm", "reason": ruling.reason})
    about["scheme_sha256"] = case.scheme.sha256
    if ruling.unsettled is not None:
        return Unsettled.model_validate({**about, "op": "unsettled", "reason": ruling.unsettled})
    try:
        values = case.scheme.parse(ruling.values or {}, case.sample, case.passages)
    except Unfit as unfit:
        raise Refused(f"{where}: {ruling.sample}: {unfit}; nothing was decided") from None
    about |= {"values": case.scheme.plain(values), "reason": ruling.reason, "cause": ruling.cause}
    about["rules"] = rules_of(case, list(case.fresh.values()), values)
    return Adjudicate.model_validate({**about, "op": "adjudicate"})


def stands_already(case: Case, decision: Decision) -> bool:
    """Whether the same person's same decision is in force, so that a run that was cut short can be repeated."""
    labels = frozenset(entry.logged.digest for entry in case.fresh.values())
    return any(_says(logged.event) == _says(decision) for logged in effective(case, labels))


def _says(event: Any) -> dict[str, Any]:
    said: dict[str, Any] = event.model_dump(exclude={"n", "at", "basis", "dataset_sha256", "rules"})
    return said
