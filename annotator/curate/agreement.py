"""Agreement: the ratings of every facet out of a dataset, what they come to, and whether the dataset's rule holds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from annotator.errors import UsageError
from annotator.model.config import Role
from annotator.model.events import Adjudicate, Cause
from annotator.model.facet import Facet
from annotator.model.facets.choice import Choice
from annotator.model.facets.grade import Grade
from annotator.model.facets.number import Number
from annotator.model.facets.spans import Spans
from annotator.model.figure import Figure
from annotator.workflow.assignment import complete, labels_to_come
from annotator.workflow.case import Case, Entry

_FEWEST, _MOST = 100, 100_000

if TYPE_CHECKING:
    from annotator.agreement.interval import Bootstrap
    from annotator.agreement.ratings import Marked, Rating, Ratings, Value
    from annotator.agreement.scale import Scale
    from annotator.agreement.summary import FacetSummary
    from annotator.curate.workspace import Workspace


def agreement(workspace: Workspace, facets: list[str] | None = None, plan: Bootstrap | None = None) -> dict[str, FacetSummary]:
    """What reviewers' labels come to, facet by facet (all of them, or those named); without a `plan` no interval is made.

    Only samples whose labels are all in are counted, so the figures give nothing away. Raises UsageError for an unknown facet.
    """
    from annotator.agreement.summary import summarise

    found = {name: summarise(ratings_of(workspace, name), scale_of(workspace, name), plan) for name in facets or workspace.config.facets}
    shut = sum(account.next == "unseal" for account in workspace.accounts.values())
    if not shut:
        return found
    note = f"{shut} samples have all their labels, which wait to be opened (`annotator unseal`)"
    return {name: replace(summary, notes=[*summary.notes, note]) for name, summary in found.items()}


def bootstrap(seed: int | None = None, resamples: int | None = None) -> Bootstrap:
    """How intervals are made: the tool's own seed and number of draws unless told. Raises UsageError below 100 draws."""
    from annotator.agreement.interval import RESAMPLES, SEED, Bootstrap

    if resamples is not None and not _FEWEST <= resamples <= _MOST:
        raise UsageError(f"--resamples {resamples}: give {_FEWEST} to {_MOST:,}; fewer make no interval, more add nothing to it")
    return Bootstrap(RESAMPLES if resamples is None else resamples, SEED if seed is None else seed)


def ratings_of(workspace: Workspace, facet: str) -> Ratings:
    """The ratings of one facet: people's labels that count, judges' labels beside them. Raises UsageError for an unknown facet."""
    from annotator.agreement.ratings import Ratings

    _facet(workspace, facet)
    config, cases = workspace.config, workspace.cases
    shown = [case for case in cases.values() if complete(config, case)]
    entries = [entry for case in cases.values() for entry in case.reviews.values()]
    return Ratings.of(
        (row for case in shown for row in _rows(case, facet, _raters(workspace, case))),
        config.with_role(Role.JUDGE),
        waiting=sum(labels_to_come(config, case) for case in cases.values()),
        skipped=sum(entry.stale is None and not entry.is_label for entry in entries),
        stale=sum(entry.stale is not None for entry in entries),
    )


def scale_of(workspace: Workspace, name: str) -> Scale:
    """The declared scale of a facet, as statistics need it."""
    from annotator.agreement.scale import Scale

    facet, registry = _facet(workspace, name), workspace.dataset.scheme.registry
    values = tuple(facet.scale) if isinstance(facet, Grade) else tuple(facet.values) if isinstance(facet, Choice) else ()
    tags = tuple(dimension.id for dimension in registry.dimensions) if facet.kind == "tags" and registry is not None else ()
    return Scale(facet.kind, values, tags, facet.tolerance if isinstance(facet, Number) else 0)


def _facet(workspace: Workspace, name: str) -> Facet:
    known = workspace.config.facets
    if name not in known:
        raise UsageError(f"{name!r} is no facet of {workspace.config.id}; it has {', '.join(known)}")
    return known[name]


def rule_failures(workspace: Workspace) -> list[str]:
    """Why the agreement rule of dataset.yaml does not hold: every pair of reviewers that shares samples must reach the bar."""
    rule = workspace.config.workflow.agreement
    if rule is None:
        return []
    pairs = [pair for pair in agreement(workspace, [rule.facet])[rule.facet].pairs if pair.n > 0]
    failures = []
    for pair in pairs:
        figure = pair.statistics[rule.measure]
        who = f"{rule.measure} of {rule.facet} between {' and '.join(pair.reviewers)}"
        if figure.value is None:
            failures.append(f"{who} is undefined ({figure.undefined})")
        elif figure.value < rule.at_least:
            failures.append(f"{who} is {figure.value:.4f} over {figure.n} items, below {rule.at_least}")
    return failures or ([] if pairs else [f"no two reviewers share a sample, so {rule.measure} of {rule.facet} cannot be had"])


def gammas(workspace: Workspace, facets: list[str] | None = None) -> dict[str, dict[str, Figure]]:
    """Gamma of every pair of people who share items, for each facet of spans. Raises MissingPrerequisite without pygamma-agreement."""
    from annotator.agreement.gamma import gamma

    found: dict[str, dict[str, Figure]] = {}
    for name in facets or workspace.config.facets:
        if not isinstance(_facet(workspace, name), Spans):
            continue
        ratings = ratings_of(workspace, name)
        pairs = [ratings.pair(*people) for people in ratings.people_pairs]
        found[name] = {
            " ~ ".join(pair.reviewers): gamma(dict(zip(pair.reviewers, (_marked(pair.left), _marked(pair.right)), strict=True)))
            for pair in pairs
        }
    return found


def _marked(values: Iterable[Value]) -> list[Marked]:
    from annotator.agreement.ratings import Marked

    return [value for value in values if isinstance(value, Marked)]


def causes(workspace: Workspace) -> dict[str, int]:
    """Why reviewers differed, as the adjudications in force say: advice on the guideline. Decisions without a cause are not in it."""
    decisions = [workspace.account(id_).resolution.decision for id_, case in workspace.cases.items() if case.decisions]
    events = [decision.event for decision in decisions if decision is not None]
    counted = Counter(event.cause.value for event in events if isinstance(event, Adjudicate) and event.cause is not None)
    return {cause.value: counted[cause.value] for cause in Cause} if counted else {}


def _raters(workspace: Workspace, case: Case) -> Iterator[Entry]:
    yield from case.fresh.values()
    for judge in workspace.config.with_role(Role.JUDGE):
        logged = case.proposals.get(judge)
        if logged is not None and (entry := case.entry(judge, logged)).counts:
            yield entry


def _rows(case: Case, name: str, entries: Iterator[Entry]) -> Iterator[Rating]:
    from annotator.agreement.ratings import Rating

    for entry in entries:
        for item, value in item_values(case, name, entry):
            yield Rating(entry.by, item, value, case.sample.id, entry.event.scheme_sha256)


def item_values(case: Case, name: str, entry: Entry) -> Iterator[tuple[Any, Value]]:
    """The items of one facet in a label that counts, each with its value: the sample, or (sample, candidate)."""
    facet, sample = case.scheme.facets[name], case.sample.id
    value = (entry.values or {})[name]
    by_item: Mapping[Any, Any] = {sample: value} if facet.on == "sample" else {(sample, c): v for c, v in value.items()}
    for item, one in by_item.items():
        text = case.sample.text if facet.on == "sample" else case.passages[item[1]].text
        yield item, _rated(facet, one, text)


def _rated(facet: Facet, value: Any, text: str | None) -> Value:
    from annotator.agreement.ratings import Marked

    if not isinstance(facet, Spans):
        rated: Value = value
        return rated
    return Marked.of(((span.start, span.end, span.tag) for span in value), len(text or ""))
