"""The app in a real tmux pane: keys as a person sends them, and the screen as a person sees it."""

import json
import shutil
import subprocess
import sys
import time
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest

from annotator.curate.verify import verify
from tests.builders import DIMENSIONS, EVIDENCE, RELEVANCE, a_dataset, a_passage, a_sample
from tests.tui.terminal import PATIENCE, command, environment

pytestmark = pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not installed (apt-get install tmux)")
HOSTILE = "\x1b]52;c;ZXZpbA==\x07\x1b]52;c;ZXZpbA==\x1b\\\x9d52;c;ZXZpbA==\x9c"


class Pane:
    """One tmux server with one pane of its own."""

    def __init__(self, words: list[str], width: int, height: int) -> None:
        self._server = f"annotator-{uuid.uuid4().hex[:8]}"
        self._tmux("-f", "/dev/null", "new-session", "-d", "-x", str(width), "-y", str(height), "cat")
        self._tmux("set", "-g", "set-clipboard", "on")
        self._tmux("respawn-pane", "-k", "sh", "-c", '"$@"; echo "exit code $?"; exec cat', "sh", *words)

    def _tmux(self, *words: str) -> str:
        done = subprocess.run(["tmux", "-L", self._server, *words], capture_output=True, text=True, env=environment())
        return done.stdout

    def keys(self, *keys: str) -> None:
        """Send keys by tmux's names."""
        self._tmux("send-keys", *keys)

    def text(self, words: str) -> None:
        """Send a text as it is."""
        self._tmux("send-keys", "-l", words)

    def screen(self) -> str:
        """What is seen."""
        return self._tmux("capture-pane", "-p")

    def see(self, words: str) -> str:
        """The screen as soon as `words` are on it."""
        end = time.monotonic() + PATIENCE
        while words not in (screen := self.screen()):
            if time.monotonic() > end:
                raise TimeoutError(f"{words!r} is not on the screen:\n{screen}")
            time.sleep(0.1)
        return screen

    def resize(self, width: int, height: int) -> None:
        """Another size of the window."""
        self._tmux("resize-window", "-x", str(width), "-y", str(height))

    @property
    def attaching(self) -> list[str]:
        """The command of another terminal that attaches to this server."""
        return ["env", "-u", "TMUX", "tmux", "-L", self._server, "attach"]

    def detach(self) -> None:
        """Send every attached terminal away."""
        self._tmux("detach-client", "-a")
        self._tmux("detach-client")

    def buffers(self) -> str:
        """The clipboard of tmux."""
        return self._tmux("list-buffers")

    def close(self) -> None:
        """End the server."""
        self._tmux("kill-server")


@pytest.fixture
def panes() -> Iterator[list[Pane]]:
    """Panes that are closed at the end."""
    opened: list[Pane] = []
    yield opened
    for pane in opened:
        pane.close()


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Samples in two languages."""
    return a_dataset(
        tmp_path / "set",
        passages=[
            a_passage("p-1", "她每天早上跑步，晚上弹钢琴。", title="习惯"),
            a_passage("p-2", "The meeting is on Monday 👩\u200d👧. " + HOSTILE),
        ],
        samples=[a_sample(f"q-{n}", query=f"她什么时候跑步？{HOSTILE}") for n in range(3)],
        facets={"relevance": RELEVANCE, "evidence": EVIDENCE, "dimensions": DIMENSIONS},
        registry={"dimensions": [{"id": "habits", "name": {"en": "Habits", "zh": "习惯"}}, {"id": "work", "name": "Work"}]},
    )


def records(root: Path) -> list[dict]:
    """The records of alice."""
    return [
        json.loads(line)
        for path in sorted(root.glob("labels/alice/*"))
        if path.suffix == ".jsonl"
        for line in path.read_bytes().splitlines()[1:]
    ]


def test_labelling_in_a_pane_of_80_by_24(root, panes):
    pane = Pane([sys.executable, *command(root)[1:]], 80, 24)
    panes.append(pane)
    pane.see("1/3")
    pane.keys("3")
    pane.see("now mark the evidence")
    pane.keys("C-Right", "S-C-Right", "Enter")
    assert "每天" in pane.see("1 mark")
    pane.keys(".", "0", "t")
    pane.see("type to filter")
    pane.text("习惯")
    pane.see("1 of 2")
    pane.keys("Enter", "Escape")
    pane.keys("s")
    pane.see("2/3")
    pane.resize(60, 15)
    pane.keys("2")
    pane.see("2 answers in part")
    pane.resize(80, 24)
    pane.keys("k")
    pane.text("unclear")
    pane.keys("Enter")
    pane.see("3/3")
    pane.keys("q")
    pane.see("exit code 0")
    (first, second) = records(root)
    assert first["values"]["evidence"]["p-1"] == [{"start": 1, "end": 3, "text": "每天"}]
    assert first["values"]["dimensions"] == ["habits"] and second["reason"] == "unclear"
    assert verify(root).findings == []


def test_detaching_and_attaching_loses_nothing(root, panes):
    pane = Pane([sys.executable, *command(root)[1:]], 80, 24)
    panes.append(pane)
    pane.see("1/3")
    # A person's terminal: a tmux in a pane of another, which is how a second terminal is had without one.
    first = Pane(pane.attaching, 80, 26)
    panes.append(first)
    first.see("1/3")
    first.keys("3")
    first.see("3 answers")
    pane.detach()
    first.see("exit code 0")
    assert "3 answers" in pane.see("1/3")
    second = Pane(pane.attaching, 60, 16)
    panes.append(second)
    second.see("3 answers")
    second.keys("k")
    second.text("unclear")
    second.keys("Enter")
    second.see("2/3")
    second.close()
    pane.see("2/3")
    pane.keys("q")
    pane.see("exit code 0")
    (skip,) = records(root)
    assert (skip["op"], skip["reason"]) == ("skip", "unclear")
    assert verify(root).findings == []


def test_the_clipboard_of_tmux_is_out_of_reach_of_the_data(root, panes):
    pane = Pane([sys.executable, *command(root)[1:]], 200, 50)
    panes.append(pane)
    screen = pane.see("1/3")
    assert "␛]52;c;ZXZpbA==␇" in screen and "queue: all 3" in screen
    for key in ("n", "p", ".", "v", "q", "?", "q", "g", "Enter", "/", "Escape", ":", "Escape"):
        pane.keys(key)
        time.sleep(0.1)
    assert pane.buffers() == ""
    pane.keys("q")
    pane.see("exit code 0")
