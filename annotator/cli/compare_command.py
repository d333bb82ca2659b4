"""Compare two reports of `annotator evaluate --per-query --out`: does B differ from A, and may that be said? Or two releases of a dataset.

Per measure, over all questions and within every group: the difference with its 95 % interval, the paired t-test, Wilcoxon's and
Fisher's randomisation test (two-sided), Holm's correction, the effect size, wins, ties and losses, and which questions moved most.
Retrievers of one name are compared, or those of --pair. Reports that rest on different data are refused.

Of two release folders (DATASET/releases/VERSION) it prints what changed by meaning, as `annotator diff --releases` does.
"""

from __future__ import annotations

import argparse
import json
import shutil
from pathlib import Path

from annotator.errors import UsageError


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("a", type=Path, metavar="A", help="a JSON report, or a release folder")
    parser.add_argument("b", type=Path, metavar="B", help="another of the same kind")
    parser.add_argument("--pair", nargs=2, metavar=("A", "B"), help="compare this retriever of A with that one of B")
    parser.add_argument("-m", "--measure", action="append", default=[], metavar="MEASURE", help="only this measure; may be given again")
    parser.add_argument("--different-data", action="store_true", help="compare the questions two reports share, though their data differ")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="print one JSON document")
    form.add_argument("--markdown", action="store_true", help="print Markdown")


def run(arguments: argparse.Namespace) -> int:
    """Print the comparison; exit code 0 whatever it says."""
    from annotator.curate.released import release_of

    releases = release_of(arguments.a), release_of(arguments.b)
    if releases[0] is not None and releases[1] is not None:
        return _releases(releases[0], releases[1], arguments)
    return _reports(arguments)


def _releases(a: tuple[Path, str], b: tuple[Path, str], arguments: argparse.Namespace) -> int:
    from annotator.cli.release_changes import print_changes

    if a[0].resolve() != b[0].resolve():
        raise UsageError(f"{arguments.a} and {arguments.b} are releases of two datasets; compare those of one")
    return print_changes(a[0], a[1], b[1], arguments)


def _reports(arguments: argparse.Namespace) -> int:
    from annotator.curate.stored_reports import compare_reports
    from annotator.report.comparison import comparison_tables
    from annotator.report.width import paragraph, shown

    pair = None if arguments.pair is None else (arguments.pair[0], arguments.pair[1])
    found = compare_reports(arguments.a, arguments.b, pair, arguments.measure, different_data=arguments.different_data)
    if arguments.json:
        print(json.dumps(found.document, ensure_ascii=False))
        return 0
    print(f"A = {shown(found.a.shown)}\nB = {shown(found.b.shown)}\n")
    width = min(shutil.get_terminal_size().columns, 120)
    for note in found.notes:
        print(paragraph(f"note: {note}", width) + "\n")
    for table in comparison_tables(found.lines):
        print(table.markdown() if arguments.markdown else table.plain(width))
        print()
    return 0
