"""Score retrievers against what a dataset has decided, and hold the gates of dataset.yaml and of --gate.

Gold samples are scored; while nothing is gold, drafts are, and every figure is provisional. Exit code 1 when a gate is missed, when
something came back that must not from a private library or, with --twice, when two runs differ. Reports hold ids, hashes and figures;
files go into the working folder only. Where --retriever, -m, --by and --twice are left away, `evaluation` in dataset.yaml is asked.
A dataset with `evaluation.conversation` gives the report on long conversations unless a --retriever is named.

A RETRIEVER is lexical, token-hash, alias, hybrid, rerank, recall, run:FILE (a TREC run), python:MODULE:ATTRIBUTE, command:WORDS (a program that
answers JSON lines), http:URL, dense:FOLDER (a sentence-transformers model), or a name that an installed package brings along;
NAME= before it says what reports call it. Code is imported for python: and installed packages, when the command line names them, and
never because of a dataset. A GATE is "MEASURE RETRIEVER at_least X", "… at_most X" or "… drop_at_most X against RETRIEVER", where
`baseline` stands for the same retriever in the report of --baseline.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
from collections.abc import Callable
from contextlib import redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING, Any

from annotator.cli.evaluate_conversation import refuse_outside_conversation, run_conversation
from annotator.cli.evaluate_predictions import declare, refuse_without, run_predictions
from annotator.cli.heading import heading
from annotator.errors import UsageError

if TYPE_CHECKING:
    from annotator.curate.evaluate import Report
    from annotator.curate.evaluation_files import EvaluationFiles
    from annotator.curate.evaluation_request import Request

# A double tells no more apart.
_MOST_DIGITS = 17


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("dataset", type=Path)
    parser.add_argument("--retriever", action="append", default=[], metavar="RETRIEVER", help="what to score; may be given again")
    parser.add_argument("-m", "--measure", action="append", default=[], metavar="MEASURE", help="in ir_measures' names; may be given again")
    parser.add_argument("--status", choices=("gold", "gold-candidate", "draft"), help="score samples from this status on")
    parser.add_argument("--k", type=int, default=100, help="how many passages to ask for (100)")
    parser.add_argument("--by", metavar="GROUP", help="also a table by this group, such as lang or difficulty")
    parser.add_argument("--noise", action="store_true", help="also how far each reviewer's labels move the figures")
    parser.add_argument(
        "--twice", action=argparse.BooleanOptionalAction, default=None, help="evaluate twice and fail where anything but times differs"
    )
    parser.add_argument("--samples", type=int, metavar="N", help="score the first N samples alone, by the bytes of their ids")
    parser.add_argument("--seed", type=int, metavar="N", help="of the intervals, and for programs in ANNOTATOR_SEED")
    _conversation(parser.add_argument_group("long conversations", "where dataset.yaml says `evaluation.conversation`"))
    declare(parser.add_argument_group("predictions of tags", "instead of retrievers, as `annotator score-tags` scores them"))
    _libraries(parser.add_argument_group("private libraries", "where dataset.yaml says `evaluation.library`"))
    _gates(parser.add_argument_group("gates"))
    _outside(parser.add_argument_group("retrievers from outside"))
    _files(parser.add_argument_group("files", "relative to the working folder, written whole or not at all"))
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="print one JSON document")
    form.add_argument("--markdown", action="store_true", help="print Markdown")
    parser.add_argument("--digits", type=int, default=4, metavar="N", help="decimals of printed figures (4)")
    parser.add_argument("--per-query", action="store_true", help="put every query's ranking and values into --json and --out")
    parser.add_argument("--with-text", action="store_true", help="put the queries' words beside their values (as --per-query)")


def _libraries(group: argparse._ArgumentGroup) -> None:
    group.add_argument("--work-root", type=Path, metavar="DIR", help="keep the run's state in this empty folder under the temporary folder")
    group.add_argument("--keep", action="store_true", help="keep the run's state, and say where")


def _conversation(group: argparse._ArgumentGroup) -> None:
    group.add_argument("--baselines", metavar="NAME,NAME", help="some of skill-only, rolling-summary, memory (all)")
    group.add_argument("--memory", metavar="python:MODULE:ATTRIBUTE", help="a memory of yours in place of the reference store")
    group.add_argument(
        "--answerer", default="deterministic", metavar="command:WORDS", help="a program of yours that answers (deterministic: none does)"
    )
    group.add_argument("--verbose", action="store_true", help="also a table of every question")


def _gates(group: argparse._ArgumentGroup) -> None:
    group.add_argument("--gate", action="append", default=[], metavar="GATE", help="a further gate; may be given again")
    group.add_argument("--baseline", type=Path, metavar="REPORT", help="a stored report that gates speak of as `baseline`")
    group.add_argument("--different-data", action="store_true", help="take a baseline that rests on other data")
    group.add_argument("--junit", metavar="FILE", help="write gates as JUnit XML")
    group.add_argument("--github", action="store_true", help="print missed gates as annotations of GitHub, on stderr")


def _outside(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "--timeout", type=float, default=30.0, metavar="SECONDS", help="for one answer of command:, http: and --answerer (30)"
    )
    group.add_argument("--retries", type=int, default=2, metavar="N", help="how often http: asks again where that may help (2)")
    group.add_argument("--at-once", type=int, default=1, metavar="N", help="how many questions http: has open at a time (1)")


def _files(group: argparse._ArgumentGroup) -> None:
    group.add_argument("--out", metavar="FILE", help="write the JSON report; of a long conversation also into a folder DIR/, named by time")
    group.add_argument("--csv", metavar="FILE", help="write every query's values as CSV")
    group.add_argument("--html", metavar="FILE", help="write one page with charts, which needs nothing else")
    group.add_argument("--crlf", action="store_true", help="end lines of files with CR LF")


def run(arguments: argparse.Namespace) -> int:
    """Print the report; exit code 1 when a gate is missed, a library leaks or two runs differ."""
    from annotator.cli.patience import patience
    from annotator.curate.evaluate import run_evaluation
    from annotator.curate.evaluation_files import EvaluationFiles
    from annotator.curate.workspace import Workspace

    if arguments.predictions:
        return run_predictions(arguments)
    refuse_without(arguments)
    request = _request(arguments)
    workspace = Workspace(arguments.dataset)
    if workspace.config.evaluation.conversation is not None and not arguments.retriever:
        return run_conversation(arguments, workspace)
    refuse_outside_conversation(arguments)
    named = {f"--{option}": getattr(arguments, option) for option in ("out", "csv", "html", "junit")}
    files = EvaluationFiles(workspace, named)
    # What foreign code prints is no part of the report.
    with patience("evaluating"), redirect_stdout(sys.stderr):
        report = run_evaluation(workspace, request)
    _write(report, files, arguments)
    if arguments.github:
        from annotator.report.evaluation_checks import github_lines

        # GitHub reads both streams, and stdout may have to hold JSON alone.
        print("\n".join(github_lines(report.document)), file=sys.stderr)
    if arguments.json:
        print(json.dumps(_with_root(report, _document(report, arguments)), ensure_ascii=False))
    else:
        _print(report, arguments)
    return 0 if report.ok else 1


def _request(arguments: argparse.Namespace) -> Request:
    from annotator.curate.evaluation_request import Request
    from annotator.curate.outside_retrievers import Limits
    from annotator.evaluate.average import SEED

    seed = SEED if arguments.seed is None else arguments.seed
    for option, value, least in (
        ("k", arguments.k, 1),
        ("retries", arguments.retries, 0),
        ("at-once", arguments.at_once, 1),
        ("seed", seed, 0),
        ("digits", arguments.digits, 1),
    ):
        if value < least:
            raise UsageError(f"--{option} {value}: is {least} at least")
    if arguments.digits > _MOST_DIGITS:
        raise UsageError(f"--digits {arguments.digits}: is {_MOST_DIGITS} at most")
    # Also False for a NaN.
    if not 0 < arguments.timeout <= 86_400:
        raise UsageError(f"--timeout {arguments.timeout:g}: give seconds, more than 0 and at most a day")
    return Request(
        retrievers=arguments.retriever,
        measures=arguments.measure,
        k=arguments.k,
        level=arguments.status,
        first=arguments.samples,
        seed=seed,
        by=arguments.by,
        gates=arguments.gate,
        baseline=arguments.baseline,
        different_data=arguments.different_data,
        twice=arguments.twice,
        noise=arguments.noise,
        with_text=arguments.with_text,
        work_root=arguments.work_root,
        keep=arguments.keep,
        limits=Limits(arguments.timeout, arguments.retries, arguments.at_once),
    )


def _document(report: Report, arguments: argparse.Namespace) -> dict[str, Any]:
    return report.document if arguments.per_query or arguments.with_text else report.summary


def _with_root(report: Report, document: dict[str, Any]) -> dict[str, Any]:
    """The folder of a kept run is told to whoever runs it; a file may go anywhere, so none holds it."""
    return document if report.root is None else {**document, "run": {**document["run"], "root": report.root}}


def _write(report: Report, files: EvaluationFiles, arguments: argparse.Namespace) -> None:
    """Only what was asked for is made, since a page costs time."""
    from annotator.report.evaluation import per_query_csv
    from annotator.report.evaluation_checks import junit_xml
    from annotator.report.html import evaluation_html

    forms: dict[str, Callable[[], str]] = {
        "out": lambda: json.dumps(_document(report, arguments), ensure_ascii=False, indent=1) + "\n",
        "csv": lambda: per_query_csv(report.document),
        "html": lambda: evaluation_html(report.document),
        "junit": lambda: junit_xml(report.document),
    }
    for option, form in forms.items():
        if getattr(arguments, option) is not None:
            files.write(f"--{option}", form(), crlf=arguments.crlf)


def _print(report: Report, arguments: argparse.Namespace) -> None:
    from annotator.report.evaluation import Parts, evaluation_tables
    from annotator.report.width import paragraph, shown

    print(heading(report.document) + "\n")
    if report.root is not None:
        print(f"state of the run: {shown(report.root)}\n")
    width = min(shutil.get_terminal_size().columns, 120)
    for note in report.document["notes"]:
        print(paragraph(f"note: {note}", width) + "\n")
    parts = Parts(report.evaluation, report.gates, report.comparisons, report.noise)
    for table in evaluation_tables(report.document, parts, report.by, arguments.digits):
        print(table.markdown() if arguments.markdown else table.plain(width))
        print()
