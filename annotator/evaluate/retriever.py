"""What a retriever is to the evaluator, and what it is given."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Any, NamedTuple, Protocol

# The projection of a retriever that has only one.
CANDIDATE = "candidate"
# What comes when somebody asks for it by name; a dataset may have answers of its own for this projection.
EXPLICIT = "explicit"

Hit = tuple[str, float]


class Passage(NamedTuple):
    """A passage of the corpus as a retriever sees it; `meta` is whatever else the dataset says of it."""

    id: str
    text: str
    title: str = ""
    meta: Mapping[str, Any] = {}

    @property
    def searched(self) -> str:
        """Title and text, which is what built-in retrievers index."""
        return f"{self.title}\n{self.text}" if self.title else self.text


class Query(NamedTuple):
    """A question; `groups` are what figures are broken down by, such as language or difficulty.

    A memory system also needs who asks where (`context`) and when (`time`, the fixed clock of this question). `library` is all that
    may be searched for it, None where that is the whole corpus; `explicit` asks for the projection EXPLICIT too.
    """

    id: str
    text: str
    groups: Mapping[str, str] = {}
    context: Mapping[str, Any] = {}
    time: str | None = None
    library: Sequence[Passage] | None = None
    explicit: bool = False


class TextSearch(Protocol):
    """A retriever that knows questions by their text alone: what `python:` names, and most built-in ones."""

    def index(self, passages: Sequence[Passage]) -> None:
        """Take in the corpus; called once before any search."""

    def search(self, query: str, k: int) -> list[Hit]:
        """At most `k` passages with their scores, best first."""


class Retriever(Protocol):
    """A named retriever; it may give several projections of a search, which are scored apart and never mixed.

    `definition` says what it does (library, settings) for the report's definition digest; it never holds a text of the dataset.
    `notes` are sentences for people who read its figures.
    """

    name: str
    definition: Mapping[str, object]
    notes: Sequence[str]

    def index(self, passages: Sequence[Passage]) -> None:
        """Take in the corpus and forget all that was before, counters included; called once, or before each question with a library."""

    def search(self, query: Query, k: int) -> Mapping[str, Sequence[Hit]]:
        """At most `k` passages with their scores for each projection, best first."""


class ByText:
    """Makes a retriever with one projection of a text search."""

    def __init__(self, name: str, search: TextSearch, definition: Mapping[str, object], notes: Sequence[str] = ()) -> None:
        self.name = name
        self.definition = definition
        self.notes = notes
        self._search = search

    def index(self, passages: Sequence[Passage]) -> None:
        self._search.index(passages)

    def search(self, query: Query, k: int) -> Mapping[str, Sequence[Hit]]:
        return {CANDIDATE: self._search.search(query.text, k)}


class FromRun:
    """A retriever whose answers were recorded in a TREC run: query id to passages with scores."""

    def __init__(self, name: str, run: Mapping[str, Sequence[Hit]], definition: Mapping[str, object]) -> None:
        self.name = name
        self.definition = definition
        self.notes: Sequence[str] = ()
        self.shared = (
            f"{name} was recorded elsewhere: which library it searched is not known, only whether a passage from outside came back."
        )
        self._run = run

    @property
    def questions(self) -> AbstractSet[str]:
        """The ids of the questions that the run answers."""
        return self._run.keys()

    def index(self, passages: Sequence[Passage]) -> None:
        """A recorded run needs no corpus."""

    def search(self, query: Query, k: int) -> Mapping[str, Sequence[Hit]]:
        return {CANDIDATE: of_the_best(self._run.get(query.id, ()), k)}


def best_first(hits: Sequence[Hit]) -> list[Hit]:
    """Hits in trec_eval's order (score, then id by bytes, both falling); a passage that stands twice keeps its best place."""
    best: dict[str, float] = {}
    for passage, score in hits:
        if passage not in best or score > best[passage]:
            best[passage] = score
    return _falling(list(best.items()))


def of_the_best(hits: Sequence[Hit], k: int) -> list[Hit]:
    """The hits of the `k` best passages in order; a passage that stands twice is left so, for the evaluator to see and count."""
    kept = {passage for passage, _ in best_first(hits)[:k]}
    return _falling([hit for hit in hits if hit[0] in kept])


def _falling(hits: list[Hit]) -> list[Hit]:
    return sorted(hits, key=lambda hit: (hit[1], hit[0].encode()), reverse=True)
