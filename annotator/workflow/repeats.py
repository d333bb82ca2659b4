"""Repeats: samples that a reviewer judges a second time without being told, so that a maintainer sees how far they agree with themselves."""

from __future__ import annotations

import hashlib
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime, timedelta
from decimal import ROUND_CEILING, Decimal

from annotator.model.config import Config, Role
from annotator.model.events import SAID, Label, Sealed, Skip, Withdraw
from annotator.model.finding import Finding, FindingKind
from annotator.model.session import Logged, Session
from annotator.workflow.assignment import waits_for
from annotator.workflow.authority import has_role
from annotator.workflow.case import Case

# Nearer than this, a reviewer remembers the label and copies it.
SAMPLES_BETWEEN = 20
TIME_BETWEEN = timedelta(days=1)


def due(config: Config, cases: Mapping[str, Case], person: str, now: str) -> frozenset[str]:
    """The samples that are laid before `person` a second time at `now`; none while a sample waits for a first label of theirs.

    Of n labels that count, the share `workflow.repeats` of n is repeated, rounded up: those whose SHA-256 of "repeat", person and
    sample id (with LF between) is lowest. Each waits until 20 other samples or a day lie behind its label.
    """
    share = config.workflow.repeats
    if not share or not has_role(config, person, Role.REVIEWER) or _still_labelling(config, cases, person):
        return frozenset()
    mine = {id_: case.reviews[person] for id_, case in cases.items() if person in case.words}
    labels = {id_: entry.event.at for id_, entry in mine.items() if entry.is_label and entry.stale is None}
    done = {id_ for id_ in labels if _repeated(cases[id_], person)}
    wanted = int((Decimal(repr(share)) * len(labels)).to_integral_value(ROUND_CEILING))
    chosen = sorted(labels.keys() - done, key=lambda id_: _place(person, id_))[: max(0, wanted - len(done))]
    said = sorted(entry.event.at for entry in mine.values())
    return frozenset(id_ for id_ in chosen if len(said) - bisect_right(said, labels[id_]) >= SAMPLES_BETWEEN or _rested(labels[id_], now))


def _still_labelling(config: Config, cases: Mapping[str, Case], person: str) -> bool:
    """Whether a sample waits for the person; those without a word of theirs are asked first, since others take longer."""
    unsaid = (case for case in cases.values() if person not in case.words)
    said = (case for case in cases.values() if person in case.words)
    return any(waits_for(config, case, person) for some in (unsaid, said) for case in some)


def _repeated(case: Case, person: str) -> bool:
    again = case.repeats.get(person)
    return again is not None and getattr(again.event, "sample_sha256", None) == case.sample_sha256


def _place(person: str, sample: str) -> bytes:
    return hashlib.sha256(f"repeat\n{person}\n{sample}".encode()).digest()


def _rested(labelled: str, now: str) -> bool:
    return datetime.fromisoformat(now) - datetime.fromisoformat(labelled) >= TIME_BETWEEN


def check_repeats(sessions: Iterable[Session]) -> Iterator[Finding]:
    """Repeats that name no earlier label of the same person on the same sample and text, and withdrawals that name no repeat."""
    before: dict[str, dict[str, Logged]] = {}
    for session in sorted(sessions, key=lambda session: (session.person, session.name)):
        mine = before.setdefault(session.person, {})
        for logged in session.events:
            event = logged.event
            if isinstance(event, SAID):
                problem = None if event.repeat is None else _against(event, mine.get(event.repeat))
                if problem is not None:
                    message = f"{event.sample}: it names record {(event.repeat or '')[:12]}…, which is {problem}"
                    yield Finding(FindingKind.INVALID, logged.path, logged.line, message)
                mine[logged.digest] = logged


def _against(event: Label | Skip | Sealed | Withdraw, named: Logged | None) -> str | None:
    """Why `named` cannot be what `event` repeats or takes back."""
    found = None if named is None else named.event
    if isinstance(event, Withdraw):
        fits = isinstance(found, (Label, Skip, Sealed)) and found.sample == event.sample and found.repeat is not None
        return None if fits else f"no earlier repeat of {event.by}'s about this sample"
    label = isinstance(found, Label) or (isinstance(found, Sealed) and found.what == "label")
    if not isinstance(found, (Label, Sealed)) or not label or found.sample != event.sample or found.repeat is not None:
        return f"no earlier label of {event.by}'s about this sample"
    return None if found.sample_sha256 == event.sample_sha256 else f"a label of {event.by}'s on another text of this sample"
