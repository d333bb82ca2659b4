"""Commit: what a person wrote, and nothing else, as one commit of theirs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from annotator.curate.workspace import Workspace
from annotator.errors import CheckFailed, NotCommitted
from annotator.git import Repository, author_email, commit_only, switch_to
from annotator.store import layout
from annotator.store.session_reader import session_paths

_SAFE = "everything is saved in the dataset"


class Committed(NamedTuple):
    """The commit that was made, and the paths in it."""

    commit: str
    paths: list[str]


def require_committer(workspace: Workspace, by: str | None, stands: str = "nothing was done") -> Repository:
    """The repository in which what `by` writes can be committed; a command asks before it lets anybody work for an hour.

    Where dataset.yaml has an e-mail of `by`, git's must be that one: else history would say that someone else wrote it. Raises
    NotCommitted, whose text says with `stands` what became of the work.
    """
    folder = workspace.dataset.folder
    repository = Repository.around(folder.root)
    if repository is None:
        raise NotCommitted(f"{folder.shown}: is in no git repository to commit to; {stands}")
    member = workspace.config.people.get(by or "")
    if member is not None and member.email is not None:
        email = author_email(repository)
        if email is None or email.lower() != member.email.lower():
            raise NotCommitted(
                f"git would commit as {email or 'nobody'}, and dataset.yaml says that {by} is {member.email}; {stands}, "
                f"set `git config user.email {member.email}` and give the same command again"
            )
    return repository


def commit_written(
    workspace: Workspace, people: Iterable[str], message: str, *, by: str | None = None, more: Sequence[str] = ()
) -> Committed | None:
    """Commit the sealed sessions of `people`, and the paths `more`, as far as HEAD does not have them; None when it has all.

    Earlier sessions go along, since later ones name them. `by` is who must be the committer, as `require_committer` has it. Raises
    NotCommitted, with everything saved.
    """
    repository, folder = require_committer(workspace, by, _SAFE), workspace.dataset.folder
    head = repository.head()
    there = repository.files(head) if head is not None else {}
    paths = [*_sealed(workspace, set(people)), *(path for path in more if folder.exists(path))]
    data = {path: b"".join(folder.chunks(path)) for path in paths}
    fresh = [path for path in paths if path not in there or head is None or not repository.holds(head, {path: data[path]}, there)]
    if not fresh:
        return None
    try:
        commit = commit_only(repository, fresh, message)
    except NotCommitted as error:
        raise NotCommitted(f"nothing was committed, and {_SAFE}: {error}") from None
    if not repository.holds(commit, {path: data[path] for path in fresh}):
        raise CheckFailed(
            f"commit {commit[:12]} does not hold the bytes that are on disk, since git converts or filters them; {_SAFE}, "
            "set `* -text -filter` in the dataset's .gitattributes and commit it anew"
        )
    return Committed(commit, fresh)


def own_branch(workspace: Workspace, person: str) -> str:
    """Go to the branch on which `person` works alone, which is made where there is none; nothing is fetched. Raises NotCommitted."""
    repository = Repository.around(workspace.dataset.folder.root)
    if repository is None:
        raise NotCommitted(f"{workspace.dataset.folder.shown}: is in no git repository, so there is no branch to work on")
    branch = f"annotate/{workspace.config.id}/{person}"
    switch_to(repository, branch)
    return branch


def _sealed(workspace: Workspace, people: set[str]) -> Iterable[str]:
    """The sessions of `people` that are closed, each with its seal; what is still being written is left out."""
    folder = workspace.dataset.folder
    for kind in (layout.LABELS, layout.DECISIONS):
        for path in session_paths(folder, kind):
            if path.split("/")[1] in people and folder.exists(path + layout.SEAL):
                yield path
                yield path + layout.SEAL
