"""A program that is asked: one JSON line goes in, one JSON line comes out."""

from __future__ import annotations

import json
import os
import selectors
import shlex
import signal
import subprocess
import tempfile
import time
from collections.abc import Mapping
from contextlib import suppress
from typing import IO, Any

from annotator.errors import MissingPrerequisite, RetrieverFailed, UsageError

_CHUNK = 1 << 16
_LONGEST_LINE = 64 << 20
_SHOWN = 2000
# How long a program may take to end once nobody listens any more.
_GRACE = 2.0


class PipedProgram:
    """Runs `command` (words as a shell would split them, but no shell) and asks it."""

    def __init__(self, command: str, timeout: float, environment: Mapping[str, str] | None = None) -> None:
        """`timeout` in seconds for each answer; `environment` is set for the program over ours. Raises UsageError for words that cannot be split."""
        try:
            self._words = shlex.split(command)
        except ValueError as error:
            raise UsageError(f"command:{command}: cannot be split into words ({error}); mind the quotes") from None
        if not self._words:
            raise UsageError("command: names no program; write it as in command:'python search.py'")
        self._timeout = timeout
        self._environment = environment or {}
        self._process: subprocess.Popen[bytes] | None = None
        self._said: IO[bytes] | None = None
        self._rest = b""

    def start(self) -> None:
        """Start the program anew. Raises MissingPrerequisite."""
        self.close()
        # A file and not a pipe, since nobody empties it while the program runs.
        self._said = tempfile.TemporaryFile()  # noqa: SIM115  # close() closes it
        try:
            self._process = subprocess.Popen(  # noqa: S603  # whoever runs annotator named the program
                self._words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._said,
                bufsize=0,
                start_new_session=True,
                env={**os.environ, **self._environment},
            )
        except OSError as error:
            self.close()
            raise MissingPrerequisite(f"{self._words[0]}: cannot be started ({error.strerror}); check the command") from None
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                os.set_blocking(stream.fileno(), False)

    def ask(self, question: Mapping[str, Any]) -> Any:
        """Ask and wait for one line. Raises RetrieverFailed on time-out, death, or a line that is no JSON."""
        line = self._exchange(json.dumps(question, ensure_ascii=False).encode() + b"\n")
        try:
            return json.loads(line)
        except ValueError:
            raise RetrieverFailed(f"its line {line[:60]!r} is no JSON{self._words_said()}") from None

    def close(self) -> None:
        """End the program and everything it started."""
        process, self._process, self._rest = self._process, None, b""
        if process is not None:
            for stream in (process.stdin, process.stdout):
                if stream is not None:
                    stream.close()
            with suppress(subprocess.TimeoutExpired):
                process.wait(_GRACE)
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        if self._said is not None:
            self._said.close()
            self._said = None

    def _exchange(self, request: bytes) -> bytes:
        process = self._process
        if process is None or process.stdin is None or process.stdout is None:
            raise RetrieverFailed("its program is not running")
        self._refuse_surplus(process.stdout)
        until = time.monotonic() + self._timeout
        with selectors.DefaultSelector() as selector:
            selector.register(process.stdin, selectors.EVENT_WRITE)
            selector.register(process.stdout, selectors.EVENT_READ)
            while b"\n" not in self._rest:
                ready = selector.select(max(0.0, until - time.monotonic()))
                if not ready:
                    raise self._too_slow()
                for key, _ in ready:
                    if key.fileobj is process.stdin:
                        request = self._written(process.stdin, request)
                        if not request:
                            selector.unregister(process.stdin)
                    else:
                        self._take(process)
        line, _, self._rest = self._rest.partition(b"\n")
        return line

    def _refuse_surplus(self, stream: IO[bytes]) -> None:
        """What is there before a question would be taken for its answer, and every later answer for that of the next question."""
        with suppress(BlockingIOError):
            self._rest += os.read(stream.fileno(), _CHUNK)
        if self._rest:
            raise RetrieverFailed(
                f"its program had written {self._rest[:60]!r} before it was asked; let it write one line for each question"
            )

    def _written(self, stream: IO[bytes], request: bytes) -> bytes:
        """What is left to write; nothing where the program reads no more, which its output will tell."""
        try:
            return request[os.write(stream.fileno(), request) :]
        except BlockingIOError:
            return request
        except BrokenPipeError:
            return b""

    def _take(self, process: subprocess.Popen[bytes]) -> None:
        found = os.read(process.stdout.fileno(), _CHUNK) if process.stdout is not None else b""
        self._rest += found
        if not found:
            raise self._dead(process)
        if len(self._rest) > _LONGEST_LINE:
            raise RetrieverFailed(f"its line is longer than {_LONGEST_LINE:,} bytes")

    def _dead(self, process: subprocess.Popen[bytes]) -> RetrieverFailed:
        try:
            how = f"ended with code {process.wait(_GRACE)}"
        except subprocess.TimeoutExpired:
            how = "closed its output"
        return RetrieverFailed(f"its program {how} before it answered{self._words_said()}")

    def _too_slow(self) -> RetrieverFailed:
        return RetrieverFailed(f"its program gave no answer within {self._timeout:g} s (--timeout){self._words_said()}")

    def _words_said(self) -> str:
        """The last of what the program wrote to stderr."""
        if self._said is None:
            return ""
        size = os.fstat(self._said.fileno()).st_size
        text = os.pread(self._said.fileno(), _SHOWN, max(0, size - _SHOWN)).decode(errors="replace").strip()
        return f"; it said: {' '.join(text.split())}" if text else "; it said nothing on stderr"
