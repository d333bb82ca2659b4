"""Unfinished: what one person has entered but not submitted, and every step that can be undone."""

from __future__ import annotations

from collections.abc import Iterable
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any, NamedTuple

Step = dict[str, Any]


class Change(NamedTuple):
    """One value put in place of another; None stands for no value. `candidate` is None where the facet is on the sample."""

    facet: str
    candidate: str | None
    before: Any
    after: Any


@dataclass
class Sheet:
    """The unfinished label of one sample: plain values in the form that is stored, some of them missing. `again`: it repeats a label."""

    sample_sha256: str
    values: dict[str, Any] = field(default_factory=dict)
    note: str | None = None
    active: float = 0.0
    idle: float = 0.0
    again: bool = False

    def value(self, facet: str, candidate: str | None) -> Any:
        """The value of a facet, None when there is none yet."""
        found = self.values.get(facet)
        return found if candidate is None else (found or {}).get(candidate)

    def put(self, facet: str, candidate: str | None, value: Any) -> None:
        """Set a value, or take it out with None."""
        if candidate is None:
            place, key = self.values, facet
        else:
            place, key = self.values.setdefault(facet, {}), candidate
        if value is None:
            place.pop(key, None)
            if candidate is not None and not place:
                del self.values[facet]
        else:
            place[key] = value


class Unfinished:
    """The fold of all steps: the sheets as they stand, and what `undo` and `redo` would take.

    Steps: `begin` lays a sheet out, `set` and `note` change it, `time` counts, `saved` says that the log holds it, `undo` and `redo`
    move through those that change something, `at` says which sample is open.
    """

    def __init__(self, steps: Iterable[Step] = ()) -> None:
        self.sheets: dict[str, Sheet] = {}
        self.done: list[Step] = []
        self.undone: list[Step] = []
        self.at: str | None = None
        for step in steps:
            self.take(step)

    def take(self, step: Step) -> None:
        """Fold one step in; one that does not fit what stands is passed over."""
        sample, op = step.get("sample"), step.get("op")
        if not isinstance(sample, str):
            return
        if op == "at":
            self.at = sample
        elif op == "begin":
            self.sheets[sample] = Sheet(
                step["sample_sha256"],
                deepcopy(step["values"]),
                step["note"],
                step.get("active", 0.0),
                step.get("idle", 0.0),
                bool(step.get("again")),
            )
        elif op == "drop":
            self.sheets.pop(sample, None)
        elif op == "time" and sample in self.sheets:
            self.sheets[sample].active, self.sheets[sample].idle = step["active"], step["idle"]
        elif op == "undo" and _leads_to(self.done, sample):
            self._back()
        elif op == "redo" and _leads_to(self.undone, sample):
            self._forth(self.undone.pop())
        elif op in {"set", "note", "saved"}:
            self.undone.clear()
            self._forth(step)

    def _forth(self, step: Step) -> None:
        sample = step["sample"]
        if step["op"] == "saved":
            self.sheets.pop(sample, None)
        elif sample in self.sheets:
            _apply(self.sheets[sample], step, "after")
        last = self.done[-1] if self.done else None
        if step.get("more") and last is not None and last["op"] == "note" and last["sample"] == sample:
            self.done[-1] = {**step, "before": last["before"]}
        else:
            self.done.append(step)

    def _back(self) -> None:
        step = self.done.pop()
        sample = step["sample"]
        if step["op"] == "saved":
            again = bool((step["now"] or {}).get("again"))
            active = step.get("active", 0.0)
            self.sheets[sample] = Sheet(step["sample_sha256"], deepcopy(step["values"]), step["note"], active, again=again)
        elif sample in self.sheets:
            _apply(self.sheets[sample], step, "before")
        self.undone.append(step)


def _leads_to(steps: list[Step], sample: str) -> bool:
    """Whether there is a step of the sample; those after it, of samples that were gone when it was wanted, are dropped."""
    while steps and steps[-1]["sample"] != sample:
        steps.pop()
    return bool(steps)


def _apply(sheet: Sheet, step: Step, side: str) -> None:
    if step["op"] == "note":
        sheet.note = step[side]
        return
    for change in step["changes"]:
        sheet.put(change["facet"], change["candidate"], deepcopy(change[side]))
