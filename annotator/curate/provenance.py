"""Provenance: findings that only history can give: who brought in each session, on what decisions stood, what was rewritten."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from annotator.curate.history import SHORT, History, history_of
from annotator.curate.independence import proofs, unproven_gold
from annotator.curate.released import check_corpus
from annotator.curate.workspace import Workspace
from annotator.errors import CannotCheck
from annotator.git import blob_id
from annotator.model.config import Config, Role
from annotator.model.events import Adjudicate, Confirm, Demote, Opened, Promote, Unsettled
from annotator.model.finding import Finding, FindingKind
from annotator.model.session import Session
from annotator.store import layout
from annotator.workflow.independence import Proof

Within = Callable[[str], bool]


class Past(NamedTuple):
    """What is asked of history: all of it, or what came in since the base; and who may have signed (a file of allowed signers)."""

    whole: bool = False
    signers: Path | None = None


class Told(NamedTuple):
    """What history told; `proofs` of independence only where all of it was asked."""

    findings: list[Finding]
    proofs: list[Proof] | None


def ask_history(workspace: Workspace, sessions: list[Session], base: str | None, past: Past, *, sound: bool) -> Told:
    """The findings of history about `sessions`. In a `sound` dataset also what it proves about independence."""
    try:
        history = history_of(workspace)
    except CannotCheck as error:
        shown = f"{workspace.dataset.folder.shown}: "
        return Told([Finding(FindingKind.CANNOT_CHECK, ".", None, str(error).removeprefix(shown))], None)
    since = None if past.whole or base is None else history.repository.since(history.repository.commit_id(base))
    passages = workspace.dataset.passage_collection.values
    findings = [*provenance(workspace, sessions, history, since), *check_corpus(workspace, passages)]
    if past.signers is not None:
        findings += unsigned(workspace.config, sessions, history, since, past.signers)
    if not sound or not past.whole:
        return Told(findings, None)
    found = proofs(workspace, history)
    return Told([*findings, *unproven_gold(workspace, found)], found)


def provenance(workspace: Workspace, sessions: Iterable[Session], history: History, since: frozenset[str] | None) -> Iterator[Finding]:
    """Every finding of history about `sessions`, those that could be read; with `since`, only about what these commits brought in."""

    def within(commit: str) -> bool:
        return since is None or commit in since

    for session in sessions:
        yield from _author(workspace.config, session, history, within)
        yield from _ground(session, history, within)
    yield from _rewritten(workspace, history, within)


def _author(config: Config, session: Session, history: History, within: Within) -> Iterator[Finding]:
    """Whether each record came in by a commit of the session's person, or of a maintainer, who may squash and import."""
    member = config.people.get(session.person)
    if member is None or member.email is None:
        return
    own, maintainers = {member.email.lower()}, _emails(config, Role.MAINTAINER)
    doubts: dict[FindingKind, str] = {}
    for ways_in in history.records.get(session.path, {}).values():
        emails = [history.emails(commit) for commit in ways_in]
        if all(map(within, ways_in)) and not any(own & of_commit for of_commit in emails):
            kind = FindingKind.UNATTESTED if any(maintainers & of_commit for of_commit in emails) else FindingKind.INVALID
            doubts.setdefault(kind, ways_in[0])
    for kind, commit in doubts.items():
        who = "a maintainer, and so does not show" if kind is FindingKind.UNATTESTED else "someone else, so nothing shows"
        yield Finding(
            kind, session.path, None, f"came in by commit {history.shown(commit)}: {who} that {session.person} ({member.email}) wrote it"
        )


def _emails(config: Config, role: Role) -> set[str]:
    return {member.email.lower() for member in config.people.values() if member.email is not None and role in member.roles}


def _ground(session: Session, history: History, within: Within) -> Iterator[Finding]:
    """Whether what each decision rests on stood in the tree in which the decision came in."""
    records = history.records.get(session.path, {})
    for logged in session.events:
        event, ways_in = logged.event, records.get(logged.digest, [])
        if not isinstance(event, (Opened, Adjudicate, Unsettled, Confirm, Promote, Demote)) or not ways_in or not all(map(within, ways_in)):
            continue
        absent = [digest for digest in event.basis if not any(history.lineage.stood(digest, commit) for commit in ways_in)]
        if absent:
            late = "came in later" if absent[0] in history.lineage.origins else "is in no commit"
            message = (
                f"{event.sample}: came in by commit {history.shown(ways_in[0])}, and record {absent[0][:SHORT]}…, on which it rests, {late}"
            )
            yield Finding(FindingKind.INVALID, logged.path, logged.line, message)


def _rewritten(workspace: Workspace, history: History, within: Within) -> Iterator[Finding]:
    """Sessions that were sealed, and files that were released, in some commit, and that are gone or differ now."""
    folder = workspace.dataset.folder
    for path, versions in history.versions.items():
        shown = path.removesuffix(layout.SEAL) if layout.session_parts(path.removesuffix(layout.SEAL)) else path
        what = "sealed" if shown != path else "released"
        said = [version for version in versions if within(version.commit)]
        if not said:
            continue
        if not folder.exists(path) or not folder.exists(shown):
            yield Finding(FindingKind.TAMPERED, shown, None, f"was {what} in commit {history.shown(said[0].commit)} and is gone")
            continue
        now = blob_id(b"".join(folder.chunks(path)), said[0].blob)
        other = next((version for version in said if version.blob != now), None)
        if other is not None:
            yield Finding(FindingKind.TAMPERED, shown, None, f"was {what} in commit {history.shown(other.commit)} and differs now")


def unsigned(
    config: Config, sessions: Iterable[Session], history: History, since: frozenset[str] | None, signers: Path
) -> Iterator[Finding]:
    """Sessions with a record that came in by no commit that its author signed, being the session's person or a maintainer.

    A signature is worth what its key is worth: a co-author, whom anyone may name, does not count here.
    """
    signed: dict[str, str | None] = {}
    maintainers = _emails(config, Role.MAINTAINER)
    for session in sessions:
        member = config.people.get(session.person)
        may = None if member is None or member.email is None else {member.email.lower()} | maintainers
        for ways_in in history.records.get(session.path, {}).values():
            if since is not None and not all(commit in since for commit in ways_in):
                continue
            for commit in ways_in:
                if commit not in signed:
                    signed[commit] = _signer(history, commit, signers)
            if not any(signer is not None and (may is None or signer in may) for signer in map(signed.__getitem__, ways_in)):
                message = f"came in by commit {history.shown(ways_in[0])}, which nobody who may has signed with a key in {signers.name}"
                yield Finding(FindingKind.INVALID, session.path, None, message)
                break


def _signer(history: History, commit: str, signers: Path) -> str | None:
    """The e-mail of a commit's author where the author signed it."""
    signer, author = history.repository.signer(commit, signers), history.commits[commit].email.lower()
    return author if signer is not None and signer.lower() == author else None
