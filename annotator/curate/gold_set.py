"""Gold set: what a dataset has decided, as the evaluator sees it, and how sure that is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from annotator.curate.scored_samples import any_not_gold, counts_of, groups_of, scored_samples
from annotator.curate.workspace import Workspace
from annotator.errors import UsageError
from annotator.evaluate.experiment import Answers, Material
from annotator.evaluate.retriever import Passage, Query
from annotator.model.facets.flag import Flag
from annotator.model.status import Standing


class GoldSet(NamedTuple):
    """`material` is what is scored; `statuses` those of its samples; `left_out` the others by reason; `notes` for the report."""

    material: Material
    statuses: dict[str, Standing]
    left_out: dict[str, int]
    notes: list[str]

    @property
    def counts(self) -> dict[str, int]:
        """How many samples of each status are scored."""
        return counts_of(self.statuses)

    @property
    def provisional(self) -> bool:
        """Whether anything scored is not gold."""
        return any_not_gold(self.statuses)


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
    scored = scored_samples(workspace, level, lambda case: "no query" if case.sample.query is None else None, first)
    answers = scored.answers
    passages = {id_: Passage(id_, one.text, one.title or "", one.meta or {}) for id_, one in workspace.dataset.passages.items()}
    queries = [_query(workspace, id_, passages, values) for id_, values in answers.items()]
    material = material_of(workspace, queries, list(passages.values()), answers)
    return GoldSet(material, scored.statuses, scored.left_out, scored.notes)


def _query(workspace: Workspace, id_: str, passages: Mapping[str, Passage], values: Mapping[str, Any]) -> Query:
    sample, evaluation = workspace.cases[id_].sample, workspace.config.evaluation
    library = None if evaluation.library is None else [passages[candidate] for candidate in sample.candidates or ()]
    explicit = evaluation.explicit is not None and _answerable(values[evaluation.explicit.relevance])
    return Query(id_, sample.query or "", groups_of(workspace, id_), sample.context or {}, sample.time, library, explicit)


def _answerable(grades: Mapping[str, int]) -> bool:
    return any(grade >= 1 for grade in grades.values())


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
