"""Tags: a set of ids from the registry."""

from __future__ import annotations

from typing import Annotated, Any, Literal, Self

from pydantic import Field, model_validator

from annotator.model.facets.kind import Kind, Misfit, Valued


class Tags(Kind, Valued[frozenset[str]]):
    """A set of `min` to `max` ids from dimensions.yaml; whether an id is in the registry is checked by the scheme."""

    kind: Literal["tags"]
    registry: Literal["dimensions.yaml"]
    min: Annotated[int, Field(ge=0)] = 0
    max: Annotated[int, Field(ge=1)] | None = None

    @model_validator(mode="after")
    def _range(self) -> Self:
        if self.max is not None and self.min > self.max:
            raise ValueError(f"min ({self.min}) is at most max ({self.max})")
        return self

    def parse(self, raw: Any, text: str | None) -> frozenset[str]:
        if not isinstance(raw, list) or not all(isinstance(tag, str) for tag in raw):
            raise Misfit(f"{raw!r} is not a list of tag ids")
        tags = frozenset(raw)
        if len(tags) < self.min:
            raise Misfit(f"{len(tags)} tags, at least {self.min} wanted")
        if self.max is not None and len(tags) > self.max:
            raise Misfit(f"{len(tags)} tags, at most {self.max} wanted")
        return tags

    def plain(self, value: frozenset[str]) -> list[str]:
        return sorted(value)
