"""A comparison of two stored reports as tables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from annotator.evaluate.compare_reports import Line
from annotator.evaluate.significance import Comparison
from annotator.report.table import Column, Table, interval_text, number_text, value_text

_MOVED = 5
_FIGURES = ("difference", "95 % interval", "n")


def comparison_tables(lines: Sequence[Line]) -> Iterator[Table]:
    """For each pair of retrievers the verdicts, the tests behind them and which questions moved most, then the groups."""
    pairs = list(dict.fromkeys((line.comparison.a, line.comparison.b) for line in lines))
    if not pairs:
        yield Table((Column("measure"), Column("verdict")), (), "", ("the reports share no scored question",))
    for a, b in pairs:
        own = [line for line in lines if (line.comparison.a, line.comparison.b) == (a, b)]
        overall = [line for line in own if line.group is None]
        yield _verdicts(overall, f"{b} - {a}, all questions")
        yield _tests(overall)
        if any(line.moved for line in overall):
            yield _moved([line for line in overall if line.moved])
        if len(overall) < len(own):
            yield _groups([line for line in own if line.group is not None], f"{b} - {a}, within groups")


def _verdicts(lines: Sequence[Line], title: str) -> Table:
    columns = (Column("measure"), *(Column(name, "right") for name in (*_FIGURES, "p (Holm)")), Column("verdict"))
    rows = [(one.measure, *_figures(one), number_text(one.adjusted), one.verdict) for one in _of(lines)]
    return Table(columns, tuple(rows), title, ("p is two-sided; Holm's correction goes over all measures of all pairs",))


def _groups(lines: Sequence[Line], title: str) -> Table:
    columns = (Column("group"), Column("measure"), *(Column(name, "right") for name in (*_FIGURES, "p (Holm)")), Column("claim"))
    rows = [
        (line.group, one.measure, *_figures(one), number_text(one.adjusted), "none" if one.verdict.startswith("no ") else one.verdict)
        for line in lines
        for one in (line.comparison,)
    ]
    return Table(columns, tuple(rows), title, ("none: no difference can be claimed; Holm's correction goes over all groups and measures",))


def _of(lines: Sequence[Line]) -> list[Comparison]:
    return [line.comparison for line in lines]


def _figures(one: Comparison) -> tuple[str, str, int]:
    return value_text(one.difference, 4), interval_text(one.difference, 4), one.difference.n


def _tests(lines: Sequence[Line]) -> Table:
    names = ("paired t", "Wilcoxon", "randomisation", "effect (d)", "B wins", "ties", "A wins")
    columns = (Column("measure"), *(Column(name, "right") for name in names))
    rows = [
        (
            one.measure,
            number_text(one.t_test),
            number_text(one.wilcoxon),
            number_text(one.randomisation),
            number_text(one.effect, 2),
            one.wins,
            one.ties,
            one.losses,
        )
        for one in _of(lines)
    ]
    return Table(columns, tuple(rows), "two-sided p of each test, before correction")


def _moved(lines: Sequence[Line]) -> Table:
    rows = [
        (line.comparison.measure, ", ".join(f"{query} {difference:+.3f}" for query, difference in line.moved[:_MOVED])) for line in lines
    ]
    return Table((Column("measure"), Column("questions that moved most")), tuple(rows))
