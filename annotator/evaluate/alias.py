"""Finds passages by hand-made aliases of the dataset: plumbing for regression tests, no measure of any model."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from annotator.evaluate.retriever import ByText, Hit, Passage, best_first

NOTE = "alias knows this dataset's own hand-made aliases: its figures test the plumbing and say nothing about retrieval quality."


class Alias:
    """Scores a passage by the share of the question's concepts that it names; a concept is a list of names for one thing."""

    def __init__(self, concepts: Sequence[Sequence[str]]) -> None:
        self._concepts = [[_plain(name) for name in names if name.strip()] for names in concepts]
        self._of: dict[str, frozenset[int]] = {}

    def index(self, passages: Sequence[Passage]) -> None:
        self._of = {passage.id: self._named(passage.searched) for passage in passages}

    def search(self, query: str, k: int) -> list[Hit]:
        wanted = self._named(query)
        hits = [(passage, len(wanted & concepts) / len(wanted)) for passage, concepts in self._of.items() if wanted & concepts]
        return best_first(hits)[:k]

    def _named(self, text: str) -> frozenset[int]:
        plain = _plain(text)
        return frozenset(number for number, names in enumerate(self._concepts) if any(name in plain for name in names))


def _plain(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold()


def alias(concepts: Sequence[Sequence[str]]) -> ByText:
    """The retriever `alias`; `concepts` are lists of names, each list for one thing."""
    return ByText("alias", Alias(concepts), {"kind": "alias", "concepts": len(concepts)}, (NOTE,))
