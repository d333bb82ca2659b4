"""Dimension: one entry of the tag registry, dimensions.yaml."""

from __future__ import annotations

from typing import Annotated

from pydantic import AfterValidator, Field

from annotator.model.base import Value
from annotator.model.names import Id

Text = str | dict[str, str]


class Dimension(Value):
    """A tag: `name` and `boundaries` are a string, or a map from language to string."""

    id: Id
    name: Text
    aliases: tuple[str, ...] = ()
    boundaries: Text | None = None


def _different(dimensions: tuple[Dimension, ...]) -> tuple[Dimension, ...]:
    """Refuses two entries that answer to the same id or alias (case folded)."""
    seen: dict[str, str] = {}
    for dimension in dimensions:
        for name in {dimension.id.casefold(), *(alias.casefold() for alias in dimension.aliases)}:
            if name in seen:
                raise ValueError(f"{name!r} names both {seen[name]!r} and {dimension.id!r}")
            seen[name] = dimension.id
    return dimensions


class Registry(Value):
    """The whole of dimensions.yaml."""

    dimensions: Annotated[tuple[Dimension, ...], Field(min_length=1), AfterValidator(_different)]

    @property
    def ids(self) -> frozenset[str]:
        """Every tag id."""
        return frozenset(dimension.id for dimension in self.dimensions)
