"""Repository: the work tree around a folder, its revisions, and what commits did to the folder."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from git import Git, GitCommandError, GitCommandNotFound

from annotator.errors import CannotCheck, UsageError
from annotator.git.objects import Objects
from annotator.git.plumbing import ask


class Repository(Objects):
    """The work tree that holds a folder."""

    @classmethod
    def around(cls, folder: Path) -> Repository | None:
        """The repository whose work tree holds `folder`; None outside one or where git is not installed."""
        real = folder.resolve()
        try:
            top = ask(Git(real), "rev-parse", "--show-toplevel").decode("utf-8", "surrogateescape")
        except (GitCommandError, GitCommandNotFound):
            return None
        return cls(Path(top), real) if top else None

    def email(self) -> str | None:
        """`user.email` as git would put it on a commit, None when it is not set."""
        try:
            return self.ask("config", "--get", "user.email").decode("utf-8", "replace") or None
        except GitCommandError:
            return None

    def is_shallow(self) -> bool:
        """Whether history was cut off by a shallow clone."""
        return self.ask("rev-parse", "--is-shallow-repository") == b"true"

    def commit_id(self, revision: str) -> str:
        """The commit that `revision` names. Raises CannotCheck in a shallow clone, else UsageError."""
        try:
            return self.ask("rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}").decode("ascii")
        except GitCommandError:
            if self.is_shallow():
                raise CannotCheck(
                    f"revision {revision!r} is not in this shallow clone; fetch the whole history (`git fetch --unshallow`, or `fetch-depth: 0` in CI)"
                ) from None
            raise UsageError(f"revision {revision!r} is not in the repository of {self.top.name}; name a commit, branch or tag") from None

    def head(self) -> str | None:
        """The commit that is checked out, None before the first."""
        try:
            return self.ask("rev-parse", "--verify", "--quiet", "HEAD^{commit}").decode("ascii")
        except GitCommandError:
            return None

    def follow(self, mark: str) -> None:
        """Take in where the folder stood before it was moved; `mark` is a file that it always had, by its path below the folder."""
        places = [self.prefix]
        while (before := self._moved_from(places[-1], mark)) is not None and before not in places:
            places.append(before)
        self.places, self.mark = tuple(places), mark

    def _moved_from(self, place: str, mark: str) -> str | None:
        """Where the folder that came to `place` had stood: half of its files or more, byte by byte, in the commit that brought it."""
        arrivals = (
            self.ask("rev-list", "--topo-order", "--reverse", "--full-history", "HEAD", "--", f"{place}{mark}").decode("ascii").split()
        )
        first = next(iter(self.commits(arrivals[:1]).values()), None)
        if first is None or not first.parents:
            return None
        (changes,) = self.changed_paths([(self.trees(first.parents[:1])[first.parents[0]], first.tree)]).values()
        came = {change.path.removeprefix(place): change.after for change in changes if change.path.startswith(place) and not change.before}
        gone = {change.path: change.before for change in changes if change.after is None}
        for path in gone:
            before = path.removesuffix(mark)
            if path == before + mark and before[-1:] in {"", "/"}:
                same = sum(gone.get(before + relative) == blob for relative, blob in came.items())
                if 2 * same >= len(came):
                    return before
        return None

    def graph(self) -> list[tuple[str, tuple[str, ...]]]:
        """Every commit up to HEAD that touched the folder, parents first; the parents are the nearest ones in the list."""
        listing = self.ask("rev-list", "--topo-order", "--reverse", "--full-history", "--parents", "HEAD", *self.below).decode("ascii")
        return [(first, tuple(rest)) for first, *rest in (line.split() for line in listing.splitlines())]

    def since(self, base: str) -> frozenset[str]:
        """The commits up to HEAD that are not up to `base` (a full commit id)."""
        return frozenset(self.ask("rev-list", "HEAD", f"^{base}").decode("ascii").split())

    def committed(self, path: str) -> bytes | None:
        """The bytes of `path` (relative to the folder) in the commit that is checked out, None when it is not in it."""
        return self._content("HEAD", path)

    def ever_committed(self, path: str) -> Iterator[bytes]:
        """The bytes of `path` in each commit, of any branch, that added or changed it."""
        try:
            commits = self.ask("rev-list", "--all", "HEAD", "--", f"{self.prefix}{path}").decode("ascii").split()
        except GitCommandError:
            return
        for commit in commits:
            data = self._content(commit, path)
            if data is not None:
                yield data

    def _content(self, commit: str, path: str) -> bytes | None:
        try:
            return self.ask("cat-file", "blob", f"{commit}:{self.prefix}{path}", strip=False)
        except GitCommandError:
            return None
