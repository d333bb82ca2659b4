"""Boxes in the age format."""

import base64

import pytest

from annotator.errors import Refused
from annotator.store.age import box_for, new_key


def test_each_recipient_opens_a_box_alone_and_nobody_else_does():
    one, other, stranger = new_key(), new_key(), new_key()
    box = box_for([one.public, other.public], "q-1 谁".encode())
    assert [key.unlock(box) for key in (one, other, stranger)] == ["q-1 谁".encode(), "q-1 谁".encode(), None]


def test_a_box_is_in_the_age_format():
    """The header of age-encryption.org/v1: its version line, a stanza for each recipient, a MAC."""
    lines = base64.b64decode(box_for([new_key().public, new_key().public], b"x")).split(b"\n")
    assert lines[0] == b"age-encryption.org/v1"
    assert sum(line.startswith(b"-> X25519 ") for line in lines) == 2
    assert any(line.startswith(b"--- ") for line in lines)


def test_a_mistyped_recipient_is_one_sentence():
    public = new_key().public
    mistyped = public[:-1] + ("q" if public[-1] != "q" else "p")
    with pytest.raises(Refused, match=f"^{mistyped}: is no public key, perhaps mistyped"):
        box_for([public, mistyped], b"x")


@pytest.mark.parametrize("box", ["", "AAAA", "not base64", base64.b64encode(b"age-encryption.org/v1\n").decode()])
def test_a_broken_box_is_opened_by_nobody(box: str):
    assert new_key().unlock(box) is None


def test_a_changed_box_is_opened_by_nobody():
    key = new_key()
    data = bytearray(base64.b64decode(box_for([key.public], b"grade 3")))
    data[-1] ^= 1
    assert key.unlock(base64.b64encode(bytes(data)).decode()) is None
