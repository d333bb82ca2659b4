"""What a key sends to a terminal, and that a resize sends the screen whole."""

import fcntl
import signal
import struct
import termios

import pytest

from tests.builders import EVIDENCE, RELEVANCE, a_dataset, a_passage, a_sample
from tests.tui.emulated import Emulated
from tests.tui.terminal import Terminal, command


@pytest.fixture
def terminal(tmp_path):
    root = a_dataset(
        tmp_path / "set",
        passages=[a_passage("p-1", "Alpha beta gamma. 喜欢标注。 " * 400), a_passage("p-2", "Short.")],
        samples=[a_sample(f"q-{number}", query=f"What about {number}?") for number in range(3)],
        facets={"relevance": RELEVANCE, "evidence": EVIDENCE},
    )
    found = Terminal(command(root))
    found.wait_for("sha256 ")
    settle(found)
    yield found
    found.close()


def settle(terminal: Terminal) -> int:
    """Wait until nothing moves; the bytes that came."""
    came = 0
    while data := terminal.read(0.4):
        came += len(data)
        if len(data) < 100 and b"0:0" in data:
            break
    return came


def test_a_step_sends_little_and_no_key_more_than_what_it_changes_asks_for(terminal):
    for keys, most in (("\r", 1000), ("\x1b[C", 400), ("\x1b[1;2C", 400), ("\x1b[B", 400), (" ", 400), ("n", 1000), ("?", 5000)):
        terminal.press(keys)
        assert settle(terminal) <= most, keys


def test_after_a_resize_the_whole_screen_is_sent(terminal):
    for width, height in ((60, 15), (80, 24)):
        # As a real terminal may, this one keeps nothing of what it showed.
        terminal.screen = Emulated(width, height)
        fcntl.ioctl(terminal.fd, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))
        terminal.kill(signal.SIGWINCH)
        settle(terminal)
        seen = terminal.screen.text()
        assert "What about" in seen and "Alpha beta gamma." in seen and "sha256" in seen
