"""SessionWriter: appends to one session so that what it acknowledges survives a crash and power loss."""

from __future__ import annotations

import fcntl
import hashlib
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime
from typing import Any

from annotator.errors import AnnotatorError, Repairable
from annotator.model.canonical import MAX_LINE, line_of, sha256
from annotator.model.names import session_stamp
from annotator.store import layout
from annotator.store.folder import Folder, signature_of
from annotator.store.home import Mirror
from annotator.store.manifest import Digests
from annotator.store.seal import write_seal

Clock = Callable[[], datetime]


class NotSaved(AnnotatorError):
    """A record could not be made durable; it was not acknowledged and the session is broken."""

    def __init__(self, path: str, why: str) -> None:
        super().__init__(f"NOT saved: {why} ({path}); what was saved before it is safe, and the next record goes to a new session")
        self.why = why


class SessionWriter:
    """One open session. Every record (or batch of them) is one write, its count checked, then fdatasync; only then is it acknowledged.

    After a failure the file is cut back to its last whole record and never written or synced again.
    """

    def __init__(self, folder: Folder, path: str, opening: dict[str, Any], digests: Digests, mirror: Mirror) -> None:
        """Creates the session at `path` exclusively, holding its lock, and writes the opening line. Raises NotSaved or OSError."""
        self.path = path
        self.person = opening["by"]
        self.count = 1
        self._folder = folder
        self._digests = digests
        self._mirror = mirror
        self._running = hashlib.sha256()
        self._size = 0
        self._broken = False
        self._descriptor = self._create()
        try:
            self._write(line_of(opening) + b"\n")
            with folder.parent(path) as parent:
                os.fsync(parent)
        except (AnnotatorError, OSError):
            self.abandon()
            raise

    def append_together(self, records: Sequence[dict[str, Any]]) -> list[str]:
        """Make `records` the next lines (their `n` is set here) by one write, all of them or none, and return the digests of the lines. Raises NotSaved."""
        if self._broken:
            raise NotSaved(self._folder.show(self.path), "this session is broken")
        lines = [line_of({**record, "n": self.count + place}) for place, record in enumerate(records)]
        if any(len(line) > MAX_LINE for line in lines):
            raise AnnotatorError(
                f"{self._folder.show(self.path)}: the record is longer than {MAX_LINE:,} bytes; shorten the note or the spans"
            )
        self._write(b"".join(line + b"\n" for line in lines))
        self.count += len(lines)
        return [sha256(line) for line in lines]

    def close(self) -> None:
        """Seal the session and let its lock go. A broken session is left unsealed for repair."""
        if self._descriptor < 0:
            return
        try:
            if not self._broken:
                write_seal(self._folder, self.path, self._running.hexdigest())
        except OSError as error:
            shown = self._folder.show(self.path)
            raise Repairable(f"{shown}: saved, but not sealed ({error.strerror}); run `annotator repair`") from None
        finally:
            os.close(self._descriptor)
            self._descriptor = -1

    def abandon(self) -> None:
        """Let the lock go without sealing, as a crash would."""
        os.close(self._descriptor)
        self._descriptor = -1

    def _create(self) -> int:
        with locked_folder(self._folder, self.path, create=True):
            descriptor = self._folder.open(self.path, os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_EXCL, create=True)
            fcntl.flock(descriptor, fcntl.LOCK_EX)
        return descriptor

    def _write(self, data: bytes) -> None:
        try:
            self._still_ours()
        except OSError as error:
            self._broken = True
            raise NotSaved(self._folder.show(self.path), str(error)) from None
        try:
            if os.write(self._descriptor, data) != len(data):
                raise OSError("the disk took only a part of it")
            os.fdatasync(self._descriptor)
        except OSError as error:
            self._give_up()
            raise NotSaved(self._folder.show(self.path), error.strerror or str(error)) from None
        self._running.update(data)
        self._size += len(data)
        self._digests.note(self.path, signature_of(os.fstat(self._descriptor)), self._running.hexdigest())
        self._mirror.append(self.path, data)

    def _still_ours(self) -> None:
        """The name still leads to the open file, of the size we left: a checkout under us must not swallow a record."""
        there = self._folder.signature(self.path)
        if there is None or there.inode != os.fstat(self._descriptor).st_ino:
            raise OSError("the file was replaced or removed while the session was open")
        if there.size != self._size:
            raise OSError("another program wrote to the file while the session was open")

    def _give_up(self) -> None:
        self._broken = True
        # fsync is never retried on the same file: after an error the kernel may have dropped the pages and report success.
        with suppress(OSError):
            os.ftruncate(self._descriptor, self._size)


@contextmanager
def locked_folder(folder: Folder, path: str, *, create: bool = False) -> Iterator[None]:
    """Holds the lock of the folder that `path` stands in, so that creation and repair of sessions do not cross."""
    with folder.parent(path, create=create) as parent:
        fcntl.flock(parent, fcntl.LOCK_EX)
        yield


def new_session_path(kind: str, person: str, now: datetime) -> str:
    """A path for a session that begins at `now`; the random half keeps two machines apart."""
    return layout.session_path(kind, person, f"{session_stamp(now)}-{os.urandom(4).hex()}")
