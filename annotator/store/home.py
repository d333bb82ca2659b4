"""What is kept outside every dataset, in the user's state folder: this device's id and mirrors of open sessions."""

from __future__ import annotations

import hashlib
import os
import re
from pathlib import Path

from annotator.store.folder import Folder, write_and_close

_DEVICE = re.compile(r"[0-9a-f]{32}")


def state_folder(*, create: bool = True) -> Path:
    """`$XDG_STATE_HOME/annotator`, made where it is missing unless told not to. Raises OSError when it cannot be."""
    base = os.environ.get("XDG_STATE_HOME", "")
    folder = (Path(base) if base.startswith("/") else Path.home() / ".local" / "state") / "annotator"
    if create:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    return folder


def device_id() -> str:
    """A random id of this machine and user; another each time where the state folder cannot be written."""
    fresh = os.urandom(16).hex()
    try:
        path = state_folder() / "device"
        kept = _kept_device(path)
        if kept is not None:
            return kept
        temporary = path.with_name(f".device.{os.getpid()}")
        temporary.write_text(f"{fresh}\n", "ascii")
        try:
            # Linked and not renamed, so that of two first starts at once both take the id of the one that was quicker.
            os.link(temporary, path)
        except FileExistsError:
            return _kept_device(path) or _replaced(temporary, path, fresh)
        finally:
            temporary.unlink(missing_ok=True)
    except (OSError, RuntimeError):
        pass
    return fresh


def _kept_device(path: Path) -> str | None:
    """The id in the file, None without one or when a crash left half of it."""
    try:
        kept = path.read_text("ascii", "replace").strip()
    except FileNotFoundError:
        return None
    return kept if _DEVICE.fullmatch(kept) else None


def _replaced(temporary: Path, path: Path, fresh: str) -> str:
    temporary.replace(path)
    return fresh


class Mirror:
    """A second copy of this device's sessions of one dataset folder, until their bytes are in a commit.

    `git reset --hard` and `git clean` would take an uncommitted session; the mirror gives it back through repair.
    Outside a git work tree nothing is mirrored. A mirror that cannot be written never stops a label: `works` turns False.
    """

    def __init__(self, folder: Folder) -> None:
        self._key = hashlib.sha256(str(folder.root).encode()).hexdigest()[:16]
        self.works = any((above / ".git").exists() for above in (folder.root, *folder.root.parents))

    def append(self, path: str, data: bytes) -> None:
        """Add `data` to the mirror of session `path`."""
        if not self.works:
            return
        try:
            target = self._top() / path
            target.parent.mkdir(parents=True, exist_ok=True)
            flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC | os.O_NOFOLLOW
            write_and_close(os.open(target, flags, 0o600), data, sync=False)
        except OSError:
            self.works = False

    def sessions(self) -> dict[str, bytes]:
        """The mirrored sessions by path; empty where nothing can be read."""
        if not self.works:
            return {}
        try:
            top = self._top(create=False)
            return {str(file.relative_to(top)): file.read_bytes() for file in sorted(top.rglob("*.jsonl"))}
        except (OSError, RuntimeError):
            return {}

    def forget(self, path: str) -> None:
        """Drop the mirror of `path`: its bytes are in a commit."""
        (self._top(create=False) / path).unlink(missing_ok=True)

    def _top(self, *, create: bool = True) -> Path:
        return state_folder(create=create) / "mirror" / self._key
