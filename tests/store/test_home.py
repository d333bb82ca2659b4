"""What is kept outside every dataset: this device's id and mirrors of open sessions."""

from __future__ import annotations

import re
import stat
from pathlib import Path

import pytest

from annotator.store.folder import Folder
from annotator.store.home import Mirror, device_id, state_folder

SESSION = "labels/alice/20261130T050900Z-1f2e3d4c.jsonl"


def a_mirror(tmp_path: Path) -> Mirror:
    (tmp_path / "repository" / ".git").mkdir(parents=True, exist_ok=True)
    (tmp_path / "repository" / "data").mkdir(exist_ok=True)
    return Mirror(Folder(tmp_path / "repository" / "data"))


def test_the_state_folder_is_where_xdg_says_and_else_in_the_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "s"))
    assert state_folder(create=False) == tmp_path / "s" / "annotator"
    monkeypatch.setenv("XDG_STATE_HOME", "relative")
    assert state_folder(create=False) == tmp_path / ".local" / "state" / "annotator"
    assert list(tmp_path.iterdir()) == []


def test_a_device_keeps_its_id():
    first = device_id()
    assert re.fullmatch("[0-9a-f]{32}", first)
    assert device_id() == first


def test_half_an_id_is_made_whole_anew():
    first = device_id()
    (state_folder() / "device").write_text(first[:7], "ascii")
    second = device_id()
    assert re.fullmatch("[0-9a-f]{32}", second)
    assert device_id() == second
    assert [path.name for path in state_folder().iterdir()] == ["device"]


def test_a_device_that_can_keep_nothing_has_another_id_each_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / "file").write_bytes(b"")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "file"))
    assert device_id() != device_id()


def test_a_mirror_holds_what_was_appended_for_its_user_alone(tmp_path: Path):
    mirror = a_mirror(tmp_path)
    mirror.append(SESSION, b"1\n")
    mirror.append(SESSION, b"2\n")
    assert mirror.sessions() == {SESSION: b"1\n2\n"}
    (file,) = state_folder().rglob("*.jsonl")
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    mirror.forget(SESSION)
    mirror.forget(SESSION)
    assert mirror.sessions() == {}


def test_another_folder_has_another_mirror(tmp_path: Path):
    a_mirror(tmp_path).append(SESSION, b"1\n")
    (tmp_path / "repository" / "other").mkdir()
    assert Mirror(Folder(tmp_path / "repository" / "other")).sessions() == {}
    assert a_mirror(tmp_path).sessions() == {SESSION: b"1\n"}


def test_outside_a_work_tree_nothing_is_mirrored(tmp_path: Path):
    mirror = Mirror(Folder(tmp_path))
    mirror.append(SESSION, b"1\n")
    assert not mirror.works
    assert mirror.sessions() == {}
    assert not state_folder(create=False).exists()


def test_a_mirror_that_cannot_be_written_stops_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    mirror = a_mirror(tmp_path)
    (tmp_path / "file").write_bytes(b"")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "file"))
    mirror.append(SESSION, b"1\n")
    assert not mirror.works
