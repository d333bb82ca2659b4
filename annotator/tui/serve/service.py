"""Service: one app process for one connection, started without a shell, and ended with it."""

from __future__ import annotations

import asyncio
import json
import shlex
from asyncio.subprocess import PIPE, Process, create_subprocess_exec
from collections.abc import Sequence

from aiohttp import web
from textual_serve.app_service import AppService
from textual_serve.download_manager import DownloadManager

from annotator.tui.serve import DRIVER

# An app that was told to leave and is still there after so many seconds is killed; what was entered is on disk by then.
GRACE = 5.0


class Service(AppService):
    """`words` start the app; nothing that a request says is among them."""

    def __init__(self, words: Sequence[str], websocket: web.WebSocketResponse) -> None:
        super().__init__(
            shlex.join(words),
            write_bytes=websocket.send_bytes,
            write_str=websocket.send_str,
            close=self._hang_up,
            download_manager=DownloadManager(),
        )
        self._words = list(words)
        self._websocket = websocket
        self._app: Process | None = None

    async def _open_app_process(self, width: int = 80, height: int = 24) -> Process:
        environment = {**self._build_environment(width=width, height=height), "TEXTUAL_DRIVER": DRIVER}
        # A session of its own: Ctrl+C in the server's terminal reaches the app as a request to leave, not as a second signal.
        process = await create_subprocess_exec(*self._words, stdin=PIPE, stdout=PIPE, stderr=PIPE, env=environment, start_new_session=True)
        self._app = self._process = process
        self._stdin = process.stdin
        return process

    async def run(self) -> None:
        await super().run()
        # An app that ended without a word leaves no page that looks alive.
        await self._hang_up()

    async def on_meta(self, data: bytes) -> None:
        # The app opens no pages and hands out no files, so nothing but its end is passed on.
        if json.loads(data).get("type") == "exit":
            await self._hang_up()

    async def stop(self) -> None:
        process = self._app
        try:
            async with asyncio.timeout(GRACE):
                await super().stop()
                if process is not None:
                    await process.wait()
        except TimeoutError:
            if process is not None and process.returncode is None:
                process.kill()
                await process.wait()

    async def _hang_up(self) -> None:
        await self._websocket.close()
