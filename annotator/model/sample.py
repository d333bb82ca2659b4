"""Sample: one question to label, with the passages it is asked about; it holds no answer."""

from __future__ import annotations

from sys import intern
from typing import Annotated, Any

from pydantic import AfterValidator
from pydantic.dataclasses import dataclass

from annotator.model.base import SLOTS
from annotator.model.names import Id, OneLine, Time


def _different(ids: tuple[str, ...]) -> tuple[str, ...]:
    if len(set(ids)) != len(ids):
        raise ValueError("a candidate stands twice")
    # Many samples name the same passage; each name is kept once.
    return tuple(map(intern, ids))


@dataclass(frozen=True, slots=True, kw_only=True, config=SLOTS)
class Sample:
    """One line of samples.jsonl. `groups` are what reports break down by and quotas count."""

    id: Id
    query: str | None = None
    lang: str | None = None
    candidates: Annotated[tuple[Id, ...], AfterValidator(_different)] | None = None
    groups: dict[OneLine, OneLine] | None = None
    context: dict[str, Any] | None = None
    time: Time | None = None
    text: str | None = None
    notes: str | None = None
    meta: dict[str, Any] | None = None
