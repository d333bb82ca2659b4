"""Folder: reads and writes below one root, never through a symbolic link and never a special file."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from annotator.errors import UnreadableInput
from annotator.store import layout

# Larger pieces leave holes in the heap that 100,000 small objects then keep open: 5 MB at 1 MiB.
_CHUNK = 1 << 16
# O_NONBLOCK: opening a FIFO must not wait for its other end.
_SAFE = os.O_NOFOLLOW | os.O_CLOEXEC | os.O_NONBLOCK


class Signature(NamedTuple):
    """What changes when a file's bytes do: enough to tell within one process that it was not touched."""

    inode: int
    size: int
    modified: int
    changed: int


class Folder:
    """A folder on disk, with every path below it taken component by component (`openat`, `O_NOFOLLOW`)."""

    def __init__(self, root: Path) -> None:
        """`root` itself may be reached through links. Raises UnreadableInput when it is no folder."""
        try:
            self.root = root.resolve()
            found = self.root.is_dir()
        except (OSError, RuntimeError, ValueError):  # a link that leads to itself, or a NUL in the name
            found = False
        if not found:
            raise UnreadableInput(str(root), None, "is not a folder", "name the one that holds dataset.yaml")
        self.shown = str(root)

    def show(self, path: str) -> str:
        """`path` as a message names it."""
        return f"{self.shown}/{path}"

    @contextmanager
    def parent(self, path: str, *, create: bool = False) -> Iterator[int]:
        """A descriptor of the folder that holds `path`, made (and synced) on the way where `create`."""
        current = os.open(self.root, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            for part in path.split("/")[:-1]:
                following = self._step(current, part, path, create=create)
                os.close(current)
                current = following
            yield current
        finally:
            os.close(current)

    def _step(self, parent: int, name: str, path: str, *, create: bool) -> int:
        flags = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
        try:
            return os.open(name, flags, dir_fd=parent)
        except FileNotFoundError:
            if not create:
                raise
            with suppress(FileExistsError):
                os.mkdir(name, 0o777, dir_fd=parent)
            os.fsync(parent)
            return os.open(name, flags, dir_fd=parent)
        except OSError as error:
            raise UnreadableInput(self.show(path), None, f"{name!r} on the way is a link or no folder ({error.strerror})") from None

    def open(self, path: str, flags: int = os.O_RDONLY, *, create: bool = False) -> int:
        """A descriptor of the regular file `path`. Raises FileNotFoundError, UnreadableInput for links and special files, OSError where it cannot be made."""
        with self.parent(path, create=create) as parent:
            try:
                descriptor = os.open(path.rsplit("/", 1)[-1], flags | _SAFE, 0o666, dir_fd=parent)
            except (FileNotFoundError, FileExistsError):
                raise
            except OSError as error:
                if create and error.errno != errno.ELOOP:
                    raise
                raise UnreadableInput(self.show(path), None, f"cannot be opened ({error.strerror}); links are not followed") from None
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            os.close(descriptor)
            raise UnreadableInput(self.show(path), None, "is not a regular file")
        return descriptor

    def signature(self, path: str) -> Signature | None:
        """The signature of `path`, None when it is not there."""
        try:
            with self.parent(path) as parent:
                return signature_of(os.stat(path.rsplit("/", 1)[-1], dir_fd=parent, follow_symlinks=False))
        except FileNotFoundError:
            return None

    def exists(self, path: str) -> bool:
        """Whether something stands at `path`."""
        return self.signature(path) is not None

    def read(self, path: str, limit: int) -> bytes:
        """All bytes of `path`; raises UnreadableInput past `limit` bytes."""
        descriptor = self.open(path)
        try:
            if os.fstat(descriptor).st_size > limit:
                raise UnreadableInput(self.show(path), None, f"is larger than {limit:,} bytes")
            return b"".join(iter(lambda: os.read(descriptor, _CHUNK), b""))
        finally:
            os.close(descriptor)

    def chunks(self, path: str) -> Iterator[bytes]:
        """The bytes of `path` in pieces of at most 64 KiB."""
        descriptor = self.open(path)
        try:
            yield from iter(lambda: os.read(descriptor, _CHUNK), b"")
        finally:
            os.close(descriptor)

    def files(self, path: str) -> list[str]:
        """Paths of every file below the folder `path`, sorted by bytes; raises UnreadableInput for links and special files."""
        try:
            with self.parent(f"{path}/.") as descriptor, os.scandir(descriptor) as entries:
                found = sorted(entries, key=lambda entry: os.fsencode(entry.name))
                names: list[str] = []
                for entry in found:
                    below = f"{path}/{entry.name}"
                    self._refuse_odd_name(below)
                    if entry.is_dir(follow_symlinks=False):
                        names += self.files(below)
                    elif entry.is_file(follow_symlinks=False):
                        names.append(below)
                    else:
                        raise UnreadableInput(self.show(below), None, "is a link or special file; a dataset holds plain files only")
        except FileNotFoundError:
            return []
        return sorted(names, key=os.fsencode)

    def _refuse_odd_name(self, path: str) -> None:
        """Names that `sha256sum` would escape, that are no UTF-8, or that could steer a terminal."""
        if not path.isprintable() or "\\" in path:
            raise UnreadableInput(f"{self.shown}/{ascii(path)[1:-1]}", None, "has a name that is not plain text; rename or remove it")

    def replace(self, path: str, data: bytes) -> None:
        """Write `data` to `path` whole or not at all: temporary file, fsync, rename, fsync of the folder."""
        temporary = f"{layout.TEMPORARY}/{os.getpid()}-{os.urandom(4).hex()}"
        self._keep_private_out_of_git()
        descriptor = self.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, create=True)
        try:
            write_and_close(descriptor, data)
            with self.parent(temporary) as source, self.parent(path, create=True) as target:
                os.rename(temporary.rsplit("/", 1)[-1], path.rsplit("/", 1)[-1], src_dir_fd=source, dst_dir_fd=target)
                os.fsync(target)
        except OSError as error:
            self.remove(temporary)
            # Calls by descriptor leave the name out, and "no space left" alone helps nobody.
            raise OSError(error.errno, error.strerror, self.show(path)) from None

    def require_private(self) -> None:
        """Raises UnreadableInput when what stands in the place of our private folder is none, before anything is written."""
        with self.parent(f"{layout.PRIVATE}/.", create=True):
            pass

    def remove(self, path: str) -> None:
        """Remove `path` if it is there."""
        try:
            with self.parent(path) as parent:
                os.unlink(path.rsplit("/", 1)[-1], dir_fd=parent)
        except FileNotFoundError:
            pass

    def _keep_private_out_of_git(self) -> None:
        ignore, everything = f"{layout.PRIVATE}/.gitignore", b"*\n"
        found = self.signature(ignore)
        if found is not None and found.size == len(everything):
            return
        write_and_close(self.open(ignore, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, create=True), everything, sync=False)


def signature_of(status: os.stat_result) -> Signature:
    """The signature in a stat result."""
    return Signature(status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns)


def write_and_close(descriptor: int, data: bytes, *, sync: bool = True) -> None:
    """Write every byte of `data`, however many calls it takes, with `sync` bring it to the disk, and close the file whatever happens."""
    try:
        view = memoryview(data)
        while view:
            written = os.write(descriptor, view)
            if written == 0:
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            view = view[written:]
        if sync:
            os.fsync(descriptor)
    finally:
        os.close(descriptor)
