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
    done = repair_all(folder, mirror)
    forget_committed(folder, mirror)
    return done


def forget_committed(folder: Folder, mirror: Mirror) -> None:
    """Drop the mirrors of sessions whose bytes are in the commit that is checked out: git keeps them now."""
    kept = mirror.sessions()
    if not kept:
        return
    from annotator.git import Repository

    repository = Repository.around(folder.root)
    if repository is None:
        return
    for path, data in kept.items():
        if (repository.committed(path) or b"").startswith(data):
            mirror.forget(path)
