"""The adjudication screen on a pseudo-terminal: no byte of it names a reviewer before the decision, and signals leave it clean."""

import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from annotator.curate.adjudication import Bench
from annotator.curate.verify import verify
from annotator.curate.workspace import Workspace
from tests.tui.disputes import decisions, make
from tests.tui.terminal import Terminal

# Every panel, the marks of one's own, the next sample and back.
LOOKED_AT = "? q aa e q g q v q c \x1b o \x1b \x1b[B o w \r \t np x \x1b r \x1b T"
NAMES = (b"alice", b"bob", b"ALICE", b"Alice", b"Bob")


def command(root: Path) -> list[str]:
    return [sys.executable, "-m", "annotator", "adjudicate", str(root), "--as", "carol"]


@pytest.fixture
def terminals() -> Iterator[list[Terminal]]:
    """Terminals that are closed at the end."""
    found: list[Terminal] = []
    yield found
    for terminal in found:
        terminal.close()


def begin(terminals: list[Terminal], root: Path, size: tuple[int, int] = (80, 24), *more: str) -> Terminal:
    terminal = Terminal([*command(root), *more], size)
    terminals.append(terminal)
    terminal.wait_for("sha256 ")
    terminal.read(0.5)
    return terminal


@pytest.mark.parametrize("size", [(80, 24), (160, 50)], ids=lambda size: f"{size[0]}x{size[1]}")
def test_no_byte_before_the_decision_holds_a_reviewers_name(size, tmp_path, terminals):
    terminal = begin(terminals, make(tmp_path / "set"), size)
    for key in (*LOOKED_AT.split(" "), "\x1b[H", "\x1b[B", "1", "1", "1"):
        terminal.press(key)
        terminal.read(0.25)
    before = terminal.out
    assert not [name for name in NAMES if name in before]
    assert b"only the first words" in before
    terminal.press("s")
    terminal.wait_for("alice")
    assert b"bob" in terminal.out[len(before) :]
    terminal.press("q")
    assert terminal.end() == 0
    assert len(decisions(tmp_path / "set")) == 1


def test_nothing_open_is_said_without_a_screen(tmp_path):
    root = make(tmp_path / "set")
    lines = [{"sample": id_, "unsettled": "it depends"} for id_ in ("q-1", "q-3")]
    source = tmp_path / "decisions.jsonl"
    source.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    done = subprocess.run([*command(root), "--from", str(source)], capture_output=True, text=True)
    assert done.returncode == 0 and done.stdout.count("saved unsettled") == 2
    done = subprocess.run(command(root), capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "nothing waits for adjudication; `annotator status` says what is next\n")


def test_without_a_terminal_it_says_what_to_do(tmp_path):
    done = subprocess.run(command(make(tmp_path / "set")), capture_output=True, text=True, stdin=subprocess.DEVNULL)
    assert done.returncode == 2
    assert done.stderr == "annotator: the screen needs a terminal; use --from FILE for decisions from a file\n"


def test_a_signal_seals_what_was_saved_and_leaves_the_terminal_as_it_was(tmp_path, terminals):
    import termios

    terminal = begin(terminals, make(tmp_path / "set"))
    terminal.press("111s")
    terminal.wait_for("n goes on")
    terminal.kill(signal.SIGTERM)
    assert terminal.end() == 128 + signal.SIGTERM
    assert terminal.out.rstrip().endswith((b"\x1b[?1049l", b"\x1b[?25h")) or b"\x1b[?1049l" in terminal.out[-400:]
    assert termios.tcgetattr(terminal.fd)[3] == terminal.before[3]
    assert verify(tmp_path / "set").findings == []


def test_killed_it_opens_at_the_same_sample_with_the_same_picks(tmp_path, terminals):
    root = make(tmp_path / "set")
    terminal = begin(terminals, root)
    for key in ("n", "1", "1"):
        terminal.press(key)
        terminal.read(0.4)
    terminal.kill(signal.SIGKILL)
    terminal.end()
    with Bench(Workspace(root), "carol") as bench:
        assert bench.first() == "q-3"
        bench.take_up("q-3")
        assert [pick.how for pick in bench.picks.values()] == ["took 1", "took 1"]
    again = begin(terminals, root)
    again.wait_for("1 to decide")
    for key in ("1", "s"):
        again.press(key)
        again.read(0.4)
    again.wait_for("alice")
    again.press("q")
    assert again.end() == 0
    assert b"1 decided, 0 begun and not saved, 1 open; `annotator status` says more" in again.out
    assert [line["sample"] for line in decisions(root)] == ["q-3"]
    assert list(root.glob(".annotator/picks/*/*.jsonl")) == []


def test_what_was_decided_on_the_screen_is_committed_where_that_is_asked_for(tmp_path, terminals, monkeypatch):
    monkeypatch.setenv("GIT_AUTHOR_EMAIL", "carol@example.org")
    root = make(tmp_path / "set")
    git = ["git", "-C", str(root), "-c", "user.name=Carol", "-c", "user.email=carol@example.org"]
    for words in (["init", "-q"], ["add", "-A"], ["commit", "-qm", "labels"]):
        subprocess.run([*git, *words], check=True)
    terminal = begin(terminals, root, (80, 24), "--commit")
    terminal.press("111s")
    terminal.wait_for("n goes on")
    terminal.press("q")
    assert terminal.end() == 0
    said = subprocess.run([*git, "log", "-1", "--format=%s", "--name-only"], capture_output=True, text=True, check=True).stdout
    assert said.startswith("small: decisions by carol\n") and said.count("decisions/carol/") == 2
