"""Boxes in the age format, and the keys that open them."""

import base64
import stat
from pathlib import Path

import pytest

from annotator.errors import Refused, UnreadableInput
from annotator.store.age import KeyPair, box_for, new_key
from annotator.store.keys import keep_key, kept_keys, key_path, read_key


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    return tmp_path / "config" / "annotator" / "keys"


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


def test_a_key_is_kept_for_its_user_alone(home: Path):
    key = new_key()
    path = keep_key(key, "2026-11-30T05:09:00Z")
    assert path == key_path(key.public) == home / f"{key.public}.txt"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert path.read_text() == f"# created: 2026-11-30T05:09:00Z\n# public key: {key.public}\n{key.secret}\n"
    assert read_key(key.public) == key
    assert kept_keys() == [key.public]


def test_a_key_is_never_kept_in_a_repository(home: Path, tmp_path: Path):
    (tmp_path / ".git").mkdir()
    with pytest.raises(Refused, match="must never be committed"):
        keep_key(new_key(), "2026-11-30T05:09:00Z")
    assert not home.exists()


def test_nor_in_one_that_a_link_leads_into(home: Path, tmp_path: Path):
    repository = tmp_path / "shared"
    (repository / ".git").mkdir(parents=True)
    (repository / "keys").mkdir()
    home.parent.mkdir(parents=True)
    home.symlink_to(repository / "keys")
    with pytest.raises(Refused, match=r"lies in the git repository .*shared"):
        keep_key(new_key(), "2026-11-30T05:09:00Z")
    assert list((repository / "keys").iterdir()) == []


@pytest.mark.parametrize(
    ("secret", "why"), [(new_key().secret, "holds the secret half of another key"), ("AGE-SECRET-KEY-1XYZ", "holds no secret key")]
)
def test_a_file_that_holds_another_key_than_its_name_says_is_named(home: Path, secret: str, why: str):
    key = new_key()
    keep_key(key, "2026-11-30T05:09:00Z").write_text(f"{secret}\n")
    with pytest.raises(UnreadableInput, match=why):
        read_key(key.public)


def test_a_key_that_is_not_here_is_none(home: Path):
    assert read_key(new_key().public) is None
    assert kept_keys() == []


def test_a_file_that_holds_no_key_is_named(home: Path):
    key = KeyPair("age1" + "q" * 58, "")
    home.mkdir(parents=True)
    (home / f"{key.public}.txt").write_text("# nothing\n")
    with pytest.raises(UnreadableInput, match="holds no secret key"):
        read_key(key.public)
