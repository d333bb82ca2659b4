"""Tagging: which facets hold what a tagger predicts, and the targets that its figures are held against."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from annotator.model.base import Share, Value
from annotator.model.facet import Facet
from annotator.model.facets.choice import Choice
from annotator.model.names import FacetName

TargetMeasure = Literal[
    "micro-precision",
    "micro-recall",
    "micro-f1",
    "strict-match",
    "relaxed-match",
    "type-accuracy",
    "velocity-accuracy",
    "priority-mae",
    "priority-within",
    "action-accuracy",
    "section-hit",
    "section-wrong",
    "section-missed",
    "injection-hit",
    "reference-coverage",
    "profile-quality",
    "scene-coherence",
    "scene-granularity",
    "nDCG@10",
    "RR@10",
    "R@10",
]


class Tagging(Value):
    """The facets that predictions are scored on, and where a dimension counts as weak.

    `sections` maps a mode to its facet; values in `outside` mean "in no section", values in `not_asked` take no part. Only samples
    whose context has the field `follow_up` take part in injection figures; without it all do.
    """

    dimensions: FacetName
    type: FacetName | None = None
    priority: FacetName | None = None
    velocity: FacetName | None = None
    action: FacetName | None = None
    sections: dict[FacetName, FacetName] = Field(default_factory=dict)
    referenced: FacetName | None = None
    follow_up: str | None = None
    outside: tuple[str, ...] = ()
    not_asked: tuple[str, ...] = ()
    problem_below: Share = 0.6
    needs_work_below: Share = 0.7
    relaxed_at_least: Annotated[float, Field(gt=0, le=1)] = 0.5

    def misfit(self, facets: Mapping[str, Facet]) -> str | None:
        """The first name that leads to no facet of the kind it needs, or to no value of one, in words; None where all do."""
        for place, name, kind in self._named():
            facet = facets.get(name)
            if facet is None or facet.kind != kind:
                return f"evaluation.tagging.{place} names {name!r}, which is no {kind} facet"
            if facet.on != "candidate" and place != "dimensions":
                return f"evaluation.tagging.{place} names {name!r}, which is not on candidates"
        known = {value for name in self.sections.values() if isinstance(facet := facets[name], Choice) for value in facet.values}
        for place, values in (("outside", self.outside), ("not_asked", self.not_asked)):
            for value in values:
                if value not in known:
                    return f"evaluation.tagging.{place} names {value!r}, which is a value of no facet under evaluation.tagging.sections"
        return None

    def _named(self) -> Iterator[tuple[str, str, str]]:
        yield "dimensions", self.dimensions, "tags"
        for place, kind in (
            ("type", "choice"),
            ("priority", "number"),
            ("velocity", "choice"),
            ("action", "choice"),
            ("referenced", "flag"),
        ):
            name = getattr(self, place)
            if name is not None:
                yield place, name, kind
        for mode, name in self.sections.items():
            yield f"sections.{mode}", name, "choice"


class Target(Value):
    """What a figure is to reach. It is green where the bound holds, yellow within `yellow` of it, red beyond; `required` ones decide the exit code."""

    measure: TargetMeasure
    at_least: float | None = None
    at_most: float | None = None
    below: float | None = None
    yellow: Annotated[float, Field(ge=0)] = 0.0
    required: bool = False

    @model_validator(mode="after")
    def _one_bound(self) -> Self:
        if sum(bound is not None for bound in (self.at_least, self.at_most, self.below)) != 1:
            raise ValueError("a target has exactly one of at_least, at_most, below")
        return self
