"""Reading commands work on a read-only disk and create nothing."""

import errno
import os
from pathlib import Path
from typing import Any

import pytest

from annotator.cli.main import main
from tests.builders import a_dataset, graded, promoted

WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = a_dataset(tmp_path / "small")
    for person in ("alice", "bob"):
        graded(root, person, {"q-1": {"p-1": 3, "p-2": 0}, "q-2": {"p-1": 0, "p-2": 1}})
    return promoted(root, "q-1")


@pytest.fixture
def read_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """A disk that takes nothing, also from root, whom permissions do not stop."""
    real = os.open

    def refuse(*_: Any, **__: Any) -> Any:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS))

    def opened(path: Any, flags: int, *rest: Any, **more: Any) -> int:
        return refuse() if flags & WRITING else real(path, flags, *rest, **more)

    monkeypatch.setattr(os, "open", opened)
    for name in ("mkdir", "rename", "replace", "unlink", "rmdir", "link", "symlink", "truncate", "ftruncate", "utime", "chmod"):
        monkeypatch.setattr(os, name, refuse)


def snapshot(root: Path) -> dict[str, int]:
    return {path.relative_to(root).as_posix(): path.stat().st_mtime_ns for path in root.rglob("*")}


@pytest.mark.parametrize(
    "words",
    [("status",), ("status", "--json"), ("hash",), ("hash", "--manifest"), ("verify",), ("verify", "--json"), ("agreement",), ("repair",)],
    ids=" ".join,
)
def test_reading_creates_nothing(root: Path, read_only: None, words: tuple[str, ...], capsys: pytest.CaptureFixture[str]):
    before = snapshot(root)
    assert main([words[0], str(root), *words[1:]]) == 0
    assert capsys.readouterr().err == ""
    assert snapshot(root) == before


def test_labelling_says_that_it_cannot_and_acknowledges_nothing(
    root: Path, read_only: None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    source = tmp_path / "labels.jsonl"
    source.write_bytes(b'{"sample":"q-1","values":{"relevance":{"p-1":2,"p-2":0}}}\n')
    before = snapshot(root)
    assert main(["label", str(root), "--as", "alice", "--from", str(source)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert "Read-only file system" in err
    assert err.count("\n") == 1
    assert snapshot(root) == before
