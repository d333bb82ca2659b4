"""Signs that labels were not made with care: for a maintainer to look at, proof of nothing."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from annotator.model.config import Config
from annotator.model.events import Label
from annotator.workflow.assignment import complete
from annotator.workflow.case import Case, Entry

LONG_NOTE = 40
REPEATED = 3
# Fluent reading is some 25 letters a second; four times that is no reading.
LETTERS_A_SECOND = 100
LONG_TEXT = 400
ENOUGH = 10


class Suspicion(NamedTuple):
    """What was noticed about whom, with the samples to look at."""

    what: str
    who: tuple[str, ...]
    samples: tuple[str, ...]

    def __str__(self) -> str:
        return f"{' and '.join(self.who)}: {self.what}: {', '.join(self.samples)}"


def suspicions(config: Config, cases: Mapping[str, Case]) -> list[Suspicion]:
    """Everything noticed in the reviewers' current labels."""
    by_person: dict[str, list[tuple[Case, Entry, Label]]] = defaultdict(list)
    for case in cases.values():
        for entry in case.fresh.values():
            if isinstance(entry.event, Label):
                by_person[entry.by].append((case, entry, entry.event))
    found: list[Suspicion] = []
    for person, labels in sorted(by_person.items()):
        found += _repeated_notes(person, labels)
        found += _repeated_blocks(person, labels)
        found += _too_fast(person, labels)
        found += _constant_sessions(person, labels)
    return [*found, *_twins(config, cases)]


def _repeated_notes(person: str, labels: list[tuple[Case, Entry, Label]]) -> Iterator[Suspicion]:
    by_note: dict[str, list[str]] = defaultdict(list)
    for case, _, label in labels:
        note = " ".join((label.note or "").split())
        if len(note) >= LONG_NOTE:
            by_note[note].append(case.sample.id)
    for samples in by_note.values():
        if len(samples) >= REPEATED:
            yield Suspicion(f"the same long note on {len(samples)} samples", (person,), tuple(samples))


def _repeated_blocks(person: str, labels: list[tuple[Case, Entry, Label]]) -> Iterator[Suspicion]:
    by_block: dict[str, list[str]] = defaultdict(list)
    for case, _, label in labels:
        marked = [text for value in label.values.values() for text in _texts(value)]
        # Grades alone repeat by nature; a block counts when it quotes words.
        if marked:
            by_block[json.dumps(sorted(marked), ensure_ascii=False)].append(case.sample.id)
    for samples in by_block.values():
        if len(samples) >= REPEATED:
            yield Suspicion(f"the same marked words on {len(samples)} samples", (person,), tuple(samples))


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        if isinstance(value.get("text"), str):
            yield value["text"]
        for inner in value.values():
            yield from _texts(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _texts(inner)


def _too_fast(person: str, labels: list[tuple[Case, Entry, Label]]) -> Iterator[Suspicion]:
    fast = [
        case.sample.id
        for case, _, label in labels
        if label.seconds is not None and (length := _length(case)) >= LONG_TEXT and length > LETTERS_A_SECOND * max(label.seconds, 1)
    ]
    if fast:
        yield Suspicion(f"labelled faster than the text can be read ({LETTERS_A_SECOND} letters a second)", (person,), tuple(fast))


def _length(case: Case) -> int:
    passages = (case.passages[candidate].text for candidate in case.sample.candidates or ())
    return len(case.sample.query or "") + len(case.sample.text or "") + sum(map(len, passages))


def _constant_sessions(person: str, labels: list[tuple[Case, Entry, Label]]) -> Iterator[Suspicion]:
    by_session: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for case, entry, label in labels:
        grades = {
            name: value for name, value in label.values.items() if case.scheme.facets[name].kind in {"grade", "choice", "flag", "number"}
        }
        by_session[entry.logged.path].append((case.sample.id, json.dumps(sorted(_leaves(grades)))))
    for path, of_session in by_session.items():
        distinct = {leaf for _, text in of_session for leaf in json.loads(text)}
        if len(of_session) >= ENOUGH and len(distinct) == 1:
            what = f"nothing but {distinct.pop()} in the whole session {path.rsplit('/', 1)[-1]}"
            yield Suspicion(what, (person,), tuple(sample for sample, _ in of_session))


def _leaves(value: Any) -> list[str]:
    if isinstance(value, dict):
        return [leaf for inner in value.values() for leaf in _leaves(inner)]
    return [str(value)]


def _twins(config: Config, cases: Mapping[str, Case]) -> Iterator[Suspicion]:
    """Pairs of reviewers who never differ, span edges included, over enough samples with marked words."""
    same: dict[tuple[str, str], list[str]] = defaultdict(list)
    differ: set[tuple[str, str]] = set()
    for case in cases.values():
        people = sorted(case.fresh) if complete(config, case) else []
        for place, one in enumerate(people):
            for other in people[place + 1 :]:
                first, second = case.fresh[one], case.fresh[other]
                if first.values != second.values:
                    differ.add((one, other))
                elif isinstance(first.event, Label) and any(_texts(first.event.values)):
                    same[one, other].append(case.sample.id)
    for pair, samples in same.items():
        if len(samples) >= ENOUGH and pair not in differ:
            yield Suspicion(
                f"equal in everything on all {len(samples)} samples with marked words, to the last character", pair, tuple(samples)
            )
