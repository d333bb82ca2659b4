"""The only user of git: questions through plumbing that runs no program of the repository."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator, Mapping
from pathlib import Path

from git import Git, GitCommandError, GitCommandNotFound

from annotator.errors import CannotCheck, MissingPrerequisite, UsageError

_ENVIRONMENT = {
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_NO_REPLACE_OBJECTS": "1",
    "GIT_LITERAL_PATHSPECS": "1",
    "LC_ALL": "C",
}
# What a hook's surroundings say about another place than the one that is asked about; GitPython can only add to them.
_ELSEWHERE = (
    "GIT_ALTERNATE_OBJECT_DIRECTORIES",
    "GIT_COMMON_DIR",
    "GIT_DIR",
    "GIT_IMPLICIT_WORK_TREE",
    "GIT_INDEX_FILE",
    "GIT_NAMESPACE",
    "GIT_OBJECT_DIRECTORY",
    "GIT_PREFIX",
    "GIT_SHALLOW_FILE",
    "GIT_WORK_TREE",
)
_SAFE = (
    "-c",
    "core.fsmonitor=false",
    "-c",
    f"core.hooksPath={os.devnull}",
    "-c",
    "safe.bareRepository=explicit",
    "-c",
    "protocol.allow=never",
)


class Repository:
    """The work tree that holds a folder."""

    def __init__(self, top: Path, folder: Path) -> None:
        self.top = top
        self.prefix = "" if folder == top else f"{folder.relative_to(top).as_posix()}/"
        self._git = Git(top)

    @classmethod
    def around(cls, folder: Path) -> Repository | None:
        """The repository whose work tree holds `folder`; None outside one or where git is not installed."""
        real = folder.resolve()
        try:
            top = _ask(Git(real), "rev-parse", "--show-toplevel").decode("utf-8", "surrogateescape")
        except (GitCommandError, GitCommandNotFound):
            return None
        return cls(Path(top), real) if top else None

    def email(self) -> str | None:
        """`user.email` as git would put it on a commit, None when it is not set."""
        try:
            return self._ask("config", "--get", "user.email").decode("utf-8", "replace") or None
        except GitCommandError:
            return None

    def is_shallow(self) -> bool:
        """Whether history was cut off by a shallow clone."""
        return self._ask("rev-parse", "--is-shallow-repository") == b"true"

    def commit_id(self, revision: str) -> str:
        """The commit that `revision` names. Raises CannotCheck in a shallow clone, else UsageError."""
        try:
            return self._ask("rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}").decode("ascii")
        except GitCommandError:
            if self.is_shallow():
                raise CannotCheck(
                    f"revision {revision!r} is not in this shallow clone; fetch the whole history (`git fetch --unshallow`, or `fetch-depth: 0` in CI)"
                ) from None
            raise UsageError(f"revision {revision!r} is not in the repository of {self.top.name}; name a commit, branch or tag") from None

    def head(self) -> str | None:
        """The commit that is checked out, None before the first."""
        try:
            return self._ask("rev-parse", "--verify", "--quiet", "HEAD^{commit}").decode("ascii")
        except GitCommandError:
            return None

    def holds(self, commit: str, files: Mapping[str, bytes]) -> bool:
        """Whether `commit` has exactly these bytes at these paths below the folder."""
        blobs = self.files(commit)
        return all(_blob_id(data, blobs.get(path, "")) == blobs.get(path) for path, data in files.items())

    def files(self, commit: str) -> dict[str, str]:
        """Blob id by path (relative to the folder) of every file below the folder in `commit`, a full commit id."""
        below = ("--", self.prefix) if self.prefix else ()
        listing = self._ask("ls-tree", "-r", "-z", "--full-tree", commit, *below, strip=False)
        found = {}
        for entry in listing.split(b"\0"):
            if entry:
                meta, path = entry.split(b"\t", 1)
                found[path.decode("utf-8", "surrogateescape").removeprefix(self.prefix)] = meta.split()[2].decode("ascii")
        return found

    def blob(self, blob_id: str) -> bytes:
        """The bytes of a blob."""
        return self._ask("cat-file", "blob", blob_id, strip=False)

    def committed(self, path: str) -> bytes | None:
        """The bytes of `path` (relative to the folder) in the commit that is checked out, None when it is not in it."""
        return self._content("HEAD", path)

    def ever_committed(self, path: str) -> Iterator[bytes]:
        """The bytes of `path` in each commit, of any branch, that added or changed it."""
        try:
            commits = self._ask("rev-list", "--all", "HEAD", "--", f"{self.prefix}{path}").decode("ascii").split()
        except GitCommandError:
            return
        for commit in commits:
            data = self._content(commit, path)
            if data is not None:
                yield data

    def _content(self, commit: str, path: str) -> bytes | None:
        try:
            return self._ask("cat-file", "blob", f"{commit}:{self.prefix}{path}", strip=False)
        except GitCommandError:
            return None

    def _ask(self, *words: str, strip: bool = True) -> bytes:
        try:
            return _ask(self._git, *words, strip=strip)
        except GitCommandNotFound:
            raise MissingPrerequisite("git is not installed or not on PATH; install it to ask about history") from None


def _ask(git: Git, *words: str, strip: bool = True) -> bytes:
    without = [word for name in _ELSEWHERE if name in os.environ for word in ("-u", name)]
    out: bytes = git.execute(
        [*(["env", *without] if without else []), "git", *_SAFE, *words],
        env=_ENVIRONMENT,
        stdout_as_string=False,
        strip_newline_in_stdout=strip,
    )
    return out


def _blob_id(data: bytes, like: str) -> str:
    """The id git gives to `data`, in the hash of the repository: that of `like`, an id from it."""
    digest = hashlib.sha256() if len(like) == 64 else hashlib.sha1(usedforsecurity=False)
    digest.update(b"blob %d\0" % len(data) + data)
    return digest.hexdigest()


def scratch_repository(folder: Path) -> None:
    """Make `folder`, one of our own scratch folders, a repository."""
    _ask(Git(folder), "init", "-q", "-b", "main")


def commit_scratch(folder: Path, message: str, name: str, email: str) -> None:
    """Commit all of a scratch repository in the name of a made-up person."""
    git = Git(folder)
    who = ("-c", f"user.name={name}", "-c", f"user.email={email}", "-c", "commit.gpgSign=false")
    _ask(git, "add", "--all")
    _ask(git, *who, "commit", "-q", "-m", message)
