"""Session: one sitting of one person as it stands on disk, with the digest of every line."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from annotator.model.events import Event, Open


class Logged(NamedTuple):
    """One event with the digest of its line and where it stands; `line` counts from 1."""

    event: Event
    digest: str
    path: str
    line: int


@dataclass(frozen=True)
class Session:
    """A session file that could be read.

    `events` leaves the opening line out; `opening` is None when not even that line was finished. `torn` is the last line's bytes when it has no LF, which only a session
    that was never closed may have. `sealed` says whether a seal stands beside it, not whether it is right.
    """

    path: str
    person: str
    name: str
    opening: Open | None
    events: tuple[Logged, ...]
    sha256: str
    torn: bytes
    sealed: bool
