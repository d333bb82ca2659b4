"""Agreement slices: by group, by guideline, by month, and of reviewers with themselves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from annotator.curate.agreement import item_values, ratings_of, scale_of
from annotator.errors import UsageError
from annotator.model.config import Role
from annotator.model.events import Label

if TYPE_CHECKING:
    from annotator.agreement.interval import Bootstrap
    from annotator.agreement.ratings import Ratings
    from annotator.agreement.slices import Repeat
    from annotator.agreement.summary import FacetSummary
    from annotator.curate.workspace import Workspace

# Besides the groups of samples.jsonl.
GUIDELINE, MONTH = "guideline", "month"

Slices = dict[str, dict[str, "FacetSummary"]]


def agreement_by(workspace: Workspace, key: str, facets: list[str] | None = None, plan: Bootstrap | None = None) -> Slices:
    """For each facet, the agreement within each value of `key`: a group of the samples, `guideline` (scheme digest) or `month`.

    By guideline and by month two labels meet only where both were given under the same. Raises UsageError for an unknown key.
    """
    from annotator.agreement.summary import summarise

    found: Slices = {}
    for name in facets or list(workspace.config.facets):
        ratings, scale = ratings_of(workspace, name), scale_of(workspace, name)
        found[name] = {value: summarise(part, scale, plan) for value, part in _cut(workspace, ratings, key).items()}
    return found


def agreement_with_oneself(workspace: Workspace, facets: list[str] | None = None, plan: Bootstrap | None = None) -> Slices:
    """For each facet, each reviewer's first against last label of the samples they labelled more than once on today's text."""
    from annotator.agreement.slices import with_oneself
    from annotator.agreement.summary import summarise

    found: Slices = {}
    for name in facets or list(workspace.config.facets):
        scale = scale_of(workspace, name)
        found[name] = {who: summarise(ratings, scale, plan) for who, ratings in with_oneself(_repeats(workspace, name)).items()}
    return found


def _cut(workspace: Workspace, ratings: Ratings, key: str) -> dict[str, Ratings]:
    from annotator.agreement.slices import by_group, over_time

    if key in {GUIDELINE, MONTH}:
        return over_time(ratings, {(who, item): value for who, item, value in _periods(workspace, ratings, key)})
    known = sorted({group for case in workspace.cases.values() for group in case.sample.groups or {}})
    if key not in known:
        raise UsageError(f"--by {key}: the samples have no such group; there are {', '.join([*known, GUIDELINE, MONTH])}")
    groups = {id_: (case.sample.groups or {}).get(key) for id_, case in workspace.cases.items()}
    items = {item for mine in ratings.by_reviewer.values() for item in mine}
    return by_group(ratings, {item: group for item in items if (group := groups[_sample_of(item)]) is not None})


def _periods(workspace: Workspace, ratings: Ratings, key: str) -> Iterator[tuple[str, Any, str]]:
    for who, mine in ratings.by_reviewer.items():
        for item in mine:
            case = workspace.cases[_sample_of(item)]
            event = (case.words.get(who) or case.proposals[who]).event
            if isinstance(event, Label):
                yield who, item, event.scheme_sha256[:8] if key == GUIDELINE else event.at[:7]


def _sample_of(item: Any) -> str:
    return str(item[0] if isinstance(item, tuple) else item)


def _repeats(workspace: Workspace, facet: str) -> Iterator[Repeat]:
    from annotator.agreement.slices import Repeat

    reviewers: Mapping[str, object] = dict.fromkeys(workspace.config.with_role(Role.REVIEWER))
    for session in workspace.label_sessions:
        for logged in session.events if session.person in reviewers else ():
            event = logged.event
            case = workspace.cases.get(event.sample) if isinstance(event, Label) and event.repeat is None else None
            entry = None if case is None else case.entry(session.person, logged)
            if case is not None and entry is not None and entry.counts:
                for item, value in item_values(case, facet, entry):
                    yield Repeat(session.person, item, value, (session.name, logged.line), case.sample.id)
