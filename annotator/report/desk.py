"""Desk tables: whose turn it is, and how good the labels are, each on as few lines as a screen allows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from annotator.agreement.explain import MAIN
from annotator.agreement.summary import FacetSummary
from annotator.report.confusion import confusion_table
from annotator.report.table import Column, Table, interval_text, value_text

WORST_TAGS = 5
AGREEMENT_COLUMNS = (
    Column("facet"),
    Column("reviewers"),
    Column("n", "right"),
    Column("measure"),
    Column("value", "right"),
    Column("95 % interval"),
)


def turns_table(turns: Iterable[tuple[str, int, tuple[str, ...], tuple[tuple[str, int], ...]]]) -> Table:
    """The next steps: how many samples, the first of them, and for whom how many."""
    rows = []
    for step, samples, first, who in turns:
        more = " …" if samples > len(first) else ""
        rows.append((step, samples, ", ".join(f"{name} {count}" for name, count in who) or "nobody", ", ".join(first) + more))
    return Table((Column("next"), Column("samples", "right"), Column("whose turn"), Column("which")), tuple(rows))


def self_table(selves: Mapping[str, Mapping[str, FacetSummary]]) -> Table | None:
    """A line for each facet and reviewer who repeated labels: the main statistic with its interval; None where nobody did."""
    rows = []
    for name, of_facet in selves.items():
        for who, summary in of_facet.items():
            main, pair = MAIN[summary.scale.kind], summary.pairs[0]
            rows.append((name, who, pair.n, main, value_text(pair.statistics[main]), interval_text(pair.statistics[main])))
    return Table(AGREEMENT_COLUMNS, tuple(rows), "reviewers with themselves, on repeats they were not told of") if rows else None


def agreement_table(facets: Mapping[str, FacetSummary]) -> Table:
    """A line for each facet and pair: the main statistic with its interval."""
    rows = []
    for name, summary in facets.items():
        main = MAIN[summary.scale.kind]
        rows += [
            (name, " ~ ".join(pair.reviewers), pair.n, main, value_text(pair.statistics[main]), interval_text(pair.statistics[main]))
            for pair in summary.pairs
            if pair.n
        ]
    return Table(AGREEMENT_COLUMNS, tuple(rows), "", () if rows else ("no two reviewers share a complete sample yet",))


def weak_points(facets: Mapping[str, FacetSummary]) -> Iterator[Table]:
    """The tags with the lowest kappa, and who takes what for what, pair by pair."""
    for name, summary in facets.items():
        for pair in summary.pairs:
            known = [(figure.value, tag) for tag, figure in pair.tags.items() if figure.value is not None]
            if known:
                rows = tuple((tag, value) for value, tag in sorted(known)[:WORST_TAGS])
                yield Table((Column("tag"), Column("kappa", "right")), rows, f"{name}, worst tags: {' ~ '.join(pair.reviewers)}")
            if pair.confusion is not None and pair.n:
                table = confusion_table(pair.confusion, pair.reviewers)
                yield Table(table.columns, table.rows, f"{name}: {table.title}", table.notes)
