"""Score TREC runs against TREC qrels: trec_eval's numbers, several runs side by side.

Order is trec_eval 10's: score descending, then passage id descending by bytes; the rank column is ignored. Averages go over
every judged query: one missing from the run counts 0 and is counted in sight. Run queries without judgments are ignored and counted.
"""

from __future__ import annotations

import argparse
import gc
import sys

from annotator.curate.score import DEFAULT_MEASURES, Request, RunScore, score
from annotator.errors import UsageError
from annotator.evaluate.lines import Options
from annotator.evaluate.measures import FAMILIES, Measure
from annotator.model.figure import Figure


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `annotator score`."""
    parser.add_argument("qrels", metavar="QRELS", help="judgments, `query 0 passage grade` a line, plain or gzipped")
    parser.add_argument("runs", metavar="RUN", nargs="+", help="results, `query Q0 passage rank score tag` a line, plain or gzipped")
    parser.add_argument(
        "-m",
        "--measure",
        metavar="MEASURE",
        action="append",
        help=f"may be given again or hold several with spaces between; default {' '.join(DEFAULT_MEASURES)}; known: {' '.join(FAMILIES)}",
    )
    parser.add_argument("-q", "--per-query", action="store_true", help="also print every query's values")
    parser.add_argument(
        "--level", type=int, default=1, metavar="N", help="relevant is a grade of at least N (default 1), where a measure states no rel="
    )
    parser.add_argument("--intersection", action="store_true", help="leave judged queries that the run lacks out of the averages")
    parser.add_argument(
        "--dedupe", choices=["first"], help="a passage returned twice counts once, at its first rank; without it that is an error"
    )
    parser.add_argument("--float32", action="store_true", help="compare scores as 32-bit numbers, as trec_eval 9 and pytrec_eval do")
    parser.add_argument(
        "--interval", action="store_true", help="add the 95 %% bootstrap interval over queries to every mean (slower start)"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON document")


def run(arguments: argparse.Namespace) -> int:
    """Score, print, exit 0."""
    if arguments.level < 1:
        raise UsageError(f"--level {arguments.level}: a relevance level is a grade from 1")
    # Everything read is kept until the end, so looking for garbage meanwhile and at exit would only cost time.
    gc.disable()
    try:
        print(_report(arguments))
    finally:
        gc.freeze()
        gc.enable()
    return 0


def _report(arguments: argparse.Namespace) -> str:
    measures, runs = score(
        Request(
            qrels=arguments.qrels,
            runs=arguments.runs,
            measures=[word for text in arguments.measure or DEFAULT_MEASURES for word in _measures(text)],
            level=arguments.level,
            intersection=arguments.intersection,
            interval=arguments.interval,
            options=Options(dedupe=arguments.dedupe is not None, float32=arguments.float32),
        )
    )
    for one in runs:
        if one.strangers and not one.found:
            print(f"annotator: {one.name}: {_nothing_shared(one, arguments.qrels)}", file=sys.stderr)
    return _document(measures, runs, per_query=arguments.per_query) if arguments.json else _table(measures, runs, arguments)


def _nothing_shared(one: RunScore, qrels: str) -> str:
    """Ids of both sides, since a difference in how they are written is the usual reason."""
    theirs, ours = (", ".join(repr(_safe(query)) for query in queries) for queries in (one.strangers, one.absent))
    return f"no query of this run is judged in {qrels}; it has {theirs}, the judgments have {ours}"


def _measures(text: str) -> list[str]:
    """Words of a list such as `nDCG@10 P(rel=2)@5`, where brackets may hold spaces."""
    words, depth = [""], 0
    for character in text:
        depth += {"(": 1, ")": -1}.get(character, 0)
        if character.isspace() and depth <= 0:
            words.append("")
        else:
            words[-1] += character
    return [word for word in words if word] or [text]


def _document(measures: list[Measure], runs: list[RunScore], *, per_query: bool) -> str:
    import json  # not needed for the table, and start-up time counts

    names = [str(measure) for measure in measures]
    documents = []
    for one, short in zip(runs, _short_names(runs), strict=True):
        figures = {name: figure.as_json() for name, figure in zip(names, one.figures, strict=True)}
        document = {
            "name": short,
            "queries": len(one.queries),
            "missing": one.missing,
            "nothing_relevant": one.barren,
            "ignored": one.ignored,
            "tied": one.tied,
            "measures": figures,
        }
        if per_query:
            document["per_query"] = {query: dict(zip(names, row, strict=True)) for query, row in zip(one.queries, one.values, strict=True)}
        documents.append(document)
    return json.dumps({"runs": documents}, ensure_ascii=False, allow_nan=False)


def _table(measures: list[Measure], runs: list[RunScore], arguments: argparse.Namespace) -> str:
    """Runs side by side; a table of its own, since the general one costs more to import than a small file to score."""
    names = [str(measure) for measure in measures]
    shorts = _short_names(runs)
    lines = [["measure", *shorts]]
    lines += [[name, *(_shown(one.figures[at]) for one in runs)] for at, name in enumerate(names)]
    lines.append(["queries", *(str(len(one.queries)) for one in runs)])
    missing = "missing, left out" if arguments.intersection else "missing, counted 0"
    lines.append([missing, *(str(one.missing) for one in runs)])
    lines.append(["nothing relevant, 0", *(str(one.barren) for one in runs)])
    lines.append(["not judged, ignored", *(str(one.ignored) for one in runs)])
    lines.append(["tied judged passages", *(str(one.tied) for one in runs)])
    text = _aligned(lines)
    if arguments.per_query:
        details = [["query", "run", *names]]
        for one, short in zip(runs, shorts, strict=True):
            details += [[_safe(query), short, *map(_number, row)] for query, row in zip(one.queries, one.values, strict=True)]
        text = f"{_aligned(details)}\n\n{text}"
    return text


def _short_names(runs: list[RunScore]) -> list[str]:
    """File names without folders where that still tells the runs apart."""
    names = [_safe(one.name.rpartition("/")[2]) for one in runs]
    return names if len(set(names)) == len(names) else [_safe(one.name) for one in runs]


def _shown(figure: Figure) -> str:
    if figure.value is None:
        return "undefined"
    bounds = "" if figure.low is None or figure.high is None else f" [{figure.low:.4f}, {figure.high:.4f}]"
    return _number(figure.value) + bounds


def _number(value: float) -> str:
    return str(int(value)) if value.is_integer() and value > 1 else f"{value:.4f}"


def _safe(text: str) -> str:
    """A name from a file must not steer the terminal."""
    return text if text.isprintable() else ascii(text)[1:-1]


def _aligned(lines: list[list[str]]) -> str:
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "\n".join("  ".join([line[0].ljust(widths[0]), *map(str.rjust, line[1:], widths[1:])]) for line in lines)
