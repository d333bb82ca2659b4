"""Tables of a conversation report, each axis by itself, values beside their counts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from annotator.report.table import Column, Table

_NOTHING = "n/a"
LATENCY = "latencyMs"
TOKENS = "extraTokensEstimate"
# What is shown of one question, and over which column.
_OF_QUESTION = (
    ("retrievalRecall", "recall"),
    ("retrievalRank1", "rank1"),
    ("assemblyCoverage", "cover"),
    (TOKENS, "tokens"),
    ("llmAnswerAccuracy", "answer"),
)


def conversation_tables(report: Mapping[str, Any], *, verbose: bool = False) -> Iterator[Table]:
    """The JSON report in reading order: invariants, all metrics, each by scenario and by size, and every question where `verbose`."""
    yield _invariants(report["invariants"])
    yield _metrics(report, report["metrics"], "all sessions")
    for row in report["perScenario"]:
        yield _metrics(report, row["metrics"], f"{row['scenario']}, size {row['size']} ({', '.join(row['sessionIds'])})")
    yield _sizes(report)
    if verbose:
        yield from (_questions(report["questions"], baseline) for baseline in report["baselines"])


def _invariants(invariants: Sequence[Mapping[str, Any]]) -> Table:
    columns = (Column("invariant"), Column("holds"), Column("found"))
    words = {True: "yes", False: "NO", None: _NOTHING}
    rows = tuple((one["id"], words[one["ok"]], one["detail"]) for one in invariants)
    return Table(columns, rows, "invariants: a run in which one does not hold has failed, whatever its figures")


def _metrics(report: Mapping[str, Any], metrics: Mapping[str, Any], title: str) -> Table:
    columns = (Column("axis"), Column("metric"), *(Column(name, "right") for name in report["baselines"]))
    rows: list[tuple[str, ...]] = []
    for name in report["metricOrder"]:
        values = [metrics[name][baseline] for baseline in report["baselines"]]
        if name == LATENCY:
            rows += [("latency", f"{name} {part}", *(_milliseconds(value[part]) for value in values)) for part in ("p50", "p95", "totalMs")]
        else:
            rows.append((report["axes"][name], name, *(metric_text(name, value) for value in values)))
    return Table(columns, tuple(rows), title)


def _sizes(report: Mapping[str, Any]) -> Table:
    """What the message holds by size, which is what a longer conversation changes."""
    names = ("assemblyCoverage", TOKENS)
    columns = (Column("size"), Column("metric"), *(Column(name, "right") for name in report["baselines"]))
    rows = tuple(
        (row["size"], name, *(metric_text(name, row["metrics"][name][baseline]) for baseline in report["baselines"]))
        for row in report["perSize"]
        for name in names
    )
    return Table(columns, rows, "by size")


def _questions(questions: Sequence[Mapping[str, Any]], baseline: str) -> Table:
    columns = (*map(Column, ("question", "kind", "lang")), *(Column(head, "right") for _, head in _OF_QUESTION))
    rows = tuple(
        (one["id"], one["kind"], one["lang"], *(_of_question(name, one["results"][baseline][name]) for name, _ in _OF_QUESTION))
        for one in questions
    )
    return Table(columns, rows, f"every question: {baseline}")


def _of_question(name: str, value: float | None) -> str:
    """One question's own figure, which is a share or a count of tokens."""
    if value is None:
        return _NOTHING
    return f"{value:.0f}" if name == TOKENS else f"{value:.0%}"


def metric_text(name: str, value: Mapping[str, Any] | None) -> str:
    """A share with its counts, such as "84.2% (32/38)", or tokens with their n; "n/a" for null and for what has no value."""
    if value is None or value["value"] is None:
        return _NOTHING
    if name == TOKENS:
        return f"{value['value']:.1f} (n {value['n']})"
    return f"{value['value']:.1%} ({value['counts']['right']}/{value['counts']['of']})"


def _milliseconds(value: float | None) -> str:
    return _NOTHING if value is None else f"{value:.3f}"
