"""Leaving while something is on the screen only: asked about once, and said on stderr when it is done all the same."""

import os
import re
import signal
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from annotator.curate.labelling import OPEN_ELSEWHERE, Desk
from annotator.curate.workspace import Workspace
from annotator.tui.keymap import KEYS
from annotator.tui.plain import Plain
from tests.builders import a_dataset, a_sample, ticking
from tests.tui.desks import at_desk
from tests.tui.terminal import ROOT, Terminal, command

Start = Callable[..., Terminal]


@pytest.fixture
def small(tmp_path: Path) -> Path:
    people = {"alice": {"roles": ["reviewer", "maintainer"]}, "bob": {"roles": ["reviewer"]}}
    return a_dataset(tmp_path / "small", samples=[a_sample(f"q-{n}", query="Which?") for n in range(3)], people=people)


@pytest.fixture
def started() -> Iterator[Start]:
    running: list[Terminal] = []

    def start(root: Path) -> Terminal:
        running.append(Terminal(command(root)))
        running[-1].wait_for("Which?")
        running[-1].wait_for("waiting")
        return running[-1]

    yield start
    for terminal in running:
        terminal.close()


def gone(root: Path) -> Path:
    """The dataset is moved away while it is open."""
    return root.rename(root.with_name("away"))


def after(terminal: Terminal) -> str:
    """What stands on the terminal when its normal screen is back."""
    left = terminal.out[terminal.out.rfind(b"\x1b[?1049l") :]
    return re.sub(rb"\x1b\[[0-9;?<>=]*[a-zA-Z]", b"", left).decode().strip()


async def test_it_asks_once_and_any_other_key_stays(small, opened):
    async with opened(small) as d:
        await d.pilot.press("2")
        gone(small)
        await d.pilot.press("1", "q")
        assert d.said() == "q again loses what you entered last in sample 1; free the disk and press any key"
        await d.pilot.press("u", "q")
        assert d.said().startswith("q again loses") and not d.app._exit
        await d.pilot.press("q")
        assert d.app._exit


async def test_with_room_again_it_writes_and_leaves(small, opened):
    async with opened(small) as d:
        away = gone(small)
        await d.pilot.press("2")
        away.rename(small)
        await d.pilot.press("q")
        assert d.app._exit
    with Desk(Workspace(small), "alice") as desk:
        desk.take_up(desk.list.ids[0])
        assert desk.sheet.values == {"relevance": {"p-1": 2}}


async def test_another_sample_does_not_say_that_it_is_not_saved(small, opened):
    async with opened(small) as d:
        await d.pilot.press("2", "0")
        away = gone(small)
        await d.pilot.press("s")
        assert d.said() == "NOT saved; s tries again" and "NOT saved" in d.said("status")
        await d.do("next_sample")
        assert d.said("trouble").startswith("sample 1: NOT saved: ") and "NOT saved" not in d.said("status")
        away.rename(small)


async def test_a_skip_begins_with_the_note_and_keeps_its_reason(small, opened):
    async with opened(small) as d:
        await d.do("note")
        await d.type("no idea")
        await d.pilot.press("escape")
        away = gone(small)
        await d.do("skip")
        await d.type(", sorry")
        await d.pilot.press("enter")
        assert d.said() == "NOT saved; k tries again"
        away.rename(small)
        await d.do("skip")
        await d.pilot.press("enter")
        assert d.said("trouble") == ""
    with Desk(Workspace(small), "alice") as desk:
        desk.take_up(desk.list.ids[0])
        assert desk.task is not None and desk.task.skipped == "no idea, sorry"


async def test_over_the_maintainers_desk_it_asks_too_and_the_desk_says_what_is_lost(small):
    async with at_desk(small, "alice") as d:
        d.app._label()
        await d.settle()
        await d.settle()
        away = gone(small)
        await d.pilot.press("2", "q")
        assert d.said().startswith("q again loses what you entered last in sample 1")
        away.rename(small)
        away = small.with_name("labels-away")
        (small / ".annotator").rename(away)
        (small / ".annotator").write_text("no folder")
        await d.pilot.press("1", "q", "q")
        await d.settle()
        assert d.said().startswith("leaving loses what you entered last in sample 1 (")
        assert d.app.lost.startswith("leaving loses what you entered last in sample 1 (")


def test_who_leaves_all_the_same_is_told_on_stderr_with_code_1(small, started):
    terminal = started(small)
    terminal.press("2")
    terminal.wait_for("2 answers in part")
    gone(small)
    terminal.press("1")
    terminal.wait_for("unfinished work is")
    terminal.press("q")
    terminal.wait_for("q again loses")
    terminal.press("q")
    assert terminal.end() == 1
    assert after(terminal).startswith("annotator: leaving loses what you entered last in sample 1 (No such file or directory)")


def test_a_signal_cannot_ask_and_says_it(small, started):
    terminal = started(small)
    gone(small)
    terminal.press("2")
    terminal.wait_for("unfinished work is")
    terminal.kill(signal.SIGTERM)
    assert terminal.end() == 128 + signal.SIGTERM
    assert "leaving loses what you entered last in sample 1 (" in after(terminal) and "is kept" not in after(terminal)


def by_lines(desk: Desk, *steps: str | Callable[[], object]) -> str:
    """What is said while lines are read; between them, something may happen."""
    out: list[str] = []
    coming = iter(steps)

    def read() -> str:
        for step in coming:
            if isinstance(step, str):
                return f"{step}\n"
            step()
        return ""

    assert Plain(desk, KEYS, read, out.append).run() == 0
    return "".join(out)


def test_by_lines_it_is_the_same(small):
    with Desk(Workspace(small, ticking()), "alice", clock=lambda: 0.0) as desk:
        said = by_lines(desk, "2", lambda: gone(small), "1", "q", "i", "q", "q", "3").splitlines()
        assert desk.sheet.values == {"relevance": {"p-1": 1}}
    assert said.count("q again loses what you entered last in sample 1; free the disk and go on") == 2
    assert sum("unfinished work is NOT kept" in line for line in said) == 1
    assert desk.lost.startswith("leaving loses what you entered last in sample 1")


def test_by_lines_a_skip_without_words_takes_the_note(small):
    with Desk(Workspace(small, ticking()), "alice", clock=lambda: 0.0) as desk:
        first = desk.list.ids[0]
        by_lines(desk, "e no idea", "k", "q")
        desk.take_up(first)
        assert desk.task is not None and desk.task.skipped == "no idea"


def test_by_lines_another_window_is_noticed_once_when_it_comes(small):
    other = Desk(Workspace(small), "alice")
    with Desk(Workspace(small, ticking()), "alice", clock=lambda: 0.0) as desk:
        said = by_lines(desk, "2", lambda: other.take_up(other.list.ids[0]), "1", "2", "q")
    assert said.count(OPEN_ELSEWHERE) == 1
    other.leave()


def test_by_lines_the_command_says_on_stderr_what_the_end_of_the_input_loses(small):
    (small / ".annotator").write_text("no folder")
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command(small, "alice", "--plain"), input="2\n", capture_output=True, text=True, env=environment)
    assert done.returncode == 1
    assert done.stderr.startswith("annotator: leaving loses what you entered last in sample 1 (") and done.stderr.count("\n") == 1
