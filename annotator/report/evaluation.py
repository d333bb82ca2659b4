"""Evaluation tables: measures against retrievers, groups, gates, comparisons."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from annotator.evaluate.experiment import Evaluated, Outcome
from annotator.evaluate.gates import GateResult
from annotator.evaluate.significance import Comparison
from annotator.model.figure import Figure
from annotator.report.table import Cell, Column, Table, interval_text, value_text


def evaluation_tables(
    evaluation: Mapping[str, Evaluated], gates: Sequence[GateResult], comparisons: Sequence[Comparison], group: str | None = None
) -> Iterator[Table]:
    """The report in reading order: one table a projection, groups where `group` names a key, comparisons, gates, latency."""
    for name, one in evaluation.items():
        for projection, outcome in one.projections.items():
            title = name if len(one.projections) == 1 else f"{name}: {projection}"
            yield _measures(title, outcome)
            if group is not None:
                yield _groups(f"{title} by {group}", outcome, group)
    if comparisons:
        yield _comparisons(comparisons)
    if gates:
        yield _gates(gates)
    yield _latency(evaluation)


def _measures(title: str, outcome: Outcome) -> Table:
    columns = (Column("measure"), Column("value", "right"), Column("95 % interval", "right"), Column("n", "right"))
    rows = [(name, value_text(figure, 4), interval_text(figure, 4), figure.n) for name, figure in outcome.measures.items()]
    notes = [f"{name}: {figure.undefined}" for name, figure in outcome.measures.items() if figure.undefined]
    if outcome.unknown:
        notes.append(f"{outcome.unknown} returned ids are not in the corpus")
    return Table(columns, tuple(rows), title, tuple(notes))


def _groups(title: str, outcome: Outcome, group: str) -> Table:
    values = outcome.groups.get(group, {})
    shown = [name for name in outcome.measures if any(figures[name].value is not None for figures in values.values())]
    columns = (Column("measure"), *(Column(value, "right") for value in values))
    rows = [(name, *(_with_n(figures[name]) for figures in values.values())) for name in shown]
    return Table(columns, tuple(rows), title, () if values else (f"no sample has a group {group!r}",))


def _with_n(figure: Figure) -> Cell:
    return f"{value_text(figure, 4)} ({figure.n})"


def _comparisons(comparisons: Sequence[Comparison]) -> Table:
    columns = (Column("measure"), Column("pair"), Column("difference", "right"), Column("p (Holm)", "right"), Column("verdict"))
    rows = [
        (
            one.measure,
            f"{one.a} - {one.b}",
            value_text(one.difference, 4),
            "-" if one.adjusted is None else f"{one.adjusted:.4f}",
            one.verdict,
        )
        for one in comparisons
    ]
    return Table(columns, tuple(rows), "comparisons")


def _gates(gates: Sequence[GateResult]) -> Table:
    columns = (Column("gate"), Column("retriever"), Column("bound"), Column("holds"), Column("found"))
    rows = [(gate.measure, gate.retriever, gate.bound, "yes" if gate.ok else "NO", gate.why) for gate in gates]
    return Table(columns, tuple(rows), "gates")


def _latency(evaluation: Mapping[str, Evaluated]) -> Table:
    columns = (Column("latency, ms"), *(Column(name, "right") for name in ("n", "min", "median", "p95", "max", "mean")))
    rows: list[tuple[Cell, ...]] = []
    for name, one in evaluation.items():
        times = one.latency
        rows.append((name, times.count, *(_ms(value) for value in (times.min, times.median, times.p95, times.max, times.mean))))
    return Table(columns, tuple(rows), notes=("latency is not part of what two runs must have in common",))


def _ms(value: float | None) -> str:
    return "-" if value is None else f"{value:.2f}"
