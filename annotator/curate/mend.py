"""Mend: repair a dataset folder, and forget mirrors whose bytes are in a commit."""

from __future__ import annotations

from pathlib import Path

from annotator.store.dataset import Dataset
from annotator.store.folder import Folder
from annotator.store.home import Mirror
from annotator.store.repair import repair_all


def mend(root: Path) -> list[str]:
    """Repair the dataset at `root`; a sentence for each thing that was done, none when nothing was. Raises UnreadableInput."""
    folder = Dataset(root).folder
    mirror = Mirror(folder)
    # First, since what a branch that is not checked out holds is not lost and must not come back here.
    forget_committed(folder, mirror)
    return repair_all(folder, mirror)


def forget_committed(folder: Folder, mirror: Mirror) -> None:
    """Drop the mirrors of sessions whose bytes are in a commit, of whatever branch: git keeps them now."""
    kept = mirror.sessions()
    if not kept:
        return
    from annotator.git import Repository

    repository = Repository.around(folder.root)
    if repository is None:
        return
    for path, data in kept.items():
        if any(committed.startswith(data) for committed in repository.ever_committed(path)):
            mirror.forget(path)
