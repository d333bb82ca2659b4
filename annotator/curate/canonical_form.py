"""Canonical form: corpus and samples as the format writes them, whatever an editor left; sessions are never touched."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from annotator.errors import UnreadableInput
from annotator.model.canonical import NotARecord, line_of, parse_line
from annotator.store import layout
from annotator.store.collection import collection_paths
from annotator.store.dataset import Dataset
from annotator.store.jsonl import split_lines

_BOM = b"\xef\xbb\xbf"


class Change(NamedTuple):
    """What canonical form asks of one file: how many lines are rewritten, blank lines dropped, and the rest in words."""

    path: str
    rewritten: int
    dropped: int
    other: tuple[str, ...]

    def __str__(self) -> str:
        counts = [
            f"{number} {what}"
            for number, what in ((self.rewritten, "line(s) rewritten"), (self.dropped, "blank line(s) dropped"))
            if number
        ]
        return f"{self.path}: {', '.join([*counts, *self.other])}"


def canonical_form(root: Path, *, check: bool = False) -> list[Change]:
    """Rewrite corpus and samples where they are not canonical; with `check`, only say what would change.

    Every file is read whole before the first is replaced. Raises UnreadableInput with file and line for what is no JSON object.
    """
    folder = Dataset(root).folder
    planned: dict[str, bytes] = {}
    changes: list[Change] = []
    for name in (layout.CORPUS, layout.SAMPLES):
        for path in collection_paths(folder, name):
            data = b"".join(folder.chunks(path))
            written, change = _canonical(data, path, folder.show(path))
            if written != data:
                planned[path] = written
                changes.append(change)
    if not check:
        for path, written in planned.items():
            folder.replace(path, written)
    return changes


def _canonical(data: bytes, path: str, shown: str) -> tuple[bytes, Change]:
    other = []
    if data.startswith(_BOM):
        data = data.removeprefix(_BOM)
        other.append("byte order mark removed")
    if data and not data.endswith(b"\n"):
        other.append("line end added at the end of the file")
    lines: list[bytes] = []
    rewritten = dropped = 0
    for line in split_lines([data], shown):
        if not line.data.strip(b" \t\r"):
            dropped += 1
            continue
        try:
            record, as_written = parse_line(line.data)
        except NotARecord as problem:
            raise UnreadableInput(shown, line.number, f"the line {problem}") from None
        rewritten += not as_written
        lines.append(line.data if as_written else line_of(record))
    return b"".join(line + b"\n" for line in lines), Change(path, rewritten, dropped, tuple(other))
