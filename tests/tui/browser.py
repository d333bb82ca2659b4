"""A headless Chromium, asked over its debugging protocol."""

import asyncio
import base64
import json
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

CHROMIUM = Path("/usr/bin/chromium")
SWITCHES = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--remote-debugging-port=0",
    "--window-size=1000,700",
)
# How many colours a picture has, and the part of it that is not of the commonest.
COUNTED = """
(async () => {
  const picture = await createImageBitmap(await (await fetch("data:image/png;base64,PICTURE")).blob());
  const pen = new OffscreenCanvas(picture.width, picture.height).getContext("2d");
  pen.drawImage(picture, 0, 0);
  const cells = new Uint32Array(pen.getImageData(0, 0, picture.width, picture.height).data.buffer);
  const counts = new Map();
  for (const cell of cells) counts.set(cell, (counts.get(cell) || 0) + 1);
  return [counts.size, 1 - Math.max(...counts.values()) / cells.length];
})()
"""


class Browser:
    """One tab; `requested` are the addresses that it asked for, `logged` what the browser complained of."""

    def __init__(self, socket: Any) -> None:
        self._socket = socket
        self._number = 0
        self._session: str | None = None
        self.requested: list[str] = []
        self.logged: list[str] = []

    async def call(self, method: str, **parameters: Any) -> dict[str, Any]:
        """The result of one method; events that come before it are noted."""
        self._number += 1
        session = {} if self._session is None else {"sessionId": self._session}
        await self._socket.send_json({"id": self._number, "method": method, "params": parameters, **session})
        while True:
            said = json.loads((await self._socket.receive(60)).data)
            if said.get("id") == self._number:
                assert "error" not in said, said
                result: dict[str, Any] = said["result"]
                return result
            self._note(said)

    def _note(self, event: dict[str, Any]) -> None:
        match event:
            case {"method": "Network.requestWillBeSent", "params": {"request": {"url": str(url)}}}:
                self.requested.append(url)
            case {"method": "Network.webSocketCreated", "params": {"url": str(url)}}:
                self.requested.append(url)
            case {"method": "Log.entryAdded", "params": {"entry": {"text": str(text)}}}:
                self.logged.append(text)

    async def tab(self) -> None:
        """Work in a new tab from now on."""
        self._session = None
        target = (await self.call("Target.createTarget", url="about:blank"))["targetId"]
        self._session = (await self.call("Target.attachToTarget", targetId=target, flatten=True))["sessionId"]
        for domain in ("Page", "Network", "Log", "Runtime"):
            await self.call(f"{domain}.enable")

    async def value(self, expression: str) -> Any:
        """What a JavaScript expression comes to."""
        return (await self.call("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True))["result"].get("value")

    async def pages(self) -> int:
        """How many tabs are open."""
        targets = (await self.call("Target.getTargets"))["targetInfos"]
        return sum(target["type"] == "page" for target in targets)

    async def key(self, character: str) -> None:
        """Press one key."""
        for kind in ("keyDown", "keyUp"):
            await self.call("Input.dispatchKeyEvent", type=kind, key=character, text=character if kind == "keyDown" else "")

    async def click(self, x: float, y: float) -> None:
        """Move there and click."""
        await self.call("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)
        await asyncio.sleep(0.2)
        for kind in ("mousePressed", "mouseReleased"):
            await self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    async def picture(self) -> bytes:
        """The tab as PNG."""
        return base64.b64decode((await self.call("Page.captureScreenshot", format="png"))["data"])


@asynccontextmanager
async def chromium(session: Any, profile: Path) -> AsyncIterator[Browser]:
    """A browser with an empty profile, driven through an aiohttp `session`; it ends with the block."""
    process = await asyncio.create_subprocess_exec(
        str(CHROMIUM), *SWITCHES, f"--user-data-dir={profile}", "about:blank",
        stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.PIPE, limit=1 << 20,
    )  # fmt: skip
    assert process.stderr is not None
    try:
        async with asyncio.timeout(60):
            while (found := re.search(r"DevTools listening on (\S+)", (await process.stderr.readline()).decode())) is None:
                assert not process.stderr.at_eof(), "the browser did not start"
        async with session.ws_connect(found[1], max_msg_size=0) as socket:
            browser = Browser(socket)
            await browser.tab()
            yield browser
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()
