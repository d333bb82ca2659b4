"""Grade: a whole number on a declared scale, each step with its words."""

from __future__ import annotations

import re
from typing import Annotated, Any, ClassVar, Literal

from pydantic import AfterValidator, BeforeValidator

from annotator.model.facets.kind import Kind, Misfit, Valued, whole_number

_GRADE = re.compile(r"-?(0|[1-9][0-9]{0,8})")


def _plain_keys(scale: Any) -> Any:
    """Keys arrive as text, and Python reads more spellings of a number than another reader would."""
    if not isinstance(scale, dict):
        return scale
    odd = [key for key in scale if isinstance(key, str) and not _GRADE.fullmatch(key)]
    if odd:
        raise ValueError(f"{odd[0]!r} is not a grade; write whole numbers such as 0, 1, 2")
    return {int(key) if isinstance(key, str) else key: words for key, words in scale.items()}


def _two_or_more(scale: dict[int, str]) -> dict[int, str]:
    if len(scale) < 2:
        raise ValueError("a scale has at least two grades")
    return dict(sorted(scale.items()))


class Grade(Kind, Valued[int]):
    """Ordinal judgement. `scale` maps each grade to what it means; grades need not be consecutive."""

    kind: Literal["grade"]
    scale: Annotated[dict[int, str], BeforeValidator(_plain_keys), AfterValidator(_two_or_more)]
    ordered: ClassVar[bool] = True

    def parse(self, raw: Any, text: str | None) -> int:
        grade = whole_number(raw)
        if grade not in self.scale:
            raise Misfit(f"{grade} is not on the scale {', '.join(map(str, self.scale))}")
        return grade

    def plain(self, value: int) -> int:
        return value
