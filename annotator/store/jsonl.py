"""JSON Lines to values: bytes split on LF only, every refusal with file and line."""

from __future__ import annotations

import gc
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import NamedTuple, TypeVar

from pydantic import TypeAdapter, ValidationError

from annotator.errors import UnreadableInput
from annotator.model.canonical import MAX_LINE, NotARecord, parse_line

V = TypeVar("V")


class Line(NamedTuple):
    """One line without its LF; `complete` is False for a last line that has none."""

    number: int
    data: bytes
    complete: bool


def split_lines(chunks: Iterable[bytes], shown: str) -> Iterator[Line]:
    """The lines in `chunks`; memory is bounded by the longest line allowed. Raises UnreadableInput past 1 MiB."""
    number, rest = 0, b""
    for chunk in chunks:
        *whole, rest = (rest + chunk).split(b"\n")
        for data in whole:
            number += 1
            if len(data) > MAX_LINE:
                raise UnreadableInput(shown, number, f"the line is longer than {MAX_LINE:,} bytes")
            yield Line(number, data, complete=True)
        if len(rest) > MAX_LINE:
            raise UnreadableInput(shown, number + 1, f"the line is longer than {MAX_LINE:,} bytes")
    if rest:
        yield Line(number + 1, rest, complete=False)


def record(line: Line, adapter: TypeAdapter[V], shown: str, *, canonical: bool = False) -> V:
    """The value in one line. Raises UnreadableInput for all that the format refuses; where `canonical`, for any other form too."""
    try:
        _, as_written = parse_line(line.data)
        if canonical and not as_written:
            why = "ends in CR LF, as after a conversion by git" if line.data.endswith(b"\r") else "is not in canonical form"
            raise NotARecord(why)
        return adapter.validate_json(line.data)
    except NotARecord as problem:
        raise UnreadableInput(shown, line.number, f"the line {problem}") from None
    except ValidationError as error:
        raise UnreadableInput(shown, line.number, sentence(error)) from None


# The second is what pydantic says of a dataclass where it says the first of a model.
_WHY = {"extra_forbidden": "there is no such field", "unexpected_keyword_argument": "there is no such field", "missing": "is missing"}


def sentence(error: ValidationError) -> str:
    """The first thing that pydantic found, in words, with the place in the record where it is about one."""
    first = error.errors(include_url=False, include_context=False)[0]
    place = ".".join(str(part) for part in first["loc"])
    why = _WHY.get(first["type"]) or _plain(first["msg"])
    more = error.error_count() - 1
    return (f"{place}: {why}" if place else why) + (f" (and {more} more)" if more else "")


def _plain(message: str) -> str:
    text = message.removeprefix("Value error, ")
    return text[:1].lower() + text[1:]


@contextmanager
def collector_paused() -> Iterator[None]:
    """No garbage collection inside: 100,000 small objects are made and kept, and looking for cycles triples the time."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()
