"""Joining: what several windows of one person left unfinished becomes one history, in which what was entered last holds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from annotator.curate.unfinished import Change, Sheet, Step, Unfinished
from annotator.store.drafts import TAKEN

# What a person does to a sample; to look at it is none of these.
_ENTERED = frozenset({"begin", "set", "note", "saved", "undo", "redo"})


def joined(windows: Sequence[Sequence[Step]]) -> list[Step]:
    """The steps of several windows as those of one; each bears the time it was TAKEN.

    They are not mixed by time, since an `undo` would then take back a step of another window. Of a sample that several windows worked on, the
    steps of the window that did so last come after all others, and what leads to where it began is a step, too: `undo` reaches everything.
    """
    ordered = sorted((steps for steps in windows if steps), key=lambda steps: steps[-1][TAKEN])
    last = _last(ordered)
    placed = [(place, step) for place, steps in enumerate(ordered) for step in steps]
    found = [step for place, step in placed if last.get(step.get("sample"), place) != place]
    left = Unfinished(found).sheets
    for place, step in placed:
        sample = step.get("sample")
        if last.get(sample, place) == place:
            if step.get("op") == "begin" and sample in left:
                found += _over(left.pop(sample), step)
            found.append(step)
    return found


def by_time(windows: Sequence[Sequence[Step]]) -> list[Step]:
    """Steps of several windows that each say all about their sample: the one taken last holds."""
    return sorted((step for steps in windows for step in steps), key=lambda step: step[TAKEN])


def _last(windows: Sequence[Sequence[Step]]) -> dict[object, int]:
    """The place of the window in which something was entered last, for each sample."""
    found: dict[object, tuple[int, int]] = {}
    for place, steps in enumerate(windows):
        for step in steps:
            if step.get("op") in _ENTERED:
                sample = step.get("sample")
                found[sample] = max(found.get(sample, (0, 0)), (step[TAKEN], place))
    return {sample: place for sample, (_, place) in found.items()}


def _over(sheet: Sheet, begin: Step) -> Iterator[Step]:
    """The steps that lead from a sheet to the one that `begin` lays over it."""
    about = {"sample": begin["sample"], TAKEN: begin[TAKEN]}
    before, after = sheet.values, begin["values"]
    changed = [facet for facet in sorted({*before, *after}) if before.get(facet) != after.get(facet)]
    if changed:
        yield {**about, "op": "set", "changes": [Change(facet, None, before.get(facet), after.get(facet))._asdict() for facet in changed]}
    if sheet.note != begin["note"]:
        yield {**about, "op": "note", "before": sheet.note, "after": begin["note"]}
