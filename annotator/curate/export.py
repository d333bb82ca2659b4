"""Export: what a dataset has decided, in another format; what still waits for a reviewer stays inside."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from annotator.curate.grade_facet import grade_facet
from annotator.curate.verify import require_sound
from annotator.curate.workspace import Workspace
from annotator.errors import Refused
from annotator.interchange import beir, jsonl, trec
from annotator.interchange.decided import Decided, Judgement, cannot_hold
from annotator.model.config import Role
from annotator.model.events import Label, Promote, Sealed, Skip
from annotator.model.passage import Passage
from annotator.model.sample import Sample
from annotator.model.status import Standing
from annotator.store.foreign_folder import write_together
from annotator.workflow.assignment import complete
from annotator.workflow.case import Case
from annotator.workflow.resolution import Resolution
from annotator.workflow.standing import Account

# From which status on a sample is exported; the last takes every outcome, promoted or not.
LEVELS = {
    "gold": {Standing.GOLD},
    "gold-candidate": {Standing.GOLD, Standing.CANDIDATE},
    "all-decided": {Standing.GOLD, Standing.CANDIDATE, Standing.DRAFT},
}


@dataclass
class Exported:
    """What was written; `rows` are judgements or judged pairs.

    `left_out` counts samples by reason, `withheld` labels of samples that still wait for another reviewer.
    """

    samples: int
    rows: int
    left_out: dict[str, int]
    withheld: int
    cannot_hold: list[str]
    files: list[str]
    sha256: str


@dataclass
class Chosen:
    """The samples that are decided up to a level, and how many of the others stay out, by reason."""

    decided: list[Decided] = field(default_factory=list)
    left_out: Counter[str] = field(default_factory=Counter)


def export(workspace: Workspace, format_: str, target: Path, level: str = "gold", facet: str | None = None) -> Exported:
    """Write the samples decided up to `level` to the folder `target` in `format_`.

    Raises UsageError where the format needs grades and no facet has them, Refused when a file is there already and where
    qrels would be empty.
    """
    graded = None if format_ == "jsonl" else grade_facet(workspace.config, facet)
    require_sound(workspace)
    chosen = chosen_samples(workspace, level)
    if graded is not None and not chosen.decided:
        raise Refused(_nothing(workspace, level, chosen))
    judgements, withheld = judgements_of(workspace)
    passages = list(workspace.dataset.passages.values())
    samples = [one.sample for one in chosen.decided] if graded is not None else list(workspace.dataset.samples.values())
    files = _files(format_, passages, samples, chosen.decided, judgements, graded or "")
    rows = len(judgements) if graded is None else sum(len(sample.candidates or ()) for sample in samples)
    lost = cannot_hold(format_, samples, passages, [name for name in workspace.config.facets if name != graded])
    sha256 = workspace.dataset.sha256()
    write_together(target, files, outside=workspace.dataset.folder.root)
    return Exported(len(chosen.decided), rows, dict(chosen.left_out), withheld, lost, sorted(files), sha256)


def _files(
    format_: str, passages: list[Passage], samples: list[Sample], decided: list[Decided], judgements: list[Judgement], facet: str
) -> dict[str, bytes]:
    """The files of one format by name."""
    if format_ == "jsonl":
        return {
            "corpus.jsonl": jsonl.record_lines(passages),
            "samples.jsonl": jsonl.record_lines(samples),
            "gold.jsonl": jsonl.gold_lines(decided),
            "judgements.jsonl": jsonl.judgement_lines(judgements),
        }
    if format_ == "trec":
        return {"qrels.trec": trec.qrels_text(decided, facet), "queries.tsv": trec.queries_text(samples)}
    return {
        "corpus.jsonl": beir.corpus_lines(passages),
        "queries.jsonl": beir.query_lines(samples),
        "qrels/test.tsv": beir.qrels_lines(decided, facet),
    }


def _nothing(workspace: Workspace, level: str, chosen: Chosen) -> str:
    why = ", ".join(f"{number} {reason}" for reason, number in sorted(chosen.left_out.items()))
    wider = "" if level == "all-decided" else "; --status takes samples of a lower status too"
    return f"{workspace.config.id}: no sample is {level} ({why or 'there are none'}), so there is nothing to write{wider}"


def chosen_samples(workspace: Workspace, level: str) -> Chosen:
    """The samples that `level` (of LEVELS) takes, each with its outcome."""
    chosen = Chosen()
    for id_, case in workspace.cases.items():
        account = workspace.accounts[id_]
        resolution = account.held
        reason = _against(workspace, case, account, resolution, level)
        if reason is None:
            chosen.decided.append(_decided(case, account, resolution))
        else:
            chosen.left_out[reason] += 1
    return chosen


def _against(workspace: Workspace, case: Case, account: Account, resolution: Resolution, level: str) -> str | None:
    """Why a sample stays out, None when it goes."""
    if account.status is Standing.CONTESTED:
        return "contested"
    # Promoted or not, what still waits for a reviewer is not shown: the workflow may have come to ask for more labels.
    if not complete(workspace.config, case):
        skipped = any(isinstance(entry.event, Skip) and entry.stale is None for entry in case.reviews.values())
        return "skipped by a reviewer" if skipped else "waiting for labels"
    if resolution.unsettled:
        return "cannot be settled"
    if resolution.values is None:
        return "waiting for a decision"
    return None if account.status in LEVELS[level] else f"decided, but {account.status}"


def _decided(case: Case, account: Account, resolution: Resolution) -> Decided:
    promotion = account.gold or account.candidate
    event = promotion.event if promotion is not None else None
    labels = {entry.logged.digest: entry for entry in case.fresh.values()}
    voices = [labels[digest].event for digest in resolution.basis if digest in labels]
    decision = None if resolution.decision is None else resolution.decision.event
    if resolution.rule == "adjudicated" and decision is not None:
        deciders: list[Any] = [decision]
    else:
        deciders = [*voices, decision] if decision is not None else list(voices)
    return Decided(
        sample=case.sample,
        values=case.scheme.plain(resolution.values or {}),
        status=account.status.value,
        rule=resolution.rule,
        decided_by=tuple(sorted(one.by for one in deciders)),
        decided_at=max((one.at for one in deciders), default=None),
        promoted_by=event.by if isinstance(event, Promote) else None,
        promoted_at=event.at if isinstance(event, Promote) else None,
        override=event.override if isinstance(event, Promote) else None,
        basis=resolution.basis,
    )


def judgements_of(workspace: Workspace) -> tuple[list[Judgement], int]:
    """Every current label and skip of samples that wait for no reviewer, and how many of the others are held back."""
    shown: list[Judgement] = []
    withheld = 0
    for case in workspace.cases.values():
        entries = list(_current(workspace, case))
        if complete(workspace.config, case) and not case.sealed:
            shown += entries
        else:
            withheld += len(entries) + len(case.sealed)
    return shown, withheld


def _current(workspace: Workspace, case: Case) -> Iterator[Judgement]:
    proposals = {by: case.entry(by, logged) for by, logged in case.proposals.items()}
    for by, entry in sorted({**proposals, **case.reviews}.items()):
        event = entry.event
        if entry.stale is not None or isinstance(event, Sealed):
            continue
        values, skip = (event.values, None) if isinstance(event, Label) else (None, event.reason)
        note, seconds = (event.note, event.seconds) if isinstance(event, Label) else (None, None)
        yield Judgement(
            by, _role(workspace, by), case.sample.id, event.at, event.sample_sha256, event.scheme_sha256, values, skip, note, seconds
        )


def _role(workspace: Workspace, person: str) -> str:
    """The role in which someone labels."""
    member = workspace.config.people.get(person)
    roles = member.roles if member is not None else ()
    return next((role.value for role in (Role.REVIEWER, Role.AUTHOR, Role.JUDGE) if role in roles), "former")
