"""Labelling: one person at work, sample by sample; every change is kept at once and every step can be undone."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import suppress
from copy import deepcopy
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Self

from annotator.curate.answers import Missing, filled, lowest_where_open, missing
from annotator.curate.first_sheet import first_sheet
from annotator.curate.kept_steps import KeptSteps
from annotator.curate.leaving import Said, at_stake, numbers
from annotator.curate.other_windows import OtherWindows
from annotator.curate.saying import NOT_AGAIN, Saying, Word
from annotator.curate.stopwatch import Stopwatch
from annotator.curate.unfinished import Change, Sheet, Step
from annotator.curate.worklist import State, Worklist
from annotator.curate.workspace import Workspace
from annotator.errors import AnnotatorError, Refused
from annotator.model.events import Label, Skip
from annotator.model.names import MOST_WORDS
from annotator.model.passage import Passage
from annotator.model.scheme import Scheme
from annotator.store.drafts import DraftNotKept
from annotator.store.session_writer import NotSaved
from annotator.workflow.blindness import reviewer_view
from annotator.workflow.case import Case, Entry
from annotator.workflow.moving import Move

# Said on opening, and by a face without a status line when it becomes so.
OPEN_ELSEWHERE = "this sample is open in another window of yours too; the label that is submitted last counts"


@dataclass(frozen=True)
class Task:
    """What lies before the reviewer: the question, its texts in order, and where it stands. Nothing that others said is in here.

    `said_at` is when one's own label or skip was saved, None where there is none; `moves` are what became of one's own marks where the text
    changed since they were made.
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
    said_at: str | None
    moves: tuple[Move, ...] = ()


class Desk:
    """The reviewer's desk. A face shows `task` and `sheet`, and changes them through the methods here only."""

    def __init__(self, workspace: Workspace, person: str, clock: Callable[[], float] = time.monotonic) -> None:
        """Raises Refused when `person` may label nothing here, MissingPrerequisite where labels are sealed and their key is not here."""
        workspace.read_as(person)
        self.workspace = workspace
        self.person = person
        self.list = Worklist(workspace, person)
        self.lost = ""
        self.open_elsewhere = False
        self._left = False
        self._stirs, self._asked = 0, -1
        self._denied: dict[str, Said] = {}
        self._clock = clock
        self._saying = Saying(workspace, person, self.list)
        self._kept = KeptSteps(workspace.dataset.folder, person, workspace.key)
        self.work = self._kept.work
        self._others = OtherWindows(workspace, person, review=self.list.reviewer)
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
    def saved_at(self) -> str | None:
        """When something was saved last at this desk."""
        return self._saying.at

    @property
    def trouble(self) -> str | None:
        """What could not be written and still is not, with its samples and its path below the dataset folder."""
        said = [f"{numbers(self._places(self._denied))}: {self._faults[-1]}"] if self._denied else []
        said += [str(self._kept.trouble)] if self._kept.trouble else []
        return "; ".join(said).replace(self.workspace.dataset.folder.show(""), "") or None

    @property
    def in_trouble(self) -> bool:
        """Whether it is the sample on the desk of which something is not written."""
        return self.task is not None and (self.task.id in self._denied or self.task.id in self._kept.unkept())

    def ask_before_leaving(self) -> str:
        """Try once more to write everything; what leaving loses, "" where that is nothing or was said at the key before this one."""
        just_asked, self._asked = self._asked == self._stirs - 1, self._stirs
        lost = self._write_again()
        return "" if just_asked else lost

    def leave(self) -> None:
        """Keep what is unfinished and seal the session; `lost` says what could not be kept. Nothing is lost when this is never called."""
        if self._left:
            return
        self._left = True
        self._note_time()
        lost = self._write_again()
        self.lost = f"leaving {lost} ({self._faults[-1].why})" if lost else ""
        self._kept.close()
        self._saying.close()

    def first(self) -> str | None:
        """Where to begin: the sample that was open last and still has unfinished work, else the first that waits."""
        at = self.work.at
        if at is not None and self.list.holds(at) and (at in self.work.sheets or self._open_to_me(at)):
            return at
        return self.next_waiting(None)

    def next_waiting(self, after: str | None) -> str | None:
        """The next sample to judge behind `after`, round the end; those that are open in another window of this person are left to it."""
        elsewhere = self._kept.elsewhere()
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
        self._others.hear(self._saying.path)
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
            own.event.at if own is not None else None,
            moves,
        )
        self._kept.take({"op": "at", "sample": sample})
        self._look_elsewhere()
        if self.open_elsewhere:
            return OPEN_ELSEWHERE
        return "the text changed since you began; look again at what you entered" if old and not moves else None

    def _begun(self, case: Case, own: Entry | None) -> Sheet | None:
        """The unfinished sheet of a sample; one that says nothing, or what is saved already, is dropped."""
        sample = case.sample.id
        found = self.work.sheets.get(sample)
        saved = found is not None and self._is_saved(case, found, own)
        blank = found is not None and sample in self.list.due and not (found.values or found.note)
        if saved or blank:
            self._kept.take({"op": "drop", "sample": sample})
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
        if len(reason.strip()) > MOST_WORDS:
            raise Refused(f"a reason has at most {MOST_WORDS:,} characters, this one {len(reason.strip()):,}; say it in fewer")
        self._record({"op": "skip", "reason": reason.strip()})

    @property
    def reason(self) -> str:
        """What the reason to skip begins with: the one that could not be saved or was, else the note, which a skip does not have."""
        denied = self._denied.get(self._task.id)
        said = denied.word["reason"] if denied is not None and denied.is_skip else self._task.skipped or self.sheet.note or ""
        return " ".join(said.split())

    def undo(self) -> Step | None:
        """Take the last step back, in whichever sample it was; that sample is open afterwards. None when there is no step."""
        return self._travel("undo", self.work.done, "was")

    def redo(self) -> Step | None:
        """Take the last undone step again."""
        return self._travel("redo", self.work.undone, "now")

    def stir(self) -> None:
        """The person pressed a key."""
        self._stirs += 1
        self._watch.stir(self._clock())

    def time(self) -> tuple[float, bool]:
        """Active seconds on this sample, and whether the person is resting."""
        return self._spent()[0], self._watch.resting(self._clock())

    def tick(self) -> None:
        """Once a second or so: bring unfinished work to the platter, and look whether the sample is open in another window."""
        self._kept.flush()
        self._look_elsewhere()

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
            self._saying.say(step["sample"], step[side])
            self._denied.pop(step["sample"], None)
        self._note_time()
        self._kept.take({"op": op, "sample": step["sample"]})
        self.take_up(step["sample"])
        return step

    def _record(self, word: Word) -> None:
        """Say `word` about the sample on the desk, as its sheet stands."""
        self._say(self._task.id, Said(word, deepcopy(self.sheet), self._spent()))

    def _say(self, sample: str, said: Said) -> None:
        """Say a word in the log, for the first time or once more, and turn its sheet over."""
        sheet, (active, idle) = said.sheet, said.spent
        was = {"op": NOT_AGAIN} if sheet.again else self._saying.standing(sample)
        word = {**said.word, "again": True} if sheet.again else said.word
        try:
            self._saying.say(sample, word)
        except NotSaved as error:
            self._denied[sample] = said._replace(denied=error)
            raise
        self._denied.pop(sample, None)
        about = {"op": "saved", "sample": sample, "sample_sha256": sheet.sample_sha256, "was": was, "now": word}
        self._kept.take({**about, "values": sheet.values, "note": sheet.note, "active": active, "idle": idle})
        if sample == self._task.id:
            self.sheet = Sheet(sheet.sample_sha256, deepcopy(sheet.values), sheet.note)
            self._watch = Stopwatch(self._clock())

    def _write_again(self) -> str:
        """Write what the disk refused, as it may have room by now; what leaving would lose now, in words."""
        for sample, denied in list(self._denied.items()):
            here = self.task is not None and self.task.id == sample
            if denied.still_meant(self.sheet if here else self.work.sheets.get(sample, denied.sheet)):
                with suppress(AnnotatorError):
                    self._say(sample, denied)
        self._kept.write_again()
        said = dict(zip(self._places(self._denied), self._denied.values(), strict=True))
        return at_stake(said, self._places(self._kept.unkept()), self._places(self.work.sheets))

    @property
    def _faults(self) -> list[NotSaved | DraftNotKept]:
        """Why something is not written, the latest of its kind at the end."""
        found = [self._kept.trouble, *(said.denied for said in self._denied.values())]
        return [fault for fault in found if fault is not None]

    def _places(self, samples: Iterable[str]) -> list[int]:
        return [self.list.place(sample) for sample in samples]

    def _look_elsewhere(self) -> None:
        self.open_elsewhere = self.task is not None and self.task.id in self._kept.elsewhere()

    def _open_to_me(self, sample: str) -> bool:
        return self.list.waits(self.workspace.case(sample))

    def _change(self, step: Step) -> None:
        sample, begun = self._task.id, self.work.sheets.get(self._task.id)
        if begun is None or begun.sample_sha256 != self.sheet.sample_sha256:
            sheet, (active, idle) = self.sheet, self._spent()
            about = {"op": "begin", "sample": sample, "sample_sha256": sheet.sample_sha256, "again": sheet.again}
            self._kept.take({**about, "values": deepcopy(sheet.values), "note": sheet.note, "active": active, "idle": idle})
        self._kept.take({**step, "sample": sample})
        self.sheet = self.work.sheets[sample]

    def _note_time(self) -> None:
        if self.task is not None and self.task.id in self.work.sheets:
            active, idle = self._spent()
            if active - self.sheet.active >= 1:
                self._kept.take({"op": "time", "sample": self.task.id, "active": active, "idle": idle})

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
