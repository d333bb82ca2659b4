"""Passage: a stretch of text that a retriever may return."""

from __future__ import annotations

from typing import Any

from pydantic.dataclasses import dataclass

from annotator.model.base import SLOTS
from annotator.model.names import Id


@dataclass(frozen=True, slots=True, kw_only=True, config=SLOTS)
class Passage:
    """One line of corpus.jsonl. `text` is kept code point by code point as it came."""

    id: Id
    text: str
    title: str | None = None
    lang: str | None = None
    meta: dict[str, Any] | None = None
