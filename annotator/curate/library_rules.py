"""Library rules: what dataset.yaml says about private libraries and about how to evaluate, as findings."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from annotator.errors import UsageError
from annotator.evaluate.measures import parse
from annotator.model.finding import Finding, FindingKind
from annotator.store import layout

if TYPE_CHECKING:
    from annotator.curate.workspace import Workspace


def evaluation_findings(workspace: Workspace) -> list[Finding]:
    """Libraries of a wrong size, passages in two of them, and names under `evaluation` that stand for nothing."""
    return [*_libraries(workspace), *_names(workspace)]


def _libraries(workspace: Workspace) -> Iterator[Finding]:
    rule = workspace.config.evaluation.library
    if rule is None:
        return
    owners: dict[str, str] = {}
    collection = workspace.dataset.sample_collection
    for id_, sample in collection.values.items():
        candidates = sample.candidates or ()
        if not rule.holds(len(candidates)):
            said = f"the library of {id_} holds {len(candidates)} passages, and dataset.yaml wants {rule.bounds}"
            yield Finding(FindingKind.INVALID, *collection.place(id_), said)
        for candidate in candidates:
            owner = owners.setdefault(candidate, id_)
            if owner != id_:
                said = f"passage {candidate!r} is in the libraries of {owner} and of {id_}, and a library is private"
                yield Finding(FindingKind.INVALID, *collection.place(id_), said)


def _names(workspace: Workspace) -> Iterator[Finding]:
    from annotator.curate.retrievers import not_built_in

    evaluation = workspace.config.evaluation
    for name in evaluation.retrievers:
        wrong = not_built_in(name)
        if wrong is not None:
            yield Finding(FindingKind.INVALID, layout.CONFIG, None, wrong)
    for measure in evaluation.measures:
        try:
            parse(measure)
        except UsageError as error:
            yield Finding(FindingKind.INVALID, layout.CONFIG, None, f"evaluation.measures: {error}")
