"""Mend: repair a dataset folder, and forget mirrors whose bytes are in a commit."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from annotator.store import layout
from annotator.store.dataset import Dataset
from annotator.store.folder import Folder
from annotator.store.home import Mirror
from annotator.store.repair import repair_all, restore


def mend(root: Path) -> list[str]:
    """Repair the dataset at `root`; a sentence for each thing that was done, none when nothing was. Raises UnreadableInput."""
    folder = Dataset(root).folder
    mirror = Mirror(folder)
    # First, since what a branch that is not checked out holds is not lost and must not come back here.
    forget_committed(folder, mirror)
    return repair_all(folder, mirror)


def recover(folder: Folder) -> list[str]:
    """Bring back what this device saved and git took since; a sentence for each session. Called before and after every sitting."""
    mirror = Mirror(folder)
    forget_committed(folder, mirror)
    return restore(folder, mirror)


def lost_sessions(folder: Folder) -> list[str]:
    """Sessions that this device saved, that are gone from the folder and in no commit. Writes nothing."""
    mirror = Mirror(folder)
    gone = {path: data for path, data in mirror.sessions().items() if layout.session_parts(path) and not folder.exists(path)}
    return sorted(gone.keys() - _committed(folder, gone))


def forget_committed(folder: Folder, mirror: Mirror) -> None:
    """Drop the mirrors of sessions whose bytes are in a commit, of whatever branch: git keeps them now."""
    for path in _committed(folder, mirror.sessions()):
        mirror.forget(path)


def _committed(folder: Folder, kept: Mapping[str, bytes]) -> set[str]:
    """Those of the sessions `kept` whose bytes are in some commit."""
    if not kept:
        return set()
    from annotator.git import Repository

    repository = Repository.around(folder.root)
    if repository is None:
        return set()
    return {path for path, data in kept.items() if any(found.startswith(data) for found in repository.ever_committed(path))}
