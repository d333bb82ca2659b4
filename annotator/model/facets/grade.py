"""Grade: a whole number on a declared scale, each step with its words."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

from pydantic import AfterValidator

from annotator.model.facets.kind import Kind, Misfit, whole_number


def _two_or_more(scale: dict[int, str]) -> dict[int, str]:
    if len(scale) < 2:
        raise ValueError("a scale has at least two grades")
    return dict(sorted(scale.items()))


class Grade(Kind[int]):
    """Ordinal judgement. `scale` maps each grade to what it means; grades need not be consecutive."""

    kind: Literal["grade"]
    scale: Annotated[dict[int, str], AfterValidator(_two_or_more)]
    ordered: ClassVar[bool] = True

    def parse(self, raw: Any, text: str | None) -> int:
        grade = whole_number(raw)
        if grade not in self.scale:
            raise Misfit(f"{grade} is not on the scale {', '.join(map(str, self.scale))}")
        return grade

    def plain(self, value: int) -> int:
        return value
