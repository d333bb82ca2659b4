"""Agreement of reviewers as tables, text, Markdown, JSON, and a CSV of every disagreement."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from annotator.agreement.disagreements import disagreements, item_text
from annotator.agreement.disagreements import value_text as rating_text
from annotator.agreement.explain import MAIN, explained, warnings
from annotator.agreement.interval import METHOD
from annotator.agreement.ratings import Ratings
from annotator.agreement.scale import Scale
from annotator.agreement.summary import FacetSummary, PairSummary
from annotator.model.figure import Figure
from annotator.report.confusion import confusion_table
from annotator.report.table import Cell, Column, Table, csv_text, interval_text, markdown_text, names_by_reason, value_text
from annotator.report.width import fill

# With more pairs than this the report keeps to one line a pair, unless it is asked for all.
DETAILED_PAIRS = 3
FIGURE_COLUMNS = (Column("value", "right"), Column("95 % interval", "right"), Column("n", "right"))
MOST_CONFUSED = 5


def agreement_text(facets: Mapping[str, FacetSummary], *, width: int = 80, explain: bool = False, every_pair: bool = False) -> str:
    """The report for a terminal of `width` columns; with `explain` three sentences on each pair."""
    blocks = [
        part.plain(width) if isinstance(part, Table) else "\n".join(fill(part, width))
        for name, summary in facets.items()
        for part in _parts(name, summary, explain=explain, every_pair=every_pair)
    ]
    return "\n\n".join(blocks)


def agreement_markdown(facets: Mapping[str, FacetSummary], *, explain: bool = False, every_pair: bool = False) -> str:
    """The same report as Markdown."""
    blocks = [
        part.markdown() if isinstance(part, Table) else markdown_text(part)
        for name, summary in facets.items()
        for part in _parts(name, summary, explain=explain, every_pair=every_pair)
    ]
    return "\n\n".join(blocks) + "\n"


def agreement_json(dataset: str, sha256: str, facets: Mapping[str, FacetSummary]) -> dict[str, Any]:
    """The document of `annotator agreement --json`."""
    return {"dataset": dataset, "sha256": sha256, "facets": {name: summary.as_json() for name, summary in facets.items()}}


def self_json(selves: Mapping[str, Mapping[str, FacetSummary]]) -> dict[str, Any]:
    """The section `self`: for each facet and reviewer, the label ("first") against its repeat ("again"); empty where nothing was repeated."""
    return {facet: {who: summary.pairs[0].as_json() for who, summary in of_facet.items()} for facet, of_facet in selves.items()}


def slices_table(title: str, slices: Mapping[str, FacetSummary]) -> Table:
    """One facet cut by a key: a line for each value and pair, with the main statistic."""
    main = MAIN[next(iter(slices.values())).scale.kind] if slices else "observed"
    rows = [(value, *_line(" ~ ".join(pair.reviewers), pair, main)) for value, summary in slices.items() for pair in summary.pairs]
    columns = (Column(""), Column("reviewers"), Column("n", "right"), Column("observed", "right"), Column(main, "right"), FIGURE_COLUMNS[1])
    reasons = {pair.statistics[main].undefined for summary in slices.values() for pair in summary.pairs}
    notes = tuple(f"undefined: {reason}" for reason in sorted(reason for reason in reasons if reason))
    return Table(columns, tuple(rows), title, notes if rows else ("nothing to compare",))


def gamma_table(facet: str, figures: Mapping[str, Figure]) -> Table:
    """Gamma of each pair on one facet."""
    rows = tuple((pair, value_text(figure), figure.n, figure.undefined or "") for pair, figure in figures.items())
    return Table((Column("reviewers"), Column("gamma", "right"), Column("texts", "right"), Column("undefined")), rows, f"{facet}: gamma")


def disagreements_csv(facets: Mapping[str, tuple[Ratings, Scale]]) -> str:
    """A line for every item of every facet on which two people say different things."""
    rows: list[tuple[Cell, ...]] = []
    for name, (ratings, scale) in facets.items():
        for found in disagreements(ratings, scale):
            (first, second), (left, right) = found.reviewers, found.values
            rows.append((name, found.sample, item_text(found.item), first, rating_text(left), second, rating_text(right)))
    return csv_text(("facet", "sample", "item", "reviewer 1", "value 1", "reviewer 2", "value 2"), rows)


def _parts(name: str, summary: FacetSummary, *, explain: bool, every_pair: bool) -> Iterator[Table | str]:
    """The tables and sentences of one facet, in reading order."""
    pairs = [*summary.pairs, *summary.machine_pairs]
    yield _heading_table(name, summary)
    if summary.overall:
        yield _figures("all reviewers together", summary.overall)
    if not every_pair and len(pairs) > DETAILED_PAIRS:
        return
    for pair in pairs:
        yield from _pair_parts(pair, summary)
        if explain:
            yield " ".join(explained(pair, summary.scale))


def _pair_parts(pair: PairSummary, summary: FacetSummary) -> Iterator[Table | str]:
    who = " ~ ".join(pair.reviewers)
    yield _figures(who, pair.statistics, tuple(_pair_notes(pair)))
    if pair.tags:
        yield _tags(who, pair)
    if pair.confusion is not None and pair.n:
        yield confusion_table(pair.confusion, pair.reviewers)
    if summary.scale.kind in {"grade", "choice", "flag"}:
        yield from warnings(pair, summary.scale)


def _heading_table(name: str, summary: FacetSummary) -> Table:
    """One line a pair: observed agreement and the main statistic with its interval."""
    main = MAIN[summary.scale.kind]
    # In a crowd most pairs share nothing; a line for each would bury the rest.
    crowd = len(summary.pairs) > DETAILED_PAIRS
    shown = [pair for pair in summary.pairs if pair.n or not crowd]
    rows = [_line(" ~ ".join(pair.reviewers), pair, main) for pair in shown]
    rows += [_line(f"{pair.reviewers[0]} (machine) ~ {pair.reviewers[1]}", pair, main) for pair in summary.machine_pairs]
    absent = f"{summary.waiting} waiting, {summary.skipped} skipped, {summary.stale} stale"
    notes = [*summary.notes]
    if len(shown) < len(summary.pairs):
        notes.append(f"{len(summary.pairs) - len(shown)} of {len(summary.pairs)} pairs of people share no item and are left out")
    if main in summary.means and len(summary.pairs) > 1:
        mean = summary.means[main]
        value = "undefined" if mean.value is None else f"{mean.value:.3f}"
        left_out = f", {mean.undefined} undefined left out" if mean.undefined else ""
        notes.append(f"mean {main} over {mean.over} pairs of people: {value}{left_out}")
    if any(pair.n and pair.statistics[main].value is not None and pair.statistics[main].low is None for pair in shown):
        notes.append("no interval where fewer than two samples are shared: there is nothing to draw anew")
    if summary.plan is not None and rows:
        notes.append(f"intervals: {METHOD} bootstrap over samples, {summary.plan.resamples} draws, seed {summary.plan.seed}")
    columns = (Column("reviewers"), Column("n", "right"), Column("observed", "right"), Column(main, "right"), FIGURE_COLUMNS[1])
    return Table(columns, tuple(rows), f"{name} ({summary.scale.kind}): {absent}", tuple(notes))


def _line(who: str, pair: PairSummary, main: str) -> tuple[Cell, ...]:
    figure = pair.statistics[main]
    return (who, pair.n, value_text(pair.statistics["observed"]), value_text(figure), interval_text(figure))


def _figures(title: str, figures: Mapping[str, Figure], notes: tuple[str, ...] = ()) -> Table:
    """A line a statistic; the reasons of undefined ones stand once each below."""
    rows = tuple((name, value_text(figure), interval_text(figure), figure.n) for name, figure in figures.items())
    why = (f"undefined ({reason}): {', '.join(names)}" for reason, names in names_by_reason(figures).items())
    return Table((Column("statistic"), *FIGURE_COLUMNS), rows, title, (*why, *notes))


def _tags(who: str, pair: PairSummary) -> Table:
    columns = (
        Column("tag"),
        *FIGURE_COLUMNS[:2],
        Column("both", "right"),
        Column(pair.reviewers[0], "right"),
        Column(pair.reviewers[1], "right"),
    )
    rows = []
    for tag, figure in pair.tags.items():
        counts = pair.tag_counts[tag]
        rows.append((tag, value_text(figure), interval_text(figure), counts.both, counts.left_only, counts.right_only))
    notes = []
    if pair.macro is not None:
        left_out = f"; {pair.macro.undefined} undefined left out" if pair.macro.undefined else ""
        notes.append(f"the macro mean (kappa) is over {pair.macro.over} of {len(pair.tags)} tags{left_out}")
    if pair.confused:
        most = ", ".join(f"{first} / {second} {count}" for (first, second), count in pair.confused[:MOST_CONFUSED])
        notes.append(f"most often taken for each other: {most}")
    return Table(columns, tuple(rows), f"{who}: kappa of each tag; how often both gave it, and each alone", tuple(notes))


def _pair_notes(pair: PairSummary) -> Iterator[str]:
    if pair.spans is not None and pair.characters is not None:
        first, second = pair.reviewers
        yield f"n counts texts; {first} marked {pair.spans[0]} spans, {second} {pair.spans[1]}, in {pair.characters} characters"
    if pair.dropped:
        most = max(pair.dropped.values())
        yield f"draws left out because the statistic was undefined in them: up to {most} ({', '.join(pair.dropped)})"
