"""Files outside any dataset that a person names: sources of imports, `--from` files, targets of exports."""

from __future__ import annotations

import os
from collections.abc import Iterator
from hashlib import file_digest, sha256
from pathlib import Path
from typing import TypeVar

from pydantic import TypeAdapter, ValidationError

from annotator.errors import MissingPrerequisite, Refused, UnreadableInput
from annotator.model.canonical import NotARecord, parse_line
from annotator.store.folder import write_and_close
from annotator.store.jsonl import collector_paused, record, sentence, split_lines

V = TypeVar("V")
MAX_BYTES = 1 << 30
_CHUNK = 1 << 20


def read_outside(path: Path) -> bytes:
    """All bytes of `path`. Raises UnreadableInput where that fails or past 1 GiB."""
    try:
        with path.open("rb") as file:
            if os.fstat(file.fileno()).st_size > MAX_BYTES:
                raise UnreadableInput(str(path), None, f"is larger than {MAX_BYTES:,} bytes")
            return file.read(MAX_BYTES)
    except OSError as error:
        raise UnreadableInput(str(path), None, f"cannot be read ({error.strerror})") from None


def outside_records(path: Path, adapter: TypeAdapter[V], *, after: int = 0) -> list[tuple[int, V]]:
    """The values of a JSONL file with their line numbers; blank lines and the first `after` are passed over.

    Raises UnreadableInput at the first fault.
    """
    with collector_paused():
        lines = split_lines(_chunks(path), str(path))
        return [(line.number, record(line, adapter, str(path))) for line in lines if line.number > after and line.data.strip(b" \t\r")]


def outside_head(path: Path, adapter: TypeAdapter[V], key: str) -> tuple[V, bytes] | None:
    """The first line of a JSONL file and its bytes without LF, None where it is no object with `key`. Raises UnreadableInput."""
    first = next(split_lines(_chunks(path), str(path)), None)
    try:
        if first is None or key not in parse_line(first.data)[0]:
            return None
    except NotARecord:
        # Whoever reads the records says what is wrong with it.
        return None
    return record(first, adapter, str(path)), first.data


def outside_document(path: Path, adapter: TypeAdapter[V]) -> V:
    """The value of a file that is one JSON object of at most 1 MiB. Raises UnreadableInput with the place in the object."""
    data = read_outside(path)
    try:
        parse_line(data)
        return adapter.validate_json(data)
    except NotARecord as problem:
        raise UnreadableInput(str(path), None, f"the file {problem}") from None
    except ValidationError as error:
        raise UnreadableInput(str(path), None, sentence(error)) from None


def _chunks(path: Path) -> Iterator[bytes]:
    try:
        with path.open("rb") as file:
            yield from iter(lambda: file.read(_CHUNK), b"")
    except OSError as error:
        raise UnreadableInput(str(path), None, f"cannot be read ({error.strerror})") from None


def folder_sha256(path: str) -> str:
    """SHA-256 over the names and contents of all files below `path`. Raises MissingPrerequisite when it is no folder."""
    root = Path(path)
    if not root.is_dir():
        raise MissingPrerequisite(f"{path}: is no folder; name the folder of a model that lies on this machine")
    digest = sha256()
    for file in sorted(found for found in root.rglob("*") if found.is_file()):
        with file.open("rb") as stream:
            digest.update(file.relative_to(root).as_posix().encode() + b"\0" + file_digest(stream, "sha256").digest())
    return digest.hexdigest()


def write_outside(folder: Path, files: dict[str, bytes]) -> None:
    """Write `files` by name into `folder`, which is made. Raises Refused when one of them is there already."""
    folder.mkdir(parents=True, exist_ok=True)
    there = [name for name in files if (folder / name).exists()]
    if there:
        raise Refused(f"{folder / there[0]}: is there already; nothing was written, name another folder")
    for name, data in files.items():
        write_and_close(os.open(folder / name, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o666), data, sync=False)


def replace_outside(path: Path, data: bytes) -> bool:
    """Bring the file at `path` to `data`; returns whether that changed it."""
    if path.exists() and path.read_bytes() == data:
        return False
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    temporary.write_bytes(data)
    temporary.replace(path)
    return True
