"""Seals: the digest of a closed session beside it, in `sha256sum` format."""

from __future__ import annotations

import re

from annotator.store import layout
from annotator.store.folder import Folder

_FORMAT = re.compile(rb"([0-9a-f]{64})  ([^/\n]+)\n")
_MAX = 1024


def write_seal(folder: Folder, path: str, sha256: str) -> None:
    """Seal the session at `path`; the seal appears whole or not at all."""
    name = path.rsplit("/", 1)[-1]
    folder.replace(path + layout.SEAL, f"{sha256}  {name}\n".encode())


def read_seal(folder: Folder, path: str) -> str | None:
    """The digest in the seal of session `path`; None without a seal. Raises ValueError for a seal in another format."""
    try:
        data = folder.read(path + layout.SEAL, _MAX)
    except FileNotFoundError:
        return None
    match = _FORMAT.fullmatch(data.replace(b"\r\n", b"\n"))
    if match is None:
        raise ValueError("the seal is not one line of `sha256sum` (64 hexadecimal digits, two spaces, the file's name)")
    if match[2].decode("utf-8", "replace") != path.rsplit("/", 1)[-1]:
        raise ValueError(f"the seal names another file, {match[2].decode('utf-8', 'replace')!r}")
    return match[1].decode()
