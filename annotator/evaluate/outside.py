"""Retrievers from outside: whatever they answer is checked, and their failures are told as theirs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import isnan
from types import MappingProxyType, TracebackType
from typing import Any, Protocol

from annotator.errors import AnnotatorError, RetrieverFailed
from annotator.evaluate.retriever import CANDIDATE, Hit, Passage, Query, of_the_best

# What a question has that is its words and nothing more.
NOTHING_MORE: Mapping[str, Any] = MappingProxyType({})


class AnySearch(Protocol):
    """A search that is not ours; what it answers is anything until it was checked."""

    def index(self, passages: Sequence[Passage]) -> None:
        """Take in the corpus; called once before any search."""

    def search(self, query: str, k: int, sample: Mapping[str, Any]) -> Any:
        """At most `k` pairs of passage id and score, or a mapping of projections to such lists; `sample` is what `sample_of` gives."""

    def close(self) -> None:
        """Let go of what it holds."""


class Outside:
    """Makes a retriever of a search from outside; up to `at_once` searches may run at the same time.

    `shared` is a sentence on what one sample's library may learn of another's, "" where each gets a search of its own.
    """

    def __init__(
        self,
        name: str,
        search: AnySearch,
        definition: Mapping[str, object],
        notes: Sequence[str] = (),
        *,
        at_once: int = 1,
        shared: str = "",
    ) -> None:
        self.name = name
        self.definition = definition
        self.notes = notes
        self.at_once = at_once
        self.shared = shared
        self._search = search

    def index(self, passages: Sequence[Passage]) -> None:
        """Hand it the corpus. Raises RetrieverFailed."""
        with Blame(self.name, "while it took in the corpus"):
            self._search.index(passages)

    def search(self, query: Query, k: int) -> Mapping[str, Sequence[Hit]]:
        """Its checked answer, cut to the best `k`. Raises RetrieverFailed, naming the question."""
        with Blame(self.name, f"on question {query.id}"):
            answer = self._search.search(query.text, k, sample_of(query))
            return {name: of_the_best(hits, k) for name, hits in projections_of(answer).items()}

    def close(self) -> None:
        """Let go of what it holds."""
        with Blame(self.name, "while it was closed"):
            self._search.close()


def sample_of(query: Query) -> dict[str, Any]:
    """What a question has beyond its words, as plain JSON: `context`, `time`, `library` and `explicit`, those it has."""
    sample: dict[str, Any] = {}
    if query.context:
        sample["context"] = dict(query.context)
    if query.time is not None:
        sample["time"] = query.time
    if query.library is not None:
        sample["library"] = [_passage(passage) for passage in query.library]
    if query.explicit:
        sample["explicit"] = True
    return sample


def _passage(passage: Passage) -> dict[str, Any]:
    whole = {"id": passage.id, "text": passage.text, "title": passage.title, "meta": dict(passage.meta)}
    return {key: value for key, value in whole.items() if value or key in {"id", "text"}}


class Blame:
    """Turns whatever foreign code raises into one sentence that names it and what it was at."""

    def __init__(self, name: str, doing: str, kind: str = "retriever") -> None:
        self._name = f"{kind} {name}"
        self._doing = doing

    def __enter__(self) -> None:
        """Nothing to prepare."""

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if isinstance(error, RetrieverFailed):
            raise RetrieverFailed(f"{self._name} failed {self._doing}: {error}") from error
        if isinstance(error, Exception | SystemExit) and not isinstance(error, AnnotatorError):
            raise RetrieverFailed(f"{self._name} failed {self._doing}: {type(error).__name__}: {error}{_place(trace)}") from error


def _place(trace: TracebackType | None) -> str:
    """File name and line where foreign code gave up."""
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return "" if trace is None else f" ({trace.tb_frame.f_code.co_filename.replace(chr(92), '/').rpartition('/')[2]}:{trace.tb_lineno})"


def projections_of(answer: Any) -> dict[str, list[Hit]]:
    """An answer as projections to hits: a list of pairs is the projection `candidate`. Raises RetrieverFailed."""
    if isinstance(answer, Mapping):
        if not answer:
            raise RetrieverFailed("it gave no projection at all; where nothing was found, give an empty list under a projection's name")
        for name in answer:
            if not isinstance(name, str) or not name.isprintable() or not name:
                raise RetrieverFailed(f"a projection is named {name!r}; let it be a word")
        return {name: _hits(hits) for name, hits in answer.items()}
    return {CANDIDATE: _hits(answer)}


def answer_of_json(document: Any) -> Any:
    """What a JSON answer holds: its `results`, or its `projections`. Raises RetrieverFailed, with its own `error` where it has one."""
    if isinstance(document, dict):
        refuse_own_error(document)
        for key, kind in (("results", list), ("projections", dict)):
            if isinstance(document.get(key), kind):
                return document[key]
    raise RetrieverFailed('its answer is not {"results":[[id,score],…]} or {"projections":{NAME:[[id,score],…]}}')


def refuse_own_error(document: Mapping[str, Any]) -> None:
    """Raises RetrieverFailed where the answer is that there is none."""
    if isinstance(document.get("error"), str):
        raise RetrieverFailed(f"it says {document['error']!r}")


def _hits(answer: Any) -> list[Hit]:
    if isinstance(answer, str | bytes) or not isinstance(answer, Iterable):
        raise RetrieverFailed(f"it answered {_short(answer)} where a list of (id, score) is needed")
    return [_hit(one) for one in answer]


def _hit(one: Any) -> Hit:
    try:
        passage, score = one
        number = float(score)
    except (TypeError, ValueError):
        raise RetrieverFailed(f"{_short(one)} is no pair of passage id and score") from None
    # An id may be a whole number, which is then its digits, as it is in every file of ids.
    if isinstance(passage, bool | float) or not str(passage) or isinstance(score, str | bytes):
        raise RetrieverFailed(f"{_short(one)} is no pair of passage id and score")
    if isnan(number):
        raise RetrieverFailed(f"passage {passage} has a score that is not a number (NaN), so there is no order; let it return real numbers")
    return str(passage), number


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}…"
