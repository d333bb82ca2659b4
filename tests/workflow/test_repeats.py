"""Which samples are laid before a reviewer a second time, when, and what a repeat must name."""

import hashlib
import json
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from annotator.model.canonical import digest_of
from annotator.model.digests import sample_sha256
from annotator.model.events import label_event, plain
from annotator.model.sample import Sample
from annotator.model.session import Logged
from annotator.workflow.case import Case
from annotator.workflow.repeats import check_repeats, due
from tests.workflow.ledger import PASSAGES, SHA, Ledger, a_config

START = datetime(2026, 11, 30, 5, 9, tzinfo=UTC)
NEXT_DAY = "2026-12-01T12:00:00Z"


def at(seconds: float) -> str:
    return f"{START + timedelta(seconds=seconds):%Y-%m-%dT%H:%M:%SZ}"


class Shelf:
    """Some samples, and what one person says of them, one word a minute."""

    def __init__(self, count: int, **workflow: Any) -> None:
        self.config = a_config(**workflow)
        samples = [Sample(id=f"q-{n:02}", candidates=("p-1", "p-2")) for n in range(count)]
        digests = {sample.id: sample_sha256(sample, PASSAGES) for sample in samples}
        self.cases = {sample.id: Case(sample, digests, PASSAGES, Ledger(self.config).scheme) for sample in samples}
        self.minutes = 0

    def say(self, sample: str, by: str = "alice", op: str = "label", repeat: str | None = None) -> str:
        self.minutes += 1
        said = {"values": {"relevance": {"p-1": 1, "p-2": 0}}} if op == "label" else {"reason": "unclear"}
        about = {"n": 1, "at": at(60 * self.minutes), "by": by, "sample": sample, "sample_sha256": self.cases[sample].sample_sha256}
        event = label_event.validate_json(json.dumps({**about, **said, "op": op, "scheme_sha256": SHA, "repeat": repeat}))
        logged = Logged(event, digest_of(plain(event)), "labels/alice/x", 0)
        self.cases[sample].hear(by, logged, review=True)
        return logged.digest

    def say_all(self) -> None:
        for sample in self.cases:
            self.say(sample)

    def due(self, now: str = NEXT_DAY, by: str = "alice") -> set[str]:
        return set(due(self.config, self.cases, by, now))

    def repeat(self, sample: str) -> None:
        self.say(sample, repeat=self.cases[sample].words["alice"].digest)


def lowest(samples: list[str], count: int, person: str = "alice") -> set[str]:
    return set(sorted(samples, key=lambda id_: hashlib.sha256(f"repeat\n{person}\n{id_}".encode()).hexdigest())[:count])


@pytest.mark.parametrize("share, count", [(0.1, 3), (0.11, 4), (0.01, 1), (1.0, 30), (0.3, 9)])
def test_the_share_is_rounded_up_and_is_the_lowest_by_person_and_sample(share: float, count: int):
    shelf = Shelf(30, repeats=share)
    shelf.say_all()
    assert shelf.due() == lowest(list(shelf.cases), count)


def test_each_reviewer_repeats_other_samples():
    shelf = Shelf(30, repeats=0.2)
    shelf.say_all()
    for sample in shelf.cases:
        shelf.say(sample, by="bob")
    assert shelf.due() == lowest(list(shelf.cases), 6) != shelf.due(by="bob") == lowest(list(shelf.cases), 6, "bob")


def test_nothing_is_repeated_without_the_option():
    shelf = Shelf(30)
    shelf.say_all()
    assert shelf.due() == set()


def test_nothing_is_repeated_while_a_sample_waits():
    shelf = Shelf(30, repeats=1.0)
    for sample in list(shelf.cases)[:-1]:
        shelf.say(sample)
    assert shelf.due() == set()
    shelf.say("q-29")
    assert len(shelf.due()) == 30


def test_what_others_filled_up_no_longer_waits():
    shelf = Shelf(3, repeats=1.0)
    for sample in ("q-00", "q-01"):
        shelf.say(sample)
    for by in ("bob", "zoe"):
        shelf.say("q-02", by=by)
    assert shelf.due() == {"q-00", "q-01"}


def test_a_label_comes_again_after_twenty_others_or_a_day():
    shelf = Shelf(25, repeats=1.0)
    shelf.say_all()
    # q-04 has twenty labels behind it, q-05 nineteen.
    assert shelf.due(at(60 * 25)) == {"q-00", "q-01", "q-02", "q-03", "q-04"}
    # q-06 was labelled at minute seven.
    assert shelf.due(at(24 * 3600 + 60 * 7)) == {f"q-{n:02}" for n in range(7)}


def test_what_was_repeated_is_done_and_the_share_is_never_exceeded():
    shelf = Shelf(30, repeats=0.1)
    shelf.say_all()
    first = sorted(shelf.due())
    shelf.repeat(first[0])
    assert shelf.due() == set(first[1:])
    outside = next(sample for sample in shelf.cases if sample not in first)
    shelf.repeat(outside)
    assert len(shelf.due()) == 1


def test_skips_and_stale_labels_are_not_repeated():
    shelf = Shelf(4, repeats=1.0)
    shelf.say_all()
    shelf.say("q-01", op="skip")
    assert shelf.due() == {"q-00", "q-02", "q-03"}


def test_a_repeat_is_no_word_of_the_case():
    shelf = Shelf(1)
    digest = shelf.say("q-00")
    again = shelf.say("q-00", repeat=digest)
    case = shelf.cases["q-00"]
    assert case.words["alice"].digest == digest and case.fresh["alice"].logged.digest == digest
    assert case.repeats["alice"].digest == again
    case.hear("ann", case.repeats["alice"], review=False)
    assert "ann" not in case.repeats and "ann" not in case.proposals


def repeated(ledger: Ledger, by: str, named: str, **fields: Any) -> str:
    values = {"relevance": {"p-1": 2, "p-2": 0}}
    return ledger._say(ledger.labels, by, **{"op": "label", "values": values, "repeat": named, **ledger._judged(), **fields})


def taken_back(ledger: Ledger, by: str, named: str) -> str:
    return ledger._say(ledger.labels, by, op="withdraw", reason="slipped", sample="q-1", repeat=named)


def test_a_withdrawn_repeat_leaves_the_label():
    ledger = Ledger()
    label = ledger.grade("alice")
    taken_back(ledger, "alice", repeated(ledger, "alice", label))
    case = ledger.case()
    assert case.words["alice"].digest == label and not case.repeats and not case.withdrew
    assert list(check_repeats(ledger.sessions("labels"))) == []


def of_bob(ledger: Ledger) -> None:
    repeated(ledger, "alice", ledger.grade("bob"))


def of_nothing(ledger: Ledger) -> None:
    repeated(ledger, "alice", SHA)


def of_a_skip(ledger: Ledger) -> None:
    repeated(ledger, "alice", ledger.skip("alice"))


def of_a_repeat(ledger: Ledger) -> None:
    repeated(ledger, "alice", repeated(ledger, "alice", ledger.grade("alice")))


def of_another_sample(ledger: Ledger) -> None:
    repeated(ledger, "alice", ledger.grade("alice"), sample="q-2")


def of_another_text(ledger: Ledger) -> None:
    repeated(ledger, "alice", ledger.grade("alice"), sample_sha256="1" * 64)


def withdrawal_of_a_label(ledger: Ledger) -> None:
    taken_back(ledger, "alice", ledger.grade("alice"))


@pytest.mark.parametrize(
    "story, why",
    [
        (of_bob, "no earlier label of alice's about this sample"),
        (of_nothing, "no earlier label of alice's about this sample"),
        (of_a_skip, "no earlier label of alice's about this sample"),
        (of_a_repeat, "no earlier label of alice's about this sample"),
        (of_another_sample, "no earlier label of alice's about this sample"),
        (of_another_text, "a label of alice's on another text of this sample"),
        (withdrawal_of_a_label, "no earlier repeat of alice's about this sample"),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_a_repeat_names_an_earlier_label_of_the_same_person_sample_and_text(story: Any, why: str):
    ledger = Ledger()
    story(ledger)
    (finding,) = check_repeats(ledger.sessions("labels"))
    assert finding.kind.value == "invalid"
    assert finding.message.endswith(why)
