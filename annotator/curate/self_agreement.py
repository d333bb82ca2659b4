"""Self-agreement: how far each reviewer's repeats say what the labels said that they repeat."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from annotator.curate.agreement import item_values, scale_of
from annotator.model.config import Role
from annotator.model.events import Label
from annotator.model.session import Logged
from annotator.workflow.assignment import complete
from annotator.workflow.authority import has_role
from annotator.workflow.case import Case, Entry

if TYPE_CHECKING:
    from annotator.agreement.interval import Bootstrap
    from annotator.agreement.slices import Repeat
    from annotator.agreement.summary import FacetSummary
    from annotator.curate.workspace import Workspace

Selves = dict[str, dict[str, "FacetSummary"]]


def self_agreement(workspace: Workspace, facets: list[str] | None = None, plan: Bootstrap | None = None) -> Selves:
    """For each facet, each reviewer's label ("first") against its repeat ("again"), of the samples that were repeated on today's text.

    Only samples whose labels are all in are counted, as in the agreement of reviewers with each other.
    """
    from annotator.agreement.slices import with_oneself
    from annotator.agreement.summary import summarise

    pairs = list(_pairs(workspace))
    found: Selves = {}
    for name in facets or list(workspace.config.facets):
        scale = scale_of(workspace, name)
        rows = (row for case, *both in pairs for row in _rows(case, name, both))
        found[name] = {who: summarise(ratings, scale, plan) for who, ratings in with_oneself(rows).items()}
    return found


def self_agreement_for(workspace: Workspace, person: str, plan: Bootstrap | None = None) -> Selves:
    """The same for a maintainer; nothing for all others, since a reviewer is not to learn which samples come twice."""
    return self_agreement(workspace, plan=plan) if has_role(workspace.config, person, Role.MAINTAINER) else {}


def _rows(case: Case, name: str, both: list[Entry]) -> Iterator[Repeat]:
    from annotator.agreement.slices import Repeat

    for place, entry in enumerate(both):
        for item, value in item_values(case, name, entry):
            yield Repeat(entry.by, item, value, ("", place), case.sample.id)


def _pairs(workspace: Workspace) -> Iterator[tuple[Case, Entry, Entry]]:
    """Each repeat that can be read, with the label that it names; where a label is still to come, nothing is told."""
    repeated = [case for case in workspace.cases.values() if case.repeats and complete(workspace.config, case)]
    wanted = {again.event.repeat for case in repeated for again in case.repeats.values() if isinstance(again.event, Label)}
    labels: dict[str, Logged] = (
        {logged.digest: logged for session in workspace.label_sessions for logged in session.events if logged.digest in wanted}
        if wanted
        else {}
    )
    for case in repeated:
        for by, again in case.repeats.items():
            first = labels.get(getattr(again.event, "repeat", None) or "")
            if first is None or not isinstance(again.event, Label) or not isinstance(first.event, Label):
                continue
            both = case.entry(by, first), case.entry(by, again)
            if all(entry.counts for entry in both):
                yield (case, *both)
