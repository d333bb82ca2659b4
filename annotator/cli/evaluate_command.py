"""Score retrievers against what a dataset has decided, and hold the gates of dataset.yaml.

Gold samples are scored; while nothing is gold, drafts are, and every figure is provisional. Exit code 1 when a gate is missed.
"""

from __future__ import annotations

import argparse
import json
import shutil
from pathlib import Path


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("dataset", type=Path)
    parser.add_argument(
        "--retriever",
        action="append",
        required=True,
        metavar="NAME",
        help="lexical, token-hash, alias, hybrid, rerank, or run:FILE (a TREC run); may be given again",
    )
    parser.add_argument("-m", "--measure", action="append", default=[], metavar="MEASURE", help="in ir_measures' names; may be given again")
    parser.add_argument("--status", choices=("gold", "gold-candidate", "draft"), help="score samples from this status on")
    parser.add_argument("--k", type=int, default=100, help="how many passages to ask for (100)")
    parser.add_argument("--by", metavar="GROUP", help="also a table by this group, such as lang or difficulty")
    parser.add_argument("--per-query", action="store_true", help="put every query's ranking and values into --json")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="print one JSON document")
    form.add_argument("--markdown", action="store_true", help="print Markdown")


def run(arguments: argparse.Namespace) -> int:
    """Print the report; exit code 1 when a gate is missed."""
    from annotator.cli.patience import patience
    from annotator.curate.evaluate import Request, run_evaluation
    from annotator.curate.workspace import Workspace
    from annotator.errors import UsageError
    from annotator.report.evaluation import evaluation_tables
    from annotator.report.width import shown

    if arguments.k < 1:
        raise UsageError(f"--k {arguments.k}: ask for at least one passage")
    request = Request(arguments.retriever, arguments.measure, arguments.k, arguments.status, arguments.per_query)
    workspace = Workspace(arguments.dataset)
    with patience("evaluating"):
        report = run_evaluation(workspace, request)
    if arguments.json:
        print(json.dumps(report.document, ensure_ascii=False))
        return 0 if report.ok else 1
    about = report.document["dataset"]
    provisional = "PROVISIONAL, not gold" if report.document["provisional"] else "gold"
    samples = ", ".join(f"{count} {status}" for status, count in about["status"].items())
    print(f"{about['id']} {about['version']} ({about['provenance']}) · {provisional} · {samples}\nSHA-256 {about['sha256']}\n")
    for note in report.document["notes"]:
        print(f"note: {shown(note)}\n")
    width = min(shutil.get_terminal_size().columns, 120)
    for table in evaluation_tables(report.evaluation, report.gates, report.comparisons, arguments.by):
        print(table.markdown() if arguments.markdown else table.plain(width))
        print()
    return 0 if report.ok else 1
