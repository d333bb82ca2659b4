"""Retrievers by the names that a command line gives them."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from annotator.curate.outside_retrievers import KINDS, USUAL, Limits, brought_along
from annotator.errors import UsageError
from annotator.evaluate.retriever import FromRun, Retriever
from annotator.model.dimension import Dimension
from annotator.store.trec_hits import read_hits, run_sha256

if TYPE_CHECKING:
    from annotator.curate.workspace import Workspace

_NAMED = re.compile(r"([A-Za-z0-9][A-Za-z0-9._-]*)=")


def _lexical(_: Workspace) -> Retriever:
    from annotator.evaluate.lexical import lexical

    return lexical()


def _token_hash(_: Workspace) -> Retriever:
    from annotator.evaluate.token_hash import token_hash

    return token_hash()


def _hybrid(_: Workspace) -> Retriever:
    from annotator.evaluate.fusion import hybrid

    return hybrid()


def _rerank(_: Workspace) -> Retriever:
    from annotator.evaluate.fusion import rerank

    return rerank()


def _alias(workspace: Workspace) -> Retriever:
    from annotator.evaluate.alias import alias

    registry = workspace.dataset.scheme.registry
    return alias([_names(dimension) for dimension in registry.dimensions] if registry is not None else [])


def _names(dimension: Dimension) -> list[str]:
    names = [dimension.name] if isinstance(dimension.name, str) else list(dimension.name.values())
    return [dimension.id, *names, *dimension.aliases]


def _recall(_: Workspace) -> Retriever:
    from annotator.evaluate.recall import Recall

    return Recall()


BUILT_IN: dict[str, Callable[[Workspace], Retriever]] = {
    "lexical": _lexical,
    "token-hash": _token_hash,
    "alias": _alias,
    "hybrid": _hybrid,
    "rerank": _rerank,
    "recall": _recall,
}


def not_built_in(name: str) -> str | None:
    """Why a dataset may not name this retriever, None where it may: only a command line makes other code run."""
    if name in BUILT_IN:
        return None
    return f"evaluation.retrievers names {name!r}, which is no built-in retriever; there are {', '.join(BUILT_IN)}"


def retriever_named(workspace: Workspace, words: str, limits: Limits = USUAL) -> Retriever:
    """A retriever by `SPEC` or `NAME=SPEC`: a built-in one, `run:FILE`, or one from outside. The report knows it by its name.

    Raises UsageError for a word that is none, UnreadableInput for a bad run, MissingPrerequisite for what is not there.
    """
    given, spec = split_name(words)
    kind, colon, rest = spec.partition(":")
    if spec in BUILT_IN:
        found = BUILT_IN[spec](workspace)
        found.name = given or found.name
        return found
    if kind == "run" and rest:
        return FromRun(given or rest.rsplit("/", 1)[-1], read_hits(rest), {"kind": "run", "sha256": run_sha256(rest)})
    if kind in KINDS and rest:
        return KINDS[kind](given or kind, rest, limits)
    brought = None if colon else brought_along(given or spec, spec)
    if brought is None:
        raise UsageError(
            f"there is no retriever {spec!r}; there are {', '.join(BUILT_IN)}, run:FILE, python:MODULE:ATTRIBUTE, command:WORDS, http:URL, "
            "dense:FOLDER and what installed packages bring along; NAME= before any of them names it in the report"
        )
    return brought


def split_name(words: str) -> tuple[str, str]:
    """The name before a `=`, "" without one; what stands after a colon is never a name."""
    found = _NAMED.match(words)
    return (found[1], words[found.end() :]) if found else ("", words)
