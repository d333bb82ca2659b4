"""Decided and Judgement: what a dataset gives to other formats, and what each format cannot hold."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from typing import Any, NamedTuple

from annotator.model.passage import Passage
from annotator.model.sample import Sample


@dataclass(frozen=True)
class Decided:
    """A sample whose labels came to one outcome. `values` are plain, in canonical order.

    `decided_by` are the people whose word the values are: the reviewers who agreed, the adjudicator, or the single
    reviewer and who confirmed. `promoted_by` took it to the status it has, None while it is draft.
    """

    sample: Sample
    values: Mapping[str, Any]
    status: str
    rule: str | None
    decided_by: tuple[str, ...]
    decided_at: str | None
    promoted_by: str | None
    promoted_at: str | None
    override: str | None
    basis: tuple[str, ...]


class Judgement(NamedTuple):
    """One person's current label or skip of a sample, with the role that tells a review from a proposal."""

    reviewer: str
    role: str
    sample: str
    at: str
    sample_sha256: str
    scheme_sha256: str
    values: Mapping[str, Any] | None
    skip: str | None
    note: str | None
    seconds: int | None


# The fields that a format has a place for.
_SAMPLE_FIELDS = {"trec": {"id", "query", "candidates"}, "beir": {"id", "query", "candidates"}}
_PASSAGE_FIELDS = {"trec": {"id"}, "beir": {"id", "title", "text", "meta"}}
_HISTORY = "labels that were replaced or withdrawn, repeats, sessions, seals and chains, and the records of decisions (their outcome is in gold.jsonl)"
_PEOPLE = "who judged, their notes, who decided and why, and the status"


def cannot_hold(name: str, samples: Iterable[Sample], passages: Iterable[Passage], other_facets: Iterable[str]) -> list[str]:
    """What of these the format `name` (jsonl, trec, beir) has no place for; only what is there is named."""
    if name == "jsonl":
        return [_HISTORY]
    lost = [f"the facet {facet}" for facet in other_facets]
    lost += _lost_fields("of samples", samples, {field.name for field in fields(Sample)} - _SAMPLE_FIELDS[name])
    lost += _lost_fields("of passages", passages, {field.name for field in fields(Passage)} - _PASSAGE_FIELDS[name])
    return [*lost, _PEOPLE]


def _lost_fields(of: str, values: Iterable[Sample | Passage], fields: set[str]) -> list[str]:
    found = {field for value in values for field in fields if getattr(value, field) is not None}
    return [f"{', '.join(sorted(found))} {of}"] if found else []
