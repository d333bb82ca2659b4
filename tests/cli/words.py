"""Calls of the command in this process, and what they leave."""

from pathlib import Path
from typing import Any

import pytest

from annotator.cli.main import main
from tests.builders import a_dataset, a_sample, graded, jsonl

Say = pytest.CaptureFixture[str]
GRADES = {"relevance": {"p-1": 3, "p-2": 0}}


def three_drafts(root: Path) -> Path:
    """A dataset of three samples that nobody labelled."""
    return a_dataset(root, samples=[a_sample(f"q-{number}") for number in range(1, 4)])


def three_labelled(root: Path) -> Path:
    """q-1 agreed, q-2 disputed, q-3 labelled once."""
    three_drafts(root)
    graded(root, "alice", {"q-1": {"p-1": 3, "p-2": 0}, "q-2": {"p-1": 3, "p-2": 0}, "q-3": {"p-1": 1, "p-2": 0}})
    return graded(root, "bob", {"q-1": {"p-1": 3, "p-2": 0}, "q-2": {"p-1": 1, "p-2": 0}})


def a_file(root: Path, *lines: Any) -> str:
    """A file beside the dataset, one line for each record or piece of bytes; its path."""
    path = root.parent / "from.jsonl"
    path.write_bytes(b"".join(line if isinstance(line, bytes) else jsonl([line]) for line in lines))
    return str(path)


def snapshot(root: Path) -> dict[str, bytes]:
    """Every file below `root`."""
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in root.rglob("*") if path.is_file()}


def said(capsys: Say, *words: str) -> str:
    """What a call that works prints."""
    capsys.readouterr()
    assert main(list(words)) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out


def refusal(capsys: Say, root: Path, *words: str, code: int = 2) -> str:
    """The one sentence on stderr of a call that is refused and changes nothing."""
    before = snapshot(root)
    capsys.readouterr()
    assert main(list(words)) == code
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("annotator: ")
    assert "Traceback" not in err
    assert snapshot(root) == before
    return err.removeprefix("annotator: ").rstrip("\n")
