"""Sealed labels: what was opened stands in for what was sealed, wherever the two belong together."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from pydantic import ValidationError

from annotator.model.canonical import line_of, sha256
from annotator.model.config import Config
from annotator.model.events import Label, Opened, Sealed, Skip, label_event
from annotator.model.finding import Finding, FindingKind
from annotator.model.session import Logged, Session
from annotator.workflow.authority import DECIDERS, has_role

# What stands in the clear beside the box must be what the box says.
_IN_CLEAR = ("n", "at", "by", "sample", "sample_sha256", "scheme_sha256", "repeat")


class NotWhatWasSealed(ValueError):
    """A record that is given out for what a box held; the text says why it is not."""


def opened_as(sealed: Sealed, record: Mapping[str, Any]) -> Label | Skip:
    """The label or skip that `sealed` was made of. Raises NotWhatWasSealed when `record` is not that."""
    line = line_of(record)
    if sha256(line) != sealed.plain_sha256:
        raise NotWhatWasSealed("its digest is not the one that stands beside the box")
    try:
        event = label_event.validate_json(line)
    except ValidationError:
        event = None
    if not isinstance(event, (Label, Skip)):
        raise NotWhatWasSealed("it is no label and no skip")
    if event.op != sealed.what or any(getattr(event, field) != getattr(sealed, field) for field in _IN_CLEAR):
        raise NotWhatWasSealed("it says otherwise of itself than what stands beside the box")
    return event


def openings(config: Config, decisions: Iterable[Session]) -> dict[str, list[dict[str, Any]]]:
    """The records that those who may have opened, by the digest of the sealed line; two people may have opened the same one."""
    found: defaultdict[str, list[dict[str, Any]]] = defaultdict(list)
    for session in decisions:
        for logged in session.events:
            if isinstance(logged.event, Opened) and has_role(config, logged.event.by, *DECIDERS):
                found[logged.event.basis[0]].append(logged.event.record)
    return dict(found)


def unsealed(labels: list[Session], records: Mapping[str, Sequence[Mapping[str, Any]]]) -> list[Session]:
    """The sessions with every sealed line that one of its `records` (by the line's digest) rightly opens as the label or skip it held.

    The line keeps its own digest, which is what decisions name. What its records open wrongly stays sealed.
    """
    if not records:
        return labels
    return [replace(session, events=tuple(_opened(logged, records) for logged in session.events)) for session in labels]


def _opened(logged: Logged, records: Mapping[str, Sequence[Mapping[str, Any]]]) -> Logged:
    event = logged.event
    if isinstance(event, Sealed):
        for record in records.get(logged.digest, ()):
            with suppress(NotWhatWasSealed):
                return logged._replace(event=opened_as(event, record))
    return logged


def check_openings(config: Config, labels: Iterable[Session], decisions: Iterable[Session]) -> Iterator[Finding]:
    """Faults of `opened` lines: by whom, and whether they are what was sealed. `labels` are as they stand in the files."""
    sealed = {logged.digest: logged.event for session in labels for logged in session.events if isinstance(logged.event, Sealed)}
    for session in decisions:
        for logged in session.events:
            event = logged.event
            if not isinstance(event, Opened):
                continue
            problem = _against_opening(config, event, sealed.get(event.basis[0]))
            if problem is not None:
                yield Finding(FindingKind.INVALID, logged.path, logged.line, f"{event.sample}: {problem}")


def check_sealed(config: Config, labels: Iterable[Session]) -> Iterator[Finding]:
    """Sessions with labels or skips that are not sealed, where labels are; `labels` are as they stand in the files.

    A person's line after a sealed one of theirs was written by a program that does not seal; others may be from before labels were sealed.
    """
    if not config.workflow.sealed:
        return
    sealing: set[str] = set()
    for session in sorted(labels, key=lambda session: (session.person, session.name)):
        readable: dict[bool, list[Logged]] = {False: [], True: []}
        for logged in session.events:
            if isinstance(logged.event, Sealed):
                sealing.add(session.person)
            elif isinstance(logged.event, (Label, Skip)):
                readable[session.person in sealing].append(logged)
        for late, lines in readable.items():
            why = f"although {session.person} had sealed others before" if late else "as it should be only before workflow.sealed was set"
            if lines:
                yield Finding(FindingKind.READABLE, lines[0].path, lines[0].line, f"everyone can read {len(lines)} of its lines, {why}")


def _against_opening(config: Config, event: Opened, sealed: Sealed | None) -> str | None:
    if not has_role(config, event.by, *DECIDERS):
        return f"opened by {event.by}, who is neither an adjudicator nor a maintainer"
    if sealed is None or (sealed.sample, sealed.sample_sha256) != (event.sample, event.sample_sha256):
        return f"it opens record {event.basis[0][:12]}…, which is no sealed label of this sample"
    try:
        opened_as(sealed, event.record)
    except NotWhatWasSealed as problem:
        return f"what {sealed.by} sealed was opened as something else: {problem}"
    return None
