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
    """BM25 as Lucene computes it (k1 1.2, b 0.75); passages that share no word with the question are not returned."""

    def __init__(self) -> None:
        self._scorer: Any = None
        self._top = TopHits([])

    def index(self, passages: Sequence[Passage]) -> None:
        import bm25s

        words = [tokens.tokens(passage.searched) for passage in passages]
        self._top = TopHits([passage.id for passage in passages])
        self._scorer = None
        if any(words):
            self._scorer = bm25s.BM25(k1=K1, b=B, method="lucene")
            self._scorer.index(words, show_progress=False)

    def search(self, query: str, k: int) -> list[Hit]:
        words = tokens.tokens(query)
        known = [word for word in words if self._scorer is not None and word in self._scorer.vocab_dict]
        return self._top.best(self._scorer.get_scores(known), k) if known else []


def lexical() -> ByText:
    """The retriever `lexical`."""
    definition = {"kind": "bm25", "library": f"bm25s {version('bm25s')}", "method": "lucene", "k1": K1, "b": B, "tokens": tokens.DEFINITION}
    return ByText("lexical", Bm25(), definition)
