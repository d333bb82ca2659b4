"""Own commits: what the user's own git does for them, with their hooks and settings."""

from __future__ import annotations

import time
from collections.abc import Sequence

from git import GitCommandError

from annotator.errors import NotCommitted
from annotator.git.plumbing import command
from annotator.git.repository import Repository

# What git leaves while it is in the middle of something, and what that is called.
_UNDER_WAY = {
    "MERGE_HEAD": "a merge",
    "CHERRY_PICK_HEAD": "a cherry-pick",
    "REVERT_HEAD": "a revert",
    "rebase-merge": "a rebase",
    "rebase-apply": "a rebase",
}
_PATIENCE = 3.0


def author_email(repository: Repository) -> str | None:
    """The e-mail that git would put on a commit as its author's, None when it knows none."""
    try:
        identity = repository.ask("var", "GIT_AUTHOR_IDENT").decode("utf-8", "replace")
    except GitCommandError:
        return None
    return identity.rpartition("<")[2].partition(">")[0] or None


def commit_only(repository: Repository, paths: Sequence[str], message: str) -> str:
    """Commit `paths` (relative to the folder) and nothing else; returns the commit. The user's hooks run, and what is staged stays so.

    Raises NotCommitted, with the index as it was, while git is busy or where git or a hook refuses.
    """
    _refuse_while_busy(repository)
    if _branch(repository) is None:
        raise NotCommitted("no branch is checked out here, so a commit could get lost; go to one with `git switch`")
    literal = [f":(top,literal){repository.prefix}{path}" for path in paths]
    listed = repository.ask("ls-files", "-z", "--full-name", "--", *(f"{repository.prefix}{path}" for path in paths), strip=False)
    known = set(listed.decode("utf-8", "surrogateescape").split("\0"))
    new = [pathspec for path, pathspec in zip(paths, literal, strict=True) if f"{repository.prefix}{path}" not in known]
    try:
        if new:
            repository.do("add", "--intent-to-add", "--", *new)
        repository.do("commit", "--quiet", "--only", "-m", message, "--", *literal)
    except NotCommitted:
        if new:
            repository.git.execute(command("rm", "-q", "--cached", "--ignore-unmatch", "--", *new), with_exceptions=False)
        raise
    return repository.head() or ""


def switch_to(repository: Repository, branch: str) -> None:
    """Check out `branch`, which begins at HEAD when there is none. Raises NotCommitted, with nothing changed, where git refuses."""
    if _branch(repository) == f"refs/heads/{branch}":
        return
    _refuse_while_busy(repository)
    try:
        repository.ask("rev-parse", "--verify", "--quiet", f"refs/heads/{branch}")
    except GitCommandError:
        repository.do("switch", "-q", "-c", branch)
    else:
        repository.do("switch", "-q", branch)


def _branch(repository: Repository) -> str | None:
    try:
        return repository.ask("symbolic-ref", "--quiet", "HEAD").decode("utf-8", "replace")
    except GitCommandError:
        return None


def _refuse_while_busy(repository: Repository) -> None:
    names = ["index.lock", *_UNDER_WAY]
    asked = [word for name in names for word in ("--git-path", name)]
    paths = repository.ask("rev-parse", *asked).decode("utf-8", "surrogateescape").split("\n")
    lock, *marks = (repository.top / path for path in paths)
    end = time.monotonic() + _PATIENCE
    while lock.exists() and time.monotonic() < end:
        time.sleep(0.1)
    if lock.exists():
        raise NotCommitted(f"another git is at work here, or one was cut short ({lock.name} is there); commit once it is done")
    for mark, what in zip(marks, _UNDER_WAY.values(), strict=True):
        if mark.exists():
            raise NotCommitted(f"{what} is under way here; finish it, and commit then")
