"""Memories by the words of a command line: the reference store, or one that `python:` names. Nothing in a dataset can name any."""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec

from annotator.curate.outside_retrievers import python_object
from annotator.errors import MissingPrerequisite, UsageError
from annotator.evaluate.conversation.memory import Memory
from annotator.evaluate.conversation.outside_memory import METHODS, OutsideMemory
from annotator.evaluate.conversation.reference_store import ReferenceStore
from annotator.evaluate.lexical import lexical
from annotator.evaluate.outside import Blame
from annotator.evaluate.retriever import Passage, Query


def memory_named(words: str) -> Callable[[], Memory]:
    """How a fresh memory is made: `python:MODULE:ATTRIBUTE`, a class or function, or "" for the reference store.

    Raises UsageError and MissingPrerequisite; making one raises these, and RetrieverFailed.
    """
    if not words:
        return reference_store
    kind, _, rest = words.partition(":")
    if kind != "python":
        raise UsageError(f"--memory {words}: write it as python:MODULE:ATTRIBUTE")
    make = python_object("memory", rest)

    def made() -> Memory:
        with Blame("memory", "while it was made"):
            thing = make()
        missing = [method for method in METHODS if not callable(getattr(thing, method, None))]
        if missing:
            raise UsageError(f"--memory {words}: has no {', '.join(missing)}; a memory has {', '.join(METHODS)}")
        return OutsideMemory(thing)

    return made


def reference_store() -> Memory:
    """The reference store, searched by the lexical retriever. Raises MissingPrerequisite."""
    missing = missing_modules()
    if missing:
        raise MissingPrerequisite(f"the reference store needs {', '.join(missing)} to search; install gold-annotator anew")
    # Searched once before anything is timed, so that the time to load libraries is nobody's latency.
    retriever = lexical()
    retriever.index([Passage("warm", "up 预热")])
    retriever.search(Query("", "up 预热"), 1)
    return ReferenceStore(lexical)


def missing_modules() -> list[str]:
    """Libraries that the lexical retriever needs and that are not installed."""
    return [name for name in ("bm25s", "Stemmer", "rjieba") if find_spec(name) is None]
