"""The scratch root of an evaluation: a folder of its own under the system's temporary folder, and nowhere else."""

from __future__ import annotations

import re
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path

from annotator.errors import Refused
from annotator.store.outside import write_outside

_PLAIN = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}")
_XDG = ("CACHE", "CONFIG", "DATA", "STATE")


class Scratch:
    """A folder that programs may fill; it is there while `scratch_root` lasts."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def part(self, name: str) -> Scratch:
        """A folder below it, made where it is missing."""
        (self.root / name).mkdir(mode=0o700, exist_ok=True)
        return Scratch(self.root / name)

    def put(self, names: tuple[str, ...], files: dict[str, bytes]) -> None:
        """Write `files` into the folder that `names` lead to. Raises Refused where one of them is there already."""
        write_outside(self.root.joinpath(*(_folder_name(name) for name in names)), files)

    def environment(self) -> dict[str, str]:
        """What a program needs in its environment to keep to this folder: HOME, the XDG folders, ANNOTATOR_SCRATCH."""
        home = self.part("home").root
        xdg = {f"XDG_{kind}_HOME": str(home / kind.lower()) for kind in _XDG}
        return {"ANNOTATOR_SCRATCH": str(self.root), "HOME": str(home), **xdg, "XDG_RUNTIME_DIR": str(home / "runtime")}


def _folder_name(name: str) -> str:
    """An id as the name of a folder: itself where that is plain, else its digest."""
    return name if _PLAIN.fullmatch(name) else sha256(name.encode()).hexdigest()[:32]


@contextmanager
def scratch_root(given: Path | None, *, keep: bool) -> Iterator[Scratch]:
    """The empty folder `given`, which stays, or a new one, which goes at the end unless `keep`.

    Raises Refused for a folder that is not empty, is a link, or does not lie under the system's temporary folder.
    """
    if given is not None:
        yield Scratch(_empty_folder(given))
        return
    root = Path(tempfile.mkdtemp(prefix="annotator-run-"))
    try:
        yield Scratch(root)
    finally:
        if not keep:
            # What a program made unremovable is no reason to lose the report.
            shutil.rmtree(root, ignore_errors=True)


def _empty_folder(given: Path) -> Path:
    temporary = Path(tempfile.gettempdir()).resolve()
    try:
        root = given.resolve(strict=True)
        empty = root.is_dir() and not given.is_symlink() and not any(root.iterdir())
    except (OSError, RuntimeError, ValueError):
        empty = False
    if not empty:
        raise Refused(f"--work-root {given}: is no empty folder; name one under {temporary} that holds nothing")
    if temporary not in root.parents:
        raise Refused(f"--work-root {given}: does not lie under the system's temporary folder {temporary}; name an empty folder in it")
    return root
