"""A service that searches: what it is sent, what is tried again and how often, and what is never."""

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from annotator.errors import RetrieverFailed, UsageError
from annotator.store.http_search import HttpSearch

GOOD = (200, b'{"results": [["a", 2.5]]}')


@pytest.fixture
def service(monkeypatch):
    """A server that gives the answers of a list in turn, the last one for ever, and keeps what it was asked."""
    monkeypatch.setenv("NO_PROXY", "*")
    asked = []
    answers: list[tuple[int, bytes]] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            body = self.rfile.read(int(self.headers["Content-Length"]))
            asked.append((self.path, self.headers["Content-Type"], json.loads(body)))
            status, answer = answers.pop(0) if len(answers) > 1 else answers[0]
            if status == 0:
                self.close_connection = True
                return
            self.send_response(status)
            if status == 302:
                self.send_header("Location", "/elsewhere")
            self.send_header("Content-Length", str(len(answer)))
            self.end_headers()
            self.wfile.write(answer)

        do_GET = do_POST  # noqa: N815 -- as http.server calls it

        def log_message(self, *words):
            """Quiet."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/search", answers, asked
    server.shutdown()
    thread.join()
    server.server_close()


def a_search(url, retries=2, timeout=20.0):
    pauses: list[float] = []
    return HttpSearch(url, timeout, retries, pauses.append), pauses


def test_the_question_is_posted_as_json(service):
    url, answers, asked = service
    answers.append(GOOD)
    search, _ = a_search(url)
    assert search.search("怎样 rotate?", 7) == [["a", 2.5]]
    assert asked == [("/search", "application/json", {"query": "怎样 rotate?", "k": 7})]
    answers.append(GOOD)
    search.search("?", 1, {"time": "2026-10-29T09:39:30Z", "library": []})
    assert asked[1][2] == {"query": "?", "k": 1, "time": "2026-10-29T09:39:30Z", "library": []}


@pytest.mark.parametrize("trouble", [(503, b""), (429, b""), (0, b"")])
def test_trouble_that_may_pass_is_tried_again_with_longer_pauses(service, trouble):
    url, answers, asked = service
    answers += [trouble, trouble, GOOD]
    search, pauses = a_search(url)
    assert search.search("?", 1) == [["a", 2.5]]
    assert len(asked) == 3
    assert pauses == [0.25, 0.5]


def test_the_retries_have_an_end(service):
    url, answers, asked = service
    answers.append((500, b""))
    search, _ = a_search(url, retries=3)
    with pytest.raises(RetrieverFailed, match=r"answered with status 500, 4 times"):
        search.search("?", 1)
    assert len(asked) == 4


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        ((404, b""), "status 404"),
        ((302, b""), "status 302"),
        ((200, b"<html>"), "no JSON"),
        ((200, b'{"hits": []}'), "its answer is not"),
        ((200, b'{"error": "no such index"}'), "it says 'no such index'"),
    ],
)
def test_what_will_not_get_better_is_asked_once(service, answer, why):
    url, answers, asked = service
    answers.append(answer)
    search, pauses = a_search(url)
    with pytest.raises(RetrieverFailed, match=why):
        search.search("?", 1)
    assert len(asked) == 1
    assert pauses == []


def test_nobody_there_is_one_sentence(service):
    url, *_ = service
    search, pauses = a_search(url.replace("http://127.0.0.1", "http://127.0.0.2"), retries=1, timeout=5.0)
    with pytest.raises(RetrieverFailed, match=r"could not be reached \(.*refused.*\), 2 times"):
        search.search("?", 1)
    assert pauses == [0.25]


@pytest.mark.parametrize("url", ["file:///etc/hostname", "ftp://host/x", "localhost:80", "http://", "http://name:word@host/x"])
def test_urls_that_are_not_asked(url):
    with pytest.raises(UsageError, match="needs a URL") as caught:
        HttpSearch(url, 1.0, 0)
    assert "word@" not in str(caught.value)
