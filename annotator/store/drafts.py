"""Drafts: the steps of one person's unfinished work, appended as they happen, so that a killed process loses none."""

from __future__ import annotations

import fcntl
import json
import os
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

from annotator.errors import AnnotatorError
from annotator.model.canonical import line_of
from annotator.store import layout
from annotator.store.age import KeyPair, box_for
from annotator.store.folder import Folder
from annotator.store.session_writer import locked_folder

_TAIL = 1 << 16
# When a step was taken, by the clock of this machine in nanoseconds.
TAKEN = "taken"
Step = dict[str, Any]
Join = Callable[[list[list[Step]]], list[Step]]


class DraftNotKept(AnnotatorError):
    """Unfinished work could not be written to disk; it is on the screen and nowhere else."""

    def __init__(self, path: str, why: str) -> None:
        super().__init__(f"{path}: unfinished work is NOT kept, {why}; it is on the screen only")
        self.why = why


class Drafts:
    """The draft file of one process, locked while it is open. It takes over the files of processes that are gone.

    A step is one write without fsync: it survives the death of the process, and `flush` makes it survive the machine's.
    With a `key`, steps are encrypted for it: where labels are sealed, unfinished ones are not for other eyes either. A file for another
    key stays as it is.
    """

    def __init__(self, folder: Folder, person: str, key: KeyPair | None = None, kind: str = layout.DRAFTS) -> None:
        """Touches nothing yet; `begin` does. `kind` is the folder: DRAFTS (labels) or PICKS (decisions) of annotator.store.layout."""
        self._key = key
        self._folder = folder
        self._base = f"{kind}/{person}"
        self._descriptor = -1
        self._dirty = False
        self._left: list[tuple[str, int]] = []
        self._written = 0
        self.path = f"{self._base}/{time.time_ns():020d}-{os.urandom(4).hex()}.jsonl"
        self.steps: list[Step] = []

    def begin(self, join: Join) -> list[Step]:
        """Every step of this person that no living process holds, of several files what `join` makes of them. Raises DraftNotKept."""
        with self._failing_in_words(), locked_folder(self._folder, self.path, create=True):
            self._left = list(self._left_behind())
            files = [list(self._read(path, descriptor)) for path, descriptor in self._left]
            self.steps = join(files) if len(files) > 1 else [step for steps in files for step in steps]
            self._create()
        return self.steps

    def append(self, step: Step) -> None:
        """Write one step, and when it was taken. Raises DraftNotKept."""
        self.steps.append({**step, TAKEN: time.time_ns()})
        with self._failing_in_words():
            if not self._is_there():
                self._create()
            else:
                line = self._line(self.steps[-1])
                if os.write(self._descriptor, line) != len(line):
                    raise OSError("the disk took only a part of it")
                self._written = len(self.steps)
        self._dirty = True

    def rewrite(self, steps: Iterable[Step]) -> None:
        """Put `steps` in place of all that was written. Raises DraftNotKept."""
        self.steps = list(steps)
        with self._failing_in_words():
            self._create()

    def keep(self) -> None:
        """Write what could not be written when it was taken. Raises DraftNotKept."""
        with self._failing_in_words():
            if not self._is_there():
                self._create()

    def unwritten(self) -> list[Step]:
        """The steps that are on no disk."""
        return self.steps[self._written :]

    def left_behind(self) -> bool:
        """Whether there is a file of this person, of a living process or not."""
        try:
            return bool(self._folder.files(self._base))
        except (OSError, AnnotatorError):
            return False

    def remove(self) -> None:
        """Take the file away, as nothing in it is of use any more."""
        self._let_go()
        with suppress(OSError, AnnotatorError):
            self._folder.remove(self.path)

    def flush(self) -> None:
        """Bring what was appended to the platter."""
        if self._dirty and self._descriptor >= 0:
            self._dirty = False
            with suppress(OSError):
                os.fdatasync(self._descriptor)

    def close(self) -> None:
        """Let the file go; the next process takes it over."""
        self.flush()
        self._let_go()
        while self._left:
            os.close(self._left.pop()[1])

    def elsewhere(self) -> list[Step]:
        """The last step of every other living process of this person on this machine."""
        try:
            others = [path for path in self._folder.files(self._base) if path != self.path]
            return [last for path in others if (last := self._last_if_held(path)) is not None]
        except (OSError, AnnotatorError):
            return []

    def _left_behind(self) -> Iterator[tuple[str, int]]:
        for path in self._folder.files(self._base):
            descriptor = self._folder.open(path, os.O_RDWR)
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                os.close(descriptor)
                continue
            if self._is_shut(descriptor):
                os.close(descriptor)
            else:
                yield path, descriptor

    def _is_shut(self, descriptor: int) -> bool:
        """Whether the file was encrypted for another key; it stays until that key is back."""
        first = os.pread(descriptor, os.fstat(descriptor).st_size, 0).partition(b"\n")[0]
        with suppress(ValueError):
            step = json.loads(first)
            return isinstance(step, dict) and "box" in step and not (self._key and self._key.unlock(step["box"]))
        return False

    @contextmanager
    def _failing_in_words(self) -> Iterator[None]:
        try:
            yield
        except (OSError, AnnotatorError) as error:
            # What is half written is written anew, whole, with the next step.
            self._let_go()
            raise DraftNotKept(self._folder.show(self.path), getattr(error, "strerror", None) or str(error)) from None

    def _create(self) -> None:
        """Write all steps anew; the files that they were taken over from go only then."""
        self._let_go()
        if not self._folder.exists(self.path):
            self._written = 0
        self._folder.replace(self.path, b"".join(map(self._line, self.steps)))
        self._descriptor = self._folder.open(self.path, os.O_RDWR | os.O_APPEND)
        fcntl.flock(self._descriptor, fcntl.LOCK_EX)
        self._written = len(self.steps)
        while self._left:
            path, descriptor = self._left.pop()
            self._folder.remove(path)
            os.close(descriptor)

    def _is_there(self) -> bool:
        if self._descriptor < 0:
            return False
        there = self._folder.signature(self.path)
        return there is not None and there.inode == os.fstat(self._descriptor).st_ino

    def _let_go(self) -> None:
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1

    def _read(self, path: str, descriptor: int) -> Iterator[Step]:
        data = b"".join(iter(lambda: os.read(descriptor, 1 << 20), b""))
        begun = path.rpartition("/")[2].partition("-")[0]
        taken = int(begun) if begun.isdecimal() else 0
        for step in self._steps(_lines(data)):
            # Steps did not always say when they were taken; those came one after the other from when the file was begun.
            taken = step.get(TAKEN, taken + 1)
            yield {**step, TAKEN: taken}

    def _last_if_held(self, path: str) -> Step | None:
        descriptor = self._folder.open(path)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            size = os.fstat(descriptor).st_size
            return next(self._steps(reversed(_lines(os.pread(descriptor, _TAIL, max(0, size - _TAIL))))), None)
        finally:
            os.close(descriptor)
        return None

    def _line(self, step: Step) -> bytes:
        line = line_of(step)
        return (line if self._key is None else line_of({"box": box_for([self._key.public], line)})) + b"\n"

    def _steps(self, lines: Iterable[bytes]) -> Iterator[Step]:
        """The lines that are steps; the head of a cut-off one and what another key shut are passed over."""
        for line in lines:
            with suppress(ValueError):
                step = json.loads(line)
                if isinstance(step, dict) and "box" in step:
                    step = json.loads((self._key and self._key.unlock(step["box"])) or b"null")
                if isinstance(step, dict):
                    yield step


def _lines(data: bytes) -> list[bytes]:
    """The lines of `data` but for a torn one at its end."""
    return data.split(b"\n")[:-1]
