"""Tagging truths: what a dataset has decided about tags and memories, as the scores of a tagger need it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from annotator.curate.scored_samples import ScoredSamples, groups_of
from annotator.errors import UsageError
from annotator.evaluate.tagging.material import CHOICES, WHOLE, Truth
from annotator.evaluate.tagging.names import Names
from annotator.evaluate.tagging.plan import STAGES, Plan
from annotator.interchange.predictions import Vocabulary
from annotator.model.config import Config
from annotator.model.dimension import Registry
from annotator.model.facets.choice import Choice
from annotator.model.facets.number import Number
from annotator.model.facets.tags import Tags
from annotator.model.tagging import Tagging

if TYPE_CHECKING:
    from annotator.curate.workspace import Workspace


def tagging_of(config: Config) -> Tagging:
    """What dataset.yaml says under evaluation.tagging, or its only tags facet. Raises UsageError where there is neither."""
    if config.evaluation.tagging is not None:
        return config.evaluation.tagging
    tags = [name for name, facet in config.facets.items() if isinstance(facet, Tags)]
    if len(tags) != 1:
        raise UsageError(
            f"{config.id}: has {len(tags)} tags facets; name the one that predictions hold under evaluation.tagging.dimensions"
        )
    return Tagging(dimensions=tags[0])


def vocabulary_of(workspace: Workspace) -> Vocabulary:
    """What the words of predictions may mean."""
    return Vocabulary(workspace.config.facets, tagging_of(workspace.config), Names(_registry(workspace)))


def plan_of(workspace: Workspace, mode: str | None = None, stages: Sequence[str] = STAGES) -> Plan:
    """How the dataset is to be scored, in one mode or all of them. Raises UsageError for a mode it does not have."""
    config, tagging = workspace.config, tagging_of(workspace.config)
    if mode is not None and mode not in tagging.sections:
        raise UsageError(f"--mode {mode}: {config.id} has sections for {', '.join(tagging.sections) or 'no mode'}")
    roles = {role: config.facets[name] for role in CHOICES if (name := getattr(tagging, role)) is not None}
    number = None if tagging.priority is None else config.facets[tagging.priority]
    parts = {
        "dimensions": True,
        **{role: role in roles for role in CHOICES},
        "priority": number is not None,
        "sections": bool(tagging.sections),
        "injected": tagging.referenced is not None,
        "ranked": config.evaluation.relevance is not None,
        "scenes": config.facets[tagging.dimensions].on == "candidate",
    }
    return Plan(
        dimensions=[dimension.id for dimension in _registry(workspace).dimensions],
        parts=frozenset(part for part, there in parts.items() if there),
        modes=tuple(tagging.sections) if mode is None else (mode,),
        values={role: tuple(facet.values) for role, facet in roles.items() if isinstance(facet, Choice)},
        tolerance=number.tolerance if isinstance(number, Number) else 0,
        relaxed_at_least=tagging.relaxed_at_least,
        problem_below=tagging.problem_below,
        needs_work_below=tagging.needs_work_below,
        stages=stages,
    )


def truths_of(workspace: Workspace, scored: ScoredSamples) -> list[Truth]:
    """What holds for every scored sample."""
    return [_truth(workspace, id_, values) for id_, values in scored.answers.items()]


def _truth(workspace: Workspace, id_: str, values: Mapping[str, Any]) -> Truth:
    config, tagging = workspace.config, tagging_of(workspace.config)
    sample, tags = workspace.cases[id_].sample, values[tagging.dimensions]
    roles = {role: name for role in CHOICES if (name := getattr(tagging, role)) is not None}
    asks = config.evaluation.relevance if sample.query is not None else None
    return Truth(
        sample=id_,
        tags={WHOLE: tags} if config.facets[tagging.dimensions].on == "sample" else tags,
        choices={role: values[name] for role, name in roles.items()},
        priority={} if tagging.priority is None else values[tagging.priority],
        sections={mode: _sections(tagging, values[name]) for mode, name in tagging.sections.items()},
        referenced=_referenced(tagging, sample.context or {}, values),
        grades={} if asks is None else values[asks],
        groups=groups_of(workspace, id_),
    )


def _sections(tagging: Tagging, values: Mapping[str, str]) -> dict[str, str | None]:
    asked = {memory: section for memory, section in values.items() if section not in tagging.not_asked}
    return {memory: None if section in tagging.outside else section for memory, section in asked.items()}


def _referenced(tagging: Tagging, context: Mapping[str, Any], values: Mapping[str, Any]) -> frozenset[str] | None:
    if tagging.referenced is None or (tagging.follow_up is not None and tagging.follow_up not in context):
        return None
    return frozenset(memory for memory, flag in values[tagging.referenced].items() if flag)


def _registry(workspace: Workspace) -> Registry:
    registry = workspace.dataset.scheme.registry
    if registry is None:
        raise UsageError(f"{workspace.config.id}: has no registry of dimensions, so there is nothing to compare tags with")
    return registry
