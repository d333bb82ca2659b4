"""Kind: what every kind of facet knows about its values."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, ClassVar, Generic, Literal, TypeVar

from annotator.model.base import Value

V = TypeVar("V")


class Misfit(ValueError):
    """A value that its facet does not allow; the text says why."""


class Kind(Value):
    """One thing to label."""

    on: Literal["sample", "candidate"]
    ordered: ClassVar[bool] = False


class Valued(Generic[V]):
    """What a kind does with its values. `V` is the type of a parsed one: hashable, equal exactly when the labels are the same."""

    @abstractmethod
    def parse(self, raw: Any, text: str | None) -> V:
        """The value that `raw` (plain JSON) stands for; `text` is what spans are cut from. Raises Misfit."""

    @abstractmethod
    def plain(self, value: V) -> Any:
        """`value` as plain JSON in canonical order; `parse(plain(v)) == v`."""

    def settled(self, values: list[V]) -> V | None:
        """The value on which `values` of different reviewers agree, or None when it must be adjudicated."""
        return values[0] if all(value == values[0] for value in values) else None


def whole_number(raw: Any) -> int:
    """`raw` if it is an integer and not a truth value, else Misfit."""
    if isinstance(raw, bool) or not isinstance(raw, int):
        raise Misfit(f"{raw!r} is not a whole number")
    return raw
