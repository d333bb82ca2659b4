"""A dataset as it was in a commit, laid out in a temporary folder."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from annotator.errors import UnreadableInput
from annotator.store import layout
from annotator.store.folder import Folder


@contextmanager
def laid_out(files: Mapping[str, bytes]) -> Iterator[Path]:
    """A folder with `files` (by path), gone at the end. Raises UnreadableInput for a path that a dataset cannot have."""
    with tempfile.TemporaryDirectory(prefix="annotator-") as name:
        root = Path(name)
        folder = Folder(root)
        for path, data in files.items():
            if not _plain(path):
                raise UnreadableInput(path, None, "is no path of a dataset")
            folder.replace(path, data)
        yield root


def _plain(path: str) -> bool:
    sealed = path.removesuffix(layout.SEAL)
    return path in layout.HASHED_FILES or layout.expected(sealed)
