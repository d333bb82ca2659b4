"""Library and Explicit: how a dataset of memories says what a sample may search, and what comes only when asked for by name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Self

from pydantic import Field, model_validator

from annotator.model.base import Value
from annotator.model.facets.flag import Flag
from annotator.model.facets.grade import Grade
from annotator.model.names import FacetName

Size = Annotated[int, Field(ge=1)]


class Library(Value):
    """Each sample searches its own candidates and nothing else, so many of them; no passage belongs to two samples."""

    at_least: Size = 1
    at_most: Size | None = None

    @model_validator(mode="after")
    def _some_size(self) -> Self:
        if self.at_most is not None and self.at_most < self.at_least:
            raise ValueError(f"at_most {self.at_most} is below at_least {self.at_least}")
        return self

    def holds(self, size: int) -> bool:
        """Whether a library may have `size` passages."""
        return self.at_least <= size and (self.at_most is None or size <= self.at_most)

    @property
    def bounds(self) -> str:
        """The sizes in words."""
        return f"at least {self.at_least}" if self.at_most is None else f"{self.at_least} to {self.at_most}"


class Explicit(Value):
    """The facets that answer the projection `explicit`; it is asked for where some candidate has a grade of 1 or more."""

    relevance: FacetName
    forbidden: FacetName | None = None

    def misfit(self, facets: Mapping[str, object]) -> str | None:
        """Why the facets named cannot answer it; None where they can."""
        grade, flag = facets.get(self.relevance), None if self.forbidden is None else facets.get(self.forbidden)
        if not isinstance(grade, Grade) or grade.on != "candidate":
            return f"evaluation.explicit.relevance names {self.relevance!r}, which is no grade facet on candidates"
        if self.forbidden is None:
            return None
        if not isinstance(flag, Flag) or flag.on != "candidate":
            return f"evaluation.explicit.forbidden names {self.forbidden!r}, which is no flag facet on candidates"
        if flag.role is not None:
            return f"evaluation.explicit.forbidden names {self.forbidden!r}, whose role would forbid the passage in every projection"
        return None
