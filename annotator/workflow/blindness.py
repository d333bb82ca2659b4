"""What a reviewer may see of a sample, and nothing more."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from annotator.model.events import Label, Sealed, Skip
from annotator.model.passage import Passage
from annotator.workflow.case import Case


@dataclass(frozen=True)
class View:
    """A sample for one reviewer: the question, its passages and the reviewer's own last word.

    Groups, notes and meta stay out, since they may tell the answer ("kind: no-answer"), and so does all that others said.
    """

    id: str
    query: str | None
    text: str | None
    time: str | None
    context: dict[str, Any] | None
    passages: tuple[Passage, ...]
    own: Label | Skip | None
    own_stale: str | None


def reviewer_view(case: Case, person: str) -> View:
    """The view of `case` for `person`; it is built field by field, so it cannot hold another's label."""
    sample = case.sample
    passages = tuple(
        Passage(id=passage.id, text=passage.text, title=passage.title)
        for passage in (case.passages[candidate] for candidate in sample.candidates or ())
    )
    logged = case.words.get(person) or case.proposals.get(person)
    own = None if logged is None else case.entry(person, logged)
    return View(
        sample.id,
        sample.query,
        sample.text,
        sample.time,
        sample.context,
        passages,
        None if own is None or isinstance(own.event, Sealed) else own.event,
        None if own is None else own.stale,
    )
