"""Trial: one baseline lives through every session and is asked on the way."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple, TypeVar

from annotator.errors import RetrieverFailed
from annotator.evaluate.conversation.answer_key import Asked, Guard, Key, Place, Question, Stored, Tasks
from annotator.evaluate.conversation.answering import Answerer
from annotator.evaluate.conversation.baselines import SkillOnly
from annotator.evaluate.conversation.invariants import (
    ADVANCED,
    NO_ERRORS,
    RESTARTED,
    RETRIED,
    SURVIVES,
    Watch,
    watch_found,
    watch_items,
    watch_message,
    watch_states,
)
from annotator.evaluate.conversation.memory import Item, Memory, Message
from annotator.evaluate.conversation.turns import Turn
from annotator.evaluate.outside import Blame

T = TypeVar("T")
REPLAYED = 6


class Answered(NamedTuple):
    """What came of a question: the items found (None where nothing can be searched), the message, and its milliseconds.

    `answer` is what an answerer wrote, None without one; its time is not among the milliseconds.
    """

    question: Question
    found: list[Item] | None
    message: Message
    milliseconds: float
    answer: str | None = None


class Held(NamedTuple):
    """How many assertions about what is stored, tasks or replies were right, of how many."""

    id: str
    place: Place
    right: int
    of: int


class Observed(NamedTuple):
    """Everything that one baseline did; `operations` are (session, milliseconds), `dump` what a memory wrote down, None without one."""

    baseline: str
    answers: list[Answered]
    stored: list[Held]
    tasks: list[Held]
    guards: list[Held]
    operations: list[tuple[str, float]]
    dump: str | None


class Trial:
    """Delivers the turns of all sessions in turn, one of each, and asks what the key asks after each."""

    def __init__(self, baseline: SkillOnly, key: Key, watch: Watch, clock: Callable[[], float], answerer: Answerer | None = None) -> None:
        """`watch` takes down every check of an invariant; `clock` gives seconds; `answerer` ends the run with RetrieverFailed."""
        self._baseline = baseline
        self._memory = baseline.memory
        self._key = key
        self._clock = clock
        self._watch = watch
        self._answerer = answerer
        self._own = {session: {turn.id for turn in turns} for session, turns in key.sessions.items()}
        self._tools = {session: {turn.id for turn in turns if turn.role == "tool"} for session, turns in key.sessions.items()}
        self._delivered: dict[str, int] = {}
        self._seen = Observed(baseline.name, [], [], [], [], [], None)

    def run(self) -> Observed:
        """Live through it all."""
        sessions = self._key.sessions
        for number in range(max(map(len, sessions.values()))):
            for turns in sessions.values():
                if number < len(turns):
                    self._turn(turns[number])
        return self._seen._replace(dump=self._dump())

    def _dump(self) -> str | None:
        memory = self._memory
        return None if memory is None else self._attempt("", "dump", memory.dump, "")

    def _turn(self, turn: Turn) -> None:
        self._deliver(turn)
        self._delivered[turn.session] = turn.number
        self._check_advanced(turn)
        for what in turn.after:
            {
                "compaction": self._compaction,
                "restart": self._restart,
                "retry": self._retry,
                "replay": self._replay,
                "cancel": self._cancel,
            }[what](turn)
        asked = self._key.asked.get((turn.session, turn.number), [])
        if asked or turn.number == len(self._key.sessions[turn.session]):
            self._check_items(turn)
        for one in asked:
            self._ask(one)

    def _attempt(self, session: str, where: str, work: Callable[[], T], otherwise: T) -> T:
        """What `work` gives; `otherwise`, and a failed check, where it fails. The run goes on."""
        failed = ""
        try:
            with Blame(self._baseline.name, where):
                result = work()
        except RetrieverFailed as failure:
            # The fault's own words may be those of the conversation.
            result, failed = otherwise, type(failure.__cause__).__name__
        self._watch.check(NO_ERRORS, session, f"{where}: {failed}", ok=not failed)
        return result

    def _operate(self, session: str, where: str, work: Callable[[], T], otherwise: T) -> tuple[T, float]:
        """As `_attempt`, with its milliseconds, which count as those of an operation."""
        begun = self._clock()
        result = self._attempt(session, where, work, otherwise)
        spent = (self._clock() - begun) * 1000.0
        self._seen.operations.append((session, spent))
        return result, spent

    def _deliver(self, turn: Turn) -> None:
        self._operate(turn.session, turn.id, lambda: self._baseline.receive(turn), None)

    def _items(self, session: str) -> list[Item]:
        memory = self._memory
        nothing: list[Item] = []
        return nothing if memory is None else list(self._attempt(session, session, lambda: memory.items(session), nothing))

    def _events(self, session: str) -> int:
        memory = self._memory
        return -1 if memory is None else self._attempt(session, session, lambda: memory.events(session), -1)

    def _check_advanced(self, turn: Turn) -> None:
        memory, session = self._memory, turn.session
        if memory is not None:
            reached = self._attempt(session, turn.id, lambda: memory.checkpoint(session), -1)
            self._watch.check(ADVANCED, session, f"{turn.id}: the checkpoint is {reached}", ok=reached == self._delivered[session])

    def _check_items(self, turn: Turn) -> None:
        if self._memory is not None:
            watch_items(self._watch, turn.session, self._items(turn.session), self._tools[turn.session], turn.id)

    def _cancel(self, turn: Turn) -> None:
        self._operate(turn.session, turn.id, lambda: self._baseline.cancel(turn), None)

    def _compaction(self, turn: Turn) -> None:
        before = self._items(turn.session)
        self._operate(turn.session, turn.id, lambda: self._baseline.compact(turn.session), None)
        self._check_survival(turn.session, turn, before)
        self._check_advanced(turn)

    def _restart(self, turn: Turn) -> None:
        """Everybody begins anew, and the last turn comes once more, as it does where nobody knows whether it arrived."""
        before = {session: (self._items(session), self._events(session)) for session in self._delivered}
        self._operate(turn.session, turn.id, self._baseline.restart, None)
        self._deliver(turn)
        for session, (items, count) in before.items():
            self._check_survival(session, turn, items)
            if self._memory is not None:
                now = self._events(session)
                self._watch.check(RESTARTED, session, f"{turn.id}: {count} events before, {now} after", ok=now == count)
        self._check_advanced(turn)

    def _check_survival(self, session: str, turn: Turn, before: list[Item]) -> None:
        if self._memory is not None:
            now = self._items(session)
            lost = next((item.evidence[0] for item in before if item not in now), "")
            self._watch.check(SURVIVES, session, f"{turn.id}: what rests on {lost} is gone or changed", ok=not lost)

    def _retry(self, turn: Turn) -> None:
        self._again(turn, [turn])

    def _replay(self, turn: Turn) -> None:
        self._again(turn, self._key.sessions[turn.session][max(0, turn.number - REPLAYED) : turn.number])

    def _again(self, turn: Turn, turns: list[Turn]) -> None:
        before = self._items(turn.session)
        for one in turns:
            self._deliver(one)
        if self._memory is not None:
            same = self._items(turn.session) == before
            self._watch.check(RETRIED, turn.session, f"{turn.id}: delivered again, and something was added", ok=same)

    def _ask(self, one: Asked) -> None:
        memory = self._memory
        if isinstance(one, Question):
            self._question(one)
        elif memory is None:
            return
        elif isinstance(one, Stored):
            self._stored(one)
        elif isinstance(one, Tasks):
            self._tasks(one, memory)
        else:
            self._guard(one, memory)

    def _tasks(self, one: Tasks, memory: Memory) -> None:
        nothing: Mapping[str, str] = {}
        parts, _ = self._operate(one.place.session, one.id, lambda: memory.tasks(one.place.session), nothing)
        right = sum(parts.get(turn, "none") == part for turn, part in one.parts.items())
        self._seen.tasks.append(Held(one.id, one.place, right, len(one.parts)))

    def _guard(self, one: Guard, memory: Memory) -> None:
        refused, _ = self._operate(one.place.session, one.id, lambda: memory.refuses(one.place.session, one.reply), None)
        self._seen.guards.append(Held(one.id, one.place, int(refused is one.refuse), 1))

    def _question(self, one: Question) -> None:
        session, own = one.place.session, self._own[one.place.session]
        nothing: list[Item] | None = []
        found, searched = self._operate(session, one.id, lambda: self._baseline.retrieve(session, one.query), nothing)
        message, assembled = self._operate(session, one.id, lambda: self._baseline.message(session, one.query), Message(()))
        if found is not None:
            watch_found(self._watch, session, found, own, one.id)
        watch_message(self._watch, session, message, own, one.id)
        answer = None if self._answerer is None else self._answerer(one, message)
        self._seen.answers.append(Answered(one, found, message, searched + assembled, answer))

    def _stored(self, one: Stored) -> None:
        items = self._items(one.place.session)
        right = sum(holds(items, turn, state, one.words.get(turn, ())) for turn, state in one.states.items())
        self._seen.stored.append(Held(one.id, one.place, right, len(one.states)))
        watch_states(self._watch, items, one)


def holds(items: list[Item], turn: str, state: str, words: tuple[str, ...]) -> bool:
    """Whether a turn is stored as `state` says; an active item has to carry every one of `words`, units and conditions included."""
    resting = [item for item in items if turn in item.evidence]
    if state == "never-stored":
        return not resting
    if state == "superseded":
        return bool(resting) and not any(item.active for item in resting)
    return any(item.active and all(word in item.text for word in words) for item in resting)
