"""Kept picks: what an adjudicator picked and did not save yet, on disk at every change and for nobody else to see."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from annotator.curate.joining import by_time
from annotator.model.canonical import line_of, sha256
from annotator.model.events import Cause
from annotator.model.scheme import Scheme
from annotator.store import layout
from annotator.store.drafts import DraftNotKept, Drafts, Step
from annotator.store.folder import Folder
from annotator.workflow.dispute import Dispute, Place


class Pick(NamedTuple):
    """What is to hold at a point, as plain JSON, and how it came about: "took 1", "union", "intersection", "own", "follows"."""

    value: Any
    how: str


Picks = dict[Place, Pick]


class Begun(NamedTuple):
    """What an adjudicator has come to about a sample and did not save: the picks, and the reason and the cause noted beforehand."""

    picks: Picks
    reason: str = ""
    cause: Cause | None = None


def ground(dispute: Dispute, scheme: Scheme) -> str:
    """A digest of what picks on `dispute` rest on: where it is another one, they no longer fit."""
    sides = [scheme.plain(side.values) for side in dispute.sides]
    on = {"basis": sorted(dispute.basis), "sample": dispute.sample_sha256, "scheme": scheme.sha256, "sides": sides}
    return sha256(line_of(on))


class KeptPicks:
    """The picks of one person by sample, those that a killed process left included. A step of a draft file holds all picks of a sample."""

    def __init__(self, folder: Folder, person: str) -> None:
        """Writes nothing where nothing was left. `trouble` says why picks are on the screen only, None while they are kept."""
        self._drafts = Drafts(folder, person, kind=layout.PICKS)
        self._begun = False
        self._by_sample: dict[str, tuple[str, Begun]] = {}
        self.trouble: str | None = None
        if self._drafts.left_behind():
            self._begin()
        for step in self._drafts.steps:
            self._take(step)

    def samples(self) -> list[str]:
        """The samples with picks, the one that was worked on last at the end."""
        return list(self._by_sample)

    def of(self, sample: str, ground: str) -> Begun:
        """What was begun on a sample; what rests on something else is forgotten."""
        there, begun = self._by_sample.get(sample, (ground, Begun({})))
        if there != ground:
            self.forget(sample)
            return Begun({})
        return begun._replace(picks=dict(begun.picks))

    def keep(self, sample: str, ground: str, begun: Begun) -> None:
        """All that was picked and noted on a sample as it is now."""
        if not any(begun):
            self.forget(sample)
            return
        self._by_sample.pop(sample, None)
        self._by_sample[sample] = (ground, begun._replace(picks=dict(begun.picks)))
        self._try(self._step(sample))

    def forget(self, sample: str) -> None:
        """It was decided, or nothing is picked any more: nothing of it stays on disk."""
        if self._by_sample.pop(sample, None) is not None:
            self._try(None)

    def close(self) -> None:
        """Let the file go, and leave none behind where nothing is in it."""
        if self._begun and not self._by_sample:
            self._drafts.remove()
        self._drafts.close()

    def _try(self, step: Step | None) -> None:
        """Add a step, or (None) write what is left of them anew."""
        try:
            if not self._begun:
                self._begin()
            if step is None:
                last = {step.get("sample"): step for step in self._drafts.steps}
                self._drafts.rewrite(last[sample] for sample in self._by_sample)
            else:
                self._drafts.append(step)
            self.trouble = None
        except DraftNotKept as error:
            self.trouble = str(error)

    def _begin(self) -> None:
        self._begun = True
        try:
            self._drafts.begin(by_time)
        except DraftNotKept as error:
            self.trouble = str(error)

    def _step(self, sample: str) -> Step:
        there, begun = self._by_sample[sample]
        rows = [[facet, candidate, pick.value, pick.how] for (facet, candidate), pick in begun.picks.items()]
        return {"op": "picks", "sample": sample, "ground": there, "picks": rows, "reason": begun.reason, "cause": begun.cause}

    def _take(self, step: Step) -> None:
        sample, there, rows = step.get("sample"), step.get("ground"), step.get("picks")
        if isinstance(sample, str) and isinstance(there, str) and isinstance(rows, list):
            self._by_sample.pop(sample, None)
            cause = next((cause for cause in Cause if cause.value == step.get("cause")), None)
            self._by_sample[sample] = (there, Begun(dict(_read(rows)), str(step.get("reason") or ""), cause))


def _read(rows: Iterable[Any]) -> Iterable[tuple[Place, Pick]]:
    for row in rows:
        if isinstance(row, list) and len(row) == len(("facet", "candidate", "value", "how")):
            facet, candidate, value, how = row
            yield (facet, candidate), Pick(value, how)
