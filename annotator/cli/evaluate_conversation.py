"""What `annotator evaluate` does with a dataset that holds the answer key of a conversation."""

from __future__ import annotations

import argparse
import json
import shutil
import sys
from contextlib import redirect_stdout
from typing import TYPE_CHECKING, Any

from annotator.cli.options_given import options_given
from annotator.errors import UsageError

if TYPE_CHECKING:
    from annotator.curate.workspace import Workspace

# Options of `annotator evaluate` that mean something here; the rest is about retrievers.
_OWN = ("baselines", "memory", "answerer", "verbose")
_TAKEN = frozenset({*_OWN, "dataset", "run", "timeout", "twice", "out", "crlf", "json", "markdown", "with_text"})


def run_conversation(arguments: argparse.Namespace, workspace: Workspace) -> int:
    """Print the report; exit code 1 when an invariant does not hold."""
    from annotator.cli.patience import patience
    from annotator.curate.evaluate_conversation import ConversationRequest, evaluate_conversation
    from annotator.curate.evaluation_files import EvaluationFiles, report_file

    _refuse_others(arguments)
    out = None if arguments.out is None else report_file(workspace, arguments.out)
    files = EvaluationFiles(workspace, {"--out": out})
    request = ConversationRequest(
        baselines=() if arguments.baselines is None else tuple(arguments.baselines.split(",")),
        memory=arguments.memory or "",
        twice=bool(arguments.twice),
        with_text=arguments.with_text,
        answerer=arguments.answerer,
        timeout=arguments.timeout,
    )
    # What foreign code prints is no part of the report.
    with patience("evaluating"), redirect_stdout(sys.stderr):
        report = evaluate_conversation(workspace, request)
    if out is not None:
        files.write("--out", json.dumps(report, ensure_ascii=False, indent=1) + "\n", crlf=arguments.crlf)
    if arguments.json:
        print(json.dumps(report, ensure_ascii=False))
    else:
        _print(report, markdown=arguments.markdown, verbose=arguments.verbose)
    if out is not None and out != arguments.out:
        # Only we know the name; stdout may have to hold JSON alone.
        print(f"report: {out}", file=sys.stderr if arguments.json else sys.stdout)
    return 0 if report["ok"] else 1


def refuse_outside_conversation(arguments: argparse.Namespace) -> None:
    """Raises UsageError for an option that means something here alone."""
    for name in options_given("evaluate", arguments):
        if name in _OWN:
            raise UsageError(f"--{name}: is for datasets with evaluation.conversation, and goes without --retriever")


def _refuse_others(arguments: argparse.Namespace) -> None:
    """An option that would do nothing is refused, so that nobody takes its silence for an answer."""
    from annotator.curate.answerer import DETERMINISTIC

    for name in options_given("evaluate", arguments):
        if name == "timeout" and arguments.answerer == DETERMINISTIC:
            raise UsageError("--timeout: goes with --answerer, or with a --retriever")
        if name not in _TAKEN:
            raise UsageError(
                f"--{name.replace('_', '-')}: is about retrievers, and this dataset is evaluated as a conversation; name a --retriever with it"
            )


def _print(report: dict[str, Any], *, markdown: bool, verbose: bool) -> None:
    from annotator.report.conversation import conversation_tables
    from annotator.report.width import paragraph, shown

    about, fixtures = report["dataset"], report["fixtures"]
    print(
        f"{about['id']} {shown(about['version'])} ({about['provenance']}) · {'PROVISIONAL, not gold' if report['provisional'] else 'gold'}"
    )
    print(f"SHA-256 {about['sha256']}")
    made = f" · profile {report['profile']}, seed {shown(report['seed'])}" if fixtures["generated"] else ""
    print(f"{fixtures['sessions']} sessions, {fixtures['turns']} turns, {len(report['questions'])} questions{made}\n")
    width = min(shutil.get_terminal_size().columns, 140)
    for table in conversation_tables(report, verbose=verbose):
        print(table.markdown() if markdown else table.plain(width))
        print()
    for note in report["notes"]:
        print(paragraph(f"note: {note}", width))
