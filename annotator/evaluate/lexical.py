"""BM25 over words, through bm25s."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.metadata import version
from typing import Any

from annotator.evaluate import tokens
from annotator.evaluate.ordering import TopHits
from annotator.evaluate.retriever import ByText, Hit, Passage

K1, B = 1.2, 0.75


class Bm25:
    """BM25 as Lucene computes it; passages that share no word with the question are not returned."""

    def __init__(self, k1: float = K1, b: float = B) -> None:
        self._k1, self._b = k1, b
        self._scorer: Any = None
        self._top = TopHits([])

    def index(self, passages: Sequence[Passage]) -> None:
        self.index_words([passage.id for passage in passages], [tokens.tokens(passage.searched) for passage in passages])

    def index_words(self, ids: Sequence[str], words: Sequence[Sequence[str]]) -> None:
        """As `index`, for passages that are cut into words already."""
        import bm25s

        self._top = TopHits(ids)
        self._scorer = None
        if any(words):
            self._scorer = bm25s.BM25(k1=self._k1, b=self._b, method="lucene")
            # A tuple of two would be taken for ids and vocabulary.
            self._scorer.index(list(words), show_progress=False)

    def search(self, query: str, k: int) -> list[Hit]:
        return self.search_words(tokens.tokens(query), k)

    def search_words(self, words: Sequence[str], k: int) -> list[Hit]:
        """As `search`, for a question that is cut into words already."""
        known = [word for word in words if self._scorer is not None and word in self._scorer.vocab_dict]
        return self._top.best(self._scorer.get_scores(known), k) if known else []


def lexical() -> ByText:
    """The retriever `lexical`."""
    definition = {"kind": "bm25", "library": f"bm25s {version('bm25s')}", "method": "lucene", "k1": K1, "b": B, "tokens": tokens.DEFINITION}
    return ByText("lexical", Bm25(), definition)
