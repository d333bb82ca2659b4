"""Cosine of sentence embeddings, through sentence-transformers and a model that lies on this machine."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from annotator.errors import MissingPrerequisite
from annotator.evaluate.ordering import TopHits
from annotator.evaluate.retriever import ByText, Hit, Passage

NOTE = "dense returns its nearest passages for every question, so its no-answer false-positive rate is 1 by construction."


class Dense:
    """Nearest passages by cosine; the model is read from a folder, never fetched."""

    def __init__(self, folder: str) -> None:
        self._folder = folder
        self._model: Any = None
        self._vectors: Any = None
        self._top = TopHits([])

    def index(self, passages: Sequence[Passage]) -> None:
        if self._model is None:
            from sentence_transformers import SentenceTransformer

            self._model = SentenceTransformer(self._folder, local_files_only=True, device="cpu")
        self._top = TopHits([passage.id for passage in passages])
        self._vectors = self._encoded([passage.searched for passage in passages]) if passages else None

    def search(self, query: str, k: int) -> list[Hit]:
        if self._vectors is None:
            return []
        # A cosine lies between -1 and 1, and only what is above 0 is kept by whoever picks the best.
        return self._top.best((self._vectors @ self._encoded([query])[0] + 1.0) / 2.0, k)

    def _encoded(self, texts: list[str]) -> Any:
        return self._model.encode(texts, normalize_embeddings=True, convert_to_numpy=True, show_progress_bar=False)


def dense(name: str, folder: str, sha256: str) -> ByText:
    """The retriever `dense`; `sha256` stands for the model in its definition. Raises MissingPrerequisite without the library."""
    try:
        library = f"sentence-transformers {version('sentence-transformers')}"
    except PackageNotFoundError:
        raise MissingPrerequisite(
            "dense needs the library sentence-transformers, which is not installed; install gold-annotator[dense]"
        ) from None
    return ByText(name, Dense(folder), {"kind": "dense", "library": library, "model_sha256": sha256}, (NOTE,))
