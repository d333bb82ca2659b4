"""PipeDriver: Textual's driver for a browser, which ends the app when the server is gone instead of waiting for ever."""

from __future__ import annotations

import os
from contextlib import suppress
from functools import partial
from typing import Any

from textual.drivers.web_driver import WebDriver
from textual.messages import ExitApp


class PipeDriver(WebDriver):
    """Reads keys from a pipe and writes frames to another."""

    def __init__(self, app: Any, **options: Any) -> None:
        super().__init__(app, **options)
        self._write = partial(self._write_while_read)

    def run_input_thread(self) -> None:
        super().run_input_thread()
        if not self.exit_event.is_set():
            self._app.post_message(ExitApp())

    def _write_while_read(self, data: bytes) -> int:
        # A server that was killed reads no more; what was entered is on disk, and leaving must not fail over a frame.
        with suppress(BrokenPipeError):
            return os.write(self.fileno, data)
        return len(data)
