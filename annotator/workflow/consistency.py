"""Whether labels and decisions stand on what they name: samples, people, labels, rules."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass

from annotator.model.config import Config, Role
from annotator.model.events import SAID, Adjudicate, Confirm, Decision, Demote, Label, Opened, Promote, Release, Unsettled
from annotator.model.finding import Finding, FindingKind
from annotator.model.scheme import Unfit
from annotator.model.session import Logged, Session
from annotator.model.status import DEMOTIONS, PROMOTIONS, Status
from annotator.workflow.assignment import labels_needed
from annotator.workflow.authority import CONFIRMERS, DECIDERS, has_role, too_soon
from annotator.workflow.case import Case
from annotator.workflow.resolution import resolve, rules_of
from annotator.workflow.standing import Account


@dataclass(frozen=True)
class Records:
    """Every line by its digest, as a decision's basis names it."""

    labels: Mapping[str, Logged]
    decisions: Mapping[str, Logged]
    voices: Mapping[str, set[str]]

    @classmethod
    def of(cls, labels: Iterable[Session], decisions: Iterable[Session]) -> Records:
        """Index the lines of all sessions; `voices` are those who ever said a word about a sample, by sample."""
        by_digest: tuple[dict[str, Logged], dict[str, Logged]] = ({}, {})
        voices: dict[str, set[str]] = {}
        for index, sessions in zip(by_digest, (labels, decisions), strict=True):
            for session in sessions:
                for logged in session.events:
                    index[logged.digest] = logged
                    if isinstance(logged.event, SAID):
                        voices.setdefault(logged.event.sample, set()).add(session.person)
        return cls(*by_digest, voices)


def _invalid(logged: Logged, message: str) -> Finding:
    return Finding(FindingKind.INVALID, logged.path, logged.line, message)


def check_labels(config: Config, cases: Mapping[str, Case], samples: Collection[str], sessions: Iterable[Session]) -> Iterator[Finding]:
    """Faults of label lines. `samples` are all ids of the dataset, `cases` those whose passages are there."""
    for session in sessions:
        member = config.people.get(session.person)
        if member is None:
            yield Finding(FindingKind.INVALID, session.path, None, f"{session.person} is not among the people of dataset.yaml")
        elif not {Role.REVIEWER, Role.AUTHOR, Role.JUDGE} & set(member.roles):
            yield Finding(FindingKind.INVALID, session.path, None, f"{session.person} is no reviewer, author or judge")
        for logged in session.events:
            event = logged.event
            if isinstance(event, SAID) and event.sample not in samples:
                yield _invalid(logged, f"sample {event.sample!r} is not in the dataset")
            elif isinstance(event, Label) and event.sample in cases:
                yield from _check_values(logged, event, cases[event.sample])


def _check_values(logged: Logged, event: Label | Adjudicate, case: Case) -> Iterator[Finding]:
    """Values that were never allowed. What only a later scheme or text disallows is stale, not invalid."""
    if event.sample_sha256 != case.sample_sha256 or event.scheme_sha256 != case.scheme.sha256:
        return
    try:
        case.scheme.parse(event.values, case.sample, case.passages)
    except Unfit as unfit:
        yield _invalid(logged, f"{event.sample}: {unfit}")


def check_decisions(
    config: Config, cases: Mapping[str, Case], samples: Collection[str], sessions: Iterable[Session], records: Records
) -> Iterator[Finding]:
    """Faults of decision lines: who made them, what they rest on, and whether the rule allowed them."""
    for session in sessions:
        if session.person not in config.people:
            yield Finding(FindingKind.INVALID, session.path, None, f"{session.person} is not among the people of dataset.yaml")
            continue
        for logged in session.events:
            event = logged.event
            if isinstance(event, Release) and Role.MAINTAINER not in config.people[session.person].roles:
                yield _invalid(logged, f"{event.version}: released by {event.by}, who is no maintainer")
            if not isinstance(event, (Opened, Adjudicate, Unsettled, Confirm, Promote, Demote)):
                continue
            if event.by != session.person:
                continue  # the check of the files names it
            if event.sample not in samples:
                yield _invalid(logged, f"sample {event.sample!r} is not in the dataset")
                continue
            faults = list(_check_basis(logged, event, records))
            yield from faults
            if not faults:
                yield from _check_rule(config, cases.get(event.sample), logged, records)


def _check_basis(logged: Logged, event: Opened | Decision, records: Records) -> Iterator[Finding]:
    """Whether every record that a decision rests on is here, about the same sample, and counts."""
    for digest in event.basis:
        label = records.labels.get(digest)
        if not _about(records, digest, event.sample):
            yield _invalid(logged, f"{event.sample}: it rests on record {digest[:12]}…, which is not here")
        elif not isinstance(event, Opened) and label is not None and isinstance(label.event, SAID) and label.event.repeat is not None:
            yield _invalid(logged, f"{event.sample}: it rests on record {digest[:12]}…, a repeat, which counts for nothing")


def _about(records: Records, digest: str, sample: str) -> bool:
    logged = records.labels.get(digest) or records.decisions.get(digest)
    return logged is not None and getattr(logged.event, "sample", None) == sample


def _check_rule(config: Config, case: Case | None, logged: Logged, records: Records) -> Iterator[Finding]:
    event = logged.event
    if isinstance(event, (Adjudicate, Unsettled)):
        yield from _check_adjudication(config, logged, records)
        if case is not None and isinstance(event, Adjudicate):
            yield from _check_values(logged, event, case)
            yield from _check_rules(case, logged, event, _labels_under(event, records))
    elif isinstance(event, Confirm):
        yield from _check_confirmation(config, logged, event, records)
    elif isinstance(event, Promote):
        if (event.from_, event.to) not in PROMOTIONS:
            yield _invalid(logged, f"{event.sample}: no promotion leads from {event.from_} to {event.to}")
        elif event.to is Status.GOLD:
            yield from _check_gold(config, logged, event, records)
        else:
            yield from _check_candidate(config, case, logged, event, records)
    elif isinstance(event, Demote):
        if (event.from_, event.to) not in DEMOTIONS:
            yield _invalid(logged, f"{event.sample}: no demotion leads from {event.from_} to {event.to}")
        if not DECIDERS & set(config.people[event.by].roles):
            yield _invalid(logged, f"{event.sample}: demoted by {event.by}, who is neither adjudicator nor maintainer")


def _labels_under(event: Adjudicate | Unsettled | Confirm | Promote, records: Records) -> list[Logged]:
    return [records.labels[digest] for digest in event.basis if digest in records.labels]


def _labels_in(event: Promote, records: Records) -> list[str]:
    return [digest for digest in event.basis if digest in records.labels]


def _check_adjudication(config: Config, logged: Logged, records: Records) -> Iterator[Finding]:
    event = logged.event
    if not isinstance(event, (Adjudicate, Unsettled)):
        return
    if Role.ADJUDICATOR not in config.people[event.by].roles:
        yield _invalid(logged, f"{event.sample}: {event.by} is no adjudicator")
    if has_role(config, event.by, Role.REVIEWER) and event.by in records.voices.get(event.sample, ()):
        yield _invalid(logged, f"{event.sample}: {event.by} labelled it and adjudicated it")


def _check_rules(case: Case, logged: Logged, event: Adjudicate, labels: list[Logged]) -> Iterator[Finding]:
    """Whether what a decision calls agreed is what the labels under it say, as far as these can still be read."""
    if event.rules is None or (event.sample_sha256, event.scheme_sha256) != (case.sample_sha256, case.scheme.sha256):
        return
    entries = [case.entry(label.event.by, label) for label in labels if isinstance(label.event, Label)]
    if len(entries) < len(labels) or not all(entry.counts for entry in entries):
        return
    try:
        found = rules_of(case, entries, case.scheme.parse(event.values, case.sample, case.passages))
    except Unfit:
        return
    wrong = sorted(name for name in {*found, *event.rules} if event.rules.get(name) != found.get(name))
    if wrong:
        yield _invalid(logged, f"{event.sample}: its rules say otherwise of {', '.join(wrong)} than the labels that it rests on")


def _check_confirmation(config: Config, logged: Logged, event: Confirm, records: Records) -> Iterator[Finding]:
    if not has_role(config, event.by, *CONFIRMERS):
        yield _invalid(logged, f"{event.sample}: confirmed by {event.by}, who is neither reviewer, adjudicator nor maintainer")
    for label in _labels_under(event, records):
        if isinstance(label.event, Label) and label.event.by == event.by and (soon := too_soon(config, label.event.at, event.at)):
            yield _invalid(logged, f"{event.sample}: {event.by} labelled it and confirmed it, and {soon}")


def _check_candidate(config: Config, case: Case | None, logged: Logged, event: Promote, records: Records) -> Iterator[Finding]:
    labels = _labels_under(event, records)
    people = {label.event.by for label in labels}
    decided = any(digest in records.decisions for digest in event.basis)
    needed = labels_needed(config, event.sample)
    if not DECIDERS & set(config.people[event.by].roles):
        yield _invalid(logged, f"{event.sample}: promoted by {event.by}, who is neither adjudicator nor maintainer")
    if len(labels) != len(people):
        yield _invalid(logged, f"{event.sample}: promoted on two labels of one person")
    if len(people) < needed:
        yield _invalid(logged, f"{event.sample}: promoted on {len(people)} of {needed} labels")
    elif needed == 1 and len(people) == 1 and not decided:
        yield _invalid(logged, f"{event.sample}: promoted on a single label that nobody confirmed")
    for label in labels:
        if not isinstance(label.event, Label):
            yield _invalid(logged, f"{event.sample}: it rests on a {label.event.op}, which is no label")
        elif label.event.sample_sha256 != event.sample_sha256:
            yield _invalid(logged, f"{event.sample}: it rests on a label of another text ({label.path}:{label.line})")
    if case is not None and event.sample_sha256 == case.sample_sha256:
        yield from _check_values_digest(case, logged, event, labels)


def _check_values_digest(case: Case, logged: Logged, event: Promote, labels: list[Logged]) -> Iterator[Finding]:
    entries = [case.entry(label.event.by, label) for label in labels]
    if not entries or any(not entry.counts for entry in entries):
        return
    resolution = resolve(case, entries)
    same = set(resolution.basis) == set(event.basis)
    if same and resolution.rule is not None and resolution.rule != event.rule:
        yield _invalid(logged, f"{event.sample}: its rule is {event.rule}, but what it rests on was {resolution.rule}")
    if same and resolution.values_digest(case) != event.values_sha256:
        yield _invalid(logged, f"{event.sample}: its values_sha256 is not that of the values it rests on")
    if resolution.rule is None and not resolution.contested and same:
        yield _invalid(logged, f"{event.sample}: promoted while {', '.join(resolution.open) or 'it'} was open")


def _check_gold(config: Config, logged: Logged, event: Promote, records: Records) -> Iterator[Finding]:
    if Role.MAINTAINER not in config.people[event.by].roles:
        yield _invalid(logged, f"{event.sample}: promoted to gold by {event.by}, who is no maintainer")
    below = [records.decisions[digest].event for digest in event.basis if digest in records.decisions]
    candidates = [under for under in below if isinstance(under, Promote) and under.to is Status.CANDIDATE]
    if not candidates:
        yield _invalid(logged, f"{event.sample}: promoted to gold without a promotion to gold-candidate under it")
    for under in candidates:
        if (event.values_sha256, event.rule) != (under.values_sha256, under.rule) or set(_labels_in(event, records)) != set(
            _labels_in(under, records)
        ):
            yield _invalid(logged, f"{event.sample}: promoted to gold with other values, rule or labels than the promotion under it")


def check_standing(accounts: Mapping[str, Account]) -> Iterator[Finding]:
    """What no longer holds, and what two people decided differently."""
    for id_, account in accounts.items():
        for logged in account.clash:
            yield Finding(
                FindingKind.CONTESTED, logged.path, logged.line, f"{id_}: someone else took back in parallel what this promotion rests on"
            )
        for logged in account.resolution.contested:
            yield Finding(
                FindingKind.CONTESTED, logged.path, logged.line, f"{id_}: adjudicated differently by another person on the same labels"
            )
        for logged, reason in () if account.clash else account.lapsed:
            event = logged.event
            to = event.to if isinstance(event, Promote) else ""
            yield Finding(
                FindingKind.STALE, logged.path, logged.line, f"{id_}: promoted to {to}, and {reason}; demote it or promote it anew"
            )
