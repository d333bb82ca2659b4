"""The user's settings and the note that a crash leaves, outside every dataset."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from annotator.errors import UnreadableInput
from annotator.store.home import state_folder
from annotator.store.settings import config_path, leave_crash_note, read_settings


def test_settings_are_where_xdg_says_and_else_in_the_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "c"))
    assert config_path() == tmp_path / "c" / "annotator" / "config.toml"
    for nowhere in ("", "relative/folder"):
        monkeypatch.setenv("XDG_CONFIG_HOME", nowhere)
        assert config_path() == tmp_path / ".config" / "annotator" / "config.toml"


def test_no_file_is_no_setting():
    assert read_settings() == {}


def test_settings_are_read_as_written():
    config_path().parent.mkdir(parents=True)
    config_path().write_text('theme = "dark"\n[keys]\nsave = "f9"\n', "utf-8")
    assert read_settings() == {"theme": "dark", "keys": {"save": "f9"}}


@pytest.mark.parametrize("data", [b"theme = ", b"theme = '\xff'", b"a = 1\na = 2"])
def test_a_file_that_is_no_toml_is_named(data: bytes):
    config_path().parent.mkdir(parents=True)
    config_path().write_bytes(data)
    with pytest.raises(UnreadableInput, match=r"config\.toml: cannot be taken in"):
        read_settings()


def test_a_crash_note_is_left_in_the_state_folder_which_is_the_user_s_alone():
    path = leave_crash_note("words\n", "20261130T050900Z")
    assert path == str(state_folder() / "crash-20261130T050900Z.txt")
    assert Path(path).read_text("utf-8") == "words\n"
    assert stat.S_IMODE(state_folder().stat().st_mode) == 0o700


def test_where_no_note_can_be_left_none_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / "file").write_bytes(b"")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "file"))
    assert leave_crash_note("words\n", "20261130T050900Z") is None
