"""Gold set: what a dataset has decided, as the evaluator sees it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, NamedTuple

from annotator.curate.answers_given import answer_of
from annotator.curate.workspace import Workspace
from annotator.errors import CheckFailed, UsageError
from annotator.evaluate.experiment import Material
from annotator.evaluate.retriever import Passage, Query
from annotator.model.facets.flag import Flag
from annotator.model.status import Standing
from annotator.workflow.case import Case

LEVELS = ("gold", "gold-candidate", "draft")


class GoldSet(NamedTuple):
    """`material` is what is scored; `counts` its samples by status; `left_out` the others by reason; `notes` for the report."""

    material: Material
    counts: dict[str, int]
    left_out: dict[str, int]
    notes: list[str]

    @property
    def provisional(self) -> bool:
        """Whether anything scored is not gold."""
        return any(count for status, count in self.counts.items() if status != Standing.GOLD)


def gold_set(workspace: Workspace, level: str | None = None) -> GoldSet:
    """The samples of at least `level` with their answers; without one, gold, or everything while nothing is gold.

    A draft counts with what its labels came to, else with its author's proposal; such figures are provisional.
    Raises UsageError when the dataset does not say which facet tells relevance, CheckFailed when no sample has an answer.
    """
    config = workspace.config
    if config.evaluation.relevance is None:
        raise UsageError(f"{config.id}: dataset.yaml does not say what is relevant; name the facet under evaluation.relevance")
    any_gold = any(account.status is Standing.GOLD for account in workspace.accounts.values())
    notes = []
    if level is None:
        level = "gold" if any_gold else "draft"
        if not any_gold:
            notes.append("nothing is gold yet: drafts are scored, and the figures are provisional")
    wanted = {Standing(name) for name in LEVELS[: LEVELS.index(level) + 1]}
    counts: Counter[str] = Counter()
    left_out: Counter[str] = Counter()
    queries: list[Query] = []
    answers: dict[str, Mapping[str, Any]] = {}
    for id_, case in workspace.cases.items():
        status = workspace.accounts[id_].status
        values = answer_of(workspace, id_) if status in wanted else None
        if case.sample.query is None or values is None:
            left_out[_why_out(case, status, wanted)] += 1
            continue
        counts[status.value] += 1
        answers[id_] = values
        queries.append(Query(id_, case.sample.query, _groups(workspace, id_)))
    if not queries:
        raise CheckFailed(f"{config.id}: no sample of status {level} has an answer to score against; promote some, or give --status draft")
    passages = [Passage(passage.id, passage.text, passage.title or "") for passage in workspace.dataset.passages.values()]
    return GoldSet(
        material_of(workspace, queries, passages, answers), dict(counts), dict(left_out), notes + _override_notes(workspace, answers)
    )


def _why_out(case: Case, status: Standing, wanted: set[Standing]) -> str:
    if case.sample.query is None:
        return "no query"
    return "no answer yet" if status in wanted else status.value


def material_of(workspace: Workspace, queries: list[Query], passages: list[Passage], answers: Mapping[str, Mapping[str, Any]]) -> Material:
    """What is scored when `answers` (sample to its typed values) hold."""
    evaluation = workspace.config.evaluation
    forbidding = [name for name, facet in workspace.config.facets.items() if isinstance(facet, Flag) and facet.role == "forbidden"]
    judgments = {id_: dict(values[evaluation.relevance or ""]) for id_, values in answers.items()}
    spans = {
        id_: {passage: [(span.start, span.end) for span in marked] for passage, marked in values[evaluation.context].items()}
        for id_, values in answers.items()
        if evaluation.context is not None and isinstance(values[evaluation.context], dict)
    }
    forbidden = {
        id_: frozenset(passage for name in forbidding for passage, flag in values[name].items() if flag) for id_, values in answers.items()
    }
    return Material(queries, passages, judgments, spans, {id_: ids for id_, ids in forbidden.items() if ids})


def _groups(workspace: Workspace, id_: str) -> dict[str, str]:
    """What figures are broken down by: the sample's groups, its language, and `hard` where it could not be settled."""
    sample = workspace.cases[id_].sample
    groups = dict(sample.groups or {})
    if sample.lang is not None:
        groups.setdefault("lang", sample.lang)
    if workspace.accounts[id_].resolution.unsettled:
        groups["difficulty"] = "hard"
    return groups


def _override_notes(workspace: Workspace, answers: Mapping[str, Any]) -> list[str]:
    notes = []
    for id_ in answers:
        gold = workspace.accounts[id_].gold
        reason = getattr(gold.event, "override", None) if gold is not None else None
        if reason is not None:
            notes.append(f"{id_} is gold although the agreement rule did not hold: {reason}")
    return notes
