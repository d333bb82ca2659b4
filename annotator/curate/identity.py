"""Identity: the manifest of a dataset and its SHA-256."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from annotator.model.canonical import sha256
from annotator.store.dataset import Dataset
from annotator.store.manifest import manifest


class Identity(NamedTuple):
    """`manifest` is what `sha256sum` prints for every hashed file; `sha256` is its digest."""

    dataset: str
    sha256: str
    manifest: str


def identity(root: Path) -> Identity:
    """The identity of the dataset at `root`. Raises UnreadableInput when it is no dataset."""
    dataset = Dataset(root)
    listed = manifest(dataset.folder, dataset.digests)
    return Identity(dataset.config.id, sha256(listed), listed.decode())
