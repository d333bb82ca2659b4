"""Retrievers made of others: reciprocal rank fusion, and a local reranking of its result."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from math import log

from annotator.evaluate.lexical import Bm25, lexical
from annotator.evaluate.retriever import ByText, Hit, Passage, TextSearch, best_first
from annotator.evaluate.token_hash import TokenHash, token_hash
from annotator.evaluate.tokens import tokens

RRF_K = 60
# How deep each route is read before they are fused.
DEPTH = 100
# Of the reranked score, what comes from the words of the question; the rest is the fused score.
COVERAGE_WEIGHT = 0.3


def reciprocal_ranks(routes: Sequence[Sequence[Hit]], k: int = RRF_K) -> dict[str, float]:
    """Sum over the routes of 1 / (k + rank) for every passage that any of them returned (Cormack et al. 2009)."""
    fused: dict[str, float] = {}
    for route in routes:
        for rank, (passage, _) in enumerate(best_first(route), 1):
            fused[passage] = fused.get(passage, 0.0) + 1.0 / (k + rank)
    return fused


class Hybrid:
    """Reciprocal rank fusion of text searches."""

    def __init__(self, routes: Sequence[TextSearch]) -> None:
        self._routes = routes

    def index(self, passages: Sequence[Passage]) -> None:
        for route in self._routes:
            route.index(passages)

    def search(self, query: str, k: int) -> list[Hit]:
        depth = max(k, DEPTH)
        return best_first(list(reciprocal_ranks([route.search(query, depth) for route in self._routes]).items()))[:k]


class Reranked:
    """Reorders what a search found by how much of the question a passage has: its different words, rare ones weighing more."""

    def __init__(self, inner: TextSearch) -> None:
        self._inner = inner
        self._words: Mapping[str, frozenset[str]] = {}
        self._holders: Counter[str] = Counter()

    def index(self, passages: Sequence[Passage]) -> None:
        self._inner.index(passages)
        self._words = {passage.id: frozenset(tokens(passage.searched)) for passage in passages}
        self._holders = Counter(word for words in self._words.values() for word in words)

    def search(self, query: str, k: int) -> list[Hit]:
        found = self._inner.search(query, max(k, DEPTH))
        weights = {word: log(1 + len(self._words) / (1 + self._holders[word])) for word in sorted(set(tokens(query)))}
        total = sum(weights.values())
        if not found or not total:
            return found[:k]
        highest = max(score for _, score in found)
        covered = {passage: sum(weight for word, weight in weights.items() if word in self._words[passage]) / total for passage, _ in found}
        scored = [(passage, (1 - COVERAGE_WEIGHT) * score / highest + COVERAGE_WEIGHT * covered[passage]) for passage, score in found]
        return best_first(scored)[:k]


def hybrid() -> ByText:
    """The retriever `hybrid`: lexical and token-hash fused."""
    return ByText("hybrid", Hybrid([Bm25(), TokenHash()]), _definition("rrf"))


def rerank() -> ByText:
    """The retriever `rerank`: hybrid, then the local heuristic."""
    definition = {**_definition("rrf, word coverage"), "coverage_weight": COVERAGE_WEIGHT}
    return ByText(
        "rerank", Reranked(Hybrid([Bm25(), TokenHash()])), definition, ("rerank is a local heuristic over words, no trained model.",)
    )


def _definition(kind: str) -> dict[str, object]:
    return {"kind": kind, "k": RRF_K, "depth": DEPTH, "routes": [lexical().definition, token_hash().definition]}
