"""Plain: line by line, for screen readers and simple terminals, with the same keys and the same records."""

from __future__ import annotations

import sys
import unicodedata
from collections.abc import Callable, Mapping
from typing import Any

from annotator.curate.answers import with_tag
from annotator.curate.labelling import Desk
from annotator.curate.worklist import folded
from annotator.errors import AnnotatorError
from annotator.model.facets.grade import Grade
from annotator.model.facets.number import Number
from annotator.model.facets.spans import Spans, inexact
from annotator.model.facets.tags import Tags
from annotator.model.span import Span
from annotator.report.moves import moves_sentence
from annotator.tui import marking, words
from annotator.tui.controls import Parts, digit_values, every_name, guideline, legend, words_of
from annotator.tui.keymap import Key, resolved
from annotator.tui.shown import ENDS, drawn_as, shown, stand_ins

Read = Callable[[], str]
Write = Callable[[str], object]

# The keys of the table that have a meaning line by line, and what follows the key on its line.
TAKES = {
    "submit": "", "skip": "why", "undo": "", "redo": "", "next_sample": "", "previous_sample": "", "next_passage": "", "previous_passage": "",
    "rest": "", "clear": "", "facet": "", "span_facet": "", "tags": "tag ids to take or take away", "note": "the note", "queue": "number of a sample",
    "guideline": "", "stand_ins": "", "help": "", "quit": "", "mark": "words to mark (TAG: words where marks have tags)", "delete": "words to unmark",
}  # fmt: skip


def run(desk: Desk, keys: Mapping[str, str], *, ids: bool) -> int:
    """Label until the person leaves or the input ends; returns the exit code."""
    return Plain(desk, resolved(keys), sys.stdin.readline, sys.stdout.write, ids=ids).run()


class Plain:
    """Reads a line, does what its first character says, and says what came of it."""

    def __init__(self, desk: Desk, table: tuple[Key, ...], read: Read, write: Write, *, ids: bool = False) -> None:
        self._desk = desk
        self._read = read
        self._write = write
        self._ids = ids
        entries = [entry for entry in table if entry.id in TAKES]
        self._keys = {_character(key): entry for entry in entries for key in entry.keys if _character(key)}
        self._values = [name for name, facet in desk.scheme.facets.items() if not isinstance(facet, Spans)]
        self._facet = self._values[0] if self._values else ""
        self._span_facet = ""
        self._documents: list[words.Document] = []
        self._place = 0

    def run(self) -> int:
        """Until q, or the end of the input."""
        sample = self._desk.first() or next(iter(self._desk.list.ids), None)
        if sample is None:
            self._say("nothing is here for you to label")
            return 0
        self._open(sample)
        while line := self._read():
            self._desk.stir()
            command = unicodedata.normalize("NFKC", line.strip())
            if command and not self._obey(command[0], line.strip()[1:].strip()):
                break
        return 0

    def _obey(self, key: str, rest: str) -> bool:
        if key.isdigit():
            self._digit(key + rest)
            return True
        entry = self._keys.get("。" if key == "。" else key)
        if entry is None:
            self._say(f"{key} means nothing here; ? lists the keys")
            return True
        if entry.id == "quit":
            return False
        try:
            getattr(self, f"_do_{entry.id}")(rest)
        except AnnotatorError as error:
            self._say(str(error))
        if self._desk.trouble:
            self._say(f"NOT saved: {self._desk.trouble}")
        return True

    # What is shown.

    def _say(self, sentence: str) -> None:
        self._write(shown(sentence) + "\n")

    def _tell(self, parts: Parts) -> None:
        for line in "".join(text for text, _ in parts).rstrip("\n").split("\n"):
            self._say(line)

    def _open(self, sample: str) -> None:
        notice = self._desk.take_up(sample)
        task = self._desk.task
        if task is None:
            return
        self._documents = words.documents(task, ids=self._ids)
        self._place = 0
        self._say("")
        self._say(f"sample {task.place + 1} of {task.total}, {self._desk.state(sample)}")
        for sentence in (notice, moves_sentence(task.moves)):
            if sentence:
                self._say(sentence)
        self._tell(words.question(task, ids=self._ids))
        self._tell(words.sheet_lines(self._desk))
        self._passage()

    @property
    def _document(self) -> words.Document:
        return self._documents[self._place] if self._documents else words.Document(None, "", "")

    def _passage(self) -> None:
        document, sheet = self._document, self._desk.sheet
        self._say(f"passage {self._place + 1} of {len(self._documents)}: {document.title}")
        for line in _lines(document.text):
            self._write(f"  {line}\n")
        for name, facet in self._desk.scheme.facets.items():
            if (facet.on == "candidate") == (document.candidate is not None) and (facet.on == "candidate" or isinstance(facet, Spans)):
                self._say(f"{name}: {words_of(facet, sheet.value(name, document.candidate), self._desk.scheme)}")
        for span in self._spans():
            self._say(f"  marked {span.start} to {span.end}: {f'{span.tag}: ' if span.tag else ''}{span.text}")
        if self._facet:
            self._tell(legend(self._facet, self._desk.scheme.facets[self._facet], self._desk.scheme))

    # What is done; the names are those of the table of keys.

    def _digit(self, digits: str) -> None:
        facet = self._desk.scheme.facets.get(self._facet)
        candidate = self._document.candidate if facet is not None and facet.on == "candidate" else None
        if facet is None or (facet.on == "candidate" and candidate is None):
            self._say("there is nothing to give a value to here")
            return
        value: Any = None
        if isinstance(facet, Number):
            value = int(digits) if digits.isdecimal() and facet.lo <= int(digits) <= facet.hi else None
        else:
            value = next((value for digit, value, _ in digit_values(facet, self._desk.scheme) if str(digit) == digits), None)
        if value is None:
            self._say(f"{digits} stands for nothing in {self._facet}")
        elif isinstance(facet, Tags):
            self._tag(self._facet, candidate, value)
        else:
            self._desk.put([(self._facet, candidate, value)])
            self._say(f"{self._facet}: {words_of(facet, value, self._desk.scheme)}")

    def _tag(self, name: str, candidate: str | None, tag: str) -> None:
        facet = self._desk.scheme.facets[name]
        if isinstance(facet, Tags):
            tags, problem = with_tag(facet, self._desk.sheet.value(name, candidate), tag)
            self._desk.put([(name, candidate, tags or None)])
            self._say(problem or f"{name}: {words_of(facet, tags, self._desk.scheme)}")

    def _do_submit(self, _: str) -> None:
        self._desk.submit()
        self._next("saved")

    def _do_skip(self, reason: str) -> None:
        self._desk.skip(reason)
        self._next("skipped, saved")

    def _next(self, done: str) -> None:
        task = self._desk.task
        self._say(f"{done} {self._desk.saved_at}; dataset SHA-256 {self._desk.sha256()[:12]}")
        following = self._desk.next_waiting(task.id if task else None)
        self._facet = self._values[0] if self._values else ""
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
            self._open(step["sample"])
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

    def _do_rest(self, _: str) -> None:
        name = next((name for name in [self._facet, *self._values] if isinstance(self._desk.scheme.facets.get(name), Grade)), "")
        self._say(f"{self._desk.rest_lowest(name) if name else 0} passages given the lowest grade")

    def _do_clear(self, _: str) -> None:
        facet = self._desk.scheme.facets.get(self._facet)
        if facet is not None:
            self._desk.put([(self._facet, self._document.candidate if facet.on == "candidate" else None, None)])
            self._say(f"{self._facet} taken away")

    def _do_facet(self, _: str) -> None:
        if self._values:
            self._facet = self._values[(self._values.index(self._facet) + 1) % len(self._values)]
            self._tell(legend(self._facet, self._desk.scheme.facets[self._facet], self._desk.scheme))

    def _do_span_facet(self, _: str) -> None:
        names = self._span_facets()
        if names:
            self._span_facet = names[(names.index(self._kind_of_mark()) + 1) % len(names)]
            self._say(f"marks are {self._span_facet} now")

    def _do_tags(self, ids: str) -> None:
        name = next((name for name, facet in self._desk.scheme.facets.items() if isinstance(facet, Tags)), "")
        registry = self._desk.scheme.registry
        if not name or registry is None:
            self._say("this dataset has no tags")
            return
        if not ids:
            self._tell(guideline(name, self._desk.scheme.facets[name], self._desk.scheme))
        facet = self._desk.scheme.facets[name]
        for word in ids.replace(",", " ").split():
            found = [tag.id for tag in registry.dimensions if folded(word) in {folded(name) for name in every_name(tag)}]
            if found:
                self._tag(name, self._document.candidate if facet.on == "candidate" else None, found[0])
            else:
                self._say(f"{word} is no tag; t alone lists them")

    def _do_note(self, text: str) -> None:
        self._desk.write_note(text, more=False)
        self._say("noted" if text else "the note is empty now")

    def _do_queue(self, number: str) -> None:
        ids = self._desk.list.ids
        if number.isdecimal() and 1 <= int(number) <= len(ids):
            self._open(ids[int(number) - 1])
            return
        for place, sample in enumerate(ids[:200]):
            self._say(
                " ".join(text for text, _, _ in words.queue_row(self._desk, sample, place, ids=self._ids))
                + f" ({self._desk.state(sample)})"
            )

    def _do_guideline(self, _: str) -> None:
        for name, facet in self._desk.scheme.facets.items():
            self._tell(guideline(name, facet, self._desk.scheme))

    def _do_stand_ins(self, _: str) -> None:
        found = stand_ins(self._document.text, words.MOST_STAND_INS)
        for offset, drawn, meaning in found:
            self._say(f"{offset} {drawn} {meaning}")
        if not found:
            self._say("every character of this text is shown as it is")

    def _do_help(self, _: str) -> None:
        self._say("0 … 9: the grade, value or tag of that digit")
        for key, entry in self._keys.items():
            rest = f" {TAKES[entry.id]}" if TAKES[entry.id] else ""
            self._say(f"{key}{rest}: {entry.words}")

    # Marks are named by their words, which are looked for after the last mark of the same words.

    def _span_facets(self) -> list[str]:
        on = "candidate" if self._document.candidate is not None else "sample"
        return [name for name, facet in self._desk.scheme.facets.items() if isinstance(facet, Spans) and facet.on == on]

    def _kind_of_mark(self) -> str:
        names = self._span_facets()
        return self._span_facet if self._span_facet in names else names[0] if names else ""

    def _spans(self) -> tuple[Span, ...]:
        name = self._kind_of_mark()
        found = self._desk.sheet.value(name, self._document.candidate) if name else None
        return tuple(Span(mark["start"], mark["end"], mark["text"], mark.get("tag")) for mark in found or [])

    def _do_mark(self, said: str) -> None:
        name = self._kind_of_mark()
        facet = self._desk.scheme.facets.get(name)
        if not isinstance(facet, Spans):
            self._say("this dataset asks for no marks here")
            return
        tag = None
        if facet.tags is not None:
            tag, _, said = (part.strip() for part in said.partition(":"))
            if tag not in facet.tags:
                self._say(f"say which mark it is: m TAG: words, with one of {', '.join(facet.tags)}")
                return
        spans, text = self._spans(), self._document.text
        start = text.find(said, max((span.end for span in spans if span.text == said), default=0)) if said else -1
        marked = marking.add(spans, text, start, start + len(said), tag) if start >= 0 else None
        if marked is not None and (cut := next((why for span in marked if (why := inexact(span, text))), None)):
            self._say(cut)
            return
        if marked is None:
            self._say("these words are not in the passage, or marked already" if said else "m and then the words to mark")
        else:
            self._put(marked)

    def _do_delete(self, said: str) -> None:
        old = next((span for span in self._spans() if span.text == said), None)
        if old is None:
            self._say("these words are not marked")
        else:
            self._put(marking.remove(self._spans(), old))

    def _put(self, spans: tuple[Span, ...]) -> None:
        self._desk.put([(self._kind_of_mark(), self._document.candidate, [span.plain() for span in spans] or None)])
        self._say(f"{len(spans)} marks in this passage")


def _character(key: str) -> str:
    named = {"full_stop": ".", "comma": ",", "question_mark": "?", "slash": "/", "backspace": "-"}
    return named.get(key, key if len(key) == 1 else "")


def _lines(text: str) -> list[str]:
    """The lines of a text, each as it may be shown."""
    from wcwidth import iter_graphemes

    lines, line = [], ""
    for cluster in iter_graphemes(text):
        if cluster in ENDS:
            lines.append(line)
            line = ""
        else:
            line += "    " if cluster == "\t" else drawn_as(cluster)[0]
    return [*lines, line]
