"""The reference memory: BM25 over one sample's private library, behind rules of who may recall what, in three projections."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from annotator.evaluate.estimates import estimate
from annotator.evaluate.lexical import Bm25, lexical
from annotator.evaluate.retriever import CANDIDATE, EXPLICIT, Hit, Passage, Query, best_first

INJECTED = "injected"
AUTOMATIC = "automatic"
TOP_K = 20
BUDGET = 640
ESTIMATE = "cjk+other/3.4"
NOTE = (
    f"recall is a local lexical reference: at most {TOP_K} candidates, of which those are injected that fit {BUDGET} estimated tokens "
    f"({ESTIMATE}); it draws no random number, and its clock is each sample's time."
)
CONFIRMED = "confirmed"


class Memory:
    """One library with an index and counters of its own, all of them 0 at the start."""

    def __init__(self, passages: Sequence[Passage]) -> None:
        self.passages = {passage.id: passage for passage in passages}
        self._accessed: Counter[str] = Counter()
        self._injected: Counter[str] = Counter()
        self._accessed_at: dict[str, str] = {}
        self._search = Bm25()
        self._search.index(passages)

    def recall(self, query: Query, k: int, *, explicit: bool = False) -> list[Hit]:
        """At most `k` passages that may come back, best first: those that the question names by id, then those that share a word with it."""
        found = dict(self._search.search(query.text, len(self.passages)))
        found |= dict.fromkeys(self._named(query.text), max(found.values(), default=0.0) + 1.0)
        hits = [hit for hit in best_first(list(found.items())) if may_come(self.passages[hit[0]].meta, query.context, explicit=explicit)][
            :k
        ]
        for passage, _ in hits:
            self._accessed[passage] += 1
            if query.time is not None:
                self._accessed_at[passage] = query.time
        return hits

    def _named(self, text: str) -> list[str]:
        # A letter, digit or hyphen beside it makes it a part of another word.
        return [id_ for id_ in self.passages if re.search(rf"(?<![\w.-]){re.escape(id_)}(?![\w-])", text)]

    def inject(self, hits: Sequence[Hit]) -> list[Hit]:
        """Those of the hits that fit the budget, in their order; what says the same as an earlier one is left out."""
        chosen: list[Hit] = []
        said: set[str] = set()
        left = float(BUDGET)
        for passage, score in hits:
            text = self.passages[passage].text
            words, cost = " ".join(text.split()).casefold(), estimate(ESTIMATE, text)
            if words in said or cost > left:
                continue
            said.add(words)
            left -= cost
            chosen.append((passage, score))
            self._injected[passage] += 1
        return chosen

    def state(self) -> dict[str, Any]:
        """The counters of every passage, as plain JSON."""
        return {
            id_: {
                "accessCount": self._accessed[id_],
                "injectCount": self._injected[id_],
                "lastAccessedAt": self._accessed_at.get(id_),
            }
            for id_ in self.passages
        }


def may_come(meta: Mapping[str, Any], context: Mapping[str, Any], *, explicit: bool) -> bool:
    """Whether a passage may come back: confirmed, within its scope, known to who asks, and a secret only when asked for by name.

    What is written in another form than these rules know comes never.
    """
    scope, known_by = meta.get("scope", {}), meta.get("knownBy")
    if meta.get("review", CONFIRMED) != CONFIRMED or (meta.get("secret", False) is not False and not explicit):
        return False
    if not isinstance(scope, Mapping) or any(context.get(key) != value for key, value in scope.items()):
        return False
    return known_by is None or (isinstance(known_by, list) and context.get("characterId") in known_by)


class Recall:
    """The retriever `recall`; the projection `explicit` comes from a second memory, whose counters the first never sees."""

    def __init__(self) -> None:
        self.name = "recall"
        self.definition: Mapping[str, object] = {
            "kind": "recall",
            "search": [lexical().definition, "passages named by id first"],
            "top_k": TOP_K,
            "budget": BUDGET,
            "estimate": ESTIMATE,
        }
        self.notes: Sequence[str] = (NOTE,)
        self.index(())

    def index(self, passages: Sequence[Passage]) -> None:
        self.memories = {purpose: Memory(passages) for purpose in (AUTOMATIC, EXPLICIT)}

    def search(self, query: Query, k: int) -> Mapping[str, Sequence[Hit]]:
        automatic = self.memories[AUTOMATIC]
        candidates = automatic.recall(query, min(k, TOP_K))
        found = {CANDIDATE: candidates, INJECTED: automatic.inject(candidates)}
        if query.explicit:
            found[EXPLICIT] = self.memories[EXPLICIT].recall(query, min(k, TOP_K), explicit=True)
        return found
