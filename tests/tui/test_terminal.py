"""The app on a pseudo-terminal: what bytes reach it, and how it is left."""

import json
import os
import re
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from annotator.curate.labelling import Desk
from annotator.curate.workspace import Workspace
from tests.builders import EVIDENCE, PEOPLE, RELEVANCE, a_dataset, a_passage, a_sample
from tests.tui.terminal import Terminal, command

CONTROLS = [chr(code) for code in [*range(0x20), *range(0x7F, 0xA0)]]
HIDDEN = [chr(code) for code in [0x200B, 0x200D, 0x200E, 0x202A, 0x202D, 0x202E, 0x2066, 0x2069, 0x2028, 0x2029, 0xFEFF, 0xE0041, 0xE007F]]
ATTACKS = [
    "\x1b[2J", "\x1b]52;c;ZXZpbA==\x1b\\", "\x1b]52;c;ZXZpbA==\x07", "\x1b]8;;http://evil.example\x1b\\link\x1b]8;;\x1b\\", "\x1b[31m", "\x1bc",
    "\x9b2J", "\x9d52;c;ZXZpbA==\x9c", "\x1b[?1049l", "\x1bP$q\x1b\\", "[@click=app.quit]quit[/]", "[link='http://evil.example']x[/link]", "[/nope]",
]  # fmt: skip
HOSTILE = "start " + " ".join(f"<{c}>" for c in [*CONTROLS, *HIDDEN]) + " " + " ".join(ATTACKS) + " end"
ESCAPE = re.compile(rb"\x1b\[[0-9;:?<=>$ ]*[@-~]")
HARMLESS = re.compile(
    rb"\x1b\[(?:[0-9;:]*[mH]|\?[0-9;]+[hl]|\?[0-9]+\$p|[<=>][0-9;]*[a-z]|[0-9;]*[A-Dcnutq]|\?[0-9;]*[un]|[0-9]* q|>[0-9;]*q)"
)


@pytest.fixture
def hostile(tmp_path: Path) -> Path:
    """A dataset that tries to steer the terminal from everywhere."""
    return a_dataset(
        tmp_path / "hostile",
        people=PEOPLE,
        passages=[a_passage("p-1", HOSTILE, title=HOSTILE[:300]), a_passage("p-2", HOSTILE[::-1])],
        samples=[a_sample("q-1", query=HOSTILE, context={"a": HOSTILE}), a_sample("q-2", query="\x1b]52;c;ZXZpbA==\x07", text=HOSTILE)],
        facets={
            "relevance": RELEVANCE,
            "evidence": {"kind": "spans", "on": "candidate"},
            "dimensions": {"kind": "tags", "on": "sample", "registry": "dimensions.yaml"},
        },
        registry={"dimensions": [{"id": "one", "name": "One [@click=app.quit]x[/]", "aliases": ["[/]", "]8;;x"], "boundaries": "[bold"}]},
    )


@pytest.fixture
def started() -> Iterator[list[Terminal]]:
    """Terminals that are closed at the end."""
    terminals: list[Terminal] = []
    yield terminals
    for terminal in terminals:
        terminal.close()


def begin(started: list[Terminal], dataset: Path, size: tuple[int, int] = (80, 24), **environment: str) -> Terminal:
    """The app on a terminal, painted."""
    terminal = Terminal(command(dataset), size, environment)
    started.append(terminal)
    terminal.wait_for("sha256 ")
    terminal.read(0.5)
    return terminal


def test_no_byte_of_the_data_steers_the_terminal(hostile, started):
    terminal = begin(started, hostile, size=(160, 40))
    for keys in (
        "v",
        "\x1b[6~",
        "q",
        "?",
        "q",
        "t",
        "1",
        "\x1b",
        "i",
        "g",
        "\r",
        "\t",
        "a",
        "\r",
        "j",
        "\x1b[6~",
        "n",
        ":",
        "\x1b",
        "/",
        "\x1b",
        "k",
        "\x1b",
    ):
        terminal.press(keys)
        terminal.read(0.2)
    terminal.press("q")
    assert terminal.end() == 0
    # Textual's own: the shape of the mouse pointer.
    rest = HARMLESS.sub(b"", re.sub(rb"\x1b\]22;[a-z-]+\x07", b"", terminal.out))
    # Only what the terminal needs to show a screen is left in: moves, styles, modes and questions about them.
    assert sorted(set(ESCAPE.findall(rest))) == []
    assert b"\x1b]" not in rest and b"\x1bP" not in rest and b"\x1b[2J" not in rest
    assert sorted({character for character in rest.decode() if character < " " or "\x7f" <= character <= "\x9f"} - {"\n", "\r"}) == []
    assert [hidden for hidden in HIDDEN if hidden in terminal.out.decode()] == []
    assert b"ZXZpbA==" in terminal.out and "␛]52".encode() in terminal.out


def test_without_colour_none_is_sent(hostile, started):
    terminal = begin(started, hostile, NO_COLOR="1")
    terminal.press("3q")
    terminal.end()
    codes = {code for found in re.findall(rb"\x1b\[([0-9;:]*)m", terminal.out) for code in re.split(rb"[;:]", found)}
    assert codes <= {b"", b"0", b"1", b"2", b"3", b"4", b"7", b"39", b"49"}


def test_on_leaving_one_line_says_where_it_stands(tmp_path, started):
    root = a_dataset(tmp_path / "my set", samples=[a_sample(f"q-{n}", query="Which?") for n in range(5)])
    terminal = begin(started, root)
    terminal.press("30s" + "kno idea\r" + "2")
    terminal.wait_for("2 answers in part")
    terminal.press("q")
    assert terminal.end() == 0
    # After the terminal has its normal screen back, and nothing else is.
    after = ESCAPE.sub(b"", terminal.out[terminal.out.rfind(b"\x1b[?1049l") :]).decode().strip()
    assert after == f"1 saved, 1 unfinished, 2 wait, 1 skipped; annotator status '{root}' says more"
    lines = [json.loads(line) for path in root.glob("labels/alice/*.jsonl") for line in path.read_bytes().splitlines()[1:]]
    assert [line["op"] for line in lines] == ["label", "skip"]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_keeps_the_work_and_gives_the_terminal_back(number, dataset, started):
    terminal = begin(started, dataset)
    terminal.press("2")
    terminal.wait_for("2 answers in part")
    terminal.read(0.5)
    terminal.kill(number)
    assert terminal.end() == 128 + number
    after = ESCAPE.sub(b"", terminal.out[terminal.out.rfind(b"\x1b[?1049l") :]).decode().strip()
    assert after == f"ended by {number.name}; what you entered is kept"
    # Off: the other screen, the mouse, bracketed paste. On: the cursor.
    for mode in (b"?1049l", b"?1000l", b"?1003l", b"?2004l", b"?25h"):
        assert terminal.out.rfind(b"\x1b[" + mode) > terminal.out.rfind(b"\x1b[" + mode[:-1] + (b"l" if mode.endswith(b"h") else b"h"))
    with Desk(Workspace(dataset), "alice") as desk:
        first = desk.first()
        assert first is not None
        desk.take_up(first)
        assert desk.sheet.values["relevance"] == {"p-1": 2}


def test_a_terminal_without_a_screen_is_told_what_to_do(dataset, started):
    terminal = Terminal(command(dataset), more={"TERM": "dumb"})
    started.append(terminal)
    assert terminal.end() == 2
    assert b"TERM=dumb is a terminal without a screen; use --plain for lines" in terminal.out
    assert b"\x1b" not in terminal.out
    plain = Terminal([*command(dataset), "--plain"], more={"TERM": "dumb"})
    started.append(plain)
    plain.wait_for("sample 1 of 3")
    plain.press("q\n")
    assert plain.end() == 0


def test_ctrl_c_says_how_to_leave_and_leaves_all_as_it_is(dataset, started):
    terminal = begin(started, dataset)
    terminal.press("\x03")
    terminal.wait_for("to leave: q (leave; everything is kept)")
    terminal.press("e\x03")
    terminal.wait_for("to leave: Esc (done; the note is kept already)")
    terminal.press("\x1bq")
    assert terminal.end() == 0


def test_a_lost_connection_loses_nothing(dataset, started):
    terminal = begin(started, dataset)
    terminal.press("2")
    terminal.wait_for("2 answers in part")
    terminal.read(0.5)
    started.remove(terminal)
    os.close(terminal.fd)
    pid, _ = os.waitpid(terminal.pid, 0)
    assert pid == terminal.pid
    with Desk(Workspace(dataset), "alice") as desk:
        first = desk.first()
        assert first is not None
        desk.take_up(first)
        assert desk.sheet.values["relevance"] == {"p-1": 2}


CRASH = """
import sys
from annotator.tui.screens.label import LabelScreen
def fail(self, by):
    secret = "Alpha beta gamma"
    raise ValueError(secret)
LabelScreen.action_passage = fail
from annotator.cli.main import main
sys.exit(main(sys.argv[1:]))
"""


def test_an_unexpected_error_leaves_a_note_without_text_and_the_terminal_as_it_was(dataset, started, tmp_path):
    terminal = Terminal([sys.executable, "-c", CRASH, *command(dataset)[3:]])
    started.append(terminal)
    terminal.wait_for("sha256 ")
    terminal.press(".")
    assert terminal.end() == 1
    assert b"\x1b[?1049l" in terminal.out
    after = terminal.out[terminal.out.rfind(b"\x1b[?1049l") :].decode()
    assert "the screen failed (ValueError); what you entered is kept" in after and "Traceback" not in after
    found = re.search(r"report is in (\S+)", after)
    assert found is not None
    (note,) = Path(found[1]).parent.glob("crash-*.txt")
    assert "Alpha" not in note.read_text("utf-8") and "label.py" not in after and "ValueError" in note.read_text("utf-8")


def test_keys_that_come_all_at_once_are_obeyed_in_their_order(tmp_path, started):
    root = a_dataset(
        tmp_path / "fast",
        passages=[a_passage("p-1", "Alpha beta gamma."), a_passage("p-2", "Short.")],
        samples=[a_sample(f"q-{n}", query="Which?") for n in range(5)],
        facets={"relevance": RELEVANCE, "evidence": EVIDENCE},
    )
    terminal = begin(started, root)
    # Grade, mark a word, next passage, grade, a note, submit; then a skip with its reason; then the same again.
    terminal.press("3w\r.0enot 3\x1bOQs" + "kno idea\r" + "2a\r.0s")
    terminal.wait_for(" 4/5 ")
    terminal.press("q")
    assert terminal.end() == 0
    lines = [json.loads(line) for path in root.glob("labels/alice/*.jsonl") for line in path.read_bytes().splitlines()[1:]]
    assert [line["op"] for line in lines] == ["label", "skip", "label"]
    assert lines[0]["note"] == "not 3" and lines[1]["reason"] == "no idea" and lines[2]["note"] is None
    assert lines[0]["values"] == {
        "relevance": {"p-1": 3, "p-2": 0},
        "evidence": {"p-1": [{"start": 0, "end": 5, "text": "Alpha"}], "p-2": []},
    }
    assert lines[2]["values"]["evidence"]["p-1"] == [{"start": 0, "end": 17, "text": "Alpha beta gamma."}]
