"""Scratch run: the state of a reference memory, left in the scratch root for whoever wants to look at it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from annotator.evaluate.recall import Memory, Recall
from annotator.evaluate.retriever import EXPLICIT, Hit, Passage, Query
from annotator.model.canonical import line_of
from annotator.store.scratch import Scratch


class Kept:
    """A `recall` that leaves each library with its counters in a folder `<retriever>/<sample>/<purpose>`.

    Files are written when the next library comes or at the end, since a search is timed.
    """

    def __init__(self, recall: Recall, scratch: Scratch) -> None:
        self.name = recall.name
        self.definition: Mapping[str, object] = recall.definition
        self.notes: Sequence[str] = recall.notes
        self._recall = recall
        self._scratch = scratch
        self._last: Query | None = None

    def index(self, passages: Sequence[Passage]) -> None:
        self.close()
        self._recall.index(passages)

    def search(self, query: Query, k: int) -> Mapping[str, Sequence[Hit]]:
        self._last = query
        return self._recall.search(query, k)

    def close(self) -> None:
        """Write what the last sample left."""
        query, self._last = self._last, None
        if query is None:
            return
        for purpose, memory in self._recall.memories.items():
            if purpose != EXPLICIT or query.explicit:
                self._scratch.put((self.name, query.id, purpose), _files(memory))


def _files(memory: Memory) -> dict[str, bytes]:
    library = b"".join(line_of(_record(passage)) + b"\n" for passage in memory.passages.values())
    return {"library.jsonl": library, "state.json": (json.dumps(memory.state(), ensure_ascii=False, indent=1) + "\n").encode()}


def _record(passage: Passage) -> dict[str, Any]:
    return {"id": passage.id, "text": passage.text, "title": passage.title, "meta": dict(passage.meta)}
