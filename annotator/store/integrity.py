"""Whether the files of a dataset are as they were written: seals, numbering, chains, names, line ends."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import NamedTuple

from annotator.errors import UnreadableInput
from annotator.model.canonical import NotARecord, parse_line
from annotator.model.finding import Finding, FindingKind
from annotator.model.session import Session
from annotator.store import layout
from annotator.store.collection import collection_paths
from annotator.store.folder import Folder
from annotator.store.jsonl import split_lines
from annotator.store.manifest import Digests
from annotator.store.seal import read_seal
from annotator.store.session_reader import is_open, read_session
from annotator.store.yaml import MAX_BYTES


class Inspection(NamedTuple):
    """The sessions that could be read, and what was found on the way."""

    sessions: list[Session]
    findings: list[Finding]


def inspect_sessions(folder: Folder, kind: str, digests: Digests) -> Inspection:
    """Read and check every session of `kind` (LABELS or DECISIONS)."""
    sessions: list[Session] = []
    findings: list[Finding] = []
    for path in folder.files(kind):
        if path.endswith(layout.SEAL):
            if not folder.exists(path.removesuffix(layout.SEAL)):
                findings.append(Finding(FindingKind.TAMPERED, path, None, "seals a session that is gone"))
        elif not layout.expected(path):
            findings.append(Finding(FindingKind.INVALID, path, None, "is no session; only sessions and their seals stand here"))
        else:
            session, found = _inspect(folder, path, digests)
            findings += found
            sessions += [session] if session is not None else []
    findings += _broken_chains(sessions, folder)
    return Inspection(sessions, findings)


def _inspect(folder: Folder, path: str, digests: Digests) -> tuple[Session | None, list[Finding]]:
    try:
        session = read_session(folder, path, digests)
    except UnreadableInput as error:
        return None, [_unreadable(folder, path, error)]
    findings = [*_seal_findings(folder, session), *_numbering(session)]
    if session.opening is not None and session.opening.by != session.person:
        findings.append(
            Finding(FindingKind.INVALID, path, 1, f"is by {session.opening.by}, but stands among the files of {session.person}")
        )
    return session, findings


def _unreadable(folder: Folder, path: str, error: UnreadableInput) -> Finding:
    try:
        seal = read_seal(folder, path)
    except ValueError:
        seal = None
    if seal is None:
        return Finding(FindingKind.INVALID, path, error.line, error.problem)
    return _differs(folder, path, seal, error.line) or Finding(FindingKind.INVALID, path, error.line, error.problem)


def _differs(folder: Folder, path: str, seal: str, line: int | None) -> Finding | None:
    """How the file differs from its seal, None when it does not."""
    as_it_is, converted = hashlib.sha256(), hashlib.sha256()
    carried = b""
    for chunk in folder.chunks(path):
        as_it_is.update(chunk)
        text = carried + chunk
        # A CR at the end of a piece may belong to an LF that begins the next one.
        carried = b"\r" if text.endswith(b"\r") else b""
        converted.update(text.removesuffix(b"\r").replace(b"\r\n", b"\n") if carried else text.replace(b"\r\n", b"\n"))
    converted.update(carried)
    if as_it_is.hexdigest() == seal:
        return None
    if converted.hexdigest() == seal:
        return Finding(
            FindingKind.CONVERTED,
            path,
            None,
            "its line ends were converted to CR LF; set `* -text` in .gitattributes and check it out anew",
        )
    return Finding(FindingKind.TAMPERED, path, line, "differs from its seal")


def _seal_findings(folder: Folder, session: Session) -> Iterator[Finding]:
    path = session.path
    if session.sealed and (session.torn or session.opening is None):
        yield Finding(FindingKind.TAMPERED, path, len(session.events) + 2, "was sealed without the end of its last line")
    if not session.sealed:
        if is_open(folder, path):
            yield Finding(FindingKind.OPEN, path, None, "is being written right now")
        elif session.torn:
            line = len(session.events) + (1 if session.opening is None else 2)
            yield Finding(
                FindingKind.REPAIRABLE, path, line, "its last line is torn and was never acknowledged; run `annotator repair DATASET`"
            )
        else:
            yield Finding(FindingKind.REPAIRABLE, path, None, "was never closed, so its seal is missing; run `annotator repair DATASET`")
        return
    try:
        seal = read_seal(folder, path)
    except ValueError as problem:
        yield Finding(FindingKind.TAMPERED, path + layout.SEAL, 1, str(problem))
        return
    if seal is not None and seal != session.sha256:
        yield _differs(folder, path, seal, _first_misnumbered(session)) or Finding(
            FindingKind.TAMPERED, path, None, "differs from its seal"
        )


def _first_misnumbered(session: Session) -> int | None:
    return next((finding.line for finding in _numbering(session)), None)


def _numbering(session: Session) -> Iterator[Finding]:
    for place, logged in enumerate(session.events, start=1):
        event = logged.event
        if event.n != place:
            yield Finding(
                FindingKind.TAMPERED,
                session.path,
                logged.line,
                f"expected n {place}, found n {event.n}: lines were moved, added or removed",
            )
            return
        if event.by != session.person:
            yield Finding(
                FindingKind.INVALID, session.path, logged.line, f"is by {event.by}, but stands among the files of {session.person}"
            )


def _broken_chains(sessions: list[Session], folder: Folder) -> Iterator[Finding]:
    known = {session.path: session for session in sessions}
    for session in sessions:
        previous = session.opening.prev if session.opening is not None else None
        if previous is None:
            continue
        earlier = known.get(previous.path)
        if layout.session_parts(previous.path) is None or not previous.path.startswith(session.path.rsplit("/", 1)[0] + "/"):
            yield Finding(
                FindingKind.TAMPERED,
                session.path,
                1,
                f"names {previous.path!r} as the session before it, which is none of {session.person}'s",
            )
        elif previous.path >= session.path:
            yield Finding(FindingKind.TAMPERED, session.path, 1, f"names {previous.path} as the session before it, which is not before it")
        elif earlier is None and not folder.exists(previous.path):
            yield Finding(FindingKind.TAMPERED, session.path, 1, f"the session before it, {previous.path}, is gone")
        elif earlier is not None and earlier.sha256 != previous.sha256:
            yield Finding(FindingKind.TAMPERED, previous.path, None, f"is not the file that {session.path} names as the session before it")


def inspect_plain_files(folder: Folder) -> list[Finding]:
    """The form of the hand-kept files: canonical lines, line ends, and no file that the format does not have."""
    converted = "has CR LF line ends; set `* -text` in .gitattributes and check it out anew"
    findings = [
        Finding(FindingKind.CONVERTED, name, None, converted)
        for name in (layout.CONFIG, layout.REGISTRY)
        if folder.exists(name) and b"\r\n" in folder.read(name, MAX_BYTES)
    ]
    for name in (layout.CORPUS, layout.SAMPLES):
        findings += [
            Finding(FindingKind.INVALID, path, None, "is no JSONL file of this folder")
            for path in folder.files(name)
            if not layout.expected(path)
        ]
        for path in collection_paths(folder, name):
            findings += _form(folder, path)
    return findings


def _form(folder: Folder, path: str) -> Iterator[Finding]:
    """At most one finding a file: what `fmt` mends is mended in one go."""
    try:
        for line in split_lines(folder.chunks(path), folder.show(path)):
            if line.data.endswith(b"\r"):
                yield Finding(
                    FindingKind.CONVERTED,
                    path,
                    line.number,
                    "has CR LF line ends; set `* -text` in .gitattributes, or run `annotator fmt DATASET`",
                )
                return
            if not line.complete or not _canonical(line.data):
                yield Finding(FindingKind.INVALID, path, line.number, "is not in canonical form; run `annotator fmt DATASET`")
                return
    except UnreadableInput:
        return  # the reader of the collection names it


def _canonical(data: bytes) -> bool:
    if not data.strip(b" \t"):
        return False
    try:
        return parse_line(data)[1]
    except NotARecord:
        return True  # the reader of the collection names it
