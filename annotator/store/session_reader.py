"""Session files to values, and whether a session is being written right now."""

from __future__ import annotations

import fcntl
import hashlib
import os
from collections.abc import Iterator
from typing import Any

from pydantic import TypeAdapter

from annotator.errors import UnreadableInput
from annotator.model.canonical import sha256
from annotator.model.events import Open, decision_event, label_event
from annotator.model.session import Logged, Session
from annotator.store import layout
from annotator.store.folder import Folder
from annotator.store.jsonl import collector_paused, record, split_lines
from annotator.store.manifest import Digests


def session_paths(folder: Folder, kind: str) -> list[str]:
    """Every session of `kind` (LABELS or DECISIONS), by person and then by name."""
    return [path for path in folder.files(kind) if layout.session_parts(path) is not None]


def read_session(folder: Folder, path: str, digests: Digests | None = None) -> Session:
    """The session at `path`. Raises UnreadableInput with file and line for a line that the format refuses.

    A last line without LF is `torn` and no event: it was never acknowledged.
    """
    parts = layout.session_parts(path)
    if parts is None:
        raise UnreadableInput(folder.show(path), None, "is not named like a session")
    kind, person, name = parts
    shown = folder.show(path)
    adapter: TypeAdapter[Any] = label_event if kind == layout.LABELS else decision_event
    whole = hashlib.sha256()
    before = folder.signature(path)
    opening: Open | None = None
    events: list[Logged] = []
    torn = b""
    with collector_paused():
        for line in split_lines(_hashing(folder, path, whole), shown):
            if not line.complete:
                torn = line.data
                break
            event = record(line, adapter, shown, canonical=True)
            if line.number == 1:
                if not isinstance(event, Open):
                    raise UnreadableInput(shown, 1, "a session begins with its opening line")
                opening = event
            else:
                events.append(Logged(event, sha256(line.data), path, line.number))
    if digests is not None and before is not None:
        digests.note(path, before, whole.hexdigest())
    return Session(path, person, name, opening, tuple(events), whole.hexdigest(), torn, folder.exists(path + layout.SEAL))


def _hashing(folder: Folder, path: str, digest: hashlib._Hash) -> Iterator[bytes]:
    for chunk in folder.chunks(path):
        digest.update(chunk)
        yield chunk


def is_open(folder: Folder, path: str) -> bool:
    """Whether some process holds the session at `path` open for writing."""
    try:
        descriptor = folder.open(path)
    except FileNotFoundError:
        return False
    try:
        fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:
        return False
    finally:
        os.close(descriptor)
    return False
