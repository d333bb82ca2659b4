"""The label screen in a browser: who is let in, who is not, what arrives, and that nothing stays behind."""

import asyncio
import base64
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from annotator.cli.main import main
from annotator.tui.serve import start
from tests.builders import RELEVANCE, a_dataset, a_passage, a_sample
from tests.tui.browser import CHROMIUM, COUNTED, chromium
from tests.tui.terminal import ROOT

aiohttp = pytest.importorskip("aiohttp", reason="the extra `serve` is not installed (textual-serve brings aiohttp)")
pytest.importorskip("textual_serve", reason="the extra `serve` is not installed")

SHOWN = "document.body?.classList.contains('-first-byte') && document.activeElement.tagName == 'TEXTAREA'"
LINK = "https://example.org/elsewhere"


class Served:
    """`annotator serve` as a process; `address` works once."""

    def __init__(self, root: Path, *more: str) -> None:
        words = [sys.executable, "-m", "annotator", "serve", str(root), "--as", "alice", *more]
        self.root = root
        self.process = subprocess.Popen(
            words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
        )  # fmt: skip
        assert self.process.stdout is not None
        self.said = [self.process.stdout.readline() for _ in range(3)]
        found = re.search(r"http://127\.0\.0\.1:(\d+)/\S+", self.said[1])
        assert found, self.said
        self.address, self.port = found[0], int(found[1])
        self.origin = f"http://127.0.0.1:{self.port}"

    def apps(self) -> list[int]:
        """The processes that label this dataset."""
        found = []
        for entry in Path("/proc").glob("[0-9]*"):
            try:
                words = (entry / "cmdline").read_bytes().split(b"\0")
                running = b"label" in words and str(self.root).encode() in words and "\nState:\tZ" not in (entry / "status").read_text()
            except OSError:
                continue
            found += [int(entry.name)] if running else []
        return found

    async def left(self, number: int) -> list[int]:
        """The apps once there are `number`, or after half a minute."""
        for _ in range(300):
            if len(self.apps()) == number:
                break
            await asyncio.sleep(0.1)
        return self.apps()

    def end(self, number: int = signal.SIGTERM) -> int:
        """Send a signal; returns the exit code."""
        if self.process.poll() is None:
            self.process.send_signal(number)
        self.process.communicate(timeout=30)
        return self.process.returncode


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    root = a_dataset(
        tmp_path / "set",
        passages=[a_passage("p-1", f"{LINK} {LINK} {LINK} 喜欢标注")],
        samples=[a_sample("q-1", ["p-1"])],
        facets={"relevance": RELEVANCE},
    )
    server = Served(root)
    yield server
    if server.process.poll() is None:
        server.process.kill()
    server.process.communicate(timeout=30)


@pytest.fixture
async def client() -> AsyncIterator[Any]:
    """A client that keeps cookies of addresses that are numbers, as a browser does."""
    async with aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as session:
        yield session


async def until(true: Callable[[], Awaitable[bool]]) -> None:
    """Ask again and again, for a minute."""
    for _ in range(600):
        if await true():
            return
        await asyncio.sleep(0.1)
    pytest.fail("it did not come true within a minute")


def values(root: Path) -> list[Any]:
    """What alice has submitted."""
    lines = [line for path in root.glob("labels/alice/*.jsonl") for line in path.read_text("utf-8").splitlines()]
    return [record["values"] for record in map(json.loads, lines) if "values" in record]


async def enter(client: Any, served: Served) -> None:
    async with client.get(served.address) as answer:
        assert (answer.status, str(answer.url)) == (200, f"{served.origin}/")


async def status(client: Any, address: str, **headers: str) -> int:
    async with client.get(address, headers=headers, allow_redirects=False) as answer:
        code: int = answer.status
        return code


async def upgrade(client: Any, served: Served, **headers: str) -> int:
    """The status of an attempt at the websocket."""
    try:
        async with client.ws_connect(f"{served.origin}/ws", headers=headers):
            return 101
    except aiohttp.WSServerHandshakeError as refused:
        code: int = refused.status
        return code


async def test_without_the_token_nothing_is_given(client: Any, served: Served) -> None:
    for path in ("/", "/static/js/textual.js", "/page/page.js", "/ws", "/no-such-thing", f"{served.address.removeprefix(served.origin)}x"):
        assert await status(client, served.origin + path) == 403, path
    assert await status(client, served.origin + "/", Cookie=f"annotator-{served.port}=guess") == 403
    assert await upgrade(client, served, Origin=served.origin) == 403
    assert served.apps() == []


async def test_the_token_works_once(client: Any, served: Served) -> None:
    async with client.get(served.address, allow_redirects=False) as answer:
        assert (answer.status, answer.headers["Location"]) == (303, "/")
        cookie = answer.headers["Set-Cookie"]
    assert "; HttpOnly" in cookie and "; SameSite=Strict" in cookie
    assert served.address.rpartition("/")[2] not in cookie
    async with aiohttp.ClientSession() as other:
        assert await status(other, served.address) == 403
    assert await status(client, served.origin + "/") == 200


async def test_a_refused_request_does_not_use_up_the_token(client: Any, served: Served) -> None:
    for headers in ({"Origin": "http://evil.example"}, {"Host": f"evil.example:{served.port}"}, {"Sec-Fetch-Site": "cross-site"}):
        assert await status(client, served.address, **headers) == 403, headers
    async with client.head(served.address) as answer:
        assert answer.status == 403
    assert await status(client, served.address) == 303


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1:1", "https://127.0.0.1:PORT", "http://localhost:PORT"])
async def test_another_origin_is_refused_with_the_cookie_too(client: Any, served: Served, origin: str) -> None:
    await enter(client, served)
    said = origin.replace("PORT", str(served.port))
    assert await status(client, served.origin + "/", Origin=said) == 403
    assert await upgrade(client, served, Origin=said) == 403
    assert served.apps() == []


async def test_another_host_and_a_websocket_without_origin_are_refused_with_the_cookie_too(client: Any, served: Served) -> None:
    await enter(client, served)
    for host in (f"evil.example:{served.port}", f"localhost:{served.port}", "127.0.0.1", f"127.0.0.1:{served.port}.evil.example"):
        assert await status(client, served.origin + "/", Host=host) == 403, host
        assert await upgrade(client, served, Host=host, Origin=served.origin) == 403, host
    assert await status(client, served.origin + "/", **{"Sec-Fetch-Site": "same-site"}) == 403
    assert await upgrade(client, served) == 403
    assert served.apps() == []


def test_only_the_loopback_interface_listens(served: Served) -> None:
    lines = [line.split() for table in Path("/proc/net").glob("tcp*") for line in table.read_text().splitlines()[1:]]
    listening = [fields[1] for fields in lines if fields[1].endswith(f":{served.port:04X}") and fields[3] == "0A"]
    assert listening == [f"0100007F:{served.port:04X}"]


async def test_the_page_names_no_other_place_and_forbids_it(client: Any, served: Served) -> None:
    await enter(client, served)
    for path in ("/", "/page/page.css", "/page/page.js", "/static/css/xterm.css"):
        async with client.get(served.origin + path) as answer:
            text, policy = await answer.text(), answer.headers["Content-Security-Policy"]
        comments_off = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
        assert re.findall(r"(?:https?:)?//[a-z0-9.-]+\.[a-z]+", comments_off) == [], path
        assert "default-src 'none'" in policy and "script-src 'self';" in policy
        assert "http" not in policy


async def test_the_app_arrives_obeys_and_ends_with_the_connection(client: Any, served: Served) -> None:
    await enter(client, served)
    async with client.ws_connect(f"{served.origin}/ws?width=90&height=30", headers={"Origin": served.origin}) as socket:
        seen = b""
        while "喜欢标注".encode() not in seen:
            seen += (await socket.receive(60)).data
        assert len(served.apps()) == 1
        for nonsense in ("{", "[]", '["stdin"]', '["resize", {"width": "x"}]', '["open", "/etc"]'):
            await socket.send_str(nonsense)
        await socket.send_json(["stdin", "3"])
        await socket.send_json(["stdin", "s"])
        while b"saved" not in seen.partition("喜欢标注".encode())[2].replace(b"NOT saved", b""):
            seen += (await socket.receive(60)).data
    assert values(served.root) == [{"relevance": {"p-1": 3}}]
    assert await served.left(0) == []


async def test_each_connection_has_its_own_app_and_a_signal_ends_all(client: Any, served: Served) -> None:
    await enter(client, served)
    sockets = [await client.ws_connect(f"{served.origin}/ws", headers={"Origin": served.origin}) for _ in range(2)]
    for socket in sockets:
        assert b"\x1b[?1049h" in (await socket.receive(60)).data
    assert len(await served.left(2)) == 2
    ended = asyncio.get_running_loop().run_in_executor(None, served.end, signal.SIGINT)
    for socket in sockets:
        while not socket.closed:
            await socket.receive(60)
    assert await ended == 0
    assert await served.left(0) == []


async def test_no_app_outlives_a_server_that_was_killed(client: Any, served: Served) -> None:
    await enter(client, served)
    async with client.ws_connect(f"{served.origin}/ws", headers={"Origin": served.origin}) as socket:
        assert b"\x1b[?1049h" in (await socket.receive(60)).data
        assert len(served.apps()) == 1
        assert served.end(signal.SIGKILL) == -signal.SIGKILL
        assert await served.left(0) == []


def test_a_terminated_server_ends_well(served: Served) -> None:
    assert served.end(signal.SIGTERM) == 0


def test_the_port_may_be_chosen_and_a_taken_one_is_said(served: Served, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", str(served.root), "--as", "alice", "--port", str(served.port)]) == 2
    assert f"port {served.port} cannot be used" in capsys.readouterr().err


def test_the_command_is_words_and_never_a_shell_line(tmp_path: Path) -> None:
    odd = tmp_path / "a set; echo $HOME"
    assert start.words_for(odd, "alice") == [sys.executable, "-P", "-m", "annotator", "label", str(odd), "--as", "alice"]


@pytest.mark.skipif(not CHROMIUM.exists(), reason="there is no /usr/bin/chromium")
async def test_a_browser_shows_it_and_its_keys_label(client: Any, served: Served, tmp_path: Path) -> None:
    async with chromium(client, tmp_path / "profile") as browser:
        await browser.call("Page.navigate", url=served.address)
        await until(lambda: browser.value(SHOWN))
        await asyncio.sleep(3)
        picture = await browser.picture()
        (tmp_path / "served.png").write_bytes(picture)

        await browser.key("3")
        await browser.key("s")
        await until(lambda: asyncio.to_thread(lambda: bool(values(served.root))))

        # A link in a dataset's text opens nothing, wherever on it one clicks.
        before = await browser.pages()
        for y in range(100, 700, 15):
            await browser.click(60, y)
        assert await browser.pages() == before
        assert {re.sub(r"^ws", "http", url).startswith(served.origin) for url in browser.requested if not url.startswith("data:")} == {True}
        assert [line for line in browser.logged if "Content Security Policy" in line] == []

        await browser.tab()
        colours, written = await browser.value(COUNTED.replace("PICTURE", base64.b64encode(picture).decode()))
        assert colours > 20
        assert written > 0.02
