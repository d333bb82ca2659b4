"""First sheet: what lies on the desk when a sample is taken up."""

from __future__ import annotations

from annotator.curate.answers import fitting
from annotator.curate.unfinished import Sheet
from annotator.model.events import Label
from annotator.workflow.case import Case, Entry
from annotator.workflow.moving import Move, moved


def first_sheet(case: Case, unfinished: Sheet | None, own: Entry | None, *, again: bool) -> tuple[Sheet, tuple[Move, ...]]:
    """What is unfinished, else the person's own label, else nothing, as far as today's scheme and text allow it.

    Where the text changed since, marks went along with their words; what became of each is the second part.
    """
    label = own.event if own is not None and isinstance(own.event, Label) else None
    begun = unfinished or label
    values = {} if begun is None else begun.values
    moves: tuple[Move, ...] = ()
    if begun is not None and begun.sample_sha256 != case.sample_sha256:
        values, moves = moved(case, values)
    kept = fitting(case.scheme, case.sample, case.passages, values)
    sheet = Sheet(case.sample_sha256, kept, None if begun is None else begun.note, again=again)
    if unfinished is not None:
        sheet.active, sheet.idle = unfinished.active, unfinished.idle
    return sheet, moves
