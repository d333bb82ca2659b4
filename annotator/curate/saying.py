"""Saying: how what a person says at the desk becomes a record of their session, and what they said before can be said again."""

from __future__ import annotations

from typing import Any

from annotator.curate import label
from annotator.curate.text_on_disk import TextOnDisk
from annotator.curate.worklist import Worklist
from annotator.curate.workspace import Workspace
from annotator.errors import Refused, UnreadableInput
from annotator.model.events import Label, Sealed, Skip, Withdraw
from annotator.model.session import Logged
from annotator.store import layout
from annotator.store.session_writer import NotSaved
from annotator.workflow.case import Entry

# {"op": "label", ...} or {"op": "skip", ...}, with "again" where it repeats a label; kept among the steps that can be undone.
Word = dict[str, Any]
# What undoing a repeat says: the label that it repeats stays.
NOT_AGAIN = "not again"
# What takes back a label in whose place stood one that this person can no longer read.
SHUT = "shut"


class Saying:
    """The session of one person at the desk. `at` says when something was saved last."""

    def __init__(self, workspace: Workspace, person: str, worklist: Worklist) -> None:
        """Nothing appears on disk before the first word."""
        self.at: str | None = None
        self._workspace = workspace
        self._person = person
        self._list = worklist
        self._sitting = workspace.sitting(layout.LABELS, person)
        self._texts = TextOnDisk(workspace.dataset)

    @property
    def path(self) -> str | None:
        """The session's path in the dataset folder, None while it has no record."""
        return self._sitting.path

    def close(self) -> None:
        """Seal the session."""
        self._sitting.__exit__(None, None, None)

    def standing(self, sample: str) -> Word | None:
        """What the person said of a sample and what counts, None where that is nothing."""
        own = self._list.counted(self._workspace.case(sample))
        if own is None:
            return None
        if isinstance(own.event, Sealed):
            return {"op": SHUT}
        if isinstance(own.event, Skip):
            return {"op": "skip", "reason": own.event.reason}
        return {"op": "label", "values": own.event.values, "note": own.event.note, "seconds": own.event.seconds}

    def say(self, sample: str, word: Word | None) -> None:
        """Make `word` durable; None takes back what counts. Raises Refused where it does not fit, NotSaved when the disk refuses."""
        event = self._event(sample, word)
        if event is None:
            return
        try:
            digest = self._write(event)
        except (OSError, UnreadableInput) as error:
            where = self._workspace.dataset.folder.show(f"{layout.LABELS}/{self._person}")
            raise NotSaved(where, getattr(error, "strerror", None) or str(error)) from None
        if digest is not None:
            logged = Logged(event, digest, self.path or "", 0)
            self._workspace.case(sample).hear(self._person, logged, review=self._list.reviewer)
            self._list.look()
        self.at = self._workspace.dataset.now()

    def _write(self, event: Label | Skip | Withdraw) -> str | None:
        if isinstance(event, Withdraw):
            return self._sitting.append(event)
        self._texts.require(event.sample, event.sample_sha256)
        return label.save(self._workspace, self._sitting, event).digest

    def _event(self, sample: str, word: Word | None) -> Label | Skip | Withdraw | None:
        """The record that says `word`; None where nothing is to be recorded."""
        case = self._workspace.case(sample)
        if word is not None and word["op"] == SHUT:
            raise Refused("what you said before was sealed for a key that is not here, so it cannot be put back; label the sample anew")
        if word is None or word["op"] == NOT_AGAIN:
            taken_back = self._list.counted(case) if word is None else case.repeats.get(self._person)
            return None if taken_back is None else self._withdrawal(sample, taken_back)
        said = {"skip": word["reason"]} if word["op"] == "skip" else {name: word[name] for name in ("values", "note", "seconds")}
        draft = label.Draft(sample=sample, repeat=bool(word.get("again")), **said)
        event = label.event_of(self._workspace, self._person, draft, "NOT saved")
        shown = self._list.own(case)
        # Submitting once more what one said when asked again makes no other label of the first.
        return None if shown is not None and label.says_again(shown.event, event) else event

    def _withdrawal(self, sample: str, taken_back: Entry | Logged) -> Withdraw:
        about = {"n": 1, "at": self._workspace.dataset.now(), "by": self._person, "sample": sample, "reason": "undone"}
        repeat = {} if isinstance(taken_back, Entry) else {"repeat": taken_back.digest}
        return Withdraw.model_validate({**about, **repeat, "op": "withdraw"})
