"""Cosine of hashed word counts, through scikit-learn: a vector route that knows no topic."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.metadata import version
from typing import Any

from annotator.evaluate import tokens
from annotator.evaluate.ordering import TopHits
from annotator.evaluate.retriever import ByText, Hit, Passage

# 512 places lose half of all Chinese matches to collisions; at 2^18 none were lost.
PLACES = 2**18


class TokenHash:
    """Words hashed into 2^18 places, lengths normalised, cosine."""

    def __init__(self) -> None:
        self._vectors: Any = None
        self._vectoriser: Any = None
        self._top = TopHits([])

    def index(self, passages: Sequence[Passage]) -> None:
        from sklearn.feature_extraction.text import HashingVectorizer

        self._vectoriser = HashingVectorizer(n_features=PLACES, analyzer=tokens.tokens, alternate_sign=False, norm="l2")
        self._top = TopHits([passage.id for passage in passages])
        self._vectors = self._vectoriser.transform([passage.searched for passage in passages]) if passages else None

    def search(self, query: str, k: int) -> list[Hit]:
        if self._vectors is None:
            return []
        return self._top.best((self._vectors @ self._vectoriser.transform([query]).T).toarray().ravel(), k)


def token_hash() -> ByText:
    """The retriever `token-hash`."""
    library = f"scikit-learn {version('scikit-learn')}"
    definition = {"kind": "token-hash", "library": library, "places": PLACES, "tokens": tokens.DEFINITION}
    return ByText(
        "token-hash", TokenHash(), definition, ("token-hash compares words, not meanings: it is no measure of embedding quality.",)
    )
