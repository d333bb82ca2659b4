"""The web server: the page, the terminal's script and one websocket, on the loopback interface, all behind the gate."""

from __future__ import annotations

import asyncio
import json
import signal
import socket
from collections.abc import Awaitable, Callable, Sequence
from importlib.resources import files
from pathlib import Path

from aiohttp import WSCloseCode, WSMsgType, web
from aiohttp.typedefs import Middleware

from annotator.errors import UsageError
from annotator.tui.serve.gate import HOST, Gate
from annotator.tui.serve.service import GRACE, Service

_PAGE = Path(__file__).with_name("page")
_Sockets = set[web.WebSocketResponse]
_Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


def serve(words: Sequence[str], port: int, announce: Callable[[str], None]) -> None:
    """Serve the app that `words` start until SIGINT, SIGTERM or SIGHUP; `announce` gets the address, which works once.

    Port 0 takes a free one. Raises UsageError where the port is taken.
    """
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    with listening:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((HOST, port))
        except OSError as error:
            raise UsageError(f"port {port} cannot be used ({error.strerror}); choose another with --port, or none") from None
        gate = Gate(listening.getsockname()[1])
        asyncio.run(_serve(application(words, gate), listening, lambda: announce(gate.address)))


def application(words: Sequence[str], gate: Gate) -> web.Application:
    """The routes, each behind `gate`."""
    app = web.Application(middlewares=[web.middleware(_guard(gate))])
    sockets: _Sockets = set()
    app.router.add_get("/", _page)
    app.router.add_get("/ws", _websocket(words, sockets), allow_head=False)
    app.router.add_static("/page", _PAGE)
    app.router.add_static("/static", Path(str(files("textual_serve"))) / "static")
    app.on_response_prepare.append(_sealed(gate))
    app.on_shutdown.append(_hang_up(sockets))
    return app


async def _serve(app: web.Application, listening: socket.socket, ready: Callable[[], None]) -> None:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        loop.add_signal_handler(number, stop.set)
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=2 * GRACE)
    await runner.setup()
    try:
        await web.SockSite(runner, listening).start()
        ready()
        await stop.wait()
    finally:
        await runner.cleanup()


def _guard(gate: Gate) -> Middleware:
    async def guard(request: web.Request, handler: _Handler) -> web.StreamResponse:
        upgrade = request.path == "/ws" or "Upgrade" in request.headers
        hosts, origins = request.headers.getall("Host", []), request.headers.getall("Origin", [])
        reason = gate.foreign(request.headers, hosts, origins, upgrade=upgrade)
        if reason is not None:
            raise web.HTTPForbidden(text=f"403: {reason}\n")
        if request.method == "GET" and not upgrade and gate.enter(request.path):
            welcome = web.Response(status=303, headers={"Location": "/"})
            welcome.set_cookie(gate.cookie, gate.secret, path="/", httponly=True, samesite="Strict")
            return welcome
        if not gate.knows(request.cookies):
            raise web.HTTPForbidden(text="403: use the address that `annotator serve` printed; it works once, in one browser\n")
        return await handler(request)

    return guard


def _sealed(gate: Gate) -> Callable[[web.Request, web.StreamResponse], Awaitable[None]]:
    """Headers of every answer. Without `allow-popups`, a link that the terminal finds in a dataset's text opens nothing."""
    policy = (
        # The terminal measures its cells by style elements that it makes itself.
        "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; font-src 'self'; img-src data:; "
        f"connect-src ws://{gate.authority}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
        "sandbox allow-scripts allow-same-origin"
    )
    headers = {
        "Content-Security-Policy": policy,
        "X-Content-Type-Options": "nosniff",
        "X-Frame-Options": "DENY",
        "Referrer-Policy": "no-referrer",
        "Cross-Origin-Opener-Policy": "same-origin",
        "Cross-Origin-Resource-Policy": "same-origin",
        "Cache-Control": "no-store",
    }

    async def seal(_: web.Request, response: web.StreamResponse) -> None:
        response.headers.update(headers)

    return seal


async def _page(_: web.Request) -> web.FileResponse:
    return web.FileResponse(_PAGE / "index.html")


def _websocket(words: Sequence[str], sockets: _Sockets) -> Callable[[web.Request], Awaitable[web.WebSocketResponse]]:
    async def connected(request: web.Request) -> web.WebSocketResponse:
        websocket = web.WebSocketResponse(heartbeat=15)
        await websocket.prepare(request)
        sockets.add(websocket)
        service = Service(words, websocket)
        try:
            width, height = _size(request.query.get("width"), request.query.get("height"))
            await service.start(width, height)
            async for message in websocket:
                if message.type == WSMsgType.TEXT:
                    await _obey(service, websocket, message.data)
        finally:
            sockets.discard(websocket)
            await service.stop()
        return websocket

    return connected


async def _obey(service: Service, websocket: web.WebSocketResponse, message: str) -> None:
    """One message of the terminal in the browser; what is none is passed over."""
    try:
        envelope = json.loads(message)
    except ValueError:
        return
    match envelope:
        case ["stdin", str(keys)]:
            await service.send_bytes(keys.encode("utf-8", "replace"))
        case ["resize", {"width": int(width), "height": int(height)}]:
            await service.set_terminal_size(*_size(width, height))
        case ["ping", str(sent)]:
            await websocket.send_json(["pong", sent])
        case ["focus"]:
            await service.focus()
        case ["blur"]:
            await service.blur()


def _size(width: str | int | None, height: str | int | None) -> tuple[int, int]:
    """Columns and rows within what a screen can be, since each cell costs memory."""
    return _within(width, 80, 500), _within(height, 24, 300)


def _within(said: str | int | None, usual: int, most: int) -> int:
    try:
        return max(1, min(int(usual if said is None else said), most))
    except ValueError:
        return usual


def _hang_up(sockets: _Sockets) -> Callable[[web.Application], Awaitable[None]]:
    """Closes every connection; each ends its app."""

    async def hang_up(_: web.Application) -> None:
        await asyncio.gather(*(websocket.close(code=WSCloseCode.GOING_AWAY) for websocket in list(sockets)))

    return hang_up
