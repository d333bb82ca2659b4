"""The manifest of a dataset, its SHA-256, and the digests of files that are not read twice."""

from __future__ import annotations

import hashlib

from annotator.store import layout
from annotator.store.folder import Folder, Signature


class Digests:
    """SHA-256 of files below a folder; a file whose signature did not change is not read again by this process."""

    def __init__(self, folder: Folder) -> None:
        self._folder = folder
        self._known: dict[str, tuple[Signature, str]] = {}

    def of(self, path: str) -> str:
        """SHA-256 of the bytes of `path`, in hexadecimal. Raises FileNotFoundError."""
        signature = self._folder.signature(path)
        known = self._known.get(path)
        if signature is not None and known is not None and known[0] == signature:
            return known[1]
        digest = hashlib.sha256()
        for chunk in self._folder.chunks(path):
            digest.update(chunk)
        if signature is not None:
            self._known[path] = (signature, digest.hexdigest())
        return digest.hexdigest()

    def note(self, path: str, signature: Signature, sha256: str) -> None:
        """Take over the digest of `path` from one who wrote or read it, as it was at `signature`."""
        self._known[path] = (signature, sha256)


def hashed_paths(folder: Folder) -> list[str]:
    """The path of every file that a manifest names, in its order: by bytes."""
    paths = [path for path in layout.HASHED_FILES if folder.exists(path)]
    for top in layout.HASHED_FOLDERS:
        paths += [path for path in folder.files(top) if not path.endswith(layout.SEAL)]
    return sorted(paths, key=lambda path: path.encode())


def manifest(folder: Folder, digests: Digests) -> bytes:
    """What `sha256sum` prints for every hashed file: the manifest of the dataset."""
    return "".join(f"{digests.of(path)}  {path}\n" for path in hashed_paths(folder)).encode()


def dataset_sha256(folder: Folder, digests: Digests) -> str:
    """SHA-256 of the manifest: the identity of the dataset as it stands."""
    return hashlib.sha256(manifest(folder, digests)).hexdigest()
