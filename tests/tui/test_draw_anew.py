"""One key draws the whole screen anew, whatever is open over it."""

import pytest

from tests.tui.conftest import TEXT
from tests.tui.emulated import Emulated
from tests.tui.terminal import Terminal, command

DRAW_ANEW = "\x0c"


def settled(terminal: Terminal) -> Emulated:
    """The screen as soon as nothing comes any more but the clock."""
    while len(terminal.read(0.4)) > 100:
        pass
    return terminal.screen


@pytest.fixture
def terminal(dataset):
    found = Terminal(command(dataset))
    found.wait_for("sha256 ")
    yield found
    found.close()


@pytest.mark.parametrize(
    "opening", ["", "\r", "g", "i", "t", "e", "k", "?", "v", ":"], ids=lambda keys: f"after-{keys.strip() or 'nothing'}"
)
def test_what_another_program_wrote_over_the_screen_goes_by_a_key(opening, terminal):
    terminal.press(opening)
    before = [list(row) for row in settled(terminal).rows]
    assert TEXT.split("\n")[0][:10] in terminal.screen.text() or opening in {"g", "?", "v"}
    for row in terminal.screen.rows[3:20]:
        row[2:70] = [("X", "")] * 68
    terminal.press(DRAW_ANEW)
    after = settled(terminal).rows
    wrong = [y for y, (old, new) in enumerate(zip(before, after, strict=True)) if [c for c, _ in old] != [c for c, _ in new]]
    # The clock of the status line goes on.
    assert wrong in ([], [22])
