"""Value: the frozen, strict, field-forbidding base of every stored thing; and the kinds of numbers that stand in them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field


class Value(BaseModel):
    """An object that exists is valid; it cannot change and holds no field that the format does not name."""

    # A validator is built when it is first used: of all that a dataset may hold, a command needs a few.
    model_config = ConfigDict(frozen=True, strict=True, extra="forbid", allow_inf_nan=False, defer_build=True)


# For what a dataset has 100,000 of: the same strictness in slots, at less than half the memory of a model.
SLOTS = ConfigDict(strict=True, extra="forbid", allow_inf_nan=False, defer_build=True)


def _whole(raw: Any) -> Any:
    """A literal takes what Python holds for equal: true and 1.0 for 1."""
    if isinstance(raw, bool) or not isinstance(raw, int):
        raise ValueError("is not a whole number")  # noqa: TRY004 (pydantic reports value errors alone)
    return raw


Zero = Annotated[Literal[0], BeforeValidator(_whole)]
One = Annotated[Literal[1], BeforeValidator(_whole)]
Share = Annotated[float, Field(ge=0, le=1)]
