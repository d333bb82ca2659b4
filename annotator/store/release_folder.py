"""Release folders: written once, whole or not at all, and checked against their manifest."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping

from annotator.errors import UnreadableInput
from annotator.model.canonical import sha256
from annotator.model.finding import Finding, FindingKind
from annotator.store import layout
from annotator.store.folder import Folder, write_and_close
from annotator.store.manifest import Digests

MANIFEST = "MANIFEST.sha256"
RECORD = "release.json"
_LINE = re.compile(r"([0-9a-f]{64})  ([A-Za-z0-9][A-Za-z0-9._-]{0,126})")
_MAX = 1 << 20


def manifest_of(files: Mapping[str, bytes]) -> bytes:
    """What `sha256sum` prints for `files`, sorted by name."""
    return "".join(f"{sha256(files[name])}  {name}\n" for name in sorted(files)).encode()


def release_path(version: str, name: str) -> str:
    """The path of a released file below the dataset folder."""
    return f"{layout.RELEASES}/{version}/{name}"


def versions(folder: Folder) -> list[str]:
    """The versions that have a folder, sorted. Raises UnreadableInput for links and special files."""
    return sorted({path.split("/")[1] for path in folder.files(layout.RELEASES) if path.count("/") > 1})


def write_release(folder: Folder, version: str, files: Mapping[str, bytes]) -> None:
    """Make the folder of `version` with `files`, durable before it gets its name. Raises FileExistsError when it is there."""
    temporary = f"{layout.TEMPORARY}/{os.getpid()}-{os.urandom(4).hex()}"
    for name, data in files.items():
        write_and_close(folder.open(f"{temporary}/{name}", os.O_WRONLY | os.O_CREAT | os.O_EXCL, create=True), data)
    target = f"{layout.RELEASES}/{version}"
    try:
        with folder.parent(f"{temporary}/.") as made, folder.parent(temporary) as source, folder.parent(target, create=True) as parent:
            os.fsync(made)
            # An empty folder of that name would be replaced, and one with files in it refuses.
            os.rename(temporary.rsplit("/", 1)[-1], version, src_dir_fd=source, dst_dir_fd=parent)
            os.fsync(parent)
    except OSError as error:
        for name in files:
            folder.remove(f"{temporary}/{name}")
        raise FileExistsError(error.errno, error.strerror, folder.show(target)) from None


def released(folder: Folder, version: str) -> dict[str, bytes]:
    """The files of a release by name."""
    top = f"{layout.RELEASES}/{version}/"
    return {path.removeprefix(top): b"".join(folder.chunks(path)) for path in folder.files(top.rstrip("/"))}


def inspect_release(folder: Folder, version: str) -> list[Finding]:
    """How the folder of `version` differs from its manifest; nothing is said of a folder without one."""
    top = f"{layout.RELEASES}/{version}"
    if not folder.exists(f"{top}/{MANIFEST}"):
        return []
    try:
        text = folder.read(f"{top}/{MANIFEST}", _MAX).decode("utf-8", "replace")
    except UnreadableInput as error:
        return [Finding(FindingKind.TAMPERED, f"{top}/{MANIFEST}", None, error.problem)]
    lines = [_LINE.fullmatch(line) for line in text.removesuffix("\n").split("\n")]
    listed = {match[2]: match[1] for match in lines if match is not None}
    if None in lines or not text.endswith("\n"):
        return [Finding(FindingKind.TAMPERED, f"{top}/{MANIFEST}", lines.index(None) + 1 if None in lines else None, "is no manifest")]
    there = {path.removeprefix(f"{top}/") for path in folder.files(top)} - {MANIFEST}
    findings = [Finding(FindingKind.TAMPERED, f"{top}/{name}", None, "was released and is gone") for name in sorted(listed.keys() - there)]
    findings += [
        Finding(FindingKind.TAMPERED, f"{top}/{name}", None, "is no part of the release") for name in sorted(there - listed.keys())
    ]
    digests = Digests(folder)
    findings += [
        Finding(FindingKind.TAMPERED, f"{top}/{name}", None, "was released and differs now")
        for name in sorted(listed.keys() & there)
        if digests.of(f"{top}/{name}") != listed[name]
    ]
    return findings
