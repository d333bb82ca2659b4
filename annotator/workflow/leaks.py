"""Leaks: what must not stand in a text that is published: secrets, paths of a machine, e-mail addresses, endpoints."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple


class Leak(NamedTuple):
    """What was found, and by which rule."""

    rule: str
    text: str


@dataclass(frozen=True)
class _Rule:
    """`hints`: without one of them (in lower case) the pattern cannot match, and most texts have none."""

    name: str
    hints: tuple[str, ...]
    pattern: re.Pattern[str]


def _rule(name: str, hints: str, pattern: str) -> _Rule:
    return _Rule(name, tuple(hints.split()), re.compile(pattern))


_ROOTS = "home|Users|root|mnt|media|srv|opt|var|tmp|etc|usr|private|Volumes"

# Every repetition is bounded and every alternative begins with a literal, so that no text takes long.
_RULES = (
    _rule("private key", "-----begin", r"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY-----"),
    _rule("cloud key", "akia asia aiza", r"\b(?:(?:AKIA|ASIA)[0-9A-Z]{16}|AIza[0-9A-Za-z_-]{35})(?![0-9A-Za-z])"),
    _rule(
        "access token",
        "ghp_ gho_ ghu_ ghs_ ghr_ github_pat_ glpat- xox",
        r"\b(?:gh[pousr]_[0-9A-Za-z]{36,255}|github_pat_[0-9A-Za-z_]{22,255}|glpat-[0-9A-Za-z_-]{20,255}|xox[abeoprs]-[0-9A-Za-z-]{10,250})",
    ),
    _rule("service key", "sk-", r"(?<![0-9A-Za-z])sk-[0-9A-Za-z_-]{20,250}"),
    _rule("web token", "eyj", r"\beyJ[0-9A-Za-z_-]{10,2000}\.[0-9A-Za-z_-]{10,4000}\.[0-9A-Za-z_-]{10,1000}"),
    _rule("password in an address", "://", r"\b[A-Za-z][A-Za-z0-9+.-]{1,20}://[^\s/@:]{1,100}:[^\s/@]{1,100}@"),
    _rule(
        "password",
        "password passwd secret api_key api-key apikey token",
        r"""(?i:\b(?:password|passwd|secret|api[_-]?key|token)["']?[ \t]{0,3}[:=][ \t]{0,3}["']?(?=[^\s"']{0,100}[0-9])(?=[^\s"']{0,100}[a-z])[^\s"']{8,200})""",
    ),
    _rule(
        "absolute path",
        "/ \\",
        rf"(?<![\w./:~-])/(?:{_ROOTS})/[^\s\"'<>|`,;)]{{1,300}}|(?<![A-Za-z0-9])[A-Za-z]:\\[^\s\"'<>|`,;)]{{1,300}}",
    ),
    _rule("e-mail address", "@", r"(?<![A-Za-z0-9._%+-])[A-Za-z0-9._%+-]{1,64}@(?:[A-Za-z0-9-]{1,63}\.){1,8}[A-Za-z]{2,63}"),
    _rule(
        "endpoint",
        "://",
        r"(?i:\b(?:https?|wss?|grpc|postgres|postgresql|mysql|redis|mongodb|amqp)://(?:localhost|[0-9]{1,3}(?:\.[0-9]{1,3}){3}|[a-z0-9.-]{1,200}\.(?:local|internal|intranet|corp|lan)|api\.[a-z0-9.-]{1,200}|[a-z0-9.-]{1,200}(?=:[0-9]))(?::[0-9]{1,5})?(?![a-z0-9.-])[^\s\"'<>`]{0,300})",
    ),
)

# Names and addresses that are set aside for examples lead nowhere (RFC 2606, RFC 5737).
_MADE_UP = re.compile(
    r"(?i:(?:@|://|\.)example\.(?:com|org|net)\b|(?:@|://)(?:[a-z0-9-]{1,63}\.){0,8}(?:example|invalid|test)(?![a-z0-9.-])|://(?:192\.0\.2|198\.51\.100|203\.0\.113)\.)"
)


def leaks(text: str) -> Iterator[Leak]:
    """Everything in `text` that a rule names, made-up addresses left out."""
    lowered = text.lower()
    for rule in _RULES:
        if any(hint in lowered for hint in rule.hints):
            for match in rule.pattern.finditer(text):
                if _MADE_UP.search(match[0]) is None:
                    yield Leak(rule.name, match[0])


def names_in(text: str, names: frozenset[str]) -> Iterator[Leak]:
    """The names of people that stand in `text` as words."""
    lowered = text.lower()
    for name in names:
        if name.lower() in lowered and re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text, re.IGNORECASE):
            yield Leak("name of a person", name)
