"""PlainView: a sample, its passages and the queue, said line by line."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from annotator.curate.labelling import Desk
from annotator.model.facets.spans import Spans
from annotator.model.span import Span
from annotator.report.moves import moves_sentence
from annotator.tui import words
from annotator.tui.controls import Parts, first_waiting, legend, words_of
from annotator.tui.shown import ENDS, drawn_as, shown

Write = Callable[[str], object]
_MOST_ROWS = 200


class PlainView:
    """What is said; nothing is changed here. The digits are about `_facet`, the marks about `_span_facet`."""

    def __init__(self, desk: Desk, write: Write, *, ids: bool) -> None:
        self._desk = desk
        self._write = write
        self._ids = ids
        self._values = [name for name, facet in desk.scheme.facets.items() if not isinstance(facet, Spans)]
        self._facet = ""
        self._span_facet = ""
        self._documents: list[words.Document] = []
        self._place = 0

    def _say(self, sentence: str) -> None:
        self._write(shown(sentence) + "\n")

    def _tell(self, parts: Parts) -> None:
        for line in "".join(text for text, _ in parts).rstrip("\n").split("\n"):
            self._say(line)

    def _open(self, sample: str, candidate: str | None = None) -> None:
        """Take a sample up, at a passage of it or the first."""
        before = self._desk.task
        notice = self._desk.take_up(sample)
        task = self._desk.task
        if task is None:
            return
        if before is None or before.id != task.id:
            self._facet = first_waiting(self._desk.scheme.facets, self._desk.sheet, [passage.id for passage in task.passages])
        self._documents = words.documents(task, ids=self._ids)
        self._place = self._place_of(candidate)
        self._say("")
        self._say(f"sample {task.place + 1} of {task.total}, {self._desk.state(sample)}")
        for sentence in (notice, moves_sentence(task.moves)):
            if sentence:
                self._say(sentence)
        self._tell(words.question(task, ids=self._ids))
        self._tell(words.sheet_lines(self._desk))
        self._passage()

    def _place_of(self, candidate: str | None) -> int:
        return next((place for place, document in enumerate(self._documents) if document.candidate == candidate), 0)

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
        self._legend()

    def _legend(self) -> None:
        if self._facet:
            self._tell(legend(self._facet, self._desk.scheme.facets[self._facet], self._desk.scheme))

    def _rows(self, samples: Sequence[str]) -> None:
        """The queue, or what of it answers to a search, each sample with the number by which it is opened."""
        for sample in samples[:_MOST_ROWS]:
            row = words.queue_row(self._desk, sample, self._desk.list.place(sample), ids=self._ids)
            self._say(" ".join(text for text, _, _ in row) + f" ({self._desk.state(sample)})")
        if len(samples) > _MOST_ROWS:
            self._say(f"and {len(samples) - _MOST_ROWS} more")

    # Marks.

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
