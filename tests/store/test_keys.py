"""Secret keys on this machine: where they are kept, and that they never stand in a repository."""

import os
import stat
from pathlib import Path

import pytest

from annotator.errors import Refused, UnreadableInput
from annotator.store.age import KeyPair, new_key
from annotator.store.keys import keep_key, kept_keys, key_path, read_key


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    return tmp_path / "config" / "annotator" / "keys"


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


def test_a_file_that_holds_another_key_than_its_name_says_is_named(home: Path):
    key, other = new_key(), new_key()
    path = keep_key(key, "2026-11-30T05:09:00Z")
    for secret, why in ((other.secret, "holds the secret half of another key"), ("AGE-SECRET-KEY-1XYZ", "holds no secret key")):
        path.write_text(f"{secret}\n")
        with pytest.raises(UnreadableInput, match=why):
            read_key(key.public)


def test_a_pipe_in_place_of_a_key_is_not_waited_for(home: Path):
    public = new_key().public
    home.mkdir(parents=True)
    os.mkfifo(home / f"{public}.txt")
    with pytest.raises(UnreadableInput, match="is no file"):
        read_key(public)


def test_a_key_that_is_not_here_is_none(home: Path):
    assert read_key(new_key().public) is None
    assert kept_keys() == []


def test_a_file_that_holds_no_key_is_named(home: Path):
    key = KeyPair("age1" + "q" * 58, "")
    home.mkdir(parents=True)
    (home / f"{key.public}.txt").write_text("# nothing\n")
    with pytest.raises(UnreadableInput, match="holds no secret key"):
        read_key(key.public)
