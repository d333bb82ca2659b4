"""Plumbing: calls of git that run no program of the repository, and those of the user's own that run their hooks."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from git import Git, GitCommandNotFound

from annotator.errors import CannotCheck, MissingPrerequisite, NotCommitted

ENVIRONMENT = {
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
_NO_GIT = "git is not installed or not on PATH; install it to ask about history"


def settings_of(*settings: str) -> tuple[str, ...]:
    """The words that set `settings` (KEY=VALUE) for one call."""
    return tuple(word for setting in settings for word in ("-c", setting))


SAFE = settings_of("core.fsmonitor=false", f"core.hooksPath={os.devnull}", "safe.bareRepository=explicit", "protocol.allow=never")


class Plumbing:
    """Git in one work tree, asked about one folder of it.

    `prefix` is the folder's path there, "" or ending with a slash; `places` are that and those where it stood before, the latest first;
    `mark` is a file by which it is known there.
    """

    def __init__(self, top: Path, folder: Path) -> None:
        self.top = top
        self.prefix = "" if folder == top else f"{folder.relative_to(top).as_posix()}/"
        self.places: tuple[str, ...] = (self.prefix,)
        self.mark: str | None = None
        self.git = Git(top)

    @property
    def below(self) -> list[str]:
        """The words that keep an answer to the folder's places."""
        return ["--", *(() if "" in self.places else self.places)]

    def relative(self, path: str) -> str:
        """`path` of the work tree as it is below the folder, in whichever place it stands."""
        place = next((place for place in sorted(self.places, key=len, reverse=True) if path.startswith(place)), "")
        return path.removeprefix(place)

    def ask(self, *words: str, strip: bool = True) -> bytes:
        """What git answers. Raises GitCommandError, and MissingPrerequisite without git."""
        try:
            return ask(self.git, *words, strip=strip)
        except GitCommandNotFound:
            raise MissingPrerequisite(_NO_GIT) from None

    def tell(self, text: str, *words: str) -> bytes:
        """What git answers to `text` on its standard input."""
        try:
            process = self.git.execute(command(*words), env=ENVIRONMENT, as_process=True, istream=subprocess.PIPE)
        except GitCommandNotFound:
            raise MissingPrerequisite(_NO_GIT) from None
        out, complaint = process.communicate(text.encode())
        if process.returncode != 0:
            asked = next(word for word in words if not word.startswith("-") and "=" not in word)
            raise CannotCheck(f"git {asked} failed: {complaint.decode('utf-8', 'replace').strip()}")
        return bytes(out)

    def do(self, *words: str) -> None:
        """A command of the user's own, with their hooks and settings. Raises NotCommitted with git's or the hook's last words."""
        status, out, complaint = self.git.execute(
            command(*words, settings=("-c", "core.fsync=all")), with_extended_output=True, with_exceptions=False
        )
        if status != 0:
            said = [line for line in f"{out}\n{complaint}".splitlines() if line.strip() not in {"", "Aborting"}]
            raise NotCommitted(f"git {words[0]} refused: {said[-1].strip() if said else f'exit code {status}'}")


def ask(git: Git, *words: str, strip: bool = True) -> bytes:
    """What git answers in the folder of `git`, without its last line end where `strip`. Raises GitCommandError and GitCommandNotFound."""
    out: bytes = git.execute(command(*words), env=ENVIRONMENT, stdout_as_string=False, strip_newline_in_stdout=strip)
    return out


def command(*words: str, settings: tuple[str, ...] = SAFE) -> list[str]:
    """The words of a call of git, which looks for no repository where its surroundings say."""
    without = [word for name in _ELSEWHERE if name in os.environ for word in ("-u", name)]
    return [*(["env", *without] if without else []), "git", *settings, *words]
