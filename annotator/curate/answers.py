"""Answers: which parts of an unfinished label hold, what is implied, and what is missing in one sentence."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from typing import Any, NamedTuple

from annotator.model.facets.kind import Misfit
from annotator.model.facets.spans import Spans
from annotator.model.facets.tags import Tags
from annotator.model.passage import Passage
from annotator.model.sample import Sample
from annotator.model.scheme import Scheme, Unfit


class Missing(NamedTuple):
    """What keeps a label from being submitted: where to go, and a sentence."""

    facet: str
    candidate: str | None
    sentence: str


def fitting(scheme: Scheme, sample: Sample, passages: Mapping[str, Passage], values: Mapping[str, Any]) -> dict[str, Any]:
    """The values that today's scheme and text still allow; a set of tags may be too small as yet."""
    kept: dict[str, Any] = {}
    for name, facet in scheme.facets.items():
        raw = values.get(name)
        if raw is None:
            continue
        if facet.on == "sample":
            if _fits(scheme, name, raw, sample.text):
                kept[name] = deepcopy(raw)
        elif isinstance(raw, dict):
            fit = {c: deepcopy(raw[c]) for c in sample.candidates or () if c in raw and _fits(scheme, name, raw[c], passages[c].text)}
            if fit:
                kept[name] = fit
    return kept


def _fits(scheme: Scheme, name: str, raw: Any, text: str | None) -> bool:
    facet = scheme.facets[name]
    if isinstance(facet, Tags):
        known = scheme.registry.ids if scheme.registry is not None else frozenset()
        return isinstance(raw, list) and all(isinstance(tag, str) and tag in known for tag in raw)
    try:
        facet.parse(raw, text)
    except Misfit:
        return False
    return True


def filled(scheme: Scheme, sample: Sample, values: Mapping[str, Any]) -> dict[str, Any]:
    """`values` with what goes without saying: no mark and no tag where none was made."""
    whole = deepcopy(dict(values))
    for name, facet in scheme.facets.items():
        implied = isinstance(facet, (Spans, Tags))
        if facet.on == "sample":
            if implied:
                whole.setdefault(name, [])
            continue
        by_candidate = whole.setdefault(name, {})
        for candidate in sample.candidates or () if implied else ():
            by_candidate.setdefault(candidate, [])
    return whole


def missing(scheme: Scheme, sample: Sample, passages: Mapping[str, Passage], values: Mapping[str, Any]) -> Missing | None:
    """The first thing that is missing or wrong, None when the label is complete."""
    try:
        scheme.parse(filled(scheme, sample, values), sample, passages)
    except Unfit as unfit:
        first = unfit.problems[0]
        places = {candidate: place for place, candidate in enumerate(sample.candidates or (), start=1)}
        at = f"{first.facet} of passage {places[first.candidate]}" if first.candidate in places else first.facet
        more = f" ({len(unfit.problems) - 1} more after it)" if len(unfit.problems) > 1 else ""
        why = f"{at} is missing" if first.why == "is missing" else f"{at}: {first.why}"
        return Missing(first.facet, first.candidate, f"NOT submitted: {why}{more}")
    return None


def lowest_where_open(scheme: Scheme, sample: Sample, facet: str, values: Mapping[str, Any]) -> dict[str, int]:
    """For "the rest are 0": the lowest grade for each candidate that has none."""
    scale: Mapping[int, str] = getattr(scheme.facets[facet], "scale", {})
    given = values.get(facet, {})
    return {candidate: min(scale) for candidate in sample.candidates or () if candidate not in given} if scale else {}


def with_tag(facet: Tags, tags: list[str] | None, tag: str) -> tuple[list[str], str]:
    """The tags with `tag` taken, or taken away, and "" or the sentence why it cannot be."""
    there = tags or []
    if tag in there:
        return [other for other in there if other != tag], ""
    if facet.max is not None and len(there) >= facet.max:
        return there, f"{facet.max} tags are the most; take one away first"
    return sorted([*there, tag]), ""
