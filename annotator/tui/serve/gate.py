"""Gate: who may ask the server anything. Holds the token that works once, the cookie it is changed for, and the checks."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence

HOST = "127.0.0.1"
# What a browser says of a request that no other site has caused.
_OWN_SITE = {"none", "same-origin"}


class Gate:
    """One browser is let in, by the first request for `address`; all others are refused, and so is every other site in it."""

    def __init__(self, port: int) -> None:
        self.authority = f"{HOST}:{port}"
        self.origin = f"http://{self.authority}"
        # Browsers send a cookie to every port of a host, so the port is in its name.
        self.cookie = f"annotator-{port}"
        self.secret = secrets.token_urlsafe(32)
        self._token: str | None = secrets.token_urlsafe(32)
        self.address = f"{self.origin}/{self._token}"

    def foreign(self, headers: Mapping[str, str], hosts: Sequence[str], origins: Sequence[str], *, upgrade: bool) -> str | None:
        """Why a request is not of our own page, None if it is.

        A browser names the origin of every websocket, so one without is refused; a plain GET has none, and is judged by Sec-Fetch-Site.
        The Host check holds off a name that was made to point here (DNS rebinding).
        """
        if list(hosts) != [self.authority]:
            return "another host was asked for"
        if origins or upgrade:
            return None if list(origins) == [self.origin] else "another site asks"
        return None if headers.get("Sec-Fetch-Site", "none") in _OWN_SITE else "another site asks"

    def enter(self, path: str) -> bool:
        """Whether `path` is the token; it is used up by that."""
        token = self._token
        if token is None or not _same(path, f"/{token}"):
            return False
        self._token = None
        return True

    def knows(self, cookies: Mapping[str, str]) -> bool:
        """Whether the request comes from the browser that used the token."""
        return _same(cookies.get(self.cookie, ""), self.secret)


def _same(said: str, expected: str) -> bool:
    """Equal, in a time that does not tell how much of it is."""
    return secrets.compare_digest(said.encode("utf-8", "replace"), expected.encode())
