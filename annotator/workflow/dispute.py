"""Dispute: one sample as its adjudicator may see it, the reviewers as numbered sides that bear no name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from annotator.model.events import Adjudicate, Confirm, Unsettled
from annotator.model.facet import Facet
from annotator.model.passage import Passage
from annotator.model.scheme import Values
from annotator.workflow.blindness import reviewer_view
from annotator.workflow.case import Case
from annotator.workflow.resolution import effective
from annotator.workflow.sides import seated

# A facet, and the candidate that its value is about; None where it is about the sample.
Place = tuple[str, str | None]
CROSSED = "contested: it was made gold while someone else took back what that rests on; decide what holds"


class Side(NamedTuple):
    """What one label says, or an earlier decision that stands (`decided`: its reason). `number` counts from 1."""

    number: int
    values: Values
    note: str | None
    decided: str | None = None


class Point(NamedTuple):
    """One thing to decide: the typed value of each side in order, and what they agree on (None where they differ)."""

    place: Place
    values: tuple[Any, ...]
    agreed: Any


@dataclass(frozen=True)
class Dispute:
    """The question with its texts, every side, and every point; `basis` are the digests of the labels, `before` earlier decisions in words."""

    sample: str
    sample_sha256: str
    query: str | None
    text: str | None
    time: str | None
    context: dict[str, Any] | None
    passages: tuple[Passage, ...]
    sides: tuple[Side, ...]
    points: tuple[Point, ...]
    basis: frozenset[str]
    before: tuple[str, ...]

    @property
    def reviewers(self) -> int:
        """How many sides are reviewers' labels; they come first."""
        return sum(side.decided is None for side in self.sides)

    @property
    def open(self) -> tuple[Point, ...]:
        """The points on which the sides differ."""
        return tuple(point for point in self.points if point.agreed is None)

    def point(self, place: Place) -> Point:
        """The point at `place`."""
        return next(point for point in self.points if point.place == place)

    def text_of(self, candidate: str | None) -> str | None:
        """The text of a passage, or of the sample where `candidate` is None."""
        if candidate is None:
            return self.text
        return next(passage.text for passage in self.passages if passage.id == candidate)


def dispute(case: Case, person: str, *, crossed: bool = False, refused: Sequence[str] = ()) -> Dispute:
    """The dispute about `case` that lies before `person`; it is built field by field, so that no name gets into it.

    `crossed` says that one person made it gold while another took away what gold rests on; `refused` are the reasons for which it was taken
    back to draft.
    """
    seen = reviewer_view(case, person)
    labels = [case.fresh[name] for name in seated(case.sample.id, person, case.fresh)]
    sides = [Side(number, entry.values or {}, getattr(entry.event, "note", None)) for number, entry in enumerate(labels, start=1)]
    basis = frozenset(entry.logged.digest for entry in labels)
    before = [CROSSED] if crossed else []
    before += [f"it was taken back to draft: {reason}" for reason in refused]
    for logged in sorted(effective(case, basis), key=lambda logged: logged.digest):
        event = logged.event
        if isinstance(event, Adjudicate):
            values = case.scheme.parse(event.values, case.sample, case.passages)
            sides.append(Side(len(sides) + 1, values, None, event.reason))
            before.append(f"side {len(sides)} was decided before: {event.reason}")
        elif isinstance(event, Unsettled):
            before.append(f"it was decided before that this cannot be settled: {event.reason}")
    return Dispute(
        seen.id,
        case.sample_sha256,
        seen.query,
        seen.text,
        seen.time,
        seen.context,
        seen.passages,
        tuple(sides),
        tuple(_points(case, sides)),
        basis,
        tuple(before),
    )


def names_of(case: Case, person: str) -> tuple[str, ...]:
    """Who stands on which side of `dispute(case, person)`: for after the decision."""
    names = seated(case.sample.id, person, case.fresh)
    basis = frozenset(case.fresh[name].logged.digest for name in names)
    decided = sorted(effective(case, basis), key=lambda logged: logged.digest)
    return (*names, *(logged.event.by for logged in decided if not isinstance(logged.event, (Confirm, Unsettled))))


def _points(case: Case, sides: Sequence[Side]) -> Iterator[Point]:
    """By candidate, each with all that is said about it, and then what is said about the sample."""
    facets = case.scheme.facets
    for candidate in case.sample.candidates or ():
        for name, facet in facets.items():
            if facet.on == "candidate":
                yield _point((name, candidate), facet, tuple(side.values[name][candidate] for side in sides))
    for name, facet in facets.items():
        if facet.on == "sample":
            yield _point((name, None), facet, tuple(side.values[name] for side in sides))


def _point(place: Place, facet: Facet, values: tuple[Any, ...]) -> Point:
    return Point(place, values, facet.settled(list(values)) if values else None)
