"""Plain: line by line, for screen readers and simple terminals, with the same keys and the same records."""

from __future__ import annotations

import sys
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from annotator.curate.labelling import OPEN_ELSEWHERE, Desk
from annotator.curate.worklist import folded
from annotator.errors import AnnotatorError, Refused
from annotator.model.facets.spans import Spans
from annotator.tui import words
from annotator.tui.controls import guideline
from annotator.tui.key_names import character
from annotator.tui.keymap import KEYS, Key, all_forms, resolved
from annotator.tui.plain_values import PlainValues
from annotator.tui.plain_view import Write
from annotator.tui.shown import stand_ins

Read = Callable[[], str]

# The keys of the table that have a meaning line by line, and what follows the key on its line.
TAKES = {
    "submit": "", "skip": "the reason", "undo": "", "redo": "", "next_sample": "", "previous_sample": "", "next_passage": "",
    "previous_passage": "", "rest": "", "clear": "", "facet": "", "span_facet": "",
    "tags": "a digit, an id or words of a name or alias, with a comma between two tags; nothing lists them",
    "note": "the note", "queue": "the number of a sample; nothing lists them", "search": "words of questions, or GROUP=VALUE; nothing shows all",
    "queue_filter": "", "guideline": "nothing, the name of what is labelled, or all", "stand_ins": "", "palette": "words", "help": "words or nothing",
    "question": "", "go_to": "the number of a sample", "quit": "", "mark": "the words to mark (TAG: words where marks have tags)", "delete": "the words of a mark", "delete_all": "",
}  # fmt: skip
# Keys that only a screen can have, and what is typed instead; {id} stands for the key of that entry.
_NO_CARET = "needs a caret, which only a screen has; "
INSTEAD = {
    **dict.fromkeys(("take_word", "take_sentence", "move_sentence_left", "move_sentence_right"), _NO_CARET + "{mark} and the words mark them"),
    **dict.fromkeys(
        ("start_out", "start_in", "end_in", "end_out", "split", "reopen", "retag"),
        _NO_CARET + "{delete} and the words of a mark take it away, {mark} and other words make another",
    ),
    **dict.fromkeys(("next_mark", "previous_mark"), _NO_CARET + "the marks of a passage are said below it, at {next_passage} or {previous_passage}"),
    "copy": "needs a screen; select the words by what your terminal has for that",
    "theme": "needs a screen; lines have the colours of your terminal",
}  # fmt: skip


def run(desk: Desk, keys: Mapping[str, str], *, ids: bool) -> int:
    """Label until the person leaves or the input ends; returns the exit code."""
    return Plain(desk, resolved(keys), sys.stdin.readline, sys.stdout.write, ids=ids).run()


class Plain(PlainValues):
    """Reads a line, does what its first character says, and says what came of it."""

    def __init__(self, desk: Desk, table: tuple[Key, ...], read: Read, write: Write, *, ids: bool = False) -> None:
        super().__init__(desk, write, ids=ids)
        self._read = read
        table = _typable(table)
        self._table = {entry.id: entry for entry in table}
        # A key that several areas have means what lines can have.
        self._keys = {**_by_character(table, INSTEAD), **_by_character(table, TAKES)}
        self._warned: str | None = None
        self._filter = 0
        self._search = ""

    def run(self) -> int:
        """Until q, or the end of the input."""
        sample = self._desk.first() or next(iter(self._desk.list.ids), None)
        if sample is None:
            self._say("nothing is here for you to label")
            return 0
        self._say(f"type a key and Enter; {self._key_of('help')} lists them, {self._key_of('quit')} leaves")
        self._open(sample)
        while line := self._read():
            self._desk.stir()
            said = line.strip()
            if said and not self._obey(said[0], said[1:].strip()):
                break
            self._warn()
        return 0

    def _obey(self, key: str, rest: str) -> bool:
        digit = unicodedata.normalize("NFKC", key)
        if digit.isdecimal():
            self._digit(digit + unicodedata.normalize("NFKC", rest))
            return True
        entry = self._keys.get(key)
        if entry is None:
            self._say(
                f"arrows, F1 and the like need a screen; {self._key_of('help')} lists the keys that lines have"
                if key == "\x1b"
                else f"{key} means nothing here; {self._key_of('help')} lists the keys"
            )
            return True
        if entry.id == "quit":
            return self._stays(key)
        if entry.id in INSTEAD:
            self._say(f"{key} {INSTEAD[entry.id].format_map({id_: self._key_of(id_) for id_ in TAKES})}")
            return True
        try:
            getattr(self, f"_do_{entry.id}")(rest)
        except AnnotatorError as error:
            # What the disk refused is said right behind, with its sample.
            if isinstance(error, Refused) or not self._desk.in_trouble:
                self._say(str(error))
        return True

    def _stays(self, key: str) -> bool:
        """Whether to stay after all, as something is on the screen only; that is said once, with the key that leaves."""
        lost = self._desk.ask_before_leaving()
        if lost:
            self._say(f"{key} again {lost}; free the disk and go on")
        return bool(lost)

    def _warn(self) -> None:
        """Say what could not be written, and when the sample has been opened in another window."""
        trouble = self._desk.trouble
        if trouble:
            self._say("still NOT saved, as said above" if trouble == self._warned else trouble)
        self._warned = trouble
        before = self._desk.open_elsewhere
        self._desk.tick()
        if self._desk.open_elsewhere and not before:
            self._say(OPEN_ELSEWHERE)

    def _key_of(self, id_: str) -> str:
        return next((sign for key in self._table[id_].keys if (sign := _sign(key))), "")

    # Samples; the names are those of the table of keys.

    def _do_submit(self, _: str) -> None:
        gap = self._desk.missing()
        if gap is None:
            self._desk.submit()
            self._next("saved")
        else:
            self._go_to(gap.facet, gap.candidate)
            self._say(gap.sentence)

    def _go_to(self, name: str, candidate: str | None) -> None:
        """Go on where something is missing: the digits are for it, or for the grade that wants marks or none."""
        facet = self._desk.scheme.facets.get(name)
        self._facet = next(iter(facet.needs or ()), self._facet) if isinstance(facet, Spans) else name or self._facet
        if candidate is not None and candidate != self._document.candidate:
            self._place = self._place_of(candidate)
            self._passage()

    def _do_skip(self, reason: str) -> None:
        self._desk.skip(reason or self._desk.reason)
        self._next("skipped, saved")

    def _next(self, done: str) -> None:
        task = self._desk.task
        self._say(f"{done} {self._desk.saved_at}; dataset SHA-256 {self._desk.sha256()[:12]}")
        following = self._desk.next_waiting(task.id if task else None)
        if following is None:
            self._say("nothing waits for you any more")
        else:
            self._open(following)

    def _do_undo(self, _: str) -> None:
        self._travelled(self._desk.undo(), "undone")

    def _do_redo(self, _: str) -> None:
        self._travelled(self._desk.redo(), "done again")

    def _travelled(self, step: dict[str, Any] | None, verb: str) -> None:
        if step is None or self._desk.task is None:
            self._say("there is no such step")
        else:
            self._open(step["sample"], words.step_candidate(step))
            self._say(f"{verb}: {words.step_words(step, self._desk.task)}")

    def _do_next_sample(self, _: str) -> None:
        self._go(1)

    def _do_previous_sample(self, _: str) -> None:
        self._go(-1)

    def _go(self, by: int) -> None:
        other = self._desk.neighbour(by)
        if other is None:
            self._say("there is no further sample")
        else:
            self._open(other)

    def _do_next_passage(self, _: str) -> None:
        self._turn(1)

    def _do_previous_passage(self, _: str) -> None:
        self._turn(-1)

    def _turn(self, by: int) -> None:
        if 0 <= self._place + by < len(self._documents):
            self._place += by
            self._passage()
        else:
            self._say("there is no further passage")

    # The queue.

    def _do_queue(self, number: str) -> None:
        if number:
            self._do_go_to(number)
        else:
            self._rows(self._queue())

    def _do_go_to(self, number: str) -> None:
        ids = self._desk.list.ids
        if number.isdecimal() and 1 <= int(number) <= len(ids):
            self._open(ids[int(number) - 1])
        else:
            self._say(f"there is no sample {number or 'without a number'}; they go from 1 to {len(ids)}")

    def _do_search(self, said: str) -> None:
        unknown = self._desk.list.unknown_group(said)
        if unknown:
            self._say(unknown)
            return
        self._search = said
        self._rows(self._queue())

    def _do_queue_filter(self, _: str) -> None:
        self._filter = (self._filter + 1) % len(words.FILTERS)
        self._queue()
        self._say(f"{self._key_of('queue')} lists them")

    def _queue(self) -> list[str]:
        """The samples that filter and search leave; says how many they are."""
        title, states = words.FILTERS[self._filter]
        found = self._desk.matching(states, self._search)
        sought = f' "{self._search}" ({self._key_of("search")} alone clears it)' if self._search else ""
        self._say(f"queue: {title}{sought}, {len(found)} of {len(self._desk.list.ids)} samples")
        return found

    # Around.

    def _do_question(self, _: str) -> None:
        if self._desk.task is not None:
            self._tell(words.question(self._desk.task, ids=self._ids))

    def _do_facet(self, _: str) -> None:
        if self._values:
            self._facet = self._values[(self._values.index(self._facet) + 1) % len(self._values)]
            self._legend()

    def _do_span_facet(self, _: str) -> None:
        names = self._span_facets()
        if names:
            self._span_facet = names[(names.index(self._kind_of_mark()) + 1) % len(names)]
            self._say(f"marks are {self._span_facet} now")

    def _do_guideline(self, name: str) -> None:
        facets = self._desk.scheme.facets
        wanted = list(facets) if name == "all" else [name or self._facet]
        for one in wanted:
            if one in facets:
                self._tell(guideline(one, facets[one], self._desk.scheme))
            else:
                self._say(f"nothing is called {one} here; there are {', '.join(facets)}, and all")

    def _do_stand_ins(self, _: str) -> None:
        found = stand_ins(self._document.text, words.MOST_STAND_INS)
        for offset, drawn, meaning in found:
            self._say(f"{offset} {drawn} {meaning}")
        if not found:
            self._say("every character of this text is shown as it is")

    def _do_palette(self, said: str) -> None:
        self._do_help(said)

    def _do_help(self, said: str) -> None:
        """Every key, or those whose words answer to what is said."""
        lines = ["0 … 9: the grade, value or tag of that digit"]
        for id_, takes in TAKES.items():
            signs = " ".join(sign for key in self._table[id_].keys if (sign := _sign(key)))
            if signs:
                lines.append(f"{signs}{f', then {takes}' if takes else ''}: {self._table[id_].words}")
        found = [line for line in lines if all(word in folded(line) for word in folded(said).split())]
        for line in found or [f"no key answers to {said}"]:
            self._say(line)
        if not said:
            self._say(f"on a screen only: {' '.join(sign for sign, entry in self._keys.items() if entry.id in INSTEAD and sign.isascii())}")


def _typable(table: Iterable[Key]) -> tuple[Key, ...]:
    """The table where what lines can do has a key that lines can have: its first one where the person's own is none, such as F9."""
    entries = list(table)
    taken = {sign for entry in entries if entry.id in TAKES for key in entry.keys if (sign := _sign(key))}
    first = {entry.id: [key for key in entry.keys if _sign(key) and _sign(key) not in taken] for entry in KEYS}
    return tuple(
        entry if entry.id not in TAKES or any(map(_sign, entry.keys)) else entry._replace(keys=(*entry.keys, *first[entry.id]))
        for entry in entries
    )


def _by_character(table: Iterable[Key], ids: Iterable[str]) -> dict[str, Key]:
    """Entries by each character that types one of their keys."""
    wanted = set(ids)
    return {sign: entry for entry in table if entry.id in wanted for key in entry.keys for form in all_forms(key) if (sign := _sign(form))}


def _sign(key: str) -> str:
    """What is typed on a line for a key, "" where nothing can be; a backspace would not arrive."""
    sign = "-" if key == "backspace" else character(key) or ""
    return sign if sign.isprintable() else ""
