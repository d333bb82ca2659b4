"""Identifiers as types: ids, people, digests, session names, times."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Annotated

from pydantic import AfterValidator, StringConstraints

from annotator.model.characters import is_nfc, unprintable, unshowable

PERSON = re.compile(r"[a-z0-9][a-z0-9._-]{0,62}")
SESSION = re.compile(r"[0-9]{8}T[0-9]{6}Z-[0-9a-f]{8}")
_DEVICE = re.compile(r"(con|prn|aux|nul|com[0-9]|lpt[0-9])(\..*)?")
_TIME = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z")


def check_id(text: str) -> str:
    """`text` if it may name a sample or passage, else ValueError: 1 to 256 printable NFC characters, no white space."""
    if not 1 <= len(text) <= 256:
        raise ValueError(f"an id has 1 to 256 characters, this one {len(text)}")
    bad = unprintable(text)
    if bad is not None:
        raise ValueError(f"an id holds no white space, control or bidirectional character, this one U+{ord(bad):04X}")
    if not is_nfc(text):
        raise ValueError("an id is in Unicode form NFC")
    return text


def check_line(text: str) -> str:
    """`text` if it can be shown in one line as it is, else ValueError."""
    bad = unshowable(text)
    if bad is not None:
        raise ValueError(f"is shown in one line, so it holds no control or bidirectional character, this one U+{ord(bad):04X}")
    return text


def check_words(text: str) -> str:
    """`text` if it says something, else ValueError."""
    if not text.strip():
        raise ValueError("holds no word")
    return text


def check_time(text: str) -> str:
    """`text` if it is a UTC time to the second such as 2026-11-30T05:09:00Z, else ValueError."""
    if not _TIME.fullmatch(text):
        raise ValueError("a time is written as 2026-11-30T05:09:00Z")
    datetime.fromisoformat(text)
    return text


def time_text(moment: datetime) -> str:
    """A moment as the format writes it: UTC, whole seconds, Z."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def session_stamp(moment: datetime) -> str:
    """The first half of a session's name."""
    return moment.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")


def report_stamp(moment: datetime) -> str:
    """A moment as the name of a file bears it: UTC, milliseconds, no colon or point."""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").removesuffix("+00:00").replace(":", "-").replace(".", "-") + "Z"


def check_person(text: str) -> str:
    """`text` if every file system takes it for a folder's name, else ValueError."""
    if _DEVICE.fullmatch(text):
        raise ValueError(f"{text!r} is the name of a device on some systems; choose another")
    return text


def session_start(name: str) -> datetime:
    """The moment in a session's name."""
    return datetime.strptime(name[:16], "%Y%m%dT%H%M%SZ").replace(tzinfo=UTC)


Id = Annotated[str, StringConstraints(min_length=1, max_length=256), AfterValidator(check_id)]
Person = Annotated[str, StringConstraints(pattern=rf"^{PERSON.pattern}$"), AfterValidator(check_person)]
FacetName = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_-]{0,62}$")]
Version = Annotated[str, StringConstraints(pattern=r"^[0-9A-Za-z][0-9A-Za-z+_-]{0,30}(\.[0-9A-Za-z+_-]{1,31}){0,7}$", max_length=63)]
Sha256 = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
Time = Annotated[str, StringConstraints(pattern=rf"^{_TIME.pattern}$"), AfterValidator(check_time)]
MOST_WORDS = 10_000
Words = Annotated[str, StringConstraints(min_length=1, max_length=MOST_WORDS), AfterValidator(check_words)]
OneLine = Annotated[str, AfterValidator(check_line)]
