"""Retrievers by the names that a command line gives them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from collections.abc import Set as AbstractSet
from typing import TYPE_CHECKING

from annotator.curate.outside_retrievers import KINDS, USUAL, Limits, brought_along
from annotator.errors import UnreadableInput, UsageError
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
        return _recorded(workspace, given, rest)
    if kind in KINDS and rest:
        return KINDS[kind](given or kind, rest, limits)
    brought = None if colon else brought_along(given or spec, spec)
    if brought is None:
        raise UsageError(
            f"there is no retriever {spec!r}; there are {', '.join(BUILT_IN)}, run:FILE, python:MODULE:ATTRIBUTE, command:WORDS, http:URL, "
            "dense:FOLDER and what installed packages bring along; NAME= before any of them names it in the report"
        )
    return brought


def _recorded(workspace: Workspace, given: str, path: str) -> FromRun:
    """The run at `path`. Raises UnreadableInput, also where none of its questions is of the dataset, since every figure would be 0."""
    run = FromRun(given or path.rsplit("/", 1)[-1], read_hits(path), {"kind": "run", "sha256": run_sha256(path)})
    if run.questions and run.questions.isdisjoint(workspace.cases):
        both = f"it has {_few(run.questions)}, the dataset has {_few(workspace.cases.keys())}"
        raise UnreadableInput(path, None, f"answers no question of {workspace.config.id}", f"{both}; write the run with the dataset's ids")
    return run


def run_notes(workspace: Workspace, retrievers: Iterable[Retriever], scored: AbstractSet[str]) -> Iterator[str]:
    """A sentence on each recorded run that answers what is no sample of the dataset, or not all questions that are scored."""
    for run in retrievers:
        if not isinstance(run, FromRun):
            continue
        if strange := run.questions - workspace.cases.keys():
            its = f"{len(strange)} of its {len(run.questions)} questions"
            yield f"{run.name}: {its} are no samples of {workspace.config.id} and were left out: {_few(strange)}"
        if silent := scored - run.questions:
            yield f"{run.name}: has nothing for {len(silent)} of the {len(scored)} questions that are scored: {_few(silent)}"


def _few(ids: AbstractSet[str]) -> str:
    return ", ".join(map(repr, sorted(ids)[:3])) + (", …" if len(ids) > 3 else "")


def split_name(words: str) -> tuple[str, str]:
    """The name before a `=`, "" without one; what stands after a colon is never a name."""
    found = _NAMED.match(words)
    return (found[1], words[found.end() :]) if found else ("", words)
