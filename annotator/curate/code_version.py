"""Code version: which tool made a report, and on which commit of the dataset."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from annotator import __version__
from annotator.store.manifest import hashed_paths

if TYPE_CHECKING:
    from annotator.curate.workspace import Workspace


def code_of(workspace: Workspace) -> dict[str, Any]:
    """The tool's version, the commit that holds the dataset (None outside git), and whether the folder differs from it."""
    from annotator.git import Repository

    folder = workspace.dataset.folder
    repository = Repository.around(folder.root)
    commit = None if repository is None else repository.head()
    if repository is None or commit is None:
        return {"version": __version__, "commit": None, "dirty": None}
    clean = repository.holds(commit, {path: b"".join(folder.chunks(path)) for path in hashed_paths(folder)})
    return {"version": __version__, "commit": commit, "dirty": not clean}
