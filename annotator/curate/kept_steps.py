"""Kept steps: what one person entered and did not submit, on disk at every change, and whether it is open in another window."""

from __future__ import annotations

from annotator.curate.joining import joined
from annotator.curate.unfinished import Step, Unfinished
from annotator.store.age import KeyPair
from annotator.store.drafts import DraftNotKept, Drafts
from annotator.store.folder import Folder


class KeptSteps:
    """The steps and what they come to, `work`; those that other windows left are taken over. `trouble`: why some are on the screen only."""

    def __init__(self, folder: Folder, person: str, key: KeyPair | None) -> None:
        """With a `key`, the steps are encrypted for it."""
        self.trouble: DraftNotKept | None = None
        self._drafts = Drafts(folder, person, key)
        try:
            self._drafts.begin(joined)
        except DraftNotKept as error:
            self.trouble = error
        self.work = Unfinished(self._drafts.steps)

    @property
    def steps(self) -> list[Step]:
        """All steps in their order."""
        return self._drafts.steps

    def take(self, step: Step) -> None:
        """Fold a step in and write it."""
        self.work.take(step)
        try:
            self._drafts.append(step)
            self.trouble = None
        except DraftNotKept as error:
            self.trouble = error

    def write_again(self) -> None:
        """Write what could not be written so far."""
        try:
            self._drafts.keep()
            self.trouble = None
        except DraftNotKept as error:
            self.trouble = error

    def flush(self) -> None:
        """Bring what was written to the platter; what could not be written is tried again."""
        if self.trouble is not None:
            self.write_again()
        self._drafts.flush()

    def unkept(self) -> set[str]:
        """The samples of which something was entered that is on no disk; to look at one and to count its time is not to enter."""
        steps = [step for step in self._drafts.unwritten() if step.get("op") not in {"at", "time"}]
        return self.work.sheets.keys() & {step.get("sample") for step in steps}

    def elsewhere(self) -> set[object]:
        """The samples that are open in other windows of the person on this machine."""
        return {step.get("sample") for step in self._drafts.elsewhere()}

    def close(self) -> None:
        """Let the file go; the next window takes it over."""
        self._drafts.close()
