"""Review words: what the gold review shows of a sample, as parts of (text, look); pure functions of the dossier."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from annotator.curate.gold_review import Dossier, Review
from annotator.model.config import Facet
from annotator.model.facets.spans import Spans
from annotator.model.scheme import Scheme
from annotator.report.table import Column, Table
from annotator.tui.controls import Parts, words_of


def title(review: Review, seen: Dossier) -> Parts:
    """Which sample, where it stands, and where a yes brings it."""
    here = review.ids.index(seen.sample) + 1
    target = f" → {review.next_step(seen.sample)}?" if review.waits(seen.sample) else ""
    return [(f" {here}/{len(review.ids)} ", "strong"), (f"{seen.sample}  ", "dim"), (f"{seen.level}{target}", "strong")]


def page(review: Review, seen: Dossier, width: int) -> Parts:
    """The question, what holds beside each label, the decisions, and the passages with what is marked in them."""
    parts: Parts = [(f"{seen.query if seen.query is not None else '(no question)'}\n", "strong")]
    about = [*([seen.time] if seen.time else []), *(f"{key}: {value}" for key, value in seen.groups.items())]
    parts += [(" · ".join(about) + "\n", "dim")] if about else []
    if review.needs_override(seen.sample):
        parts += [(f"the agreement rule does not hold: {why}\n", "alert") for why in review.failures]
    parts += [("\n", ""), (_table(seen, review.scheme).plain(width) + "\n", "")]
    parts += [(f"note of {given.by}: {' '.join(given.note.split())}\n", "") for given in seen.labels if given.note]
    parts += [("\ndecided\n", "strong"), *_steps(seen)]
    parts += list(_texts(seen, review.scheme))
    return parts


def status(review: Review) -> tuple[Parts, Parts]:
    """How many wait, and the dataset SHA-256."""
    waiting = sum(review.waits(id_) for id_ in review.ids)
    return [(f" {waiting} waiting ", "strong")], [(f" {review.person}  sha256 {review.sha256[:12]} ", "dim")]


def _table(seen: Dossier, scheme: Scheme) -> Table:
    """A row for each thing that is said, a column for what holds and for each label; what differs from it is marked."""
    columns = (Column(""), Column(f"holds ({seen.rule or 'open'})"), *(Column(given.by) for given in seen.labels))
    rows = []
    for name, candidate, called in _places(seen, scheme):
        facet = scheme.facets[name]
        held = _value(seen.values, name, candidate)
        said = [_value(given.values, name, candidate) for given in seen.labels]
        differ = [f"{'' if value == held else '≠ '}{_words(facet, value, scheme)}" for value in said]
        rows.append((called, _words(facet, held, scheme), *differ))
    return Table(columns, tuple(rows))


def _places(seen: Dossier, scheme: Scheme) -> Iterator[tuple[str, str | None, str]]:
    for number, passage in enumerate(seen.passages, start=1):
        for name, facet in scheme.facets.items():
            if facet.on == "candidate":
                yield name, passage.id, f"{number} {name}"
    for name, facet in scheme.facets.items():
        if facet.on == "sample":
            yield name, None, name


def _value(values: Mapping[str, Any] | None, name: str, candidate: str | None) -> Any:
    found = (values or {}).get(name)
    return found if candidate is None else (found or {}).get(candidate)


def _words(facet: Facet, value: Any, scheme: Scheme) -> str:
    if isinstance(facet, Spans) and value:
        return " · ".join(f"{mark.get('tag') + ': ' if mark.get('tag') else ''}“{' '.join(mark['text'].split())}”" for mark in value)
    return words_of(facet, value, scheme)


def _steps(seen: Dossier) -> Parts:
    if not seen.steps:
        return [("nothing yet\n", "dim")]
    return [
        part
        for step in seen.steps
        for part in (
            (f"{step.at[:16].replace('T', ' ')}  ", "dim"),
            (f"{step.by} ", "strong"),
            (f"{step.what}{f': {step.reason}' if step.reason else ''}\n", ""),
        )
    ]


def _texts(seen: Dossier, scheme: Scheme) -> Iterator[tuple[str, str]]:
    """Every text in full, the marked words strong."""
    own = [(None, "the text", seen.text)] if seen.text is not None else []
    for number, (candidate, called, text) in enumerate([*own, *((p.id, p.title or "", p.text) for p in seen.passages)], start=1 - len(own)):
        yield f"\n{f'{number} ' if candidate is not None else ''}{called}\n", "strong"
        on = "sample" if candidate is None else "candidate"
        facets = [name for name, facet in scheme.facets.items() if isinstance(facet, Spans) and facet.on == on]
        marks = sorted((mark["start"], mark["end"]) for name in facets for mark in _value(seen.values, name, candidate) or [])
        place = 0
        for start, end in marks:
            yield text[place : max(place, start)], ""
            yield text[max(place, start) : max(place, end)], "strong"
            place = max(place, end)
        yield f"{text[place:]}\n", ""
