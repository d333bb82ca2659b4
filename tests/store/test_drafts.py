"""Drafts: every step survives the process, and a window that is still open is noticed."""

import os
from pathlib import Path

import pytest

from annotator.store.age import new_key
from annotator.store.drafts import DraftNotKept, Drafts
from annotator.store.folder import Folder


def opened(root: Path) -> Drafts:
    drafts = Drafts(Folder(root), "alice")
    drafts.begin()
    return drafts


def test_steps_come_back_in_their_order(tmp_path):
    first = opened(tmp_path)
    for number in range(3):
        first.append({"op": "set", "n": number})
    first.close()
    assert [step["n"] for step in opened(tmp_path).steps] == [0, 1, 2]


def test_a_file_of_a_living_process_is_left_to_it_and_its_last_step_is_seen(tmp_path):
    first = opened(tmp_path)
    first.append({"op": "at", "sample": "q-1"})
    second = opened(tmp_path)
    assert second.steps == []
    assert second.elsewhere() == [{"op": "at", "sample": "q-1"}]
    first.close()
    assert second.elsewhere() == []


def test_files_of_several_dead_processes_are_taken_over_into_one(tmp_path):
    first, second = opened(tmp_path), opened(tmp_path)
    first.append({"n": 1})
    second.append({"n": 2})
    first.close()
    second.close()
    third = opened(tmp_path)
    assert third.steps == [{"n": 1}, {"n": 2}]
    assert len(list(tmp_path.glob(".annotator/drafts/alice/*"))) == 1


def test_a_torn_last_line_is_passed_over(tmp_path):
    first = opened(tmp_path)
    first.append({"n": 1})
    first.close()
    (path,) = tmp_path.glob(".annotator/drafts/alice/*")
    path.write_bytes(path.read_bytes() + b'{"n":')
    second = opened(tmp_path)
    assert second.steps == [{"n": 1}]
    second.append({"n": 2})
    second.close()
    assert opened(tmp_path).steps == [{"n": 1}, {"n": 2}]


def test_a_file_that_was_taken_away_is_written_anew_whole(tmp_path):
    drafts = opened(tmp_path)
    drafts.append({"n": 1})
    for path in tmp_path.glob(".annotator/drafts/alice/*"):
        path.unlink()
    drafts.append({"n": 2})
    drafts.close()
    assert opened(tmp_path).steps == [{"n": 1}, {"n": 2}]


def test_a_failed_write_is_said_and_made_good_by_the_next(tmp_path, monkeypatch):
    drafts, real = opened(tmp_path), os.write
    monkeypatch.setattr(os, "write", lambda *_: (_ for _ in ()).throw(OSError(28, "No space left on device")))
    with pytest.raises(DraftNotKept, match="No space left on device; it is on the screen only"):
        drafts.append({"n": 1})
    monkeypatch.setattr(os, "write", real)
    drafts.append({"n": 2})
    drafts.close()
    assert opened(tmp_path).steps == [{"n": 1}, {"n": 2}]


def test_a_write_of_a_part_is_none(tmp_path, monkeypatch):
    drafts, real = opened(tmp_path), os.write
    monkeypatch.setattr(os, "write", lambda descriptor, data: real(descriptor, bytes(data)[:3]))
    with pytest.raises(DraftNotKept, match="the disk took only a part of it"):
        drafts.append({"n": 1})
    monkeypatch.setattr(os, "write", real)
    drafts.append({"n": 2})
    drafts.close()
    assert opened(tmp_path).steps == [{"n": 1}, {"n": 2}]


def test_steps_are_rewritten_whole_or_it_is_said(tmp_path, monkeypatch):
    drafts, real = opened(tmp_path), os.write
    drafts.append({"n": 1})
    drafts.rewrite([{"n": 2}])
    monkeypatch.setattr(os, "write", lambda *_: (_ for _ in ()).throw(OSError(28, "No space left on device")))
    with pytest.raises(DraftNotKept, match="No space left on device"):
        drafts.rewrite([{"n": 3}])
    monkeypatch.setattr(os, "write", real)
    (path,) = tmp_path.glob(".annotator/drafts/alice/*")
    assert path.read_bytes() == b'{"n":2}\n'
    drafts.append({"n": 4})
    drafts.close()
    assert opened(tmp_path).steps == [{"n": 3}, {"n": 4}]


def test_with_a_key_nothing_stands_in_the_clear_and_no_other_key_opens_it(tmp_path):
    mine, others = new_key(), new_key()
    drafts = Drafts(Folder(tmp_path), "alice", mine)
    drafts.begin()
    drafts.append({"secret": "grade 3"})
    drafts.close()
    (path,) = tmp_path.glob(".annotator/drafts/alice/*")
    assert b"secret" not in path.read_bytes() and b"grade" not in path.read_bytes()
    stranger = Drafts(Folder(tmp_path), "alice", others)
    assert stranger.begin() == []
    stranger.close()
    assert Drafts(Folder(tmp_path), "alice", mine).begin() == [{"secret": "grade 3"}]


def test_the_last_step_of_a_long_file_is_seen(tmp_path):
    first = opened(tmp_path)
    for number in range(40):
        first.append({"n": number, "note": "x" * 4000})
    assert [step["n"] for step in opened(tmp_path).elsewhere()] == [39]


def test_drafts_stay_out_of_git(tmp_path):
    opened(tmp_path).close()
    assert (tmp_path / ".annotator" / ".gitignore").read_text("ascii") == "*\n"


@pytest.mark.skipif(os.geteuid() == 0, reason="root writes everywhere")
def test_a_folder_that_cannot_be_written_is_said(tmp_path):
    tmp_path.chmod(0o500)
    with pytest.raises(DraftNotKept):
        opened(tmp_path)


@pytest.mark.parametrize("other", [None, new_key()])
def test_what_another_key_shut_is_there_when_that_key_is_back(tmp_path, other):
    key = new_key()
    first = Drafts(Folder(tmp_path), "alice", key)
    first.begin()
    for step in ({"op": "note", "after": "x" * 100_000}, {"op": "at", "sample": "q-1"}):
        first.append(step)
    first.close()
    between = Drafts(Folder(tmp_path), "alice", other)
    assert between.begin() == []
    between.append({"op": "at", "sample": "q-2"})
    between.close()
    again = Drafts(Folder(tmp_path), "alice", key)
    assert [step.get("sample") for step in again.begin()] == ([None, "q-1", "q-2"] if other is None else [None, "q-1"])
