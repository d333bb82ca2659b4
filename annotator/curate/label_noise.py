"""Label noise: the labels of each reviewer as gold sets of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from annotator.curate.gold_set import GoldSet, material_of
from annotator.errors import CheckFailed

if TYPE_CHECKING:
    from annotator.curate.workspace import Workspace
    from annotator.evaluate.experiment import Material


def label_sets(workspace: Workspace, gold: GoldSet) -> dict[str, Material]:
    """For each reviewer, the scored questions that he or she has a label for, with the answers of that label.

    Raises CheckFailed where no scored question was labelled by a reviewer: a proposal of an author is no second opinion.
    """
    answers: dict[str, dict[str, Any]] = {}
    for query in gold.material.queries:
        for by, entry in workspace.cases[query.id].fresh.items():
            if entry.values is not None:
                answers.setdefault(by, {})[query.id] = entry.values
    if not answers:
        raise CheckFailed(f"{workspace.config.id}: no scored question has a reviewer's label, so there is no label noise to measure")
    queries, passages = list(gold.material.queries), list(gold.material.passages)
    return {by: material_of(workspace, queries, passages, its) for by, its in sorted(answers.items())}
