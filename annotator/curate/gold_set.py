"""Gold set: what a dataset has decided, as the evaluator sees it, and how sure that is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from annotator.curate.answers_given import answer_of
from annotator.curate.workspace import Workspace
from annotator.errors import CheckFailed, UsageError
from annotator.evaluate.experiment import Answers, Material
from annotator.evaluate.retriever import Passage, Query
from annotator.model.facets.flag import Flag
from annotator.model.status import Standing
from annotator.workflow.case import Case

LEVELS = ("gold", "gold-candidate", "draft")


class GoldSet(NamedTuple):
    """`material` is what is scored; `statuses` those of its samples; `left_out` the others by reason; `notes` for the report."""

    material: Material
    statuses: dict[str, Standing]
    left_out: dict[str, int]
    notes: list[str]

    @property
    def counts(self) -> dict[str, int]:
        """How many samples of each status are scored."""
        return dict(Counter(status.value for status in self.statuses.values()))

    @property
    def provisional(self) -> bool:
        """Whether anything scored is not gold."""
        return any(status is not Standing.GOLD for status in self.statuses.values())


def gold_set(workspace: Workspace, level: str | None = None, first: int | None = None) -> GoldSet:
    """The samples of at least `level` with their answers; without one, gold, or everything while nothing is gold.

    A draft counts with what its labels came to, else with its author's proposal; such figures are provisional. Of these, the `first`
    by the bytes of their ids where so many are asked for.
    Raises UsageError when the dataset does not say which facet tells relevance or has not so many samples, CheckFailed when no
    sample has an answer.
    """
    config = workspace.config
    if config.evaluation.relevance is None:
        raise UsageError(f"{config.id}: dataset.yaml does not say what is relevant; name the facet under evaluation.relevance")
    if level is None:
        any_gold = any(account.status is Standing.GOLD for account in workspace.accounts.values())
        level = "gold" if any_gold else "draft"
    wanted = {Standing(name) for name in LEVELS[: LEVELS.index(level) + 1]}
    left_out: Counter[str] = Counter()
    answers: dict[str, Mapping[str, Any]] = {}
    for id_, case in workspace.cases.items():
        status = workspace.accounts[id_].status
        values = answer_of(workspace, id_) if status in wanted else None
        if case.sample.query is None or values is None:
            left_out[_why_out(case, status, wanted)] += 1
            continue
        answers[id_] = values
    if not answers:
        raise CheckFailed(f"{config.id}: no sample of status {level} has an answer to score against; promote some, or give --status draft")
    if first is not None:
        chosen = _first(answers, first)
        left_out += Counter({f"not among the first {first}": len(answers) - len(chosen)})
        answers = chosen
    passages = {id_: Passage(id_, one.text, one.title or "", one.meta or {}) for id_, one in workspace.dataset.passages.items()}
    queries = [_query(workspace, id_, passages, values) for id_, values in answers.items()]
    material = material_of(workspace, queries, list(passages.values()), answers)
    statuses = {id_: workspace.accounts[id_].status for id_ in answers}
    notes = [*_standing_notes(workspace, statuses), *_override_notes(workspace, answers)]
    return GoldSet(material, statuses, dict(left_out), notes)


def _first(answers: dict[str, Mapping[str, Any]], count: int) -> dict[str, Mapping[str, Any]]:
    if not 1 <= count <= len(answers):
        raise UsageError(f"--samples {count}: give a number from 1 to {len(answers)}, since so many samples are scored")
    chosen = set(sorted(answers, key=str.encode)[:count])
    return {id_: values for id_, values in answers.items() if id_ in chosen}


def _query(workspace: Workspace, id_: str, passages: Mapping[str, Passage], values: Mapping[str, Any]) -> Query:
    sample, evaluation = workspace.cases[id_].sample, workspace.config.evaluation
    library = None if evaluation.library is None else [passages[candidate] for candidate in sample.candidates or ()]
    explicit = evaluation.explicit is not None and _answerable(values[evaluation.explicit.relevance])
    return Query(id_, sample.query or "", _groups(workspace, id_), sample.context or {}, sample.time, library, explicit)


def _answerable(grades: Mapping[str, int]) -> bool:
    return any(grade >= 1 for grade in grades.values())


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
    return Material(queries, passages, judgments, spans, _flagged(forbidding, answers), _explicit(workspace, answers))


def _flagged(names: Sequence[str], answers: Mapping[str, Mapping[str, Any]]) -> dict[str, frozenset[str]]:
    """The passages that one of the flags stands on, by sample; samples without any are left out."""
    found = {id_: frozenset(passage for name in names for passage, flag in values[name].items() if flag) for id_, values in answers.items()}
    return {id_: ids for id_, ids in found.items() if ids}


def _explicit(workspace: Workspace, answers: Mapping[str, Mapping[str, Any]]) -> Answers | None:
    explicit = workspace.config.evaluation.explicit
    if explicit is None:
        return None
    own = {id_: values for id_, values in answers.items() if _answerable(values[explicit.relevance])}
    judgments = {id_: dict(values[explicit.relevance]) for id_, values in own.items()}
    return Answers(judgments, _flagged([] if explicit.forbidden is None else [explicit.forbidden], own))


def _groups(workspace: Workspace, id_: str) -> dict[str, str]:
    """What figures are broken down by: the sample's groups, its language, and `hard` where it could not be settled."""
    sample = workspace.cases[id_].sample
    groups = dict(sample.groups or {})
    if sample.lang is not None:
        groups.setdefault("lang", sample.lang)
    if workspace.accounts[id_].resolution.unsettled:
        groups["difficulty"] = "hard"
    return groups


def _standing_notes(workspace: Workspace, statuses: Mapping[str, Standing]) -> Iterator[str]:
    """What whoever reads the figures has to know first."""
    open_ = sum(1 for status in statuses.values() if status is not Standing.GOLD)
    if open_:
        yield (
            f"provisional, not gold: {open_} of {len(statuses)} scored samples are not gold, so no score here is a gold score, and none "
            "is a gate for a release"
        )
    if workspace.config.provenance == "synthetic":
        yield (
            "synthetic: the samples were made up, so scores describe a pipeline on made-up samples and not on what people ask; where "
            "questions keep the words of their answers, word search is near perfect and proves little"
        )


def _override_notes(workspace: Workspace, answers: Mapping[str, Any]) -> list[str]:
    notes = []
    for id_ in answers:
        gold = workspace.accounts[id_].gold
        reason = getattr(gold.event, "override", None) if gold is not None else None
        if reason is not None:
            notes.append(f"{id_} is gold although the agreement rule did not hold: {reason}")
    return notes
