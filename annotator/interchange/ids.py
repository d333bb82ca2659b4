"""Ids from other tools: taken as they are, or rewritten with a map where a dataset cannot hold them."""

from __future__ import annotations

import hashlib
import unicodedata

from annotator.errors import UnreadableInput
from annotator.model.canonical import line_of
from annotator.model.characters import unprintable
from annotator.model.names import check_id

_LONGEST_STEM = 200


class Ids:
    """Checks foreign ids; with `rewrite`, gives those that a dataset cannot hold a new one and remembers it."""

    def __init__(self, *, rewrite: bool = False) -> None:
        self.rewrite = rewrite
        self.rewritten: dict[str, str] = {}

    def take(self, raw: str, path: str, line: int | None) -> str:
        """The id to use for `raw`. Raises UnreadableInput for one with blanks, control characters and the like, unless rewriting."""
        try:
            return check_id(raw)
        except ValueError as error:
            if not self.rewrite or not raw:
                advice = "correct it" if not raw else "rewrite such ids and keep a map of them with --map-ids FILE"
                raise UnreadableInput(path, line, f"id {raw[:80]!r}: {error}", advice) from None
        return self.rewritten.setdefault(raw, rewritten(raw))

    def map_lines(self) -> bytes:
        """The map as JSONL: {"from": what the source writes, "to": the id in the dataset}."""
        return b"".join(line_of({"from": raw, "to": new}) + b"\n" for raw, new in sorted(self.rewritten.items()))


def rewritten(raw: str) -> str:
    """An id for `raw` that depends on nothing else: what is readable of it, and eight digits that keep two such apart."""
    digits = hashlib.sha256(raw.encode("utf-8", "surrogatepass")).hexdigest()[:8]
    stem = "".join("_" if unprintable(c) else c for c in unicodedata.normalize("NFC", raw.strip()))
    return f"{unicodedata.normalize('NFC', stem[:_LONGEST_STEM])}-{digits}"
