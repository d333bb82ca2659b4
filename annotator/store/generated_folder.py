"""Generated folders: made beside their place and put there whole; only one that is as it was made is ever replaced."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from annotator.errors import Refused, UnreadableInput
from annotator.store import layout
from annotator.store.folder import Folder
from annotator.store.manifest import Digests

LISTING = "GENERATED.sha256"
_MAX = 1 << 20


@contextmanager
def workshop(root: Path) -> Iterator[Path]:
    """An empty folder beside `root` to make the new one in; what is left of it at the end is removed."""
    place = _beside(root)
    try:
        place.mkdir(parents=True)
    except OSError as error:
        raise UnreadableInput(str(root), None, f"cannot be made ({error.strerror})") from None
    try:
        yield place
    finally:
        shutil.rmtree(place, ignore_errors=True)


def finish(place: Path) -> bytes:
    """Take away what was needed on the way, and leave the listing of all files in `place`; returns it."""
    folder = Folder(place)
    listing = _listing(folder)
    folder.replace(LISTING, listing)
    shutil.rmtree(place / layout.PRIVATE, ignore_errors=True)
    return listing


def found_listing(root: Path) -> bytes | None:
    """The listing of the folder at `root`, None where nothing is there yet or an empty folder.

    Raises Refused for what was not generated or was changed since.
    """
    if not root.is_symlink() and (not root.exists() or (root.is_dir() and next(root.iterdir(), None) is None)):
        return None
    if root.is_symlink() or not (root / LISTING).is_file():
        raise Refused(f"{root}: is there already and was not generated; nothing was touched, name another folder")
    folder = Folder(root)
    listing = folder.read(LISTING, _MAX)
    if _listing(folder) != listing:
        raise Refused(
            f"{root}: was changed since it was generated (sha256sum -c {LISTING} says where); nothing was touched, name another folder"
        )
    return listing


def changed_since(folder: Folder) -> list[str]:
    """Files that the listing names and that are no longer as they were made; the listing itself where it is gone."""
    try:
        lines = folder.read(LISTING, _MAX).decode(errors="replace").splitlines()
    except FileNotFoundError:
        return [LISTING]
    digests = Digests(folder)
    return [name for digest, _, name in (line.partition("  ") for line in lines) if not _is(digests, name, digest)]


def _is(digests: Digests, name: str, digest: str) -> bool:
    try:
        return digests.of(name) == digest
    except (OSError, UnreadableInput):
        return False


def put_in_place(place: Path, root: Path) -> None:
    """Give the folder `place` the name `root`; what stood there, which the caller has checked, is removed."""
    old = _beside(root)
    with suppress(FileNotFoundError):
        root.rename(old)
    try:
        place.rename(root)
    except OSError:
        with suppress(OSError):
            old.rename(root)
        raise
    shutil.rmtree(old, ignore_errors=True)


def _beside(root: Path) -> Path:
    return root.parent / f".{root.name[:64]}.{os.getpid()}-{os.urandom(4).hex()}"


def _listing(folder: Folder) -> bytes:
    """What `sha256sum` prints for every file below the folder, its own listing and private files left out."""
    digests, lines = Digests(folder), []
    for path in folder.files("."):
        name = path.removeprefix("./")
        if name != LISTING and not name.startswith(f"{layout.PRIVATE}/"):
            lines.append(f"{digests.of(name)}  {name}\n")
    return "".join(lines).encode()
