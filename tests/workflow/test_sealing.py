"""What was opened stands in for what was sealed, and only where the two belong together."""

import hashlib
import json
from typing import Any

import pytest

from annotator.model.canonical import line_of
from annotator.model.events import Label, Opened, Sealed, Skip
from annotator.model.session import Logged, Session
from annotator.workflow.sealing import NotWhatWasSealed, check_openings, check_sealed, opened_as, openings, unsealed
from tests.workflow.ledger import a_config

ABOUT = {"n": 1, "at": "2026-11-30T05:09:00Z", "by": "alice", "sample": "q-1", "sample_sha256": "a" * 64, "scheme_sha256": "b" * 64}
LABEL: dict[str, Any] = {**ABOUT, "op": "label", "values": {"relevance": {"p-1": 3}}, "note": None, "seconds": 4, "nonce": "0" * 32}
SKIP: dict[str, Any] = {**ABOUT, "op": "skip", "reason": "no idea", "nonce": "1" * 32}


def digest(record: dict[str, Any]) -> str:
    text = json.dumps(record, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


def a_sealed(record: dict[str, Any], **clear: Any) -> Sealed:
    return Sealed.model_validate({**ABOUT, "op": "sealed", "what": record["op"], "plain_sha256": digest(record), "box": "AAAA", **clear})


def a_session(person: str, *events: Any) -> Session:
    path = f"labels/{person}/20261130T050900Z-00000000.jsonl"
    logged = tuple(Logged(event, f"{place}" * 64, path, place + 1) for place, event in enumerate(events, start=1))
    return Session(path, person, "20261130T050900Z-00000000", None, logged, "", b"", sealed=True)


def an_opening(record: dict[str, Any], basis: str, by: str = "carol", sample: str = "q-1") -> Opened:
    about = {"n": 1, "at": "2026-11-30T06:00:00Z", "by": by, "sample": sample, "sample_sha256": "a" * 64, "dataset_sha256": "c" * 64}
    return Opened.model_validate({**about, "op": "opened", "basis": (basis,), "record": record})


@pytest.mark.parametrize(("record", "kind"), [(LABEL, Label), (SKIP, Skip)])
def test_a_record_opens_what_was_made_of_it(record: dict[str, Any], kind: type):
    event = opened_as(a_sealed(record), record)
    assert isinstance(event, kind)
    assert digest(record) == hashlib.sha256(line_of(record)).hexdigest()


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"values": {"relevance": {"p-1": 2}}}, "its digest is not the one"),
        ({"nonce": "f" * 32}, "its digest is not the one"),
        ({"by": "bob"}, "its digest is not the one"),
    ],
)
def test_a_changed_record_opens_nothing(change: dict[str, Any], why: str):
    with pytest.raises(NotWhatWasSealed, match=why):
        opened_as(a_sealed(LABEL), {**LABEL, **change})


@pytest.mark.parametrize("clear", [{"sample": "q-2"}, {"by": "bob"}, {"n": 2}, {"sample_sha256": "d" * 64}, {"what": "skip"}])
def test_what_stands_in_the_clear_must_be_what_the_box_says(clear: dict[str, Any]):
    with pytest.raises(NotWhatWasSealed, match="says otherwise of itself"):
        opened_as(a_sealed(LABEL, **clear), LABEL)


def test_a_box_that_holds_something_else_is_no_label():
    other = {"op": "import", "n": 1, "at": ABOUT["at"], "by": "alice", "source": {"name": "x", "sha256": "a" * 64}}
    with pytest.raises(NotWhatWasSealed, match="no label and no skip"):
        opened_as(a_sealed(LABEL, plain_sha256=digest(other)), other)


def test_an_opened_line_keeps_its_own_digest():
    session = a_session("alice", a_sealed(LABEL))
    found = unsealed([session], {"1" * 64: [LABEL]})[0].events[0]
    assert isinstance(found.event, Label)
    assert (found.digest, found.line) == ("1" * 64, 2)


def test_what_is_opened_wrongly_stays_sealed():
    session = a_session("alice", a_sealed(LABEL))
    assert unsealed([session], {"1" * 64: [{**LABEL, "seconds": 5}]})[0].events == session.events
    assert unsealed([session], {"2" * 64: [LABEL]})[0].events == session.events


@pytest.mark.parametrize("order", [1, -1])
def test_a_wrong_opening_does_not_shut_what_another_opened(order: int):
    wrong = an_opening({**LABEL, "seconds": 5}, "1" * 64)
    both = [a_session("carol", opening) for opening in (wrong, an_opening(LABEL, "1" * 64))][::order]
    found = unsealed([a_session("alice", a_sealed(LABEL))], openings(a_config(), both))[0].events[0]
    assert found.event == opened_as(a_sealed(LABEL), LABEL)


def test_only_those_who_decide_open_for_everyone():
    config = a_config()
    assert openings(config, [a_session("carol", an_opening(LABEL, "1" * 64))]) == {"1" * 64: [LABEL]}
    assert openings(config, [a_session("bob", an_opening(LABEL, "1" * 64, by="bob"))]) == {}


@pytest.mark.parametrize(
    ("opening", "why"),
    [
        (an_opening(LABEL, "1" * 64, by="bob"), "opened by bob, who is neither"),
        (an_opening(LABEL, "9" * 64), "opens record 999999999999…, which is no sealed label of this sample"),
        (an_opening(LABEL, "1" * 64, sample="q-2"), "which is no sealed label of this sample"),
        (an_opening(LABEL, "1" * 64).model_copy(update={"sample_sha256": "d" * 64}), "which is no sealed label of this sample"),
        (an_opening({**LABEL, "note": "changed"}, "1" * 64), "what alice sealed was opened as something else"),
    ],
)
def test_check_names_what_an_opening_does_wrong(opening: Opened, why: str):
    found = list(check_openings(a_config(), [a_session("alice", a_sealed(LABEL))], [a_session("carol", opening)]))
    assert len(found) == 1
    assert why in found[0].message


def test_check_has_nothing_against_a_right_opening():
    sealed, opening = a_session("alice", a_sealed(LABEL)), a_session("carol", an_opening(LABEL, "1" * 64))
    assert list(check_openings(a_config(), [sealed], [opening])) == []


def test_lines_that_are_not_sealed_are_named_where_labels_are():
    plain, skip = Label.model_validate(without_nonce(LABEL)), Skip.model_validate(without_nonce(SKIP))
    alice, bob = a_session("alice", plain, a_sealed(LABEL), plain, skip), a_session("bob", skip)
    carol = a_session("carol", a_sealed(LABEL))
    sealing, plainly = a_config(sealed=True), a_config()
    assert [(one.kind, one.path, one.line, one.message) for one in check_sealed(sealing, [carol, bob, alice])] == [
        ("readable", alice.path, 2, "everyone can read 1 of its lines, as it should be only before workflow.sealed was set"),
        ("readable", alice.path, 4, "everyone can read 2 of its lines, although alice had sealed others before"),
        ("readable", bob.path, 2, "everyone can read 1 of its lines, as it should be only before workflow.sealed was set"),
    ]
    assert list(check_sealed(plainly, [alice, bob])) == []


def without_nonce(record: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in record.items() if key != "nonce"}
