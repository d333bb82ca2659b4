"""The best passages out of an array of scores, in one order whatever library made them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from annotator.evaluate.retriever import Hit


class TopHits:
    """Knows the passages behind an array of scores."""

    def __init__(self, ids: Sequence[str]) -> None:
        self._ids = ids
        self._tie: Any = None

    def best(self, scores: Any, k: int) -> list[Hit]:
        """At most `k` passages with a score above 0, score falling, then id falling by bytes, as trec_eval orders them."""
        import numpy as np

        if self._tie is None:
            # Place of every id in falling byte order, so that ties are settled by one integer column.
            order = sorted(range(len(self._ids)), key=lambda at: self._ids[at].encode(), reverse=True)
            self._tie = np.empty(len(order), dtype=np.int64)
            self._tie[order] = np.arange(len(order))
        scores = np.asarray(scores, dtype=np.float64)
        found = np.flatnonzero(scores > 0)
        if len(found) > k:
            least = np.partition(scores[found], len(found) - k)[len(found) - k]
            found = found[scores[found] >= least]
        best = found[np.lexsort((self._tie[found], -scores[found]))[:k]]
        return [(self._ids[at], float(scores[at])) for at in best.tolist()]
