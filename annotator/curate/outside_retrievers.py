"""Retrievers from outside, by the words of a command line: python, command, http, dense, and those that packages bring along.

Code is loaded only here, and only by a name that the command line gives: nothing in a dataset can name any.
"""

from __future__ import annotations

import importlib
import inspect
import sys
from collections.abc import Callable, Mapping, Sequence
from importlib.metadata import EntryPoint, entry_points
from typing import Any, NamedTuple

from annotator.errors import MissingPrerequisite, UsageError
from annotator.evaluate.outside import NOTHING_MORE, Blame, Outside
from annotator.evaluate.retriever import Passage, Retriever

GROUP = "annotator.retrievers"
_UNSEEN = "what {} runs is not in definition_sha256 beyond its name: other code behind the same name gives the same digest."
_ONE_OBJECT = "{} is one object for all samples: its index is made anew for each library, but what else it remembers is its own affair."
_ONE_SERVICE = "{} is one service for all samples: each library goes with its question, but what the service remembers is its own affair."


class Limits(NamedTuple):
    """How long a retriever from outside may take (seconds for one answer), how often it is asked again, how many at a time.

    `environment` is set for a program over the environment of this one.
    """

    timeout: float = 30.0
    retries: int = 2
    at_once: int = 1
    environment: Mapping[str, str] = {}


USUAL = Limits()


class _Loaded:
    """A Python object as a search: its index and close may be missing, and a plain function is a search.

    `make` gives a fresh object for each corpus after the first, where there is a class to make one from.
    """

    def __init__(self, thing: Any, make: Callable[[], Any] | None = None) -> None:
        self._make = make
        self._used = False
        self._take(thing)

    def _take(self, thing: Any) -> None:
        self._thing = thing
        self._search: Callable[..., Any] = thing.search if hasattr(thing, "search") else thing
        self._asks_for_sample = _has_parameter(self._search, "sample")

    def index(self, passages: Sequence[Passage]) -> None:
        if self._used and self._make is not None:
            self.close()
            self._take(self._make())
        self._used = True
        if hasattr(self._thing, "index"):
            self._thing.index(passages)

    def search(self, query: str, k: int, sample: Mapping[str, Any] = NOTHING_MORE) -> Any:
        return self._search(query, k, sample=sample) if self._asks_for_sample else self._search(query, k)

    def close(self) -> None:
        if hasattr(self._thing, "close"):
            self._thing.close()


def _has_parameter(function: Callable[..., Any], name: str) -> bool:
    try:
        return name in inspect.signature(function).parameters
    except (TypeError, ValueError):  # not every callable that is no Python function says what it takes
        return False


def python_retriever(name: str, words: str, _: Limits) -> Retriever:
    """The retriever `python:MODULE:ATTRIBUTE`. Raises as `python_object`."""
    return _of_object(name, f"python:{words}", python_object(name, words))


def python_object(name: str, words: str) -> Any:
    """What stands at `module:attribute`, looked for in the working folder first. Raises UsageError, MissingPrerequisite."""
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
    return thing


def _of_object(name: str, words: str, thing: Any) -> Retriever:
    make = thing if isinstance(thing, type) else None
    with Blame(name, "while it was made"):
        made = thing if make is None else make()
    if not hasattr(made, "search") and not callable(made):
        raise UsageError(f"{words}: is neither a function (query, k) nor an object with search(query, k)")
    stated = getattr(made, "definition", None)
    definition: Mapping[str, object] = {"kind": "python", "named": words, "stated": dict(stated) if isinstance(stated, Mapping) else None}
    notes = () if isinstance(stated, Mapping) else (_UNSEEN.format(name),)
    return Outside(name, _Loaded(made, make), definition, notes, shared="" if make is not None else _ONE_OBJECT.format(name))


def command_retriever(name: str, words: str, limits: Limits) -> Retriever:
    """A program that answers JSON lines. Raises UsageError."""
    from annotator.store.piped_search import PipedSearch

    search = PipedSearch(words, limits.timeout, limits.environment)
    return Outside(name, search, {"kind": "command", "command": words}, (_UNSEEN.format(name),))


def http_retriever(name: str, words: str, limits: Limits) -> Retriever:
    """A service that answers posted questions. Raises UsageError."""
    from annotator.store.http_search import HttpSearch

    search = HttpSearch(words, limits.timeout, limits.retries)
    definition = {"kind": "http", "url": words}
    return Outside(name, search, definition, (_UNSEEN.format(name),), at_once=limits.at_once, shared=_ONE_SERVICE.format(name))


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
