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
            self._tie = falling(self._ids)
        scores = np.asarray(scores, dtype=np.float64)
        found = np.flatnonzero(scores > 0)
        if len(found) > k:
            least = np.partition(scores[found], len(found) - k)[len(found) - k]
            found = found[scores[found] >= least]
        best = found[np.lexsort((self._tie[found], -scores[found]))[:k]]
        return [(self._ids[at], float(scores[at])) for at in best.tolist()]


def falling(ids: Sequence[str]) -> Any:
    """The place of every id in falling byte order, so that ties are settled by one integer column."""
    import numpy as np

    order = sorted(range(len(ids)), key=lambda at: ids[at].encode(), reverse=True)
    places = np.empty(len(order), dtype=np.int64)
    places[order] = np.arange(len(order))
    return places
