"""Stored reports: read, and compared with each other."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from annotator.errors import UnreadableInput
from annotator.evaluate.compare_reports import Line, able_pairs, compared, pairs_of
from annotator.evaluate.stored_report import StoredReport, stored_report
from annotator.store.outside import read_outside


class Reports(NamedTuple):
    """Two reports with what a comparison of them came to; `notes` are for whoever reads it."""

    a: StoredReport
    b: StoredReport
    lines: list[Line]
    notes: list[str]

    @property
    def document(self) -> dict[str, Any]:
        """The JSON document of the comparison."""
        sides = {
            side: {"name": report.shown, "dataset": report.dataset, "sha256": report.sha256, "material_sha256": report.material_sha256}
            for side, report in (("a", self.a), ("b", self.b))
        }
        return {**sides, "comparisons": [line.as_json() for line in self.lines], "notes": self.notes}


def read_report(path: Path) -> StoredReport:
    """The report in a JSON file. Raises UnreadableInput."""
    try:
        document = json.loads(read_outside(path))
    except (ValueError, RecursionError):
        raise UnreadableInput(str(path), None, "is no JSON", "name a report of `annotator evaluate --out`") from None
    return stored_report(document, str(path))


def compare_reports(
    a: Path, b: Path, pair: tuple[str, str] | None = None, measures: Sequence[str] = (), *, different_data: bool = False
) -> Reports:
    """Compare two stored reports, retriever by retriever. Raises UnreadableInput, Refused, UsageError."""
    first, second = read_report(a), read_report(b)
    notes: list[str] = []
    if not different_data:
        first.require_same_data(second.sha256, second.material_sha256, second.shown)
    elif (first.sha256, first.material_sha256) != (second.sha256, second.material_sha256):
        notes.append("the reports rest on different data: only questions of one id that are in both are compared, their answers may differ")
    pairs, refusals = able_pairs(first, second, pairs_of(first, second, pair))
    notes += refusals
    lines = compared(first, second, pairs, measures)
    if any(line.comparison.measure.startswith("Context") for line in lines):
        notes.append("context measures are compared as means over questions; a report pools characters, which weighs long answers more")
    return Reports(first, second, lines, notes)
