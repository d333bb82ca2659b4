"""A grid search as curves, one small chart for each parameter, and as a page with them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import ceil, floor
from typing import Any

from annotator.report import svg
from annotator.report.html import page, table
from annotator.report.svg import text
from annotator.report.table import Table, cell_text
from annotator.report.tuning import recommended_text, signals_text, tuning_tables

# A scale of no fewer hundredths than these, so that noise does not look like an effect.
_NARROWEST = 5


def tuning_curves(report: Mapping[str, Any]) -> str:
    """nDCG@10 against each parameter, the others taken together; a value is marked only where it is recommended."""
    sensitivity, recommended = report["param_sensitivity"], report["recommended"]
    values = [value for its in sensitivity.values() for value in (*its["mean"], *its["best"])]
    low, high = _scale(min(values, default=0.0), max(values, default=1.0))
    charts = [
        svg.Panel(
            name,
            [f"{value:g}" for value in its["values"]],
            (its["mean"], its["best"]),
            None if recommended is None or recommended[name] is None else its["values"].index(recommended[name]),
        )
        for name, its in sensitivity.items()
    ]
    return svg.panels("nDCG@10 against each parameter", charts, ("mean over the others", "best over the others"), low, high)


def _scale(least: float, most: float) -> tuple[float, float]:
    """Bounds in whole hundredths around the values."""
    low, high = floor(least * 100), ceil(most * 100)
    missing = max(0, _NARROWEST - (high - low))
    return (low - (missing + 1) // 2) / 100, (high + missing // 2) / 100


def tuning_html(report: Mapping[str, Any]) -> str:
    """The page of a report (its JSON document)."""
    title = f"{report['dataset']['id']} {report['dataset']['version']}"
    return page(f"{title}: settings", _parts(report, title))


def _parts(report: Mapping[str, Any], title: str) -> Iterator[str]:
    about = report["dataset"]
    yield f"<h1>{text(title)}: settings of {text(' and '.join(report['routes']))}</h1>"
    yield f'<p class="warn">{text(report["banner"])}</p>'
    yield f"<p>{text(signals_text(report))}</p>"
    yield f"<p>recommended: {text(recommended_text(report['recommended']))}</p>"
    digests = [("dataset SHA-256", about["sha256"]), ("definition SHA-256", about["definition_sha256"])]
    standing = ("standing", "provisional, not gold" if report["provisional"] else "gold")
    counts = [standing, ("passages", str(report["corpus_count"])), ("questions with an answer", str(report["query_count"]))]
    yield table(("", ""), [*digests, *counts, ("started", report["run"]["started_at"])])
    if report["param_sensitivity"]:
        yield "<h2>nDCG@10 against each parameter</h2>"
        yield tuning_curves(report)
    yield from (part for one in tuning_tables(report) for part in _table(one))
    yield "<h2>Notes</h2>"
    yield from (f"<p>{text(note)}</p>" for note in report["notes"])


def _table(one: Table) -> Iterator[str]:
    if one.title:
        yield f"<h2>{text(one.title)}</h2>"
    yield table([column.name for column in one.columns], [[cell_text(cell) for cell in row] for row in one.rows])
    yield from (f"<p>{text(note)}</p>" for note in one.notes)
