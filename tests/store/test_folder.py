"""Folder: nothing is read or written through a link, a special file or a name that could fool a reader."""

import os
import socket
from pathlib import Path

import pytest

from annotator.errors import UnreadableInput
from annotator.store.folder import Folder


@pytest.fixture
def outside(tmp_path: Path) -> Path:
    secret = tmp_path / "outside"
    secret.mkdir()
    (secret / "secret.jsonl").write_text("{}\n")
    return secret


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    root = tmp_path / "dataset"
    (root / "labels" / "alice").mkdir(parents=True)
    (root / "plain.txt").write_text("plain")
    return Folder(root)


def test_what_is_no_folder_is_refused(tmp_path: Path):
    (tmp_path / "file").write_text("")
    for path in (tmp_path / "file", tmp_path / "nowhere"):
        with pytest.raises(UnreadableInput, match="is not a folder"):
            Folder(path)


def test_the_root_may_be_reached_through_a_link(tmp_path: Path, folder: Folder):
    (tmp_path / "link").symlink_to(folder.root)
    assert Folder(tmp_path / "link").read("plain.txt", 99) == b"plain"


def test_a_linked_file_is_not_read(folder: Folder, outside: Path):
    (folder.root / "corpus.jsonl").symlink_to(outside / "secret.jsonl")
    with pytest.raises(UnreadableInput, match="links are not followed"):
        folder.read("corpus.jsonl", 99)
    with pytest.raises(UnreadableInput, match="links are not followed"):
        list(folder.chunks("corpus.jsonl"))


def test_a_linked_parent_is_not_entered(folder: Folder, outside: Path):
    (folder.root / "corpus").symlink_to(outside)
    with pytest.raises(UnreadableInput, match="'corpus' on the way is a link or no folder"):
        folder.read("corpus/secret.jsonl", 99)
    with pytest.raises(UnreadableInput, match="is a link or no folder"):
        folder.files("corpus")
    with pytest.raises(UnreadableInput, match="is a link or no folder"):
        folder.replace("corpus/new.jsonl", b"x")
    assert [path.name for path in outside.iterdir()] == ["secret.jsonl"]


def test_a_linked_folder_further_down_is_refused_when_listed(folder: Folder, outside: Path):
    (folder.root / "labels" / "bob").symlink_to(outside)
    with pytest.raises(UnreadableInput, match=r"labels/bob: is a link or special file"):
        folder.files("labels")


def test_a_link_that_leads_nowhere_is_refused_too(folder: Folder):
    (folder.root / "labels" / "alice" / "gone").symlink_to("nowhere")
    with pytest.raises(UnreadableInput, match="is a link or special file"):
        folder.files("labels")
    with pytest.raises(UnreadableInput, match="links are not followed"):
        folder.read("labels/alice/gone", 99)


def test_writing_goes_through_no_link(folder: Folder, outside: Path):
    (folder.root / "dataset.yaml").symlink_to(outside / "secret.jsonl")
    folder.replace("dataset.yaml", b"new")
    assert (outside / "secret.jsonl").read_text() == "{}\n"
    assert not (folder.root / "dataset.yaml").is_symlink()


def test_a_fifo_does_not_hang_and_is_refused(folder: Folder):
    os.mkfifo(folder.root / "corpus.jsonl")
    with pytest.raises(UnreadableInput, match="is not a regular file"):
        folder.read("corpus.jsonl", 99)
    os.mkfifo(folder.root / "labels" / "alice" / "pipe")
    with pytest.raises(UnreadableInput, match="is a link or special file"):
        folder.files("labels")


def test_a_socket_and_a_folder_are_no_files(folder: Folder, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(folder.root)  # the name of a socket must be short
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind("corpus.jsonl")
        for path in ("corpus.jsonl", "labels"):
            with pytest.raises(UnreadableInput):
                folder.read(path, 99)


def test_a_device_is_not_read(folder: Folder):
    try:
        os.mknod(folder.root / "corpus.jsonl", 0o644 | 0o020000, os.makedev(1, 5))
    except PermissionError:
        pytest.skip("only root makes devices")
    with pytest.raises(UnreadableInput, match=r"is not a regular file|cannot be opened"):
        folder.read("corpus.jsonl", 99)


@pytest.mark.parametrize(
    "name",
    [b"a\x1b[2J.jsonl", b"a\nb.jsonl", b"a\\b.jsonl", b"\xff.jsonl", b"a\xe2\x80\xaeb.jsonl"],
    ids=["escape", "LF", "backslash", "not UTF-8", "bidi"],
)
def test_a_name_that_no_terminal_or_manifest_can_hold_is_refused(folder: Folder, name: bytes):
    Path(os.fsdecode(bytes(folder.root) + b"/labels/" + name)).write_text("")
    with pytest.raises(UnreadableInput, match="name") as caught:
        folder.files("labels")
    assert str(caught.value).isprintable()


def test_files_are_in_the_order_of_their_bytes(folder: Folder):
    for name in ("b", "B", "a.b", "a/c", "é", "a-b"):
        (folder.root / "corpus" / name).parent.mkdir(parents=True, exist_ok=True)
        (folder.root / "corpus" / name).write_text("")
    assert folder.files("corpus") == [f"corpus/{name}" for name in ("B", "a-b", "a.b", "a/c", "b", "é")]
    assert folder.files("nowhere") == []


def test_replace_is_whole_or_not_at_all(folder: Folder, monkeypatch: pytest.MonkeyPatch):
    folder.replace("plain.txt", b"new")
    assert (folder.root / "plain.txt").read_bytes() == b"new"

    def full(descriptor: int, data: bytes) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "write", full)
    with pytest.raises(OSError, match="No space left"):
        folder.replace("plain.txt", b"newer")
    monkeypatch.undo()
    assert (folder.root / "plain.txt").read_bytes() == b"new"
    assert folder.files(".annotator/unfinished") == []


def test_what_is_private_stays_out_of_git(folder: Folder):
    folder.replace("plain.txt", b"new")
    ignore = folder.root / ".annotator" / ".gitignore"
    assert ignore.read_text() == "*\n"
    ignore.write_text("")
    folder.replace("plain.txt", b"newer")
    assert ignore.read_text() == "*\n"


def open_descriptors() -> set[str]:
    return {path.name for path in Path("/dev/fd").iterdir()}


def test_no_descriptor_is_left_open(folder: Folder):
    os.mkfifo(folder.root / "pipe")
    before = open_descriptors()
    folder.replace("labels/alice/new", b"x")
    assert b"".join(folder.chunks("plain.txt")) == folder.read("plain.txt", 99) == b"plain"
    assert folder.files("labels") == ["labels/alice/new"]
    with pytest.raises(UnreadableInput, match="is not a regular file"):
        folder.read("pipe", 99)
    assert open_descriptors() == before


def test_what_is_not_there_is_said_as_python_says_it(folder: Folder):
    for path in ("absent", "absent/file"):
        assert folder.signature(path) is None
        with pytest.raises(FileNotFoundError):
            folder.read(path, 99)
    assert not (folder.root / "absent").exists()


def test_a_file_past_its_limit_is_not_read(folder: Folder):
    with pytest.raises(UnreadableInput, match="is larger than 4 bytes"):
        folder.read("plain.txt", 4)


def test_removing_what_is_not_there_is_no_error(folder: Folder):
    folder.remove("nowhere/nothing")
    folder.remove("plain.txt")
    assert not folder.exists("plain.txt")
