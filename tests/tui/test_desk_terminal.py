"""Adjudication, review and desk on a pseudo-terminal: data steers nothing, and where there is no terminal that is said."""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from annotator.model.status import Status
from tests.builders import PEOPLE, RELEVANCE, a_dataset, a_passage, a_sample, labelled, promoted
from tests.tui.terminal import Terminal
from tests.tui.test_terminal import ESCAPE, HARMLESS, HIDDEN, HOSTILE


@pytest.fixture
def hostile(tmp_path: Path) -> Path:
    """Two samples with a text, notes and tag names that try to steer the terminal; q-1 disputed, q-2 gold-candidate."""
    root = a_dataset(
        tmp_path / "hostile",
        people=PEOPLE,
        passages=[a_passage("p-1", HOSTILE, title=HOSTILE[:300])],
        samples=[a_sample(id_, ["p-1"], query=HOSTILE, context={"a": HOSTILE}) for id_ in ("q-1", "q-2")],
        facets={
            "relevance": RELEVANCE,
            "evidence": {"kind": "spans", "on": "candidate"},
            "dimensions": {"kind": "tags", "on": "sample", "registry": "dimensions.yaml"},
        },
        registry={"dimensions": [{"id": "one", "name": "One [@click=app.quit]x[/]"}, {"id": "two", "name": "[/nope]]8;;x"}]},
    )
    mark = {"start": 0, "end": len(HOSTILE), "text": HOSTILE}
    alice = {"relevance": {"p-1": 3}, "evidence": {"p-1": [mark]}, "dimensions": ["one"]}
    bob = {"relevance": {"p-1": 2}, "evidence": {"p-1": []}, "dimensions": ["one", "two"]}
    note = HOSTILE[HOSTILE.index("\x1b[2J") :]
    labelled(root, "alice", {"q-1": alice, "q-2": alice}, note=note)
    labelled(root, "bob", {"q-1": bob, "q-2": alice}, note=note)
    return promoted(root, "q-2", to=Status.CANDIDATE)


@pytest.fixture
def terminals() -> Iterator[list[Terminal]]:
    """Terminals that are closed at the end."""
    found: list[Terminal] = []
    yield found
    for terminal in found:
        terminal.close()


def harmless(out: bytes) -> bool:
    """Whether only moves, styles, modes and questions about them are in it, beside Textual's shape of the pointer."""
    rest = HARMLESS.sub(b"", re.sub(rb"\x1b\]22;[a-z-]+\x07", b"", out))
    controls = {c for c in rest.decode() if c < " " or "\x7f" <= c <= "\x9f"} - {"\n", "\r"}
    return not ESCAPE.findall(rest) and not controls and not [hidden for hidden in HIDDEN if hidden in out.decode()]


def test_no_byte_of_the_data_steers_the_terminal(hostile, terminals):
    terminal = Terminal([sys.executable, "-m", "annotator", "desk", str(hostile), "--as", "carol"], (120, 40))
    terminals.append(terminal)
    terminal.wait_for("character-kappa")
    for keys in (
        "a",
        "v",
        "q",
        "o",
        "\x1b",
        "\x1b[B",
        "o",
        "\t",
        "\x1b[F",
        "i",
        "o",
        "\x1b",
        "q",
        "q",
        "r",
        " ",
        " ",
        "?",
        "q",
        "d",
        "\x1b",
        "q",
    ):
        terminal.press(keys)
        terminal.read(0.25)
    terminal.press("q")
    assert terminal.end() == 0
    assert b"ZXZpbA==" in terminal.out
    assert "␛".encode() in terminal.out
    assert harmless(terminal.out)


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["--as", "carol"], 2, "the screen needs a terminal; `annotator status` and `annotator agreement` print the same without one"),
        (["--as", "alice", "--review"], 2, "alice is not a maintainer"),
        (["--as", "carol", "--review"], 0, "nothing is settled yet, so there is nothing to review"),
        (["--as", "nobody"], 2, "'nobody' is not among the people"),
    ],
)
def test_where_no_screen_opens_one_sentence_says_why(words, code, said, tmp_path):
    root = a_dataset(tmp_path / "set")
    done = subprocess.run(
        [sys.executable, "-m", "annotator", "desk", str(root), *words], capture_output=True, text=True, stdin=subprocess.DEVNULL
    )
    assert done.returncode == code
    assert said in done.stdout + done.stderr
    assert sorted(path.name for path in root.iterdir()) == [".gitattributes", "corpus.jsonl", "dataset.yaml", "samples.jsonl"]
