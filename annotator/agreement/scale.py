"""What may be said about an item: the declared scale of a facet, as statistics need it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Kind = Literal["grade", "choice", "flag", "tags", "spans", "number"]
Category = int | str | bool


@dataclass(frozen=True)
class Scale:
    """The kind of a facet and its declared values.

    `values`: the grades in declared order, or the choices, two or more of either; a flag has (False, True) by itself. `tags`: the registry's ids.
    `tolerance`: how far two numbers may lie apart and still count as the same.
    """

    kind: Kind
    values: tuple[Category, ...] = ()
    tags: tuple[str, ...] = ()
    tolerance: int = 0

    @property
    def categories(self) -> tuple[Category, ...]:
        """The declared values; those nobody used count as well."""
        return (False, True) if self.kind == "flag" else self.values

    @property
    def ordered(self) -> bool:
        """Whether a near miss is better than a far one."""
        return self.kind == "grade"
