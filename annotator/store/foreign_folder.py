"""Folders outside any dataset: what is in one, and several files written into one together."""

from __future__ import annotations

from pathlib import Path

from annotator.errors import Refused, UnreadableInput
from annotator.store.outside import write_outside


def is_folder(path: Path) -> bool:
    """Whether `path` is a folder, and not a file."""
    return path.is_dir()


def names_in(folder: Path, suffix: str) -> list[str]:
    """Names of the files in `folder` that end with `suffix`, sorted; none where there is no such folder."""
    try:
        return sorted(entry.name for entry in folder.iterdir() if entry.name.endswith(suffix) and entry.is_file())
    except (FileNotFoundError, NotADirectoryError):
        return []
    except OSError as error:
        raise UnreadableInput(str(folder), None, f"cannot be read ({error.strerror})") from None


def write_together(folder: Path, files: dict[str, bytes], *, outside: Path) -> None:
    """Write `files` (by path below `folder`) into `folder`, which is made.

    Raises Refused, and writes nothing, when one of them is there already or `folder` lies in the dataset folder `outside`.
    """
    if folder.resolve().is_relative_to(outside.resolve()):
        raise Refused(f"{folder}: lies in the dataset's own folder, where only its records stand; name a folder beside it")
    there = next((name for name in files if (folder / name).exists()), None)
    if there is not None:
        raise Refused(f"{folder / there}: is there already; nothing was written, name another folder")
    by_folder: dict[Path, dict[str, bytes]] = {}
    for name, data in files.items():
        path = folder / name
        by_folder.setdefault(path.parent, {})[path.name] = data
    try:
        for parent, below in by_folder.items():
            write_outside(parent, below)
    except OSError as error:
        raise UnreadableInput(str(folder), None, f"cannot be written ({error.strerror})") from None


def write_or_same(path: Path, data: bytes) -> None:
    """Write a file that is not there. Raises Refused when it is there with other bytes, or is no plain file."""
    try:
        if path.exists() and not path.is_file():
            raise Refused(f"{path}: is no plain file; name another")
        same = path.read_bytes() == data if path.exists() else None
        if same is None:
            write_outside(path.parent, {path.name: data})
    except OSError as error:
        raise UnreadableInput(str(path), None, f"cannot be written ({error.strerror})") from None
    if same is False:
        raise Refused(f"{path}: is there already and says something else; name another file")


def make_dataset_folder(root: Path, files: dict[str, bytes]) -> None:
    """Make a dataset folder of `files`. Raises Refused when `root` is there and not empty."""
    try:
        if root.exists() and (not root.is_dir() or next(root.iterdir(), None) is not None):
            raise Refused(f"{root}: is there already and not empty; name a folder that is not there")
        write_outside(root, files)
    except OSError as error:
        raise UnreadableInput(str(root), None, f"cannot be written ({error.strerror})") from None
