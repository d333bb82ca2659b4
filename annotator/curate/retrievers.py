"""Retrievers by the names that a command line gives them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from annotator.errors import UsageError
from annotator.evaluate.retriever import FromRun, Retriever
from annotator.model.dimension import Dimension
from annotator.store.trec_hits import read_hits, run_sha256

if TYPE_CHECKING:
    from annotator.curate.workspace import Workspace


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


BUILT_IN: dict[str, Callable[[Workspace], Retriever]] = {
    "lexical": _lexical,
    "token-hash": _token_hash,
    "alias": _alias,
    "hybrid": _hybrid,
    "rerank": _rerank,
}


def retriever_named(workspace: Workspace, name: str) -> Retriever:
    """The built-in retriever of that name, or `run:FILE`, a TREC run. Raises UsageError for another, UnreadableInput for a bad run."""
    if name in BUILT_IN:
        return BUILT_IN[name](workspace)
    kind, _, rest = name.partition(":")
    if kind == "run" and rest:
        return FromRun(rest.rsplit("/", 1)[-1], read_hits(rest), {"kind": "run", "sha256": run_sha256(rest)})
    raise UsageError(f"there is no retriever {name!r}; there are {', '.join(BUILT_IN)} and run:FILE (a TREC run)")
