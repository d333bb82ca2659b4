"""Isolation: what came back that must not, summed over the projections of a retriever."""

from __future__ import annotations

from typing import Any, NamedTuple

from annotator.evaluate.experiment import Evaluated

_SHOWN = 5


class Checked(NamedTuple):
    """Violations of one projection, and how many forbidden passages were looked for in it."""

    violations: int
    checks: int


class Isolation(NamedTuple):
    """One retriever under one isolation measure, such as Isolation@3; `samples` are those in which it was violated."""

    retriever: str
    measure: str
    projections: dict[str, Checked]
    samples: list[str]

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
            "samples": self.samples,
        }

    def invariant(self) -> dict[str, Any]:
        """The invariant that there is not one violation."""
        parts = ", ".join(f"{name} {one.checks}" for name, one in self.projections.items())
        detail = f"{self.retriever}, {self.measure}: {self.violations} violations in {self.checks} checks ({parts})"
        if self.samples:
            more = f" and {len(self.samples) - _SHOWN} more" if len(self.samples) > _SHOWN else ""
            detail += f", in {', '.join(self.samples[:_SHOWN])}{more}"
        return {"id": "isolation", "ok": self.violations == 0, "detail": detail}


def isolation(one: Evaluated, measure: str) -> Isolation:
    """Sum up `measure` of every projection; a passage from outside a library is a violation that no check looked for."""
    checked: dict[str, Checked] = {}
    violated: set[str] = set()
    for projection, outcome in one.projections.items():
        shares = {query: its[measure] for query, its in outcome.shares.items() if measure in its}
        violated |= {query for query, share in shares.items() if share.numerator}
        violations, checks = (sum(column) for column in zip(*shares.values(), strict=True)) if shares else (0, 0)
        checked[projection] = Checked(int(violations), int(checks))
    return Isolation(one.name, measure, checked, sorted(violated, key=str.encode))
