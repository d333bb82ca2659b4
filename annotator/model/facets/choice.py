"""Choice: one of named values."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AfterValidator

from annotator.model.facets.kind import Kind, Misfit, Valued


def _two_or_more(values: dict[str, str]) -> dict[str, str]:
    if len(values) < 2:
        raise ValueError("a choice has at least two values")
    return values


class Choice(Kind, Valued[str]):
    """Nominal judgement. `values` maps each value to what it means."""

    kind: Literal["choice"]
    values: Annotated[dict[str, str], AfterValidator(_two_or_more)]

    def parse(self, raw: Any, text: str | None) -> str:
        if not isinstance(raw, str) or raw not in self.values:
            raise Misfit(f"{raw!r} is not one of {', '.join(self.values)}")
        return raw

    def plain(self, value: str) -> str:
        return value
