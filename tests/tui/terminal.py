"""The app as a process on a pseudo-terminal: keys go in, every byte that comes out is kept."""

import fcntl
import os
import pty
import select
import signal
import struct
import sys
import termios
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from tests.tui.emulated import Emulated

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 60.0


def environment(more: Mapping[str, str] | None = None) -> dict[str, str]:
    """A terminal of 256 colours, with the package of this checkout."""
    return {**os.environ, "TERM": "xterm-256color", "PYTHONPATH": str(ROOT), "LC_ALL": "C.UTF-8", **(more or {})}


def command(dataset: Path, person: str = "alice", *more: str) -> list[str]:
    """The words that start the app."""
    return [sys.executable, "-m", "annotator", "label", str(dataset), "--as", person, *more]


class Terminal:
    """One process on its own pseudo-terminal. Queries for synchronised output are answered, as modern terminals do."""

    def __init__(self, words: Sequence[str], size: tuple[int, int] = (80, 24), more: Mapping[str, str] | None = None) -> None:
        self.out = b""
        self.screen = Emulated(*size)
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            os.execvpe(words[0], list(words), environment(more))
        self.before = termios.tcgetattr(self.fd)
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", size[1], size[0], 0, 0))
        self.status: int | None = None

    def read(self, seconds: float) -> bytes:
        """What comes within `seconds`."""
        fresh, end = b"", time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            if not select.select([self.fd], [], [], left)[0]:
                break
            try:
                data = os.read(self.fd, 1 << 16)
            except OSError:
                break
            if not data:
                break
            fresh += data
            self.answer(data)
        self.out += fresh
        self.screen.feed(fresh)
        return fresh

    def answer(self, data: bytes) -> None:
        """Answer the question for synchronised output, if it is in `data`."""
        if b"\x1b[?2026$p" in data:
            os.write(self.fd, b"\x1b[?2026;1$y")

    def readable(self, seconds: float) -> bool:
        """Whether something comes within `seconds`."""
        return bool(select.select([self.fd], [], [], seconds)[0])

    def wait_for(self, words: str) -> None:
        """Until `words` have come out in one piece, or are read on the screen."""
        end = time.monotonic() + PATIENCE
        while words.encode() not in self.out and words not in self.screen.text():
            if time.monotonic() > end:
                raise TimeoutError(f"{words!r} never came; the end of what did: {self.out[-2000:]!r}")
            self.read(0.05)

    def press(self, keys: str) -> None:
        """Send keys, as a terminal does."""
        os.write(self.fd, keys.encode())

    def kill(self, number: int) -> None:
        """Send a signal."""
        os.kill(self.pid, number)

    def end(self) -> int:
        """Wait for the process; its exit code, negative for a signal."""
        end = time.monotonic() + PATIENCE
        while self.status is None:
            self.read(0.05)
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self.status = os.waitstatus_to_exitcode(status)
            elif time.monotonic() > end:
                self.kill(signal.SIGKILL)
                raise TimeoutError("it never ended")
        self.read(0.1)
        return self.status

    def close(self) -> None:
        """End the process however it is, and let the terminal go."""
        if self.status is None:
            self.kill(signal.SIGKILL)
            self.end()
        os.close(self.fd)
