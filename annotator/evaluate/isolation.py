"""Isolation: what came back that must not, summed over the projections of a retriever."""

from __future__ import annotations

from typing import Any, NamedTuple

from annotator.evaluate.experiment import Evaluated


class Checked(NamedTuple):
    """Violations of one projection, and how many forbidden passages were looked for in it."""

    violations: int
    checks: int


class Isolation(NamedTuple):
    """One retriever under one isolation measure, such as Isolation@3."""

    retriever: str
    measure: str
    projections: dict[str, Checked]

    @property
    def violations(self) -> int:
        """Over all projections."""
        return sum(one.violations for one in self.projections.values())

    @property
    def checks(self) -> int:
        """Triples of sample, forbidden passage and projection."""
        return sum(one.checks for one in self.projections.values())

    def as_json(self) -> dict[str, Any]:
        """The `isolation` of a retriever in a report."""
        return {
            "measure": self.measure,
            "violations": self.violations,
            "checks": self.checks,
            "projections": {name: one._asdict() for name, one in self.projections.items()},
        }

    def invariant(self) -> dict[str, Any]:
        """The invariant that there is not one violation."""
        parts = ", ".join(f"{name} {one.checks}" for name, one in self.projections.items())
        detail = f"{self.retriever}, {self.measure}: {self.violations} violations in {self.checks} checks ({parts})"
        return {"id": "isolation", "ok": self.violations == 0, "detail": detail}


def isolation(one: Evaluated, measure: str) -> Isolation:
    """Sum up `measure` of every projection; a passage from outside a library is a violation that no check looked for."""
    checked: dict[str, Checked] = {}
    for projection, outcome in one.projections.items():
        shares = [its[measure] for its in outcome.shares.values() if measure in its]
        checked[projection] = Checked(int(sum(share.numerator for share in shares)), int(sum(share.denominator for share in shares)))
    return Isolation(one.name, measure, checked)
