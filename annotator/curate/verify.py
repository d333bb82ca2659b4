"""Verify: everything that can be wrong with a dataset folder, as findings."""

from __future__ import annotations

import hashlib
from itertools import zip_longest
from pathlib import Path
from typing import NamedTuple

from annotator.curate.gold_rule import gold_rule_findings
from annotator.curate.library_rules import evaluation_findings
from annotator.curate.mend import lost_sessions
from annotator.curate.provenance import Past, Told, ask_history
from annotator.curate.quotas import quotas
from annotator.curate.released import check_releases
from annotator.curate.workspace import Workspace
from annotator.errors import CheckFailed, UnreadableInput
from annotator.git import Repository
from annotator.model.digests import sample_sha256
from annotator.model.finding import Finding, FindingKind, exit_code
from annotator.model.session import Session
from annotator.store import layout
from annotator.store.integrity import inspect_plain_files, inspect_sessions
from annotator.store.seal import read_seal
from annotator.workflow.case import build_cases
from annotator.workflow.consistency import Records, check_decisions, check_labels, check_standing
from annotator.workflow.independence import Proof
from annotator.workflow.repeats import check_repeats
from annotator.workflow.sealing import check_openings, check_sealed, openings, unsealed
from annotator.workflow.standing import account

_UNSOUND = {FindingKind.TAMPERED, FindingKind.CONVERTED, FindingKind.INVALID}


class Verdict(NamedTuple):
    """What `verify` found. `sha256` is None when the folder cannot even be listed, `independence` when the whole history was not asked."""

    dataset: str
    sha256: str | None
    base: str | None
    findings: list[Finding]
    independence: list[Proof] | None = None


class Inspected(NamedTuple):
    """What was found about the folder as it stands, and the sessions that could be read."""

    findings: list[Finding]
    sessions: list[Session]


def verify(
    root: Path, base: str | None = None, expect: str | None = None, *, with_quotas: bool = False, past: Past | None = None
) -> Verdict:
    """Check the dataset at `root`; with `base`, also that every sealed or released file of that revision is unchanged.

    `past` says what to ask history about; a base alone asks it about what came in since then. Raises UnreadableInput when
    `root` is no folder, UsageError and CannotCheck for a base that cannot be found.
    """
    try:
        workspace = Workspace(root)
    except UnreadableInput as error:
        if not (root / layout.CONFIG).exists():
            raise
        return Verdict(root.name, None, base, [Finding(FindingKind.INVALID, _below(str(root), error.path), error.line, error.problem)])
    inspected = inspect(workspace)
    findings = list(inspected.findings)
    lost = "was saved on this device and is gone from the folder; run `annotator repair DATASET`"
    findings += [Finding(FindingKind.REPAIRABLE, path, None, lost) for path in lost_sessions(workspace.dataset.folder)]
    if not any(finding.kind in _UNSOUND for finding in findings):
        findings += gold_rule_findings(workspace)
    if with_quotas and exit_code(findings) != 1:
        findings += [
            Finding(FindingKind.QUOTA, layout.CONFIG, None, f"{one.key} {one.value}: {one.found} of {one.of} samples, wanted {one.wanted}")
            for one in quotas(workspace)
            if not one.ok
        ]
    if base is not None:
        findings += _against_base(workspace, base)
    told = Told([], None)
    if (base is not None or past is not None) and not any(finding.kind is FindingKind.CANNOT_CHECK for finding in findings):
        told = ask_history(workspace, inspected.sessions, base, past or Past(), sound=exit_code(inspected.findings) != 1)
        findings += [finding for finding in told.findings if finding not in findings]
    sha256 = _sha256(workspace, findings)
    if expect is not None and sha256 != expect:
        findings.append(Finding(FindingKind.TAMPERED, ".", None, f"the dataset SHA-256 is {sha256}, expected {expect}"))
    return Verdict(workspace.config.id, sha256, base, findings, told.proofs)


def require_sound(workspace: Workspace) -> None:
    """Raises CheckFailed when the dataset was tampered with or is invalid: no decision and no figure is built on that."""
    faults = [finding for finding in inspect(workspace).findings if finding.kind in _UNSOUND]
    if faults:
        more = f" (and {len(faults) - 1} more)" if len(faults) > 1 else ""
        raise CheckFailed(f"{faults[0]}{more}; nothing was done, `annotator verify` lists all")


def inspect(workspace: Workspace) -> Inspected:
    """Every finding about the folder as it stands, without asking history."""
    data = workspace.dataset
    findings: list[Finding] = []
    try:
        findings += inspect_plain_files(data.folder)
        labels = inspect_sessions(data.folder, layout.LABELS, data.digests)
        decisions = inspect_sessions(data.folder, layout.DECISIONS, data.digests)
    except UnreadableInput as error:
        return Inspected([*findings, Finding(FindingKind.INVALID, _below(data.folder.shown, error.path), error.line, error.problem)], [])
    findings += [*_located(workspace, labels.findings), *_located(workspace, decisions.findings)]
    findings += check_openings(workspace.config, labels.sessions, decisions.sessions)
    findings += check_sealed(workspace.config, labels.sessions)
    label_sessions = unsealed(labels.sessions, openings(workspace.config, decisions.sessions))
    findings += data.sample_collection.findings + data.passage_collection.findings + data.dangling_candidates()
    findings += evaluation_findings(workspace)
    passages, samples = data.passage_collection.values, data.sample_collection.values
    whole = {id_: sample for id_, sample in samples.items() if all(candidate in passages for candidate in sample.candidates or ())}
    digests = {id_: sample_sha256(sample, passages) for id_, sample in whole.items()}
    cases = build_cases(workspace.config, data.scheme, whole, digests, passages, label_sessions, decisions.sessions)
    records = Records.of(label_sessions, decisions.sessions)
    findings += check_labels(workspace.config, cases, samples.keys(), label_sessions)
    findings += check_repeats(label_sessions)
    findings += check_decisions(workspace.config, cases, samples.keys(), decisions.sessions, records)
    accounts = {id_: account(workspace.config, case) for id_, case in cases.items()}
    findings += check_standing(accounts)
    findings += check_releases(data.folder, decisions.sessions)
    if not any(finding.kind in _UNSOUND for finding in findings):
        workspace.adopt(label_sessions, decisions.sessions, cases, accounts)
    return Inspected(findings, [*label_sessions, *decisions.sessions])


def _below(root: str, shown: str) -> str:
    """A path as a message shows it as one relative to the dataset folder, which a message shows as `root`."""
    return shown.removeprefix(f"{root}/")


def _sha256(workspace: Workspace, findings: list[Finding]) -> str | None:
    try:
        return workspace.dataset.sha256()
    except UnreadableInput as error:
        if not findings:
            below = _below(workspace.dataset.folder.shown, error.path)
            findings.append(Finding(FindingKind.INVALID, below, error.line, error.problem))
        return None


def _located(workspace: Workspace, findings: list[Finding]) -> list[Finding]:
    """The findings, those of sealed files that differ with the first line that does, where git still has what was sealed."""
    return [
        finding._replace(line=_first_difference(workspace, finding.path))
        if finding.kind is FindingKind.TAMPERED and finding.line is None and layout.session_parts(finding.path)
        else finding
        for finding in findings
    ]


def _first_difference(workspace: Workspace, path: str) -> int | None:
    folder = workspace.dataset.folder
    repository = Repository.around(folder.root)
    committed = None if repository is None else repository.committed(path)
    try:
        if committed is None or not folder.exists(path) or hashlib.sha256(committed).hexdigest() != read_seal(folder, path):
            return None
    except ValueError:
        return None
    number, rest = 1, committed
    # Piece by piece, since what stands there now may be of any size.
    for chunk in folder.chunks(path):
        if not rest.startswith(chunk):
            return next(n for n, (a, b) in enumerate(zip_longest(rest.split(b"\n"), chunk.split(b"\n")), start=number) if a != b)
        number, rest = number + chunk.count(b"\n"), rest[len(chunk) :]
    return number


def _against_base(workspace: Workspace, base: str) -> list[Finding]:
    folder = workspace.dataset.folder
    repository = Repository.around(folder.root)
    if repository is None:
        return [Finding(FindingKind.CANNOT_CHECK, ".", None, f"is in no git repository, so there is no {base} to compare with")]
    commit = repository.commit_id(base)
    repository.follow(layout.CONFIG)
    blobs = repository.files(commit)
    findings = []
    for path, blob in blobs.items():
        sealed = path.endswith(layout.SEAL) or path + layout.SEAL in blobs
        if path.split("/", 1)[0] in {layout.LABELS, layout.DECISIONS} and sealed:
            what = "sealed"
        elif path.startswith(f"{layout.RELEASES}/"):
            what = "released"
        else:
            continue
        if not folder.exists(path):
            findings.append(Finding(FindingKind.TAMPERED, path, None, f"was {what} at {base} and is gone"))
        elif b"".join(folder.chunks(path)) != repository.blob(blob):
            findings.append(Finding(FindingKind.TAMPERED, path, None, f"was {what} at {base} and differs now"))
    return findings
