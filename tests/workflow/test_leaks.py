"""Leaks: what a release must not hold is found, and plain prose is left alone. No key here is real."""

import pytest

from annotator.workflow.leaks import leaks, names_in

FOUND = [
    ("private key", "-----BEGIN " + "OPENSSH PRIVATE KEY-----"),
    ("cloud key", "AKIA" + "ABCDEFGHIJKLMNOP"),
    ("cloud key", "AIza" + "a" * 35),
    ("access token", "ghp_" + "a1" * 18),
    ("access token", "github_pat_" + "A1b2" * 6),
    ("access token", "xoxb-" + "1234567890-abc"),
    ("service key", "sk-" + "proj-abcdefghij0123456789"),
    ("web token", "eyJ" + "hbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJlLXBhcnQ"),
    ("password in an address", "postgres://admin:hunter2@"),
    ("password", "password: hunter2hunter2"),
    ("password", 'api_key = "0a1b2c3d4e5f"'.rstrip('"')),
    ("absolute path", "/home/alice/notes.txt"),
    ("absolute path", "/Users/alice/Library"),
    ("absolute path", "C:\\Users\\alice"),
    ("e-mail address", "alice.b+x@mail.some-company.co.uk"),
    ("endpoint", "http://localhost:8080/search"),
    ("endpoint", "http://10.0.0.7/v1"),
    ("endpoint", "https://search.team.internal/q"),
    ("endpoint", "https://api.some-company.io/v1/keys"),
    ("endpoint", "redis://cache.some-company.io:6379"),
]

CLEAN = [
    "Green tea wants 80 °C, two minutes; see https://en.wikipedia.org/wiki/Tea.",
    "Write to alice@example.org, or bob@mail.example.com, or carol@somewhere.invalid.",
    "Call http://example.com:8080/x, http://192.0.2.1/y or https://api.example.org/z.",
    "and/or, 1/2, w/o, a/b/c, ../relative/path, see docs/format.md and ./home/x",
    "The secret: patience. Token: a thing. Password: none",
    "task-management skills, sk-8 shoes, AKIA is a word, @handle, 5 @ 3",
    "sha256 " + "0123456789abcdef" * 4,
    "密码是什么?请看 https://zh.wikipedia.org/wiki/茶",
]


@pytest.mark.parametrize(("rule", "text"), FOUND)
def test_what_must_not_be_published_is_found_within_a_text(rule: str, text: str):
    assert (rule, text) in list(leaks(f"see {text} there"))


@pytest.mark.parametrize("text", CLEAN)
def test_plain_prose_is_left_alone(text: str):
    assert list(leaks(text)) == []


@pytest.mark.parametrize("piece", ["a", "a.", "eyJ" + "a" * 20, "/home/", "http://a", "token=a", "a@a.", "sk-", "-----BEGIN A"])
def test_no_text_takes_long(piece: str):
    text = piece * (200_000 // len(piece))
    assert len(list(leaks(text))) >= 0  # a pattern that backtracks would not come back within the life of the machine


def test_names_are_found_as_words():
    names = frozenset(["bo", "alice"])
    assert [leak.text for leak in names_in("Ask Alice about the bottle.", names)] == ["alice"]
    assert [leak.text for leak in names_in("bo's box", names)] == ["bo"]
