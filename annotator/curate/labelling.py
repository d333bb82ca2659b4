"""Labelling: one person at work, sample by sample; every change is kept at once and every step can be undone."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable
from copy import deepcopy
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Self

from annotator.curate import label
from annotator.curate.answers import Missing, filled, lowest_where_open, missing
from annotator.curate.first_sheet import first_sheet
from annotator.curate.joining import joined
from annotator.curate.other_windows import OtherWindows
from annotator.curate.stopwatch import Stopwatch
from annotator.curate.text_on_disk import TextOnDisk
from annotator.curate.unfinished import Change, Sheet, Unfinished
from annotator.curate.worklist import State, Worklist
from annotator.curate.workspace import Workspace
from annotator.errors import Refused, UnreadableInput
from annotator.model.events import Label, Sealed, Skip, Withdraw
from annotator.model.passage import Passage
from annotator.model.scheme import Scheme
from annotator.model.session import Logged
from annotator.store import layout
from annotator.store.drafts import DraftNotKept, Drafts, Step
from annotator.store.session_writer import NotSaved
from annotator.workflow.blindness import reviewer_view
from annotator.workflow.case import Case, Entry
from annotator.workflow.moving import Move

# What undoing a repeat says: the label that it repeats stays.
NOT_AGAIN = "not again"
# What takes back a label in whose place stood one that this person can no longer read.
SHUT = "shut"


@dataclass(frozen=True)
class Task:
    """What lies before the reviewer: the question, its texts in order, and where it stands. Nothing that others said is in here.

    `moves` are what became of one's own marks where the text changed since they were made.
    """

    id: str
    place: int
    total: int
    query: str | None
    text: str | None
    time: str | None
    context: dict[str, Any] | None
    passages: tuple[Passage, ...]
    state: State
    skipped: str | None
    stale: str | None
    moves: tuple[Move, ...] = ()


class Desk:
    """The reviewer's desk. A face shows `task` and `sheet`, and changes them through the methods here only."""

    def __init__(self, workspace: Workspace, person: str, clock: Callable[[], float] = time.monotonic) -> None:
        """Raises Refused when `person` may label nothing here, MissingPrerequisite where labels are sealed and their key is not here."""
        workspace.read_as(person)
        self.workspace = workspace
        self.person = person
        self.list = Worklist(workspace, person)
        self.saved_at: str | None = None
        self._not_saved: str | None = None
        self._not_kept: str | None = None
        self._clock = clock
        self._sitting = workspace.sitting(layout.LABELS, person)
        self._drafts = Drafts(workspace.dataset.folder, person, workspace.key)
        self._texts = TextOnDisk(workspace.dataset)
        self._others = OtherWindows(workspace, person, review=self.list.reviewer)
        try:
            self._drafts.begin(joined)
        except (DraftNotKept, UnreadableInput) as error:
            self._not_kept = str(error)
        self.work = Unfinished(self._drafts.steps)
        self.task: Task | None = None
        self.sheet = Sheet("")
        self._watch = Stopwatch(clock())

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.leave()

    @property
    def scheme(self) -> Scheme:
        """What may be said."""
        return self.workspace.dataset.scheme

    @property
    def trouble(self) -> str | None:
        """What could not be written and still is not, with its path below the dataset folder."""
        trouble = self._not_saved or self._not_kept
        return None if trouble is None else trouble.replace(self.workspace.dataset.folder.show(""), "")

    def leave(self) -> None:
        """Keep what is unfinished and seal the session. Nothing is lost when this is never called."""
        self._note_time()
        self._drafts.close()
        self._sitting.__exit__(None, None, None)

    def first(self) -> str | None:
        """Where to begin: the sample that was open last and still has unfinished work, else the first that waits."""
        at = self.work.at
        if at is not None and self.list.holds(at) and (at in self.work.sheets or self._open_to_me(at)):
            return at
        return self.next_waiting(None)

    def next_waiting(self, after: str | None) -> str | None:
        """The next sample to judge behind `after`, round the end; those that are open in another window of this person are left to it."""
        elsewhere = {step.get("sample") for step in self._drafts.elsewhere()}
        start = self.list.place(after) + 1 if after is not None else 0
        order = [*self.list.ids[start:], *self.list.ids[:start]]
        return next((id_ for id_ in order if id_ != after and id_ not in elsewhere and self._open_to_me(id_)), None)

    def neighbour(self, step: int) -> str | None:
        """The sample `step` places further in the list, None past its ends."""
        place = (self.task.place if self.task else -1) + step
        return self.list.ids[place] if 0 <= place < len(self.list.ids) else None

    def state(self, sample: str) -> State:
        """Where a sample of the list stands."""
        sheet = self.work.sheets.get(sample)
        case = self.workspace.case(sample)
        begun = sheet is not None and bool(sheet.values or sheet.note) and not self._is_saved(case, sheet, self.list.own(case))
        return self.list.state(sample, begun)

    def counts(self) -> dict[State, int]:
        """How many samples of the list stand in each state; those of which there are none count 0."""
        found = Counter(self.state(id_) for id_ in self.list.ids)
        return {state: found[state] for state in State}

    def matching(self, states: Iterable[State], words: str) -> list[str]:
        """The samples of the list that stand in one of `states` (all when empty) and answer to `words`."""
        wanted = frozenset(states)
        return [id_ for id_ in self.list.ids if (not wanted or self.state(id_) in wanted) and (not words or self.list.says(id_, words))]

    def take_up(self, sample: str) -> str | None:
        """Lay `sample` on the desk; returns a sentence when it is open in another window of this person too, or its text has changed."""
        self._note_time()
        self._others.hear(self._sitting.path)
        self.list.look()
        case, view = self.workspace.case(sample), reviewer_view(self.workspace.case(sample), self.person)
        own = self.list.own(case)
        found = self._begun(case, own)
        again = self.list.may_repeat(case) and (found.again if found is not None else sample in self.list.due)
        self.sheet, moves = first_sheet(case, found, own, again=again)
        old = found is not None and found.sample_sha256 != case.sample_sha256
        # What was begun on another text is kept as it was, so that this is said until something is entered anew.
        if found is not None and not old:
            self.work.sheets[sample] = self.sheet
        self._watch = Stopwatch(self._clock(), self.sheet.active, self.sheet.idle)
        skipped = own.event.reason if own is not None and isinstance(own.event, Skip) else None
        place = self.list.place(sample)
        total = len(self.list.ids)
        self.task = Task(
            sample,
            place,
            total,
            view.query,
            view.text,
            view.time,
            view.context,
            view.passages,
            self.state(sample),
            skipped,
            view.own_stale,
            moves,
        )
        self._step({"op": "at", "sample": sample})
        elsewhere = any(step.get("sample") == sample for step in self._drafts.elsewhere())
        if elsewhere:
            return "this sample is open in another window of yours too; the label that is submitted last counts"
        return "the text changed since you began; look again at what you entered" if old and not moves else None

    def _begun(self, case: Case, own: Entry | None) -> Sheet | None:
        """The unfinished sheet of a sample; one that says nothing, or what is saved already, is dropped."""
        sample = case.sample.id
        found = self.work.sheets.get(sample)
        saved = found is not None and self._is_saved(case, found, own)
        blank = found is not None and sample in self.list.due and not (found.values or found.note)
        if saved or blank:
            self._step({"op": "drop", "sample": sample})
            return None
        return found

    def _is_saved(self, case: Case, sheet: Sheet, own: Entry | None) -> bool:
        """Whether the sheet comes to what is saved: it was, right before a crash that left the sheet behind."""
        if own is None or not isinstance(own.event, Label):
            return False
        return (filled(self.scheme, case.sample, sheet.values), _note_of(sheet)) == (own.event.values, own.event.note)

    def put(self, changes: Iterable[tuple[str, str | None, Any]]) -> bool:
        """Set values: (facet, candidate or None, plain value or None). One step of undo; False when nothing changes."""
        found = [Change(facet, candidate, deepcopy(self.sheet.value(facet, candidate)), after) for facet, candidate, after in changes]
        found = [change for change in found if change.before != change.after]
        if found:
            self._change({"op": "set", "changes": [change._asdict() for change in found]})
        return bool(found)

    def rest_lowest(self, facet: str) -> int:
        """Give every candidate without a grade the lowest one; returns how many."""
        rest = lowest_where_open(self.scheme, self._case.sample, facet, self.sheet.values)
        self.put((facet, candidate, grade) for candidate, grade in rest.items())
        return len(rest)

    def write_note(self, text: str, *, more: bool) -> None:
        """Set the note; `more` says that it goes on from the keystroke before, as one step of undo."""
        note = "".join(c for c in text.replace("\r\n", "\n").replace("\r", "\n") if not "\ud800" <= c <= "\udfff") or None
        if note != self.sheet.note:
            self._change({"op": "note", "before": self.sheet.note, "after": note, "more": more})

    def missing(self) -> Missing | None:
        """What keeps the sheet from being submitted."""
        return missing(self.scheme, self._case.sample, self._case.passages, self.sheet.values)

    def submit(self) -> None:
        """Make the label durable. Raises Refused when something is missing, NotSaved when the disk refuses; the sheet stays then."""
        gap = self.missing()
        if gap is not None:
            raise Refused(gap.sentence)
        values = filled(self.scheme, self._case.sample, self.sheet.values)
        self._record({"op": "label", "values": values, "note": _note_of(self.sheet), "seconds": round(self._spent()[0])})

    def skip(self, reason: str) -> None:
        """Record that this person cannot judge the sample. Raises Refused without a reason, NotSaved when the disk refuses."""
        if not reason.strip():
            raise Refused("a skip needs a reason in words")
        self._record({"op": "skip", "reason": reason.strip()[:10_000]})

    def undo(self) -> Step | None:
        """Take the last step back, in whichever sample it was; that sample is open afterwards. None when there is no step."""
        return self._travel("undo", self.work.done, "was")

    def redo(self) -> Step | None:
        """Take the last undone step again."""
        return self._travel("redo", self.work.undone, "now")

    def stir(self) -> None:
        """The person pressed a key."""
        self._watch.stir(self._clock())

    def time(self) -> tuple[float, bool]:
        """Active seconds on this sample, and whether the person is resting."""
        return self._spent()[0], self._watch.resting(self._clock())

    def tick(self) -> None:
        """Once a second or so: bring unfinished work to the platter."""
        self._drafts.flush()

    def sha256(self) -> str:
        """The dataset SHA-256 as the folder stands now."""
        return self.workspace.dataset.sha256()

    def _travel(self, op: str, steps: list[Step], side: str) -> Step | None:
        while steps and not self.list.holds(steps[-1]["sample"]):
            steps.pop()
        if not steps:
            return None
        step = steps[-1]
        if step["op"] == "saved":
            self._say(step["sample"], step[side])
        self._note_time()
        self._step({"op": op, "sample": step["sample"]})
        self.take_up(step["sample"])
        return step

    def _record(self, word: dict[str, Any]) -> None:
        """Say `word` in the log and turn the sheet over."""
        task, again = self._task, self.sheet.again
        was = {"op": NOT_AGAIN} if again else self._word(task.id)
        word = {**word, "again": True} if again else word
        self._say(task.id, word)
        active, idle = self._spent()
        self._step(
            {
                "op": "saved",
                "sample": task.id,
                "sample_sha256": self.sheet.sample_sha256,
                "was": was,
                "now": word,
                "values": self.sheet.values,
                "note": self.sheet.note,
                "active": active,
                "idle": idle,
            }
        )
        self.sheet = Sheet(self.sheet.sample_sha256, deepcopy(self.sheet.values), self.sheet.note)
        self._watch = Stopwatch(self._clock())

    def _word(self, sample: str) -> dict[str, Any] | None:
        own = self.list.counted(self.workspace.case(sample))
        if own is None:
            return None
        if isinstance(own.event, Sealed):
            return {"op": SHUT}
        if isinstance(own.event, Skip):
            return {"op": "skip", "reason": own.event.reason}
        return {"op": "label", "values": own.event.values, "note": own.event.note, "seconds": own.event.seconds}

    def _say(self, sample: str, word: dict[str, Any] | None) -> None:
        event = self._event(sample, word)
        if event is None:
            return
        if not isinstance(event, Withdraw):
            self._texts.require(event.sample, event.sample_sha256)
        try:
            if isinstance(event, Withdraw):
                digest: str | None = self._sitting.append(event)
            else:
                digest = label.save(self.workspace, self._sitting, event).digest
        except (OSError, NotSaved, UnreadableInput) as error:
            where = self.workspace.dataset.folder.show(f"{layout.LABELS}/{self.person}")
            fault = NotSaved(where, error.strerror or str(error)) if isinstance(error, OSError) else error
            self._not_saved = str(fault)
            raise fault from None
        if digest is not None:
            self._hear(event, digest)
        self._not_saved = None
        self.saved_at = self.workspace.dataset.now()

    def _event(self, sample: str, word: dict[str, Any] | None) -> Label | Skip | Withdraw | None:
        """The record that says `word`; None where nothing is to be recorded."""
        case = self.workspace.case(sample)
        if word is not None and word["op"] == SHUT:
            raise Refused("what you said before was sealed for a key that is not here, so it cannot be put back; label the sample anew")
        if word is None or word["op"] == NOT_AGAIN:
            taken_back = self.list.counted(case) if word is None else case.repeats.get(self.person)
            if taken_back is None:
                return None
            about = {"n": 1, "at": self.workspace.dataset.now(), "by": self.person, "sample": sample, "reason": "undone"}
            repeat = {} if isinstance(taken_back, Entry) else {"repeat": taken_back.digest}
            return Withdraw.model_validate({**about, **repeat, "op": "withdraw"})
        said = {"skip": word["reason"]} if word["op"] == "skip" else {name: word[name] for name in ("values", "note", "seconds")}
        event = label.event_of(self.workspace, self.person, label.Draft(sample=sample, repeat=bool(word.get("again")), **said), "NOT saved")
        shown = self.list.own(case)
        # Submitting once more what one said when asked again makes no other label of the first.
        return None if shown is not None and label.says_again(shown.event, event) else event

    def _hear(self, event: Label | Skip | Withdraw, digest: str) -> None:
        path = self._sitting.path or ""
        self.workspace.case(event.sample).hear(self.person, Logged(event, digest, path, 0), review=self.list.reviewer)
        self.list.look()

    def _open_to_me(self, sample: str) -> bool:
        return self.list.waits(self.workspace.case(sample))

    def _change(self, step: Step) -> None:
        sample, begun = self._task.id, self.work.sheets.get(self._task.id)
        if begun is None or begun.sample_sha256 != self.sheet.sample_sha256:
            sheet, (active, idle) = self.sheet, self._spent()
            about = {"op": "begin", "sample": sample, "sample_sha256": sheet.sample_sha256, "again": sheet.again}
            self._step({**about, "values": deepcopy(sheet.values), "note": sheet.note, "active": active, "idle": idle})
        self._step({**step, "sample": sample})
        self.sheet = self.work.sheets[sample]

    def _step(self, step: Step) -> None:
        self.work.take(step)
        try:
            self._drafts.append(step)
            self._not_kept = None
        except DraftNotKept as error:
            self._not_kept = str(error)

    def _note_time(self) -> None:
        if self.task is not None and self.task.id in self.work.sheets:
            active, idle = self._spent()
            if active - self.sheet.active >= 1:
                self._step({"op": "time", "sample": self.task.id, "active": active, "idle": idle})

    def _spent(self) -> tuple[float, float]:
        active, idle = self._watch.read(self._clock())
        return round(active, 1), round(idle, 1)

    @property
    def _task(self) -> Task:
        if self.task is None:
            raise Refused("no sample is open")
        return self.task

    @property
    def _case(self) -> Case:
        return self.workspace.case(self._task.id)


def _note_of(sheet: Sheet) -> str | None:
    """The note as it is saved."""
    return (sheet.note or "").strip() or None
