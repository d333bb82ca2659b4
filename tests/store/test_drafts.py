"""Drafts: every step survives the process, and a window that is still open is noticed."""

import os
import time
from pathlib import Path

import pytest

from annotator.store.age import new_key
from annotator.store.drafts import TAKEN, DraftNotKept, Drafts, Step
from annotator.store.folder import Folder


def chained(files: list[list[Step]]) -> list[Step]:
    return [step for steps in files for step in steps]


def plain(steps: list[Step]) -> list[Step]:
    """Steps without the time at which they were taken."""
    return [{name: value for name, value in step.items() if name != TAKEN} for step in steps]


def opened(root: Path) -> Drafts:
    drafts = Drafts(Folder(root), "alice")
    drafts.begin(chained)
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
    assert plain(second.elsewhere()) == [{"op": "at", "sample": "q-1"}]
    first.close()
    assert second.elsewhere() == []


def test_files_of_several_dead_processes_are_taken_over_into_one(tmp_path):
    first, second = opened(tmp_path), opened(tmp_path)
    first.append({"n": 1})
    second.append({"n": 2})
    first.close()
    second.close()
    third = opened(tmp_path)
    assert plain(third.steps) == [{"n": 1}, {"n": 2}]
    assert len(list(tmp_path.glob(".annotator/drafts/alice/*"))) == 1


def test_each_step_bears_its_time_also_where_older_files_did_not_say_it(tmp_path):
    old = tmp_path / ".annotator" / "drafts" / "alice" / "00000000000000000500-0badcafe.jsonl"
    old.parent.mkdir(parents=True)
    old.write_bytes(b'{"n":1}\n{"n":2,"taken":900}\n{"n":3}\n')
    drafts, before = opened(tmp_path), time.time_ns()
    drafts.append({"n": 4})
    times = [step[TAKEN] for step in drafts.steps]
    assert times[:3] == [501, 900, 901] and before <= times[3] <= time.time_ns()
    drafts.close()
    assert [step[TAKEN] for step in opened(tmp_path).steps] == times


def test_what_could_not_be_taken_over_stays_where_it_is_until_it_can(tmp_path, monkeypatch):
    first = opened(tmp_path)
    first.append({"n": 1})
    first.close()
    second, real = Drafts(Folder(tmp_path), "alice"), Folder.replace
    monkeypatch.setattr(Folder, "replace", lambda *_: (_ for _ in ()).throw(OSError(28, "No space left on device")))
    with pytest.raises(DraftNotKept):
        second.begin(chained)
    assert plain(second.unwritten()) == [{"n": 1}]
    assert len(list(tmp_path.glob(".annotator/drafts/alice/*"))) == 1
    monkeypatch.setattr(Folder, "replace", real)
    second.keep()
    second.close()
    assert plain(opened(tmp_path).steps) == [{"n": 1}]


def test_what_is_on_no_disk_is_known_and_written_as_soon_as_there_is_room(tmp_path, monkeypatch):
    drafts, real = opened(tmp_path), os.write
    drafts.append({"n": 1})
    monkeypatch.setattr(os, "write", lambda *_: (_ for _ in ()).throw(OSError(28, "No space left on device")))
    for attempt in (lambda: drafts.append({"n": 2}), drafts.keep):
        with pytest.raises(DraftNotKept):
            attempt()
        assert plain(drafts.unwritten()) == [{"n": 2}]
    monkeypatch.setattr(os, "write", real)
    drafts.keep()
    assert drafts.unwritten() == []
    drafts.close()
    assert plain(opened(tmp_path).steps) == [{"n": 1}, {"n": 2}]


def test_of_a_folder_that_is_gone_all_steps_are_on_no_disk(tmp_path):
    root = tmp_path / "set"
    root.mkdir()
    drafts = opened(root)
    drafts.append({"n": 1})
    root.rename(tmp_path / "moved")
    with pytest.raises(DraftNotKept):
        drafts.keep()
    assert plain(drafts.unwritten()) == [{"n": 1}]


def test_a_torn_last_line_is_passed_over(tmp_path):
    first = opened(tmp_path)
    first.append({"n": 1})
    first.close()
    (path,) = tmp_path.glob(".annotator/drafts/alice/*")
    path.write_bytes(path.read_bytes() + b'{"n":')
    second = opened(tmp_path)
    assert plain(second.steps) == [{"n": 1}]
    second.append({"n": 2})
    second.close()
    assert plain(opened(tmp_path).steps) == [{"n": 1}, {"n": 2}]


def test_a_file_that_was_taken_away_is_written_anew_whole(tmp_path):
    drafts = opened(tmp_path)
    drafts.append({"n": 1})
    for path in tmp_path.glob(".annotator/drafts/alice/*"):
        path.unlink()
    drafts.append({"n": 2})
    drafts.close()
    assert plain(opened(tmp_path).steps) == [{"n": 1}, {"n": 2}]


def test_a_failed_write_is_said_and_made_good_by_the_next(tmp_path, monkeypatch):
    drafts, real = opened(tmp_path), os.write
    monkeypatch.setattr(os, "write", lambda *_: (_ for _ in ()).throw(OSError(28, "No space left on device")))
    with pytest.raises(DraftNotKept, match="No space left on device; it is on the screen only"):
        drafts.append({"n": 1})
    monkeypatch.setattr(os, "write", real)
    drafts.append({"n": 2})
    drafts.close()
    assert plain(opened(tmp_path).steps) == [{"n": 1}, {"n": 2}]


def test_a_write_of_a_part_is_none(tmp_path, monkeypatch):
    drafts, real = opened(tmp_path), os.write
    monkeypatch.setattr(os, "write", lambda descriptor, data: real(descriptor, bytes(data)[:3]))
    with pytest.raises(DraftNotKept, match="the disk took only a part of it"):
        drafts.append({"n": 1})
    monkeypatch.setattr(os, "write", real)
    drafts.append({"n": 2})
    drafts.close()
    assert plain(opened(tmp_path).steps) == [{"n": 1}, {"n": 2}]


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
    assert plain(opened(tmp_path).steps) == [{"n": 3}, {"n": 4}]


def test_with_a_key_nothing_stands_in_the_clear_and_no_other_key_opens_it(tmp_path):
    mine, others = new_key(), new_key()
    drafts = Drafts(Folder(tmp_path), "alice", mine)
    drafts.begin(chained)
    drafts.append({"secret": "grade 3"})
    drafts.close()
    (path,) = tmp_path.glob(".annotator/drafts/alice/*")
    assert b"secret" not in path.read_bytes() and b"grade" not in path.read_bytes()
    stranger = Drafts(Folder(tmp_path), "alice", others)
    assert stranger.begin(chained) == []
    stranger.close()
    assert plain(Drafts(Folder(tmp_path), "alice", mine).begin(chained)) == [{"secret": "grade 3"}]


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
    first.begin(chained)
    for step in ({"op": "note", "after": "x" * 100_000}, {"op": "at", "sample": "q-1"}):
        first.append(step)
    first.close()
    between = Drafts(Folder(tmp_path), "alice", other)
    assert between.begin(chained) == []
    between.append({"op": "at", "sample": "q-2"})
    between.close()
    again = Drafts(Folder(tmp_path), "alice", key)
    assert [step.get("sample") for step in again.begin(chained)] == ([None, "q-1", "q-2"] if other is None else [None, "q-1"])
