"""Repair: puts right what a crash leaves behind, loses no whole record, and changes nothing when run again."""

from __future__ import annotations

import os
from collections.abc import Iterator

from annotator.errors import UnreadableInput
from annotator.model.canonical import sha256
from annotator.model.session import Session
from annotator.store import layout
from annotator.store.folder import Folder, write_and_close
from annotator.store.home import Mirror
from annotator.store.seal import write_seal
from annotator.store.session_reader import is_open, read_session, session_paths
from annotator.store.session_writer import locked_folder


def repair_all(folder: Folder, mirror: Mirror) -> list[str]:
    """Mend the whole folder; returns a sentence for each thing that was done. Raises UnreadableInput for what cannot be mended."""
    done = restore(folder, mirror)
    for kind in (layout.LABELS, layout.DECISIONS):
        for path in session_paths(folder, kind):
            done += mend_session(folder, path)
    done += _remove_leftovers(folder)
    return done


def mend_own(folder: Folder, kind: str, person: str, device: str) -> list[str]:
    """Mend what `person` left unsealed on this device, so that the next session can name it as the one before."""
    done: list[str] = []
    for path in session_paths(folder, kind):
        parts = layout.session_parts(path)
        if parts is None or parts[1] != person or folder.exists(path + layout.SEAL) or is_open(folder, path):
            continue
        opening = read_session(folder, path).opening
        if opening is None or opening.device == device:
            done += mend_session(folder, path)
    return done


def mend_session(folder: Folder, path: str) -> list[str]:
    """Move a torn tail to quarantine and write a missing seal; leaves sealed and open sessions alone."""
    done: list[str] = []
    with locked_folder(folder, path):
        if folder.exists(path + layout.SEAL) or is_open(folder, path):
            return done
        session = read_session(folder, path)
        if session.opening is None:
            done.append(_put_away(folder, session))
            return done
        if session.torn:
            done.append(_cut_tail(folder, session))
            session = read_session(folder, path)
        refuse_gaps(folder, session)
        write_seal(folder, path, session.sha256)
        done.append(f"{path}: sealed, with {len(session.events)} records")
    return done


def refuse_gaps(folder: Folder, session: Session) -> None:
    """Raises UnreadableInput when the lines of a session are not numbered 1, 2, 3 … by its own person."""
    for place, logged in enumerate(session.events, start=1):
        if logged.event.n != place or logged.event.by != session.person:
            found = f"n {logged.event.n} by {logged.event.by}"
            raise UnreadableInput(
                folder.show(session.path), logged.line, f"expected n {place} by {session.person}, found {found}", "it was edited by hand"
            )


def _put_away(folder: Folder, session: Session) -> str:
    """A session whose opening line was never finished holds no record: it goes to quarantine whole."""
    name = _quarantine(folder, session.path, session.torn)
    folder.remove(session.path)
    return f"{session.path}: held no whole line; moved to {name}"


def _cut_tail(folder: Folder, session: Session) -> str:
    name = _quarantine(folder, session.path, session.torn)
    descriptor = folder.open(session.path, os.O_RDWR)
    try:
        os.ftruncate(descriptor, os.fstat(descriptor).st_size - len(session.torn))
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
    return f"{session.path}: its torn last line ({len(session.torn)} bytes, never acknowledged) moved to {name}"


def _quarantine(folder: Folder, path: str, data: bytes) -> str:
    # Named by content, so that a repair that is itself cut short and run again leaves one copy.
    name = f"{layout.QUARANTINE}/{path.rsplit('/', 1)[-1]}.{sha256(data)[:16]}"
    folder.replace(name, data)
    return name


def restore(folder: Folder, mirror: Mirror) -> list[str]:
    """Bring back sessions of this device that were acknowledged and that something (git, most likely) took out of the folder."""
    return list(_restored(folder, mirror))


def _restored(folder: Folder, mirror: Mirror) -> Iterator[str]:
    for path, kept in mirror.sessions().items():
        whole = kept[: kept.rfind(b"\n") + 1]
        if layout.session_parts(path) is None or not whole:
            continue
        there = b"".join(folder.chunks(path)) if folder.exists(path) else None
        if there is None:
            folder.replace(path, whole)
            yield f"{path}: was gone from the folder; restored {whole.count(10) - 1} records from this device's mirror"
        elif len(there) < len(whole) and whole.startswith(there) and not folder.exists(path + layout.SEAL) and not is_open(folder, path):
            write_and_close(folder.open(path, os.O_WRONLY | os.O_APPEND), whole[len(there) :])
            yield f"{path}: had lost its end; restored {whole.count(10) - there.count(10)} records from this device's mirror"


def _remove_leftovers(folder: Folder) -> Iterator[str]:
    for path in folder.files(layout.TEMPORARY):
        folder.remove(path)
        yield f"{path}: a file that was never put in place; removed"
