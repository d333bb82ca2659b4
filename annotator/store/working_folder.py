"""Files that a command leaves in the working folder: whole or not at all, and nowhere else."""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from pathlib import Path

from annotator.errors import Refused, UnreadableInput
from annotator.store.folder import Folder, write_and_close


def names_folder(name: str) -> bool:
    """Whether a name stands for a folder: one that is there, or one that is to be made, whose name ends in a slash."""
    return name.endswith("/") or (name != "" and Path(name).is_dir())


class Destination:
    """A file below the working folder, named relatively; no part of its path may be a link."""

    def __init__(self, name: str) -> None:
        """Raises Refused for a name that is absolute, leads out of the folder, or stands for a link or anything but a plain file."""
        self.name = name
        if "\0" in name or not name.isprintable():
            raise Refused(f"{name!a}: holds a control character; name a file as in reports/today.json")
        if name.startswith("/"):
            raise Refused(f"{name}: is absolute; name a file relative to the working folder")
        parts = [part for part in name.split("/") if part != "."]
        if ".." in parts:
            raise Refused(f"{name}: leads out of the working folder; name a file inside of it")
        if not parts or "" in parts:
            raise Refused(f"{name!r}: is no name of a file; name one as in reports/today.json")
        self.path = "/".join(parts)
        self._folder = Folder(Path())
        self._refuse_odd()

    @property
    def absolute(self) -> Path:
        """Where the file lies."""
        return self._folder.root / self.path

    def _refuse_odd(self) -> None:
        with suppress(FileNotFoundError):
            try:
                with self._folder.parent(self.path) as parent:
                    self._refuse_special(parent)
            except UnreadableInput as error:
                raise Refused(f"{self.name}: {error.problem}; links are not followed, nothing was written") from None

    def _refuse_special(self, parent: int) -> None:
        mode = os.stat(self.path.rpartition("/")[2], dir_fd=parent, follow_symlinks=False).st_mode
        if not stat.S_ISREG(mode):
            what = "a link" if stat.S_ISLNK(mode) else "a folder" if stat.S_ISDIR(mode) else "a special file"
            raise Refused(f"{self.name}: is {what}; nothing was written, name another file")

    def write(self, data: bytes) -> None:
        """Write a temporary file beside it and rename that; folders on the way are made.

        Raises Refused as the constructor does, OSError under the name that was asked for.
        """
        self._refuse_odd()
        try:
            self._replace(data)
        except OSError as error:
            raise OSError(error.errno, f"cannot be written ({error.strerror})", self.name) from None

    def _replace(self, data: bytes) -> None:
        last = self.path.rpartition("/")[2]
        temporary = f".{last[:64]}.{os.getpid()}-{os.urandom(4).hex()}"
        with self._folder.parent(self.path, create=True) as parent:
            flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
            descriptor = os.open(temporary, flags, 0o666, dir_fd=parent)
            try:
                write_and_close(descriptor, data)
                os.rename(temporary, last, src_dir_fd=parent, dst_dir_fd=parent)
            except OSError:
                with suppress(FileNotFoundError):
                    os.unlink(temporary, dir_fd=parent)
                raise
            os.fsync(parent)
