"""Passage: a stretch of text that a retriever may return."""

from __future__ import annotations

from typing import Any

from annotator.model.base import Value
from annotator.model.names import Id


class Passage(Value):
    """One line of corpus.jsonl. `text` is kept code point by code point as it came."""

    id: Id
    text: str
    title: str | None = None
    lang: str | None = None
    meta: dict[str, Any] | None = None
