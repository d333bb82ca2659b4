"""Moving: after a text was edited, marks go along with their words where these stand in the new text exactly once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from annotator.model.facets.spans import Spans, inexact
from annotator.model.span import Span
from annotator.workflow.case import Case


class Move(NamedTuple):
    """What became of one mark: where it began and begins (code points; None: it is lost), and how often its words stand in the text now."""

    facet: str
    candidate: str | None
    text: str
    before: int
    after: int | None
    times: int

    @property
    def sure(self) -> bool:
        """Whether it is known where the mark belongs."""
        return self.times == 1 and self.after is not None


def moved(case: Case, values: Mapping[str, Any]) -> tuple[dict[str, Any], tuple[Move, ...]]:
    """The plain `values` of a label on an older text with every mark where its words stand today, and what became of each.

    A mark whose words stand there twice stays where it is if they stand at that very place too; else it is lost, as is one whose words are gone.
    """
    found, moves = dict(values), []
    for name, facet in case.scheme.facets.items():
        raw = values.get(name)
        if not isinstance(facet, Spans) or raw is None:
            continue
        by_candidate: Mapping[str | None, Any] = {None: raw} if facet.on == "sample" else raw if isinstance(raw, Mapping) else {}
        kept: dict[str | None, list[dict[str, Any]]] = {}
        for candidate, marks in by_candidate.items():
            text = _text(case, candidate)
            of_text = [_move(name, candidate, mark, text) for mark in marks] if text is not None and _are_marks(marks) else []
            moves += of_text
            there = [_mark(mark, move.after) for mark, move in zip(marks, of_text, strict=False) if move.after is not None]
            # Where every mark is lost, "marked nothing" would be a word that nobody said.
            if there or not marks:
                kept[candidate] = there
        found[name] = kept if facet.on == "candidate" else kept.get(None)
    return found, tuple(moves)


def _text(case: Case, candidate: str | None) -> str | None:
    if candidate is None:
        return case.sample.text
    return case.passages[candidate].text if candidate in (case.sample.candidates or ()) else None


def _are_marks(marks: Any) -> bool:
    return isinstance(marks, list) and all(
        isinstance(mark, dict) and isinstance(mark.get("start"), int) and isinstance(mark.get("text"), str) and mark["text"]
        for mark in marks
    )


def _move(facet: str, candidate: str | None, mark: Mapping[str, Any], text: str) -> Move:
    words, start = mark["text"], mark["start"]
    places = [place for place in _places(text, words) if inexact(Span(place, place + len(words), words), text) is None]
    after = places[0] if len(places) == 1 else start if start in places else None
    return Move(facet, candidate, words, start, after, len(places))


def _places(text: str, words: str) -> Iterable[int]:
    """Where `words` begin in `text`, those that overlap included."""
    place = text.find(words)
    while place >= 0:
        yield place
        place = text.find(words, place + 1)


def _mark(mark: Mapping[str, Any], start: int) -> dict[str, Any]:
    return {**mark, "start": start, "end": start + len(mark["text"])}
