"""Evaluation tables: measures against retrievers, groups, gates, comparisons."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from annotator.evaluate.experiment import Evaluated, Outcome
from annotator.evaluate.gates import GateResult
from annotator.evaluate.noise import Noise
from annotator.evaluate.significance import Comparison
from annotator.report.table import Cell, Column, Table, csv_text, interval_text, number_text, value_text, value_with_n

# Decimals of a figure where nobody says how many.
DIGITS = 4
# From so many comparisons on, those that say nothing are left out of the table.
_MANY = 20


class Parts(NamedTuple):
    """What the tables of one evaluation are made from."""

    evaluation: Mapping[str, Evaluated]
    gates: Sequence[GateResult]
    comparisons: Sequence[Comparison]
    noise: Noise | None = None


def evaluation_tables(report: Mapping[str, Any], parts: Parts, group: str | None = None, digits: int = DIGITS) -> Iterator[Table]:
    """The report in reading order: one table a projection, groups where `group` names a key, comparisons, noise, gates, tokens, latency.

    `report` is the JSON document of the evaluation, `parts` the same as typed values; `digits` are the decimals of figures.
    """
    for name, one in parts.evaluation.items():
        for projection, outcome in one.projections.items():
            title = name if len(one.projections) == 1 else f"{name}: {projection}"
            yield _measures(title, outcome, digits)
            if group is not None:
                yield _groups(f"{title} by {group}", outcome, group, digits)
    if parts.comparisons:
        yield _comparisons(parts.comparisons, digits)
    if parts.noise is not None:
        yield _ranges(parts.noise, digits)
        if parts.noise.pairs:
            yield _pairs(parts.noise, digits)
    if parts.gates:
        yield _gates(parts.gates, provisional=bool(report["provisional"]))
    if report["invariants"]:
        yield _invariants(report["invariants"])
    yield _tokens(parts.evaluation)
    yield _latency(parts.evaluation)


def _measures(title: str, outcome: Outcome, digits: int) -> Table:
    columns = (Column("measure"), Column("value", "right"), Column("95 % interval", "right"), Column("n", "right"))
    rows = [(name, value_text(figure, digits), interval_text(figure, digits), figure.n) for name, figure in outcome.measures.items()]
    notes = [f"{name}: {figure.undefined}" for name, figure in outcome.measures.items() if figure.undefined]
    if outcome.unknown:
        notes.append(f"{outcome.unknown} returned ids are not in the corpus")
    if outcome.twice:
        notes.append(f"{outcome.twice} passages came again for the same question; each counts once, at its best place")
    return Table(columns, tuple(rows), title, tuple(notes))


def _groups(title: str, outcome: Outcome, group: str, digits: int) -> Table:
    """Measures down and groups across, or the other way round where there are more groups than measures."""
    values = outcome.groups.get(group, {})
    shown = [name for name in outcome.measures if any(figures[name].value is not None for figures in values.values())]
    notes = () if values else (f"no sample has a group {group!r}",)
    if len(values) > len(shown):
        columns = (Column(group), *(Column(name, "right") for name in shown))
        return Table(
            columns,
            tuple((value, *(value_with_n(figures[name], digits) for name in shown)) for value, figures in values.items()),
            title,
            notes,
        )
    columns = (Column("measure"), *(Column(value, "right") for value in values))
    rows = [(name, *(value_with_n(figures[name], digits) for figures in values.values())) for name in shown]
    return Table(columns, tuple(rows), title, notes)


def _comparisons(comparisons: Sequence[Comparison], digits: int) -> Table:
    """All of them, or of many only those that may be claimed."""
    columns = (Column("measure"), Column("pair"), Column("difference", "right"), Column("p (Holm)", "right"), Column("verdict"))
    shown = comparisons if len(comparisons) <= _MANY else [one for one in comparisons if one.claimed]
    if not shown:
        return Table((Column("comparisons"),), ((f"in none of {len(comparisons)} can a difference be claimed; --json has them all",),))
    left_out = len(comparisons) - len(shown)
    rows = [
        (
            one.measure,
            f"{one.b} - {one.a}",
            value_text(one.difference, digits),
            number_text(one.adjusted, digits),
            one.verdict,
        )
        for one in shown
    ]
    notes = (f"{left_out} further comparisons, in which no difference can be claimed, stand in --json",) if left_out else ()
    return Table(columns, tuple(rows), "comparisons", notes)


def _gates(gates: Sequence[GateResult], *, provisional: bool) -> Table:
    columns = (Column("gate"), Column("retriever"), Column("bound"), Column("holds"), Column("found"))
    rows = [(gate.measure, gate.retriever, gate.bound, "yes" if gate.ok else "NO", gate.why) for gate in gates]
    return Table(columns, tuple(rows), "gates, provisional: not every scored sample is gold" if provisional else "gates")


def _invariants(invariants: Sequence[Mapping[str, Any]]) -> Table:
    columns = (Column("invariant"), Column("holds"), Column("found"))
    return Table(columns, tuple((one["id"], "yes" if one["ok"] else "NO", one["detail"]) for one in invariants))


def _ranges(noise: Noise, digits: int) -> Table:
    columns = (Column("measure"), Column("retriever"), *(Column(name, "right") for name in ("resolved", "from", "to", "range")))
    rows = [
        (measure, name, *(f"{value:.{digits}f}" for value in (one.value, one.low, one.high, one.width)))
        for name, its in noise.ranges.items()
        for measure, one in its.items()
    ]
    labelled = ", ".join(f"{by} {count}" for by, count in noise.questions.items())
    return Table(columns, tuple(rows), "label noise", (f"questions labelled by each reviewer: {labelled}",))


def _pairs(noise: Noise, digits: int) -> Table:
    columns = (Column("measure"), Column("pair"), *(Column(name, "right") for name in ("difference", "noise")), Column("verdict"))
    rows = [
        (
            pair.measure,
            f"{pair.b} - {pair.a}",
            f"{pair.difference:.{digits}f}",
            f"{pair.floor:.{digits}f}",
            pair.verdict + (f" (the order turns with the labels of {', '.join(pair.flips)})" if pair.flips else ""),
        )
        for pair in noise.pairs
    ]
    return Table(columns, tuple(rows), "differences against label noise")


def _tokens(evaluation: Mapping[str, Evaluated]) -> Table:
    columns = (Column("estimated tokens"), Column("formula"), *(Column(name, "right") for name in ("n", "mean", "total")))
    rows = [
        (
            name if len(one.projections) == 1 else f"{name}: {projection}",
            formula,
            its.mean.n,
            value_text(its.mean, 1),
            value_text(its.total, 1),
        )
        for name, one in evaluation.items()
        for projection, outcome in one.projections.items()
        for formula, its in outcome.tokens.items()
    ]
    return Table(columns, tuple(rows), notes=("estimates of what came back; no tokeniser was run",))


def _latency(evaluation: Mapping[str, Evaluated]) -> Table:
    columns = (Column("latency, ms"), *(Column(name, "right") for name in ("n", "min", "median", "p95", "max", "mean")))
    rows: list[tuple[Cell, ...]] = []
    for name, one in evaluation.items():
        times = one.latency
        rows.append((name, times.count, *(number_text(value, 2) for value in (times.min, times.median, times.p95, times.max, times.mean))))
    return Table(columns, tuple(rows), notes=("latency is not part of what two runs must have in common",))


def per_query_csv(report: Mapping[str, Any]) -> str:
    """Every value of every question as one row; the question's words only where the report holds them."""
    retrievers = report["retrievers"]
    outcomes = [
        (name, projection, outcome["per_query"]) for name, one in retrievers.items() for projection, outcome in one["projections"].items()
    ]
    with_text = any("text" in its for _, _, of_query in outcomes for its in of_query.values())
    columns = ["retriever", "projection", "query", "measure", "value", "returned", *(["text"] if with_text else [])]
    rows = (
        [name, projection, query, measure, value, len(its["ranked"]), *([its.get("text", "")] if with_text else [])]
        for name, projection, of_query in outcomes
        for query, its in of_query.items()
        for measure, value in its["measures"].items()
        if value is not None
    )
    return csv_text(columns, rows)
