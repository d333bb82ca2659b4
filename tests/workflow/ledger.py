"""A ledger: what people said about one sample, kept in memory, so that rules are tested without files."""

import itertools
import json
from collections.abc import Iterable, Sequence
from typing import Any

from annotator.model.canonical import digest_of
from annotator.model.config import Config
from annotator.model.digests import sample_sha256
from annotator.model.events import Decision, Event, Open, decision_event, label_event, plain
from annotator.model.passage import Passage
from annotator.model.sample import Sample
from annotator.model.scheme import Scheme
from annotator.model.session import Logged, Session
from annotator.workflow.case import Case, build_cases
from annotator.workflow.standing import Account, account

PEOPLE: dict[str, Any] = {
    "alice": {"roles": ("reviewer",)},
    "bob": {"roles": ("reviewer",)},
    "zoe": {"roles": ("reviewer",)},
    "carol": {"roles": ("adjudicator", "maintainer")},
    "dave": {"roles": ("adjudicator",)},
    "mia": {"roles": ("maintainer",)},
    "ann": {"roles": ("author",)},
    "bot": {"roles": ("judge",)},
}
FACETS: dict[str, Any] = {"relevance": {"kind": "grade", "on": "candidate", "scale": {0: "no", 1: "some", 2: "much", 3: "all"}}}
SAMPLE = Sample(id="q-1", query="What?", candidates=("p-1", "p-2"))
PASSAGES = {id_: Passage(id=id_, text=f"The text of {id_}.") for id_ in ("p-1", "p-2", "p-3")}
SHA = "0" * 64


def a_config(people: dict[str, Any] | None = None, facets: dict[str, Any] | None = None, **workflow: Any) -> Config:
    """A configuration with many people and one facet."""
    whole = {
        "format": 1,
        "id": "small",
        "title": "Small",
        "version": "1",
        "languages": ["en"],
        "license": "CC0-1.0",
        "provenance": "synthetic",
        "people": PEOPLE if people is None else people,
        "facets": FACETS if facets is None else facets,
        "workflow": workflow,
    }
    return Config.model_validate_json(json.dumps(whole))


class Ledger:
    """Each person writes one session of labels and one of decisions; every method returns the digest of the line it adds."""

    def __init__(self, config: Config | None = None, sample: Sample = SAMPLE) -> None:
        self.config = a_config() if config is None else config
        self.scheme = Scheme(self.config.facets, None, SHA)
        self.sample = sample
        self.passages = dict(PASSAGES)
        self.labels: dict[str, list[Event]] = {}
        self.decisions: dict[str, list[Event]] = {}

    def grade(self, by: str, first: int = 3, second: int = 0) -> str:
        """A label of the one facet."""
        return self._say(self.labels, by, op="label", values={"relevance": {"p-1": first, "p-2": second}}, **self._judged())

    def skip(self, by: str) -> str:
        """Cannot judge."""
        return self._say(self.labels, by, op="skip", reason="unclear", **self._judged())

    def withdraw(self, by: str) -> str:
        """Takes the last word back."""
        return self._say(self.labels, by, op="withdraw", reason="slipped", sample=self.sample.id)

    def adjudicate(self, by: str, basis: Iterable[str], first: int = 3, second: int = 0) -> str:
        """A decision of the one facet."""
        values = {"relevance": {"p-1": first, "p-2": second}}
        return self._say(self.decisions, by, op="adjudicate", values=values, reason="so", scheme_sha256=SHA, **self._on(basis))

    def unsettled(self, by: str, basis: Iterable[str]) -> str:
        """It cannot be settled."""
        return self._say(self.decisions, by, op="unsettled", reason="either way", scheme_sha256=SHA, **self._on(basis))

    def confirm(self, by: str, basis: Iterable[str]) -> str:
        """A second person stands by a single label."""
        return self._say(self.decisions, by, op="confirm", reason=None, **self._on(basis))

    def promote(self, by: str, basis: Iterable[str] | None = None, to: str = "gold-candidate") -> str:
        """One step up, on what the tool would name where nothing else is said."""
        now = self.account()
        if basis is None:
            basis = (now.candidate.digest,) if to == "gold" and now.candidate is not None else now.resolution.basis
        return self._say(
            self.decisions,
            by,
            op="promote",
            to=to,
            rule=now.held.rule or "agreed",
            values_sha256=now.held.values_digest(self.case()) or SHA,
            **{"from": "draft" if to == "gold-candidate" else "gold-candidate"},
            **self._on(basis),
        )

    def demote(self, by: str, basis: Iterable[str], to: str = "draft", source: str = "gold-candidate") -> str:
        """Takes promotions back."""
        return self._say(self.decisions, by, op="demote", to=to, reason="wrong", **{"from": source}, **self._on(basis))

    def case(self, order: Sequence[str] | None = None) -> Case:
        """The sample with all that was said; `order` is the order in which people's files are met."""
        samples = {self.sample.id: self.sample}
        digests = {self.sample.id: sample_sha256(self.sample, self.passages)}
        labels, decisions = self.sessions("labels", order), self.sessions("decisions", order)
        return build_cases(self.config, self.scheme, samples, digests, self.passages, labels, decisions)[self.sample.id]

    def account(self, order: Sequence[str] | None = None) -> Account:
        """Where the sample stands."""
        return account(self.config, self.case(order))

    def sessions(self, kind: str, order: Sequence[str] | None = None) -> list[Session]:
        """Everyone's session of `kind` (labels or decisions)."""
        said = self.labels if kind == "labels" else self.decisions
        people = [person for person in order or said if person in said]
        return [self._session(kind, person, said[person]) for person in people]

    def fork(self) -> "Ledger":
        """A second clone of the repository, to write in parallel."""
        other = Ledger(self.config, self.sample)
        other.passages = dict(self.passages)
        other.labels = {person: list(events) for person, events in self.labels.items()}
        other.decisions = {person: list(events) for person, events in self.decisions.items()}
        return other

    def merge(self, other: "Ledger") -> "Ledger":
        """Both clones' files; whoever wrote in both is taken from the longer, as one person works in one place here."""
        for mine, theirs in ((self.labels, other.labels), (self.decisions, other.decisions)):
            for person, events in theirs.items():
                mine[person] = max(mine.get(person, []), events, key=len)
        return self

    def _session(self, kind: str, person: str, events: list[Event]) -> Session:
        path = f"{kind}/{person}/20261130T050900Z-00000000.jsonl"
        opening = Open(op="open", n=0, by=person, format=1, device="x", prev=None)
        logged = tuple(Logged(event, digest_of(plain(event)), path, line) for line, event in enumerate(events, start=2))
        return Session(path, person, "20261130T050900Z-00000000", opening, logged, SHA, b"", True)

    def _judged(self) -> dict[str, Any]:
        return {"sample": self.sample.id, "sample_sha256": sample_sha256(self.sample, self.passages), "scheme_sha256": SHA}

    def _on(self, basis: Iterable[str]) -> dict[str, Any]:
        digest = sample_sha256(self.sample, self.passages)
        return {"basis": tuple(basis), "sample": self.sample.id, "sample_sha256": digest, "dataset_sha256": SHA}

    def _say(self, said: dict[str, list[Event]], by: str, **fields: Any) -> str:
        events = said.setdefault(by, [])
        record = {"n": len(events) + 1, "at": "2026-11-30T05:09:00Z", "by": by, **fields}
        adapter = label_event if said is self.labels else decision_event
        event: Event | Decision = adapter.validate_json(json.dumps(record))
        events.append(event)
        return digest_of(plain(event))


def orders(ledger: Ledger) -> list[list[str]]:
    """A few orders in which people's files may be met; all of them where they are few."""
    people = sorted({*ledger.labels, *ledger.decisions})
    return [list(order) for order in itertools.islice(itertools.permutations(people), 120)]
