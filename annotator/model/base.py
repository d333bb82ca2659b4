"""Value: the frozen, strict, field-forbidding base of every stored thing."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict


class Value(BaseModel):
    """An object that exists is valid; it cannot change and holds no field that the format does not name."""

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid", allow_inf_nan=False)
