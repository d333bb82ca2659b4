"""Status tables: counts, people, samples."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Protocol

from annotator.report.table import Column, Table


class PersonRow(Protocol):
    """What a row about a reviewer needs."""

    @property
    def name(self) -> str: ...
    @property
    def labelled(self) -> int: ...
    @property
    def skipped(self) -> int: ...
    @property
    def stale(self) -> int: ...
    @property
    def waiting(self) -> int: ...


def counts_line(counts: Mapping[str, int]) -> str:
    """The statuses with their counts, in a line."""
    return " · ".join(f"{count} {status}" for status, count in counts.items())


def people_table(people: Iterable[PersonRow]) -> Table:
    """Who has labelled how much."""
    columns = (Column("reviewer"), *(Column(name, "right") for name in ("labelled", "skipped", "stale", "waiting")))
    return Table(columns, tuple((p.name, p.labelled, p.skipped, p.stale, p.waiting) for p in people))


def samples_table(samples: Iterable[tuple[str, str, str, str, str]]) -> Table:
    """Where each sample stands: id, status, labels, what is open, what is next."""
    return Table(tuple(Column(name) for name in ("sample", "status", "labels", "open", "next")), tuple(samples))


def quotas_table(quotas: Iterable[tuple[str, str, int, int, str, bool]]) -> Table:
    """What dataset.yaml asks for against what there is."""
    columns = (Column("quota"), Column("value"), Column("samples", "right"), Column("wanted"), Column("holds"))
    rows = tuple((key, value, f"{found} of {of}", wanted, "yes" if ok else "NO") for key, value, found, of, wanted, ok in quotas)
    return Table(columns, rows)
