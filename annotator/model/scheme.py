"""Scheme: the facets of a dataset with their registry; parses and checks the values of a label."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from annotator.model.dimension import Registry
from annotator.model.facet import Facet
from annotator.model.facets.kind import Misfit
from annotator.model.facets.spans import Spans
from annotator.model.facets.tags import Tags
from annotator.model.passage import Passage
from annotator.model.sample import Sample

# facet name -> value, or (on candidates) facet name -> candidate id -> value
Values = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong with a label: the facet, the candidate where there is one, and a sentence."""

    facet: str
    candidate: str | None
    why: str

    def __str__(self) -> str:
        at = self.facet if self.candidate is None else f"{self.facet} of {self.candidate}"
        return f"{at}: {self.why}"


class Unfit(ValueError):
    """Values that the scheme does not allow, with every problem found."""

    def __init__(self, problems: list[Problem]) -> None:
        super().__init__("; ".join(map(str, problems)))
        self.problems = problems


@dataclass(frozen=True)
class Scheme:
    """What may be said about a sample. `sha256` is the scheme digest that labels bear."""

    facets: Mapping[str, Facet]
    registry: Registry | None
    sha256: str

    def parse(self, raw: Mapping[str, Any], sample: Sample, passages: Mapping[str, Passage]) -> Values:
        """The typed values of a complete label of `sample`; raises Unfit with all that is missing or wrong."""
        problems: list[Problem] = [
            Problem(name, None, f"there is no such facet; the dataset has {', '.join(self.facets)}")
            for name in raw
            if name not in self.facets
        ]
        values: Values = {}
        for name, facet in self.facets.items():
            if name not in raw:
                problems.append(Problem(name, None, "is missing"))
            elif facet.on == "sample":
                values.update(self._one(name, facet, raw[name], None, sample.text, problems))
            else:
                values[name] = self._by_candidate(name, facet, raw[name], sample, passages, problems)
        problems += self._unmet_needs(values)
        if problems:
            raise Unfit(problems)
        return values

    def plain(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """Typed values as canonical plain JSON."""
        stored: dict[str, Any] = {}
        for name, value in values.items():
            facet = self.facets[name]
            stored[name] = facet.plain(value) if facet.on == "sample" else {c: facet.plain(v) for c, v in value.items()}
        return stored

    def _by_candidate(
        self, name: str, facet: Facet, raw: Any, sample: Sample, passages: Mapping[str, Passage], problems: list[Problem]
    ) -> dict[str, Any]:
        candidates = sample.candidates or ()
        if not isinstance(raw, dict):
            problems.append(Problem(name, None, "is not a map from candidate to value"))
            return {}
        problems += [Problem(name, other, "is no candidate of this sample") for other in raw if other not in candidates]
        values: dict[str, Any] = {}
        for candidate in candidates:
            if candidate not in raw:
                problems.append(Problem(name, candidate, "is missing"))
            else:
                values.update(self._one(name, facet, raw[candidate], candidate, passages[candidate].text, problems))
        return values

    def _one(self, name: str, facet: Facet, raw: Any, candidate: str | None, text: str | None, problems: list[Problem]) -> dict[str, Any]:
        try:
            value: Any = facet.parse(raw, text)
        except Misfit as misfit:
            problems.append(Problem(name, candidate, str(misfit)))
            return {}
        if isinstance(facet, Tags) and self.registry is not None:
            problems += [Problem(name, candidate, f"{tag!r} is not in dimensions.yaml") for tag in sorted(value - self.registry.ids)]
        return {name if candidate is None else candidate: value}

    def _unmet_needs(self, values: Values) -> Iterator[Problem]:
        for name, facet in self.facets.items():
            if not isinstance(facet, Spans) or name not in values:
                continue
            for grade_name, least in (facet.needs or {}).items():
                if facet.on == "sample":
                    yield from _need(name, None, values[name], grade_name, values.get(grade_name), least)
                else:
                    grades = values.get(grade_name, {})
                    for candidate, spans in values[name].items():
                        yield from _need(name, candidate, spans, grade_name, grades.get(candidate), least)


def _need(name: str, candidate: str | None, spans: Any, grade_name: str, grade: int | None, least: int) -> Iterator[Problem]:
    if grade is None:
        return
    if grade >= least and not spans:
        yield Problem(name, candidate, f"at least one mark is wanted where {grade_name} is {least} or more (it is {grade})")
    if grade < least and spans:
        yield Problem(name, candidate, f"no mark is allowed where {grade_name} is below {least} (it is {grade})")
