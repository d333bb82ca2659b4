"""Try settings of BM25, of a vector route and of their fusion on a dataset, and say what may be concluded.

Every (k1, b) of BM25 is searched once and the vector route once; reciprocal rank fusion is then computed under every combination.
Something is recommended only where the conclusion is `conclusive`, and a value only where all best settings share it and its parameter
counts by itself. docs/tune.md says how to read the rest. Exit code 0 whatever the conclusion; nothing is written but the files named.

NAME in --grid is rrf_k, bm25_weight, top_k, bm25_k1 or bm25_b; a parameter without a list has its usual one.
"""

from __future__ import annotations

import argparse
import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from annotator.errors import UsageError

if TYPE_CHECKING:
    from annotator.curate.evaluation_files import EvaluationFiles
    from annotator.curate.grid_workers import Workers
    from annotator.curate.tune import Report


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("dataset", type=Path)
    parser.add_argument("--vector", default="token-hash", metavar="ROUTE", help="token-hash (the usual one), alias or dense:FOLDER")
    parser.add_argument("--grid", action="append", default=[], metavar="NAME=V,V", help="the values to try; may be given again")
    parser.add_argument("--status", choices=("gold", "gold-candidate", "draft"), help="score samples from this status on")
    parser.add_argument("--seed", type=int, help="seed of the intervals (a fixed one by default)")
    workers = parser.add_argument_group("who computes", "the result is the same")
    workers.add_argument("--jobs", type=int, default=1, metavar="N", help="processes on this machine (1); they pay where searches are slow")
    workers.add_argument("--backend", choices=("joblib", "dask"), default="joblib", help="joblib (this machine) or dask (a cluster)")
    workers.add_argument("--scheduler", metavar="ADDRESS", help="the scheduler of the Dask cluster, as in tcp://HOST:8786")
    files = parser.add_argument_group("files", "relative to the working folder, written whole or not at all")
    files.add_argument("--out", metavar="FILE", help="write the JSON report")
    files.add_argument("--csv", metavar="FILE", help="write every setting with its measures as CSV")
    files.add_argument("--svg", metavar="FILE", help="write the curves as a picture")
    files.add_argument("--html", metavar="FILE", help="write one page with curves and tables, which needs nothing else")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="print one JSON document")
    form.add_argument("--markdown", action="store_true", help="print Markdown")


def run(arguments: argparse.Namespace) -> int:
    """Print the report; exit code 0 whatever it concludes."""
    from annotator.cli.patience import patience
    from annotator.curate.evaluation_files import EvaluationFiles
    from annotator.curate.tune import Request, tune
    from annotator.curate.workspace import Workspace
    from annotator.evaluate.average import SEED

    seed = SEED if arguments.seed is None else arguments.seed
    if seed < 0:
        raise UsageError(f"--seed {seed}: is 0 at least")
    request = Request(arguments.vector, arguments.grid, arguments.status, seed, _workers(arguments))
    workspace = Workspace(arguments.dataset)
    files = EvaluationFiles(workspace, {f"--{option}": getattr(arguments, option) for option in ("out", "csv", "svg", "html")})
    with patience("trying settings"):
        report = tune(workspace, request)
    _write(report, files, arguments)
    if arguments.json:
        print(json.dumps(report.document, ensure_ascii=False))
    else:
        _print(report, markdown=arguments.markdown)
    return 0


def _workers(arguments: argparse.Namespace) -> Workers:
    from annotator.curate.grid_workers import Workers

    if arguments.jobs < 1:
        raise UsageError(f"--jobs {arguments.jobs}: is 1 at least")
    if (arguments.backend == "dask") != (arguments.scheduler is not None):
        raise UsageError("--backend dask and --scheduler ADDRESS belong together; `dask scheduler` prints the address of one")
    return Workers(arguments.jobs, arguments.scheduler)


def _write(report: Report, files: EvaluationFiles, arguments: argparse.Namespace) -> None:
    """Only what was asked for is made."""
    from annotator.report.svg import standalone
    from annotator.report.tuning import combinations_csv
    from annotator.report.tuning_page import tuning_curves, tuning_html

    forms: dict[str, Callable[[], str]] = {
        "out": lambda: json.dumps(report.document, ensure_ascii=False, indent=1) + "\n",
        "csv": lambda: combinations_csv(report.outcome.rows()),
        "svg": lambda: standalone(tuning_curves(report.document)),
        "html": lambda: tuning_html(report.document),
    }
    for option, form in forms.items():
        if getattr(arguments, option) is not None:
            files.write(f"--{option}", form())


def _print(report: Report, *, markdown: bool) -> None:
    from annotator.report.tuning import recommended_text, signals_text, tuning_tables
    from annotator.report.width import paragraph, shown

    document, width = report.document, min(shutil.get_terminal_size().columns, 120)
    about = document["dataset"]
    standing = "PROVISIONAL, not gold" if document["provisional"] else "gold"
    print(f"{about['id']} {shown(about['version'])} · {standing} · {' and '.join(document['routes'])}\nSHA-256 {about['sha256']}\n")
    print(paragraph(document["banner"], width))
    print(paragraph(signals_text(document), width))
    print(paragraph(f"recommended: {recommended_text(document['recommended'])}", width) + "\n")
    for table in tuning_tables(document):
        print(table.markdown() if markdown else table.plain(width))
        print()
    for note in document["notes"]:
        print(paragraph(f"note: {note}", width))
