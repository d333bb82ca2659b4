"""A release that dies at any call that writes leaves a sound folder, and the same call finishes it with the bytes of one that did not die."""

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from annotator.cli.main import main
from annotator.curate.release import release
from annotator.curate.verify import verify
from annotator.curate.workspace import Workspace
from annotator.model.finding import exit_code
from tests.builders import a_dataset, graded, promoted

WRITING = ("write", "fsync", "fdatasync", "rename", "mkdir", "unlink")
DIED = 9


@pytest.fixture
def gold(tmp_path: Path) -> Path:
    root = a_dataset(tmp_path / "pattern")
    for person in ("alice", "bob"):
        graded(root, person, {"q-1": {"p-1": 3, "p-2": 0}, "q-2": {"p-1": 0, "p-2": 1}})
    return promoted(root, "q-1", "q-2")


def dying(patch: pytest.MonkeyPatch, nth: int) -> None:
    """The process ends at the `nth` call of WRITING, as by a signal: nothing of ours runs after it."""
    left = iter(range(nth - 1, -1, -1))

    def mortal(call: Callable[..., Any]) -> Callable[..., Any]:
        def instead(*arguments: Any, **named: Any) -> Any:
            if next(left, None) == 0:
                os._exit(DIED)
            return call(*arguments, **named)

        return instead

    for name in WRITING:
        patch.setattr(os, name, mortal(getattr(os, name)))


def released_until(root: Path, nth: int) -> int:
    """Release in a process of its own that dies at the `nth` call; its exit code."""
    child = os.fork()
    if child == 0:
        with pytest.MonkeyPatch.context() as patch:
            dying(patch, nth)
            release(Workspace(root), "1.0.0", "carol")
            os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def attempts(gold: Path, step: int) -> Iterator[tuple[int, Path]]:
    for nth in range(1, 1000, step):
        root = Path(shutil.copytree(gold, gold.parent / f"try{nth}"))
        code = released_until(root, nth)
        if code == 0:
            return
        assert code == DIED
        yield nth, root


def bytes_of(root: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in (root / "releases" / "1.0.0").iterdir()}


def test_a_release_that_dies_is_finished_by_the_same_call(gold: Path, capsys: pytest.CaptureFixture[str]):
    whole = Path(shutil.copytree(gold, gold.parent / "whole"))
    release(Workspace(whole), "1.0.0", "carol")
    died = 0
    for nth, root in attempts(gold, 3):
        died += 1
        assert main(["repair", str(root)]) == 0, nth
        assert exit_code(verify(root).findings) == 0, (nth, verify(root).findings)
        decided = any(b'"op":"release"' in path.read_bytes() for path in root.glob("decisions/*/*.jsonl"))
        if not decided:
            release(Workspace(root), "1.0.0", "carol")
        assert verify(root).findings == [], nth
        assert set(bytes_of(root)) == set(bytes_of(whole))
        assert bytes_of(root)["gold.jsonl"] == bytes_of(whole)["gold.jsonl"]
    assert died > 10
    capsys.readouterr()
