"""The datasets that come with the tool, and a scratch copy of one."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

import annotator
from annotator.errors import MissingPrerequisite
from annotator.store import layout

_PACKAGE = Path(annotator.__file__).parent


def bundled(name: str) -> Path:
    """The folder of a bundled dataset: inside an installed package, beside it in a checkout. Raises MissingPrerequisite."""
    for datasets in (_PACKAGE / "_bundled" / "datasets", _PACKAGE.parent / "datasets"):
        if (datasets / name).is_dir():
            return datasets / name
    raise MissingPrerequisite(f"the bundled dataset {name!r} is not installed; install gold-annotator anew")


def scratch_copy(name: str, target: Path, *, unlabelled: bool = False) -> Path:
    """Copy a bundled dataset to `target`/`name`; where `unlabelled`, without its labels and decisions."""
    left_out = (layout.LABELS, layout.DECISIONS, layout.PRIVATE) if unlabelled else (layout.PRIVATE,)
    shutil.copytree(bundled(name), target / name, ignore=lambda folder, names: [n for n in names if n in left_out])
    return target / name


def scratch_folder() -> Path:
    """A new empty folder under the system's temporary folder."""
    return Path(tempfile.mkdtemp(prefix="annotator-demo-"))
