"""A grid search as tables: the banner, what both routes find, and how far each parameter matters."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from annotator.evaluate.tuning.conclusion import NDCG_SIG
from annotator.model.figure import Figure
from annotator.report.table import Cell, Column, Table, csv_text, interval_text, value_text

_NONE = f"none: not conclusive, or the best settings differ in it, or it moves the best by less than {NDCG_SIG}"
# The leading figures first, so that nobody reads a best value without them.
_ROUTES = {
    "route_overlap_jaccard": "overlap of the routes (Jaccard)",
    "bm25_avg_recall": "passages from BM25, mean",
    "bm25_median_recall": "passages from BM25, median",
    "bm25_max_recall": "passages from BM25, most",
    "queries_with_empty_bm25": "questions for which BM25 finds nothing",
    "vector_avg_recall": "passages from the vector route, mean",
    "vector_coverage": "questions for which the vector route finds something, share",
    "route_overlap_avg": "passages that both find, mean",
    "dual_route_queries": "questions for which both find something",
}


def tuning_tables(report: Mapping[str, Any]) -> Iterator[Table]:
    """The report (its JSON document) in reading order; a recommendation is shown only where there is one."""
    yield _scores(report)
    yield _routes(report)
    if report["param_sensitivity"]:
        yield _sensitivity(report)
        yield from (_curve(name, its) for name, its in report["param_sensitivity"].items())


def setting_text(values: Mapping[str, float]) -> str:
    """The values of parameters in a line."""
    return ", ".join(f"{name} {value:g}" for name, value in values.items())


def signals_text(report: Mapping[str, Any]) -> str:
    """The three figures that the conclusion hangs on, in a line."""
    figures = [_value(report[name]) for name in ("ndcg_spread", "route_overlap_jaccard", "bm25_avg_recall")]
    return "spread of nDCG@10 {}, overlap of the routes (Jaccard) {}, passages from BM25 {} a question".format(*figures)


def recommended_text(recommended: Mapping[str, float | None] | None) -> str:
    """What is recommended in a line, and which parameters are left open."""
    if recommended is None:
        return "none"
    chosen = {name: value for name, value in recommended.items() if value is not None}
    left = ", ".join(name for name in recommended if name not in chosen)
    return (setting_text(chosen) or "none") + (f"; {left} left open (equal, or different by less than {NDCG_SIG})" if left else "")


def _scores(report: Mapping[str, Any]) -> Table:
    columns = (Column("measure"), *(Column(name, "right") for name in ("usual settings", "95 % interval", "spread over the grid", "n")))
    rows = [
        (name, _value(its["usual"]), interval_text(Figure(**its["usual"]), 4), _value(its["spread"]), its["usual"]["n"])
        for name, its in report["measures"].items()
    ]
    notes = [
        f"usual settings: {setting_text(report['usual'])}",
        f"highest nDCG@10 of {report['combinations']:,} settings: {_value(report['best_ndcg10'])}, by {report['best_combinations']:,} of them",
        f"ceiling, the best order of what both routes find: {_value(report['ndcg_ceiling'])}",
        f"share of questions whose nDCG@10 any setting moves: {_value(report['rank_sensitive_ratio'])}",
    ]
    return Table(columns, tuple(rows), "what the settings score", tuple(notes))


def _routes(report: Mapping[str, Any]) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for key, words in _ROUTES.items():
        value = report[key]
        rows.append((words, _value(value) if isinstance(value, Mapping) else "-" if value is None else f"{value:g}"))
    usual = {name: report["usual"][name] for name in ("top_k", "bm25_k1", "bm25_b")}
    return Table((Column("both routes"), Column("", "right")), tuple(rows), "what the routes find", (f"at {setting_text(usual)}",))


def _sensitivity(report: Mapping[str, Any]) -> Table:
    columns = (Column("parameter"), *(Column(name, "right") for name in ("spread of the best", "spread of the means", "recommended")))
    recommended = report["recommended"]
    rows = [
        (name, f"{its['spread']:.4f}", f"{its['spread_of_mean']:.4f}", "none" if recommended is None else _recommended(recommended[name]))
        for name, its in report["param_sensitivity"].items()
    ]
    return Table(
        columns,
        tuple(rows),
        "how far nDCG@10 moves with each parameter",
        (_NONE,),
    )


def _recommended(value: float | None) -> str:
    return "none" if value is None else f"{value:g}"


def _curve(name: str, its: Mapping[str, Any]) -> Table:
    columns = (Column(name, "right"), Column("mean over the others", "right"), Column("best over the others", "right"))
    rows = [(f"{value:g}", f"{mean:.4f}", f"{best:.4f}") for value, mean, best in zip(its["values"], its["mean"], its["best"], strict=True)]
    return Table(columns, tuple(rows))


def _value(figure: Mapping[str, Any]) -> str:
    return value_text(Figure(**figure), 4)


def combinations_csv(rows: Iterator[tuple[Mapping[str, float], Mapping[str, float]]]) -> str:
    """Every setting with its measures, one row each."""
    found = [({**setting, **measures}) for setting, measures in rows]
    return csv_text(list(found[0]) if found else [], ([*row.values()] for row in found))
