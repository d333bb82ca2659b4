"""From disagreement to gold in a real tmux pane, on the bundled notes: every way of deciding, by keys alone."""

import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from annotator.curate.verify import verify
from annotator.curate.workspace import Workspace
from tests.tui.terminal import PATIENCE
from tests.tui.test_tmux import Pane

pytestmark = pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not installed (apt-get install tmux)")
NOTES = Path(__file__).resolve().parents[2] / "datasets" / "bilingual-notes"


@pytest.fixture
def panes() -> Iterator[list[Pane]]:
    """Panes that are closed at the end."""
    opened: list[Pane] = []
    yield opened
    for pane in opened:
        pane.close()


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    """The notes without any decision, committed."""
    copy = tmp_path / "bilingual-notes"
    shutil.copytree(NOTES, copy, ignore=shutil.ignore_patterns("decisions", "releases", ".annotator"))
    git(copy, "init", "-q")
    git(copy, "add", "-A")
    git(copy, "commit", "-qm", "labels")
    return copy


def git(root: Path, *words: str) -> str:
    return subprocess.run(["git", "-C", str(root), *words], capture_output=True, text=True, check=True).stdout


def added(root: Path) -> list[str]:
    """What git diff shows of decisions: added lines, and that none was taken away."""
    git(root, "add", "-A", "-N")
    lines = [
        line for line in git(root, "diff", "--", "decisions/**.jsonl").splitlines() if line[:1] in "+-" and line[:3] not in {"+++", "---"}
    ]
    assert not [line for line in lines if line.startswith("-")]
    return [line for line in lines if '"op":"open"' not in line]


def sha_of(screen: str) -> str:
    found = re.search(r"sha256 ([0-9a-f]{12})", screen)
    return found.group(1) if found else ""


def until(pane: Pane, *words: str, never: str) -> str:
    """The screen as soon as all `words` are on it and `never` is not; tmux may be asked in the middle of a frame."""
    end = time.monotonic() + PATIENCE
    while True:
        screen = pane.screen()
        if all(word in screen for word in words) and never not in screen:
            return screen
        if time.monotonic() > end:
            raise TimeoutError(f"{words} without {never!r} is not on the screen:\n{screen}")
        time.sleep(0.05)


def another_sha(pane: Pane, said: str, shas: list[str]) -> None:
    """Add the SHA-256 that is on screen once `said` is and it is none of those before."""
    end = time.monotonic() + PATIENCE
    while said not in (screen := pane.screen()) or sha_of(screen) in {"", *shas}:
        if time.monotonic() > end:
            raise TimeoutError(f"{said!r} with another SHA-256 is not on the screen:\n{screen}")
        time.sleep(0.05)
    shas.append(sha_of(screen))


# For each sample in order: keys, and words where a reason is asked for.
WAYS = {
    "q-en-01": (["1", "s"], ""),
    "q-en-02": (["2", "2", "2", "s"], ""),
    "q-en-05": (["o", "1", "s"], "in part only"),
    "q-en-06": (["u", "1", "s"], ""),
    "q-en-11": (["o", "0", "s"], ""),
    "q-en-12": (["x"], "whether an allergy card answers it"),
    "q-zh-03": (["i", "s"], "what both marked"),
    "q-zh-05": (["u", "s"], ""),
    "q-zh-07": (["o", "1", "Escape", "s"], "neither habits nor work"),
}


def test_from_disagreement_to_gold(notes, panes):
    pane = Pane([sys.executable, "-m", "annotator", "adjudicate", str(notes), "--as", "cleo-example"], 80, 24)
    panes.append(pane)
    shas = [sha_of(pane.see("not saved"))]
    for count, (sample, (keys, words)) in enumerate(WAYS.items(), start=1):
        screen = until(pane, sample, "not saved", never=" was ada-example")
        assert "ada-example" not in screen and "ben-example" not in screen
        for key in keys:
            pane.keys(key)
        if words:
            pane.see("Enter take")
            pane.text(words)
            pane.keys("Enter")
        another_sha(pane, " was ada-example", shas)
        assert len(added(notes)) == count
        pane.keys("n")
    pane.see("nothing else is open")
    pane.keys("q")
    pane.see("exit code 0")
    review(notes, panes, shas)
    assert len(set(shas)) == len(shas) == 1 + 9 + 8
    assert verify(notes).findings == []
    levels = [account.status.value for account in Workspace(notes).accounts.values()]
    assert (levels.count("gold"), levels.count("gold-candidate")) == (3, 0)


def review(notes: Path, panes: list[Pane], shas: list[str]) -> None:
    """Three samples to gold and one back to draft."""
    pane = Pane([sys.executable, "-m", "annotator", "desk", str(notes), "--as", "dan-example"], 80, 24)
    panes.append(pane)
    pane.see("counted as hard: q-en-12")
    pane.keys("r")
    for number in range(1, 4):
        until(pane, f" {number}/", never="saved:")
        for step in ("draft → gold-candidate", "gold-candidate → gold"):
            pane.keys("y")
            another_sha(pane, f"saved: {step}", shas)
        pane.keys("n")
    until(pane, " 4/", never="saved:")
    pane.keys("y")
    another_sha(pane, "saved: draft → gold-candidate", shas)
    pane.keys("d")
    pane.see("why?")
    pane.text("a doubt")
    pane.keys("Enter")
    another_sha(pane, "saved: gold-candidate → draft", shas)
    assert len(added(notes)) == 9 + 8
    pane.keys("q")
    pane.see("gold review")
    pane.keys("q")
    pane.see("exit code 0")
