"""Number: a whole number in a range, with the distance that still counts as agreement."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal, Self

from pydantic import Field, model_validator

from annotator.model.facets.kind import Kind, Misfit, Valued, whole_number


class Number(Kind, Valued[int]):
    """An integer in [lo, hi]; reviewers agree when all lie within `tolerance` of each other."""

    kind: Literal["number"]
    lo: int
    hi: int
    tolerance: Annotated[int, Field(ge=0)] = 0
    ordered: ClassVar[bool] = True

    @model_validator(mode="after")
    def _range(self) -> Self:
        if self.lo >= self.hi:
            raise ValueError(f"lo ({self.lo}) is below hi ({self.hi})")
        return self

    def parse(self, raw: Any, text: str | None) -> int:
        number = whole_number(raw)
        if not self.lo <= number <= self.hi:
            raise Misfit(f"{number} is not in {self.lo}..{self.hi}")
        return number

    def plain(self, value: int) -> int:
        return value

    def settled(self, values: list[int]) -> int | None:
        """The lower median where all lie within `tolerance`: a value that one reviewer gave."""
        if max(values) - min(values) > self.tolerance:
            return None
        return sorted(values)[(len(values) - 1) // 2]
