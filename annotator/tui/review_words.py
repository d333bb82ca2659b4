"""Review words: what gold review and confirming show of a sample, as parts of (text, look); pure functions of the dossier."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from annotator.curate.confirming import Confirming
from annotator.curate.dossier import Dossier
from annotator.curate.gold_review import Review
from annotator.model.facet import Facet
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
    parts = _question(seen)
    if review.needs_override(seen.sample):
        parts += [(f"the agreement rule does not hold: {why}\n", "alert") for why in review.failures]
    columns = [(f"holds ({seen.rule or 'open'})", seen.values), *((given.by, given.values) for given in seen.labels)]
    parts += [("\n", ""), (_table(seen, columns, review.scheme).plain(width) + "\n", "")]
    parts += [(f"note of {given.by}: {' '.join(given.note.split())}\n", "") for given in seen.labels if given.note]
    parts += [("\ndecided\n", "strong"), *_steps(seen)]
    parts += list(_texts(seen, seen.values, review.scheme))
    return parts


def single_title(confirming: Confirming, seen: Dossier) -> Parts:
    """Which single label, and what is asked."""
    here = confirming.ids.index(seen.sample) + 1
    asked = "does this label hold?" if confirming.waits(seen.sample) else "decided"
    return [(f" {here}/{len(confirming.ids)} ", "strong"), (f"{seen.sample}  ", "dim"), (asked, "strong")]


def single_page(confirming: Confirming, seen: Dossier, width: int) -> Parts:
    """The question, what the single label says, what was decided about it, and the passages with what it marks in them."""
    said = next((given.values for given in seen.labels), None)
    parts = [*_question(seen), ("\n", ""), (_table(seen, [("the label", said)], confirming.scheme).plain(width) + "\n", "")]
    parts += [(f"note: {' '.join(given.note.split())}\n", "") for given in seen.labels if given.note]
    parts += [("\ndecided\n", "strong"), *_steps(seen)]
    return [*parts, *_texts(seen, said, confirming.scheme)]


def status(review: Review | Confirming) -> tuple[Parts, Parts]:
    """How many wait, and the dataset SHA-256."""
    waiting = sum(review.waits(id_) for id_ in review.ids)
    return [(f" {waiting} waiting ", "strong")], [(f" {review.person}  sha256 {review.sha256[:12]} ", "dim")]


def _question(seen: Dossier) -> Parts:
    about = [*([seen.time] if seen.time else []), *(f"{key}: {value}" for key, value in seen.groups.items())]
    parts: Parts = [(f"{seen.query if seen.query is not None else '(no question)'}\n", "strong")]
    return [*parts, (" · ".join(about) + "\n", "dim")] if about else parts


def _table(seen: Dossier, columns: Sequence[tuple[str, Mapping[str, Any] | None]], scheme: Scheme) -> Table:
    """A row for each thing that is said, a column for each who says it; what differs from the first is marked."""
    rows = []
    for name, candidate, called in _places(seen, scheme):
        facet = scheme.facets[name]
        held, *others = [_value(values, name, candidate) for _, values in columns]
        differ = [f"{'' if value == held else '≠ '}{_words(facet, value, scheme)}" for value in others]
        rows.append((called, _words(facet, held, scheme), *differ))
    return Table((Column(""), *(Column(who) for who, _ in columns)), tuple(rows))


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


def _texts(seen: Dossier, values: Mapping[str, Any] | None, scheme: Scheme) -> Iterator[tuple[str, str]]:
    """Every text in full, the marked words strong."""
    own = [(None, "the text", seen.text)] if seen.text is not None else []
    for number, (candidate, called, text) in enumerate([*own, *((p.id, p.title or "", p.text) for p in seen.passages)], start=1 - len(own)):
        yield f"\n{f'{number} ' if candidate is not None else ''}{called}\n", "strong"
        on = "sample" if candidate is None else "candidate"
        facets = [name for name, facet in scheme.facets.items() if isinstance(facet, Spans) and facet.on == on]
        marks = sorted((mark["start"], mark["end"]) for name in facets for mark in _value(values, name, candidate) or [])
        place = 0
        for start, end in marks:
            yield text[place : max(place, start)], ""
            yield text[max(place, start) : max(place, end)], "strong"
            place = max(place, end)
        yield f"{text[place:]}\n", ""
