"""The only user of git: questions through plumbing that runs no program of the repository."""

from __future__ import annotations

import hashlib
import os
import re
import subprocess
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from git import Git, GitCommandError, GitCommandNotFound

from annotator.errors import CannotCheck, MissingPrerequisite, NotCommitted, UsageError

_ENVIRONMENT = {
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_NO_LAZY_FETCH": "1",
    # Above any protocol.NAME.allow of the repository: nothing is fetched by whatever way.
    "GIT_ALLOW_PROTOCOL": "none",
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


def _settings(*settings: str) -> tuple[str, ...]:
    return tuple(word for setting in settings for word in ("-c", setting))


_SAFE = _settings("core.fsmonitor=false", f"core.hooksPath={os.devnull}", "safe.bareRepository=explicit", "protocol.allow=never")
CUT_OFF = (
    "history is cut off here, since this clone is shallow or partial; fetch all of it: `git fetch --unshallow`, "
    "in GitHub Actions `fetch-depth: 0` under actions/checkout, in GitLab CI `GIT_DEPTH: 0` under variables"
)
_PORTION = 200
# Whose program checks a signature is ours to say, never the repository's; OpenPGP keys are in no allowed-signers file.
_SIGNATURES = _settings(
    "gpg.ssh.program=ssh-keygen",
    "gpg.ssh.revocationFile=",
    *(f"{key}={os.devnull}" for key in ("gpg.program", "gpg.openpgp.program", "gpg.x509.program")),
)
_SIGNER = re.compile(r'^Good "git" signature for (.+) with \S+ key ', re.MULTILINE)
_AUTHOR = re.compile(r"^author (.*?) ?<([^<>]*)> (\d+) [+-]\d{4}$", re.MULTILINE)
_CO_AUTHOR = re.compile(r"^co-authored-by:[^<>\n]*<([^<>\n]+)>[ \t]*$", re.MULTILINE | re.IGNORECASE)

# What git leaves while it is in the middle of something, and what that is called.
_UNDER_WAY = {
    "MERGE_HEAD": "a merge",
    "CHERRY_PICK_HEAD": "a cherry-pick",
    "REVERT_HEAD": "a revert",
    "rebase-merge": "a rebase",
    "rebase-apply": "a rebase",
}
_PATIENCE = 3.0


class CommitObject(NamedTuple):
    """What a commit says of itself; `email` is its author's, `co_authors` are the e-mails of its Co-authored-by lines."""

    id: str
    tree: str
    parents: tuple[str, ...]
    author: str
    email: str
    seconds: int
    co_authors: tuple[str, ...]
    subject: str


class TreeChange(NamedTuple):
    """A path (relative to the folder) that differs between two trees, with the blob on either side; None where it is not there."""

    path: str
    before: str | None
    after: str | None


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

    def holds(self, commit: str, files: Mapping[str, bytes], listed: Mapping[str, str] | None = None) -> bool:
        """Whether `commit` has exactly these bytes at these paths below the folder; `listed` are its `files` where they are known."""
        blobs = self.files(commit) if listed is None else listed
        return all(blob_id(data, blobs.get(path, "")) == blobs.get(path) for path, data in files.items())

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

    def graph(self, revision: str = "HEAD") -> list[tuple[str, tuple[str, ...]]]:
        """Every commit up to `revision` that touched the folder, parents first; the parents are the nearest ones in the list."""
        below = ("--", self.prefix) if self.prefix else ("--",)
        listing = self._ask("rev-list", "--topo-order", "--reverse", "--full-history", "--parents", revision, *below).decode("ascii")
        return [(first, tuple(rest)) for first, *rest in (line.split() for line in listing.splitlines())]

    def between(self, base: str, revision: str = "HEAD") -> frozenset[str]:
        """The commits up to `revision` that are not up to `base` (a full commit id)."""
        return frozenset(self._ask("rev-list", revision, f"^{base}").decode("ascii").split())

    def commits(self, ids: Iterable[str]) -> dict[str, CommitObject]:
        """The commits by id. Raises CannotCheck when one is not here."""
        return {id_: _commit(id_, data.decode("utf-8", "replace")) for id_, data in self._objects(ids)}

    def trees(self, ids: Iterable[str]) -> dict[str, str]:
        """The tree of each commit. Raises CannotCheck when a commit is not here, as in a shallow clone."""
        asked = list(ids)
        answers = self._tell("".join(f"{id_}^{{tree}}\n" for id_ in asked), "cat-file", "--batch-check").decode("utf-8").splitlines()
        found = {id_: answer.split()[0] for id_, answer in zip(asked, answers, strict=True) if not answer.endswith(" missing")}
        if len(found) != len(set(asked)):
            raise CannotCheck(CUT_OFF)
        return found

    def changes(self, pairs: Iterable[tuple[str | None, str]]) -> dict[tuple[str | None, str], list[TreeChange]]:
        """What differs below the folder between pairs of trees, None being the empty tree."""
        asked = list(dict.fromkeys(pairs))
        if not asked:
            return {}
        empty = self._tell("", "hash-object", "-t", "tree", "--stdin").decode("ascii").strip()
        below = ("--", self.prefix) if self.prefix else ()
        lines = "".join(f"{before or empty} {after}\n" for before, after in asked)
        raw = self._tell(lines, "diff-tree", "--stdin", "-r", "-z", "--raw", "--no-renames", "--no-abbrev", *below)
        by_trees = self._tree_changes(raw)
        return {(before, after): by_trees.get((before or empty, after), []) for before, after in asked}

    def _tree_changes(self, raw: bytes) -> dict[tuple[str, str], list[TreeChange]]:
        found: dict[tuple[str, str], list[TreeChange]] = {}
        current: list[TreeChange] = []
        words = iter(raw.split(b"\0"))
        for word in words:
            *headings, meta = word.split(b"\n")
            for heading in headings:
                first, second = heading.decode("ascii").split()
                current = found.setdefault((first, second), [])
            if not meta:
                continue
            _, _, before, after, _ = meta.decode("ascii").split()
            path = next(words).decode("utf-8", "surrogateescape").removeprefix(self.prefix)
            current.append(TreeChange(path, _there(before), _there(after)))
        return found

    def blobs(self, ids: Iterable[str]) -> Iterator[tuple[str, bytes]]:
        """The bytes of each blob, each once. Raises CannotCheck when one is not here, as in a partial clone."""
        return self._objects(ids)

    def _objects(self, ids: Iterable[str]) -> Iterator[tuple[str, bytes]]:
        asked = list(dict.fromkeys(ids))
        # In portions, so that no more than these are in memory together.
        for start in range(0, len(asked), _PORTION):
            out = self._tell("".join(f"{id_}\n" for id_ in asked[start : start + _PORTION]), "cat-file", "--batch")
            place = 0
            while place < len(out):
                end = out.index(b"\n", place)
                heading = out[place:end].decode("ascii")
                if heading.endswith(" missing"):
                    raise CannotCheck(CUT_OFF)
                id_, _, size = heading.split()
                place = end + 1 + int(size) + 1
                yield id_, out[end + 1 : place - 1]

    def signer(self, commit: str, allowed_signers: Path) -> str | None:
        """Who of the allowed signers signed `commit` (a full id), None when nobody of them did."""
        file = f"gpg.ssh.allowedSignersFile={allowed_signers.resolve()}"
        status, _, said = self._git.execute(
            _command("verify-commit", commit, settings=(*_SAFE, *_SIGNATURES, "-c", file)),
            env=_ENVIRONMENT,
            with_extended_output=True,
            with_exceptions=False,
        )
        match = _SIGNER.search(str(said)) if status == 0 else None
        return None if match is None else match[1]

    def author_email(self) -> str | None:
        """The e-mail that git would put on a commit as its author's, None when it knows none."""
        try:
            identity = self._ask("var", "GIT_AUTHOR_IDENT").decode("utf-8", "replace")
        except GitCommandError:
            return None
        return identity.rpartition("<")[2].partition(">")[0] or None

    def commit_only(self, paths: Sequence[str], message: str) -> str:
        """Commit `paths` (relative to the folder) and nothing else; returns the commit. The user's hooks run, and what is staged stays so.

        Raises NotCommitted, with the index as it was, while git is busy or where git or a hook refuses.
        """
        self._refuse_while_busy()
        if self._branch() is None:
            raise NotCommitted("no branch is checked out here, so a commit could get lost; go to one with `git switch`")
        literal = [f":(top,literal){self.prefix}{path}" for path in paths]
        listed = self._ask("ls-files", "-z", "--full-name", "--", *(f"{self.prefix}{path}" for path in paths), strip=False)
        known = set(listed.decode("utf-8", "surrogateescape").split("\0"))
        new = [pathspec for path, pathspec in zip(paths, literal, strict=True) if f"{self.prefix}{path}" not in known]
        try:
            if new:
                self._do("add", "--intent-to-add", "--", *new)
            self._do("commit", "--quiet", "--only", "-m", message, "--", *literal)
        except NotCommitted:
            if new:
                self._git.execute(_command("rm", "-q", "--cached", "--ignore-unmatch", "--", *new), with_exceptions=False)
            raise
        return self.head() or ""

    def switch_to(self, branch: str) -> None:
        """Check out `branch`, which begins at HEAD when there is none. Raises NotCommitted, with nothing changed, where git refuses."""
        if self._branch() == f"refs/heads/{branch}":
            return
        self._refuse_while_busy()
        try:
            self._ask("rev-parse", "--verify", "--quiet", f"refs/heads/{branch}")
        except GitCommandError:
            self._do("switch", "-q", "-c", branch)
        else:
            self._do("switch", "-q", branch)

    def _branch(self) -> str | None:
        try:
            return self._ask("symbolic-ref", "--quiet", "HEAD").decode("utf-8", "replace")
        except GitCommandError:
            return None

    def _refuse_while_busy(self) -> None:
        names = ["index.lock", *_UNDER_WAY]
        asked = [word for name in names for word in ("--git-path", name)]
        paths = self._ask("rev-parse", *asked).decode("utf-8", "surrogateescape").split("\n")
        lock, *marks = (self.top / path for path in paths)
        end = time.monotonic() + _PATIENCE
        while lock.exists() and time.monotonic() < end:
            time.sleep(0.1)
        if lock.exists():
            raise NotCommitted(f"another git is at work here, or one was cut short ({lock.name} is there); commit once it is done")
        for mark, what in zip(marks, _UNDER_WAY.values(), strict=True):
            if mark.exists():
                raise NotCommitted(f"{what} is under way here; finish it, and commit then")

    def _do(self, *words: str) -> None:
        """A command of the user's own, with their hooks and settings. Raises NotCommitted with git's or the hook's last words."""
        status, out, complaint = self._git.execute(
            _command(*words, settings=("-c", "core.fsync=all")), with_extended_output=True, with_exceptions=False
        )
        if status != 0:
            said = [line for line in f"{out}\n{complaint}".splitlines() if line.strip() not in {"", "Aborting"}]
            raise NotCommitted(f"git {words[0]} refused: {said[-1].strip() if said else f'exit code {status}'}")

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

    def _tell(self, text: str, *words: str) -> bytes:
        """What git answers to `text` on its standard input."""
        try:
            process = self._git.execute(_command(*words), env=_ENVIRONMENT, as_process=True, istream=subprocess.PIPE)
        except GitCommandNotFound:
            raise MissingPrerequisite("git is not installed or not on PATH; install it to ask about history") from None
        out, complaint = process.communicate(text.encode())
        if process.returncode != 0:
            raise CannotCheck(f"git {words[0]} failed: {complaint.decode('utf-8', 'replace').strip()}")
        return bytes(out)

    def _ask(self, *words: str, strip: bool = True) -> bytes:
        try:
            return _ask(self._git, *words, strip=strip)
        except GitCommandNotFound:
            raise MissingPrerequisite("git is not installed or not on PATH; install it to ask about history") from None


def _ask(git: Git, *words: str, strip: bool = True) -> bytes:
    out: bytes = git.execute(_command(*words), env=_ENVIRONMENT, stdout_as_string=False, strip_newline_in_stdout=strip)
    return out


def _command(*words: str, settings: tuple[str, ...] = _SAFE) -> list[str]:
    without = [word for name in _ELSEWHERE if name in os.environ for word in ("-u", name)]
    return [*(["env", *without] if without else []), "git", *settings, *words]


def _commit(id_: str, text: str) -> CommitObject:
    head, _, message = text.partition("\n\n")
    lines = [line.split(" ", 1) for line in head.split("\n")]
    match = _AUTHOR.search(head)
    author, email, seconds = (match[1], match[2], int(match[3])) if match else ("", "", 0)
    parents = tuple(line[1] for line in lines if line[0] == "parent")
    return CommitObject(id_, lines[0][1], parents, author, email, seconds, tuple(_CO_AUTHOR.findall(message)), message.partition("\n")[0])


def _there(blob_id: str) -> str | None:
    return blob_id if blob_id.strip("0") else None


def blob_id(data: bytes, like: str) -> str:
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
