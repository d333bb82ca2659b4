"""Sealed records: what stands in the clear, and what does not."""

import hashlib
import json
from typing import Any

import pytest

from annotator.model.events import label_event
from annotator.store.age import new_key
from annotator.store.sealer import Sealer

CLEAR = {"n": 3, "at": "2026-11-30T05:09:00Z", "by": "alice", "sample": "q-1", "sample_sha256": "a" * 64, "scheme_sha256": "b" * 64}
LABEL: dict[str, Any] = {**CLEAR, "op": "label", "values": {"relevance": {"p-1": 3}}, "note": "whisper", "seconds": 42}
KEY = new_key()


def test_a_sealed_label_says_what_it_is_about_and_nothing_else():
    sealed = Sealer([KEY.public]).sealed(LABEL)
    assert sealed == {**CLEAR, "op": "sealed", "what": "label", "plain_sha256": sealed["plain_sha256"], "box": sealed["box"]}
    assert label_event.validate_json(json.dumps(sealed)).op == "sealed"


def test_the_box_holds_the_line_whose_digest_stands_beside_it():
    sealed = Sealer([KEY.public]).sealed(LABEL)
    held = KEY.unlock(sealed["box"])
    assert held is not None
    line = held.rstrip(b"\n")
    record = json.loads(line)
    assert hashlib.sha256(line).hexdigest() == sealed["plain_sha256"]
    assert {field: value for field, value in record.items() if field != "nonce"} == LABEL
    assert json.dumps(record, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode() == line


def test_nobody_finds_the_label_by_trying_all():
    """Four grades have four digests; without a nonce one of them would be the one in the clear."""
    sealed = Sealer([KEY.public]).sealed(LABEL)
    guesses = ({**LABEL, "values": {"relevance": {"p-1": grade}}} for grade in range(4))
    lines = (json.dumps(guess, sort_keys=True, separators=(",", ":"), ensure_ascii=False) for guess in guesses)
    assert sealed["plain_sha256"] not in {hashlib.sha256(line.encode()).hexdigest() for line in lines}
    assert Sealer([KEY.public]).sealed(LABEL)["plain_sha256"] != sealed["plain_sha256"]


def test_the_length_of_a_box_tells_nothing_of_a_few_words_more():
    held = [KEY.unlock(Sealer([KEY.public]).sealed({**LABEL, "note": "whisper" * times})["box"]) for times in (1, 40, 120)]
    assert [len(line or b"") for line in held] == [1024, 1024, 2048]


@pytest.mark.parametrize("op", ["withdraw", "import"])
def test_records_without_a_judgement_are_not_sealed(op: str):
    record = {"op": op, "n": 1}
    assert Sealer([KEY.public]).sealed(record) is record
