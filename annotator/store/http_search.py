"""A service that searches: the question is posted as JSON, and the results come back as JSON."""

from __future__ import annotations

import http.client
import json
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping, Sequence
from typing import Any
from urllib.parse import urlsplit

from annotator import __version__
from annotator.errors import RetrieverFailed, UsageError
from annotator.evaluate.outside import NOTHING_MORE, answer_of_json
from annotator.evaluate.retriever import Passage

_LARGEST = 64 << 20
_CHUNK = 1 << 16
_FIRST_PAUSE = 0.25
_LONGEST_PAUSE = 8.0
_TOO_MANY = 429


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """A redirected POST would come in as a GET somewhere else, so none is followed."""

    def redirect_request(self, *_: Any) -> None:
        """Never."""


class HttpSearch:
    """Asks `url`. An answer of 429 or 5xx and a broken connection are tried again, `retries` times at most, pausing longer each time."""

    def __init__(self, url: str, timeout: float, retries: int, pause: Callable[[float], None] = time.sleep) -> None:
        """`timeout` in seconds for one try as a whole. Raises UsageError for a URL that cannot be asked."""
        parts = urlsplit(url)
        if parts.scheme not in {"http", "https"} or not parts.hostname or parts.username is not None:
            raise UsageError("http: needs a URL as in http:http://localhost:8080/search, without a name and password in it")
        self._url = url
        self._timeout = timeout
        self._retries = retries
        self._pause = pause
        self._opener = urllib.request.build_opener(_NoRedirect)

    def index(self, passages: Sequence[Passage]) -> None:
        """The service has its own corpus."""

    def close(self) -> None:
        """Nothing is held between two questions."""

    def search(self, query: str, k: int, sample: Mapping[str, Any] = NOTHING_MORE) -> Any:
        """Ask, again where that may help. Raises RetrieverFailed."""
        body = json.dumps({"query": query, "k": k, **sample}, ensure_ascii=False).encode()
        for attempt in range(self._retries + 1):
            try:
                return answer_of_json(json.loads(self._posted(body)))
            except urllib.error.HTTPError as error:
                with error:
                    problem = f"its service answered with status {error.code}"
                if error.code != _TOO_MANY and error.code < 500:
                    raise RetrieverFailed(problem) from None
            except (OSError, http.client.HTTPException) as error:
                # URLError is an OSError that wraps the reason.
                reason = getattr(error, "reason", error)
                problem = f"its service could not be reached ({reason or type(error).__name__})"
            except ValueError:
                raise RetrieverFailed("its service answered with something that is no JSON") from None
            if attempt < self._retries:
                self._pause(min(_LONGEST_PAUSE, _FIRST_PAUSE * 2**attempt))
        raise RetrieverFailed(f"{problem}, {self._retries + 1} times (--retries, --timeout)")

    def _posted(self, body: bytes) -> bytes:
        headers = {"Content-Type": "application/json", "Accept": "application/json", "User-Agent": f"annotator/{__version__}"}
        until = time.monotonic() + self._timeout
        request = urllib.request.Request(self._url, data=body, headers=headers, method="POST")  # noqa: S310  # the scheme was looked at above
        answer = bytearray()
        with self._opener.open(request, timeout=self._timeout) as response:
            # The time-out of a socket is for each piece; an answer that trickles in would never end.
            while piece := response.read1(_CHUNK):
                answer += piece
                if len(answer) > _LARGEST:
                    raise RetrieverFailed(f"its service answered with more than {_LARGEST:,} bytes")
                if time.monotonic() > until:
                    raise TimeoutError(f"no whole answer within {self._timeout:g} s")
        return bytes(answer)
