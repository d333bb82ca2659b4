"""Score TREC runs against TREC qrels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from annotator.evaluate.average import Share, average, with_interval
from annotator.evaluate.lines import Options, RunValues
from annotator.evaluate.measures import Measure, parse
from annotator.model.figure import Figure
from annotator.store.trec_run import QrelsFile, score_run

DEFAULT_MEASURES = ("nDCG@10", "RR", "AP", "P@10", "R@100")


class Request(NamedTuple):
    """What is asked: measures in their text form; `level` sets the relevance level of measures that state none.

    `intersection` leaves judged queries without results out of the averages instead of counting them 0.
    """

    qrels: str
    runs: Sequence[str]
    measures: Sequence[str] = DEFAULT_MEASURES
    level: int = 1
    intersection: bool = False
    interval: bool = False
    options: Options = Options()


class RunScore(NamedTuple):
    """One run: `queries` in byte order of their ids, with one value a measure in `values`.

    `missing` judged queries had no result, `barren` have nothing relevant and so are 0 whatever is returned, `ignored` queries of the run had no judgment, and `tied` judged passages shared their
    score with another. `found` judged queries were in the run; `absent` and `strangers` are a few of the missing and the ignored.
    """

    name: str
    queries: list[str]
    values: list[tuple[float, ...]]
    figures: list[Figure]
    missing: int
    barren: int
    ignored: int
    tied: int
    found: int
    absent: tuple[str, ...]
    strangers: tuple[str, ...]


def score(request: Request) -> tuple[list[Measure], list[RunScore]]:
    """Score every run; UnreadableInput names file and line of a fault, UsageError a measure that does not exist."""
    measures = [parse(text).at_level(request.level) for text in request.measures]
    measures = list(dict.fromkeys(measures))
    qrels = QrelsFile(request.qrels)
    # Counted with the rest, since only the engines know the judgments.
    counted = [*measures, parse("NumRel").at_level(request.level)]
    return measures, [_summarise(path, score_run(path, qrels, counted, request.options), measures, request) for path in request.runs]


def _summarise(path: str, scored: RunValues, measures: list[Measure], request: Request) -> RunScore:
    queries = sorted(scored.values.keys() - scored.missing if request.intersection else scored.values)
    rows = [scored.values[query][: len(measures)] for query in queries]
    barren = sum(scored.values[query][-1] == 0 for query in queries)
    columns = list(zip(*rows, strict=True)) or [()] * len(measures)
    figures = [average(column, summed=measure.summed) for measure, column in zip(measures, columns, strict=True)]
    if request.interval:
        figures = [
            figure if measure.summed else with_interval(figure, [Share(value) for value in column])
            for figure, measure, column in zip(figures, measures, columns, strict=True)
        ]
    names = [_text(query) for query in queries]
    return RunScore(
        path,
        names,
        rows,
        figures,
        missing=len(scored.missing),
        barren=barren,
        ignored=len(scored.ignored),
        tied=scored.tied[0],
        found=len(scored.values) - len(scored.missing),
        absent=_few(scored.missing),
        strangers=_few(scored.ignored),
    )


def _few(queries: set[bytes]) -> tuple[str, ...]:
    return tuple(_text(query) for query in sorted(queries)[:3])


def _text(query: bytes) -> str:
    return query.decode(errors="backslashreplace")
