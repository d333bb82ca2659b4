"""Quotas: how the samples are spread over groups and tags, against what dataset.yaml asks for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from annotator.curate.answers_given import answer_of
from annotator.model.config import AtLeast
from annotator.model.facets.tags import Tags

if TYPE_CHECKING:
    from annotator.curate.workspace import Workspace


class QuotaResult(NamedTuple):
    """One value of one quota: how many samples have it, of how many, and what is wanted in words."""

    key: str
    value: str
    found: int
    of: int
    wanted: str
    ok: bool


def quotas(workspace: Workspace) -> list[QuotaResult]:
    """Every quota of dataset.yaml. A share holds when the count is the share of the samples, rounded either way."""
    results: list[QuotaResult] = []
    for key, quota in workspace.config.quotas.items():
        counts = _counts(workspace, key)
        results += _least(key, quota, counts, workspace) if isinstance(quota, AtLeast) else _shares(key, quota, counts, workspace)
    return results


def _counts(workspace: Workspace, key: str) -> Counter[str]:
    """How many samples have each value of a group, or each tag of a tags facet (as decided, or as their author proposed)."""
    facet = workspace.config.facets.get(key)
    if isinstance(facet, Tags):
        answers = (answer_of(workspace, id_) for id_ in workspace.cases)
        given = (values[key] for values in answers if values is not None)
        return Counter(tag for value in given for tag in (value if facet.on == "sample" else frozenset().union(*value.values())))
    return Counter(group for case in workspace.cases.values() if (group := (case.sample.groups or {}).get(key)) is not None)


def _shares(key: str, shares: Mapping[str, float], counts: Counter[str], workspace: Workspace) -> Iterator[QuotaResult]:
    total = len(workspace.cases)
    for value, share in shares.items():
        ok = abs(counts[value] - share * total) < 1
        yield QuotaResult(key, value, counts[value], total, f"{100 * share:.3g}% ({share * total:g})", ok)


def _least(key: str, quota: AtLeast, counts: Counter[str], workspace: Workspace) -> Iterator[QuotaResult]:
    registry = workspace.dataset.scheme.registry
    tagged = isinstance(workspace.config.facets.get(key), Tags) and registry is not None
    values = [dimension.id for dimension in registry.dimensions] if tagged and registry is not None else sorted(counts)
    for value in values:
        yield QuotaResult(key, value, counts[value], len(workspace.cases), f"at least {quota.at_least}", counts[value] >= quota.at_least)
