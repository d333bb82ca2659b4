"""Evaluation request: what to evaluate, from the words of a command line and, where these are silent, from dataset.yaml."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from annotator.curate.outside_retrievers import USUAL, Limits
from annotator.curate.retrievers import not_built_in
from annotator.errors import UsageError
from annotator.evaluate.average import SEED
from annotator.evaluate.experiment import DEFAULT_MEASURES
from annotator.evaluate.measures import parse

if TYPE_CHECKING:
    from annotator.curate.workspace import Workspace

# Counted in every run over private libraries, unless another cutoff is asked for.
ISOLATION = "Isolation@3"


class Request(NamedTuple):
    """What to evaluate: retrievers by name, measures, how deep, the status from which samples count, the `first` samples alone.

    Retrievers, measures, `by` (the group of the tables) and `twice` come from dataset.yaml where they are empty or None.
    `gates` are further ones in words; `baseline` is a stored report that gates speak of; `twice` and `noise` ask for a second run
    and for the label-noise floor; `with_text` puts the questions' words beside their values. `work_root` and `keep` say where a run
    over private libraries keeps its state, and that it stays.
    """

    retrievers: Sequence[str] = ()
    measures: Sequence[str] = ()
    k: int = 100
    level: str | None = None
    first: int | None = None
    seed: int = SEED
    by: str | None = None
    gates: Sequence[str] = ()
    baseline: Path | None = None
    different_data: bool = False
    twice: bool | None = None
    noise: bool = False
    with_text: bool = False
    work_root: Path | None = None
    keep: bool = False
    limits: Limits = USUAL


def completed(workspace: Workspace, request: Request) -> Request:
    """The request with what dataset.yaml says where it is silent.

    Raises UsageError where nobody names a retriever, where dataset.yaml names one that is not built in, and for a scratch root of a
    run that has none.
    """
    own = workspace.config.evaluation
    if not request.retrievers and not own.retrievers:
        raise UsageError(
            f"{workspace.config.id}: dataset.yaml names no retriever under evaluation.retrievers; give --retriever NAME, such as lexical"
        )
    # Nothing but built-in code may run because a dataset says so.
    wrong = None if request.retrievers else next(filter(None, map(not_built_in, own.retrievers)), None)
    if wrong is not None:
        raise UsageError(f"{workspace.config.id}: {wrong}; mend dataset.yaml, or name retrievers with --retriever")
    if own.library is None and (request.keep or request.work_root is not None):
        raise UsageError(
            f"{workspace.config.id}: its samples have no private libraries (evaluation.library), so a run has no scratch root; "
            "leave --keep and --work-root away"
        )
    return request._replace(
        retrievers=request.retrievers or own.retrievers,
        measures=_measures(request.measures or own.measures or DEFAULT_MEASURES, private=own.library is not None),
        by=own.by if request.by is None else request.by,
        twice=own.twice if request.twice is None else request.twice,
    )


def _measures(names: Sequence[str], *, private: bool) -> list[str]:
    """The names, with an isolation measure where samples have private libraries."""
    counted = any(parse(name).name == "Isolation" for name in names)
    return [*names, *([ISOLATION] if private and not counted else [])]
