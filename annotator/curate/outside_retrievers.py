"""Retrievers from outside, by the words of a command line: python, command, http, dense, and those that packages bring along.

Code is loaded only here, and only by a name that the command line gives: nothing in a dataset can name any.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Mapping, Sequence
from importlib.metadata import EntryPoint, entry_points
from typing import Any, NamedTuple

from annotator.errors import MissingPrerequisite, UsageError
from annotator.evaluate.outside import Blame, Outside
from annotator.evaluate.retriever import Passage, Retriever

GROUP = "annotator.retrievers"
_UNSEEN = "what {} runs is not in definition_sha256 beyond its name: other code behind the same name gives the same digest."


class Limits(NamedTuple):
    """How long a retriever from outside may take (seconds for one answer), how often it is asked again, how many at a time."""

    timeout: float = 30.0
    retries: int = 2
    at_once: int = 1


USUAL = Limits()


class _Loaded:
    """A Python object as a search: its index and close may be missing, and a plain function is a search."""

    def __init__(self, thing: Any) -> None:
        self._thing = thing
        self._search: Callable[[str, int], Any] = thing.search if hasattr(thing, "search") else thing

    def index(self, passages: Sequence[Passage]) -> None:
        if hasattr(self._thing, "index"):
            self._thing.index(passages)

    def search(self, query: str, k: int) -> Any:
        return self._search(query, k)

    def close(self) -> None:
        if hasattr(self._thing, "close"):
            self._thing.close()


def python_retriever(name: str, words: str, _: Limits) -> Retriever:
    """`module:attribute`, looked for in the working folder first. Raises UsageError, MissingPrerequisite."""
    module, attribute = (*words.split(":", 1), "")[:2]
    if not module or not attribute:
        raise UsageError(f"python:{words}: write it as python:MODULE:ATTRIBUTE")
    if "" not in sys.path:
        # An installed command does not look into the working folder by itself.
        sys.path.insert(0, "")
    with Blame(name, "while it was imported"):
        try:
            thing: Any = importlib.import_module(module)
        except ImportError as error:
            raise MissingPrerequisite(f"python:{words}: {error}; run annotator where {module} can be imported from") from None
    for part in attribute.split("."):
        if not hasattr(thing, part):
            raise UsageError(f"python:{words}: {module} has no {attribute}")
        thing = getattr(thing, part)
    return _of_object(name, f"python:{words}", thing)


def _of_object(name: str, words: str, thing: Any) -> Retriever:
    with Blame(name, "while it was made"):
        made = thing() if isinstance(thing, type) else thing
    if not hasattr(made, "search") and not callable(made):
        raise UsageError(f"{words}: is neither a function (query, k) nor an object with search(query, k)")
    stated = getattr(made, "definition", None)
    definition: Mapping[str, object] = {"kind": "python", "named": words, "stated": dict(stated) if isinstance(stated, Mapping) else None}
    return Outside(name, _Loaded(made), definition, () if isinstance(stated, Mapping) else (_UNSEEN.format(name),))


def command_retriever(name: str, words: str, limits: Limits) -> Retriever:
    """A program that answers JSON lines. Raises UsageError."""
    from annotator.store.piped_search import PipedSearch

    search = PipedSearch(words, limits.timeout)
    return Outside(name, search, {"kind": "command", "command": words}, (_UNSEEN.format(name),))


def http_retriever(name: str, words: str, limits: Limits) -> Retriever:
    """A service that answers posted questions. Raises UsageError."""
    from annotator.store.http_search import HttpSearch

    search = HttpSearch(words, limits.timeout, limits.retries)
    return Outside(name, search, {"kind": "http", "url": words}, (_UNSEEN.format(name),), limits.at_once)


def dense_retriever(name: str, words: str, _: Limits) -> Retriever:
    """A sentence-transformers model in a folder. Raises MissingPrerequisite."""
    from annotator.evaluate.dense import dense
    from annotator.store.outside import folder_sha256

    return dense(name, words, folder_sha256(words))


def brought_along(name: str, entry: str) -> Retriever | None:
    """The retriever that an installed package offers as `entry` in the group annotator.retrievers, None where there is none."""
    found: list[EntryPoint] = list(entry_points(group=GROUP, name=entry))
    if not found:
        return None
    try:
        return _of_object(name, f"{GROUP}:{entry}", found[0].load())
    except (ImportError, AttributeError) as error:
        raise MissingPrerequisite(f"{entry}: its package cannot be loaded ({error})") from None


KINDS: dict[str, Callable[[str, str, Limits], Retriever]] = {
    "python": python_retriever,
    "command": command_retriever,
    "http": http_retriever,
    "dense": dense_retriever,
}
