"""Writing sessions: what is acknowledged is on disk, what fails is cut back, and nothing is written after a failure."""

import errno
import fcntl
import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from annotator.curate.workspace import Workspace
from annotator.model.events import Label, Sealed
from annotator.store import layout
from annotator.store.age import new_key
from annotator.store.dataset import Dataset
from annotator.store.home import device_id, state_folder
from annotator.store.sealer import Sealer
from annotator.store.session_reader import is_open, read_session
from annotator.store.session_writer import NotSaved, SessionWriter
from annotator.store.sitting import Sitting
from tests.builders import a_dataset, ticking


@pytest.fixture
def dataset(tmp_path: Path) -> Dataset:
    return Dataset(a_dataset(tmp_path / "small"), ticking())


def a_label(grade: int = 3, sample: str = "q-1") -> Label:
    return Label.model_validate(
        {
            "op": "label",
            "n": 1,
            "at": "2026-11-30T05:09:00Z",
            "by": "alice",
            "sample": sample,
            "sample_sha256": "0" * 64,
            "scheme_sha256": "0" * 64,
            "values": {"relevance": {"p-1": grade, "p-2": 0}},
        }
    )


def a_record(grade: int = 3) -> dict[str, Any]:
    return a_label(grade).model_dump(mode="json")


def sessions(dataset: Dataset) -> list[str]:
    return [path for path in dataset.folder.files("labels") if not path.endswith(".sha256")]


def lines(dataset: Dataset, path: str) -> list[bytes]:
    return (dataset.folder.root / path).read_bytes().split(b"\n")


def test_a_session_is_what_the_format_says(dataset: Dataset):
    writer = dataset.open_session("labels", "alice")
    (digest,) = writer.append_together([a_record()])
    opening, label, end = lines(dataset, writer.path)
    assert json.loads(opening) == {"by": "alice", "device": json.loads(opening)["device"], "format": 1, "n": 0, "op": "open", "prev": None}
    assert json.loads(label)["n"] == 1
    assert digest == hashlib.sha256(label).hexdigest()
    assert end == b""
    assert layout.session_parts(writer.path) == ("labels", "alice", Path(writer.path).stem)
    writer.close()
    seal = (dataset.folder.root / f"{writer.path}.sha256").read_text()
    whole = (dataset.folder.root / writer.path).read_bytes()
    assert seal == f"{hashlib.sha256(whole).hexdigest()}  {Path(writer.path).name}\n"
    checked = subprocess.run(
        ["sha256sum", "--strict", "-c", f"{Path(writer.path).name}.sha256"],
        cwd=dataset.folder.root / "labels" / "alice",
        capture_output=True,
    )
    assert checked.returncode == 0


def test_each_session_names_the_one_before_it(dataset: Dataset):
    first = dataset.open_session("labels", "alice")
    first.append_together([a_record()])
    first.close()
    second = dataset.open_session("labels", "alice")
    previous = json.loads(lines(dataset, second.path)[0])["prev"]
    assert previous == {"path": first.path, "sha256": hashlib.sha256((dataset.folder.root / first.path).read_bytes()).hexdigest()}
    second.close()
    assert json.loads(lines(dataset, dataset.open_session("labels", "bob").path)[0])["prev"] is None


def test_sessions_stay_in_order_when_the_clock_goes_back(tmp_path: Path):
    root = a_dataset(tmp_path / "small")
    with Sitting(Dataset(root, ticking("2030-01-01T00:00:00Z")), "labels", "alice") as sitting:
        sitting.append(a_label(1))
    with Sitting(Dataset(root, ticking("2026-01-01T00:00:00Z")), "labels", "alice") as sitting:
        sitting.append(a_label(2))
    grades = [read_session(Dataset(root).folder, path).events[0].event for path in sessions(Dataset(root))]
    assert [event.values["relevance"]["p-1"] for event in grades if isinstance(event, Label)] == [1, 2]


def test_without_a_record_nothing_appears_on_disk(dataset: Dataset):
    with Sitting(dataset, "labels", "alice"):
        pass
    assert not (dataset.folder.root / "labels").exists()


def test_one_record_is_one_write_and_synced_before_it_is_acknowledged(dataset: Dataset, monkeypatch: pytest.MonkeyPatch):
    writer = dataset.open_session("labels", "alice")
    calls: list[str] = []
    write, sync = os.write, os.fdatasync

    def counted(descriptor: int, data: bytes) -> int:
        calls.append(f"write {len(data)}")
        return write(descriptor, data)

    def synced(descriptor: int) -> None:
        calls.append("fdatasync")
        sync(descriptor)

    monkeypatch.setattr(os, "write", counted)
    monkeypatch.setattr(os, "fdatasync", synced)
    writer.append_together([a_record()])
    size = (dataset.folder.root / writer.path).read_bytes().split(b"\n")[1]
    assert calls == [f"write {len(size) + 1}", "fdatasync"]


def test_the_folder_of_a_new_session_is_synced(dataset: Dataset, monkeypatch: pytest.MonkeyPatch):
    synced: list[int] = []
    monkeypatch.setattr(os, "fsync", lambda descriptor: synced.append(os.fstat(descriptor).st_ino))
    dataset.open_session("labels", "alice")
    root = dataset.folder.root
    assert {path.stat().st_ino for path in (root, root / "labels", root / "labels" / "alice")} <= set(synced)


Fault = Callable[[pytest.MonkeyPatch], None]


def short_write(patch: pytest.MonkeyPatch) -> None:
    write = os.write
    patch.setattr(os, "write", lambda fd, data: write(fd, data[: max(1, len(data) // 2)]))


def no_space(patch: pytest.MonkeyPatch) -> None:
    def full(fd: int, data: bytes) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    patch.setattr(os, "write", full)


def no_sync(patch: pytest.MonkeyPatch) -> None:
    def broken(fd: int) -> None:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    patch.setattr(os, "fdatasync", broken)


FAULTS = pytest.mark.parametrize(
    "fault, why", [(short_write, "took only a part"), (no_space, "No space left on device"), (no_sync, "Input/output error")]
)


@FAULTS
def test_a_failure_is_not_acknowledged_and_cut_back(dataset: Dataset, fault: Fault, why: str):
    writer = dataset.open_session("labels", "alice")
    writer.append_together([a_record(1)])
    whole = (dataset.folder.root / writer.path).read_bytes()
    with pytest.MonkeyPatch.context() as patch:
        fault(patch)
        with pytest.raises(NotSaved, match=rf"NOT saved: .*{why}"):
            writer.append_together([a_record(2)])
    assert (dataset.folder.root / writer.path).read_bytes() == whole


@FAULTS
def test_after_a_failure_the_session_is_never_written_or_synced_again(dataset: Dataset, fault: Fault, why: str):
    writer = dataset.open_session("labels", "alice")
    with pytest.MonkeyPatch.context() as patch:
        fault(patch)
        with pytest.raises(NotSaved):
            writer.append_together([a_record(1)])
    touched: list[str] = []
    with pytest.MonkeyPatch.context() as patch:
        for name in ("write", "fdatasync", "fsync", "ftruncate"):
            patch.setattr(os, name, lambda *_, name=name: touched.append(name))
        with pytest.raises(NotSaved, match="this session is broken"):
            writer.append_together([a_record(2)])
        writer.close()
    assert touched == []
    assert not (dataset.folder.root / f"{writer.path}.sha256").exists()


@FAULTS
def test_after_a_failure_the_next_record_goes_to_a_new_session(dataset: Dataset, fault: Fault, why: str):
    with Sitting(dataset, "labels", "alice") as sitting:
        sitting.append(a_label(1))
        first = sitting.path
        with pytest.MonkeyPatch.context() as patch:
            fault(patch)
            with pytest.raises(NotSaved):
                sitting.append(a_label(2))
        sitting.append(a_label(3))
        second = sitting.path
    assert first is not None
    assert second is not None
    grades = {
        path: [
            logged.event.values["relevance"]["p-1"]
            for logged in read_session(dataset.folder, path).events
            if isinstance(logged.event, Label)
        ]
        for path in sessions(dataset)
    }
    assert grades[first] == [1]
    assert grades[second] == [3]
    assert first < second
    # What this device left unsealed was mended before the new session named it as the one before.
    opening = read_session(dataset.folder, second).opening
    assert opening is not None
    assert opening.prev is not None
    assert all(read_session(dataset.folder, path).sealed for path in (first, second))


def test_a_failure_that_passes_is_survived_and_noted(dataset: Dataset):
    failures = [errno.ENOSPC]
    write = os.write

    def once(fd: int, data: bytes) -> int:
        if failures and b'"op":"label"' in bytes(data):
            raise OSError(failures.pop(), "No space left on device")
        return write(fd, data)

    with pytest.MonkeyPatch.context() as patch, Sitting(dataset, "labels", "alice") as sitting:
        patch.setattr(os, "write", once)
        digest = sitting.append(a_label(2))
    kept = [logged for path in sessions(dataset) for logged in read_session(dataset.folder, path).events]
    assert [logged.digest for logged in kept] == [digest]
    assert sitting.interrupted
    assert [notice for notice in dataset.notices if notice.startswith("NOT saved: No space left on device")]


def test_sealed_records_of_one_write_hold_the_numbers_of_their_lines(dataset: Dataset):
    key = new_key()
    with Sitting(dataset, "labels", "alice", Sealer([key.public])) as sitting:
        sitting.append(a_label(0))
        sitting.append_together([a_label(grade) for grade in (1, 2)])
    kept = [logged.event for path in sessions(dataset) for logged in read_session(dataset.folder, path).events]
    held = [json.loads(key.unlock(event.box) or b"") for event in kept if isinstance(event, Sealed)]
    assert [event.n for event in kept] == [record["n"] for record in held] == [1, 2, 3]
    assert [record["values"]["relevance"]["p-1"] for record in held] == [0, 1, 2]


def test_closing_twice_is_no_error(dataset: Dataset):
    writer = dataset.open_session("labels", "alice")
    writer.close()
    writer.close()
    assert read_session(dataset.folder, writer.path).sealed


def test_a_session_that_cannot_be_opened_holds_no_lock(dataset: Dataset):
    with pytest.MonkeyPatch.context() as patch:
        no_space(patch)
        with pytest.raises(NotSaved):
            dataset.open_session("labels", "alice")
    (left,) = sessions(dataset)
    assert not is_open(dataset.folder, left)
    assert Workspace(dataset.folder.root).label_sessions[0].events == ()


def replaced(path: Path) -> None:
    data = path.read_bytes()
    path.unlink()
    path.write_bytes(data)


def grown(path: Path) -> None:
    with path.open("ab") as file:
        file.write(b"x")


@pytest.mark.parametrize(
    "change, why",
    [
        (Path.unlink, "replaced or removed"),
        (replaced, "replaced or removed"),
        (grown, "another program wrote"),
        (lambda path: os.truncate(path, 3), "another program wrote"),
    ],
    ids=["removed", "replaced", "grown", "cut"],
)
def test_a_checkout_under_an_open_file_swallows_no_record(dataset: Dataset, change: Callable[[Path], None], why: str):
    writer = dataset.open_session("labels", "alice")
    writer.append_together([a_record(1)])
    change(dataset.folder.root / writer.path)
    with pytest.raises(NotSaved, match=why):
        writer.append_together([a_record(2)])


def test_a_record_past_one_mebibyte_is_refused_and_the_session_goes_on(dataset: Dataset):
    writer = dataset.open_session("labels", "alice")
    with pytest.raises(Exception, match="longer than 1,048,576 bytes; shorten the note"):
        writer.append_together([{**a_record(), "note": "x" * (1 << 20)}])
    writer.append_together([a_record(1)])
    writer.close()
    assert len(read_session(dataset.folder, writer.path).events) == 1


def test_an_open_session_is_locked_and_seen_as_open(dataset: Dataset):
    writer = dataset.open_session("labels", "alice")
    assert is_open(dataset.folder, writer.path)
    probe = "import fcntl,sys; fcntl.flock(open(sys.argv[1]), fcntl.LOCK_EX | fcntl.LOCK_NB)"
    locked = subprocess.run([sys.executable, "-c", probe, dataset.folder.root / writer.path], capture_output=True)
    assert b"BlockingIOError" in locked.stderr
    writer.close()
    assert not is_open(dataset.folder, writer.path)
    assert not is_open(dataset.folder, "labels/alice/nothing.jsonl")


def test_where_no_session_can_be_opened_the_record_is_not_saved_and_the_next_one_may_be(dataset: Dataset, monkeypatch: pytest.MonkeyPatch):
    def refuse(*_: object) -> None:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS))

    with Sitting(dataset, "labels", "alice") as sitting:
        with monkeypatch.context() as patch:
            patch.setattr(Dataset, "open_session", refuse)
            with pytest.raises(NotSaved, match=r"Read-only file system \(.*labels/alice\)"):
                sitting.append(a_label())
        assert (sitting.path, sitting.interrupted) == (None, False)
        sitting.append(a_label())
    assert len(sessions(dataset)) == 1


def test_two_sittings_of_one_person_at_once_are_two_sessions(tmp_path: Path):
    root = a_dataset(tmp_path / "small")
    one, other = Sitting(Dataset(root), "labels", "alice"), Sitting(Dataset(root), "labels", "alice")
    with one, other:
        one.append(a_label(1))
        other.append(a_label(2))
        one.append(a_label(3))
    counts = sorted(len(session.events) for session in Dataset(root).label_sessions())
    assert counts == [1, 2]
    assert all(session.sealed for session in Dataset(root).label_sessions())


def test_the_running_digest_is_the_digest_of_the_file(dataset: Dataset):
    with Sitting(dataset, "labels", "alice") as sitting:
        for grade in (1, 2, 3):
            sitting.append(a_label(grade))
            assert dataset.sha256() == Dataset(dataset.folder.root).sha256()


def test_a_device_keeps_its_name_even_after_a_torn_start(dataset: Dataset, tmp_path: Path):
    (state_folder() / "device").write_text("")
    first = device_id()
    assert len(first) == 32
    assert device_id() == first


def test_the_lock_of_the_folder_keeps_repair_from_crossing_a_start(dataset: Dataset):
    (dataset.folder.root / "labels" / "alice").mkdir(parents=True)
    descriptor = os.open(dataset.folder.root / "labels" / "alice", os.O_RDONLY)
    fcntl.flock(descriptor, fcntl.LOCK_EX)
    program = f"from pathlib import Path; from annotator.store.dataset import Dataset; Dataset(Path({str(dataset.folder.root)!r})).open_session('labels', 'alice')"
    waiting = subprocess.Popen([sys.executable, "-c", program])
    with pytest.raises(subprocess.TimeoutExpired):
        waiting.wait(0.7)
    assert sessions(dataset) == []
    os.close(descriptor)
    assert waiting.wait(30) == 0
    assert len(sessions(dataset)) == 1


def test_a_writer_can_let_go_as_a_crash_would(dataset: Dataset):
    writer = dataset.open_session("labels", "alice")
    assert isinstance(writer, SessionWriter)
    writer.append_together([a_record()])
    writer.abandon()
    session = read_session(dataset.folder, writer.path)
    assert (len(session.events), session.sealed) == (1, False)
