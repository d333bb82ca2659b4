"""Score a tagger's predictions against what a dataset has decided, and hold its figures against the targets of dataset.yaml.

PREDICTIONS is a JSONL file, one line a sample: {"sample": ID, "values": {FACET: {MEMORY: VALUE}}, "sections"?, "injected"?, "ranked"?,
"scenes"?}; tags are written by id, name or alias. NAME= before it says what reports call it. With two files their figures stand side by
side; what follows from the difference is for people to decide. Gold samples are scored; while nothing is gold, drafts are, and every
figure is provisional. Exit code 1 when a required target is missed. Reports hold ids and figures; files go into the working folder only.
"""

from __future__ import annotations

import argparse
import json
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

from annotator.cli.heading import heading
from annotator.errors import UsageError

if TYPE_CHECKING:
    from annotator.curate.score_tags import TagReport
    from annotator.report.table import Table

STAGES = ("l1", "l15", "l2", "search", "all")
FILES = ("report.json", "report.md", "per_case.csv", "heatmap.svg")
MOST = 2


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("dataset", metavar="GOLD", type=Path, help="the dataset folder that says what is right")
    parser.add_argument("predictions", metavar="PREDICTIONS", nargs="+", help="a file of predictions; a second one is compared with it")
    parser.add_argument("--status", choices=("gold", "gold-candidate", "draft"), help="score samples from this status on")
    parser.add_argument("--by", metavar="GROUP", help="also tables by this group, such as difficulty or source")
    configure_tags(parser)
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="print one JSON document")
    form.add_argument("--markdown", action="store_true", help="print Markdown")
    parser.add_argument(
        "--with-text", action="store_true", help="also name the labels that the registry does not know, and say a run in its words"
    )


def configure_tags(parser: argparse._ActionsContainer) -> None:
    """Declare the arguments that only predictions of tags have."""
    parser.add_argument("--mode", metavar="MODE", help="sections of this mode alone, such as coding")
    parser.add_argument("--stages", choices=STAGES, default="all", help="figures of one stage: tags and values, actions, sections, search")
    parser.add_argument("--out-dir", metavar="DIR", help=f"write {', '.join(FILES)} into this folder below the working folder")


def run(arguments: argparse.Namespace) -> int:
    """Print the report; exit code 1 when a required target is missed."""
    from annotator.curate.evaluation_files import EvaluationFiles
    from annotator.curate.score_tags import Request, score_predictions
    from annotator.curate.workspace import Workspace

    if len(arguments.predictions) > MOST:
        raise UsageError(f"{len(arguments.predictions)} files of predictions: give one, or two to compare")
    stages = STAGES[:-1] if arguments.stages == "all" else (arguments.stages,)
    workspace = Workspace(arguments.dataset)
    folder = arguments.out_dir
    files = EvaluationFiles(workspace, {} if folder is None else {name: f"{folder}/{name}" for name in FILES})
    report = score_predictions(
        workspace, Request(arguments.predictions, arguments.status, arguments.mode, stages, with_text=arguments.with_text)
    )
    if folder is not None:
        for name, text in _texts(report, arguments).items():
            files.write(name, text)
    if arguments.json:
        print(json.dumps(report.document, ensure_ascii=False))
    else:
        _print(report, arguments)
    return 0 if report.ok else 1


def _tables(report: TagReport, arguments: argparse.Namespace) -> list[Table]:
    from annotator.report.tagging import difference_tables, run_table, tagger_tables

    tables = list(difference_tables(list(report.taggers), report.differences)) if report.differences else []
    for name, one in report.taggers.items():
        tables += [run_table(name, one.run)] if one.run is not None else []
        tables += tagger_tables(name, one.scores, one.targets, arguments.by, with_text=arguments.with_text)
    return tables


def _texts(report: TagReport, arguments: argparse.Namespace) -> dict[str, str]:
    from annotator.report.tagging_files import heatmap_svg, per_case_csv, tagging_markdown

    scores = {name: one.scores for name, one in report.taggers.items()}
    texts = (
        json.dumps(report.document, ensure_ascii=False, indent=1) + "\n",
        tagging_markdown(report.document, _tables(report, arguments)),
        per_case_csv(scores),
        heatmap_svg(scores),
    )
    return dict(zip(FILES, texts, strict=True))


def _print(report: TagReport, arguments: argparse.Namespace) -> None:
    from annotator.report.tagging_files import tagging_markdown
    from annotator.report.width import paragraph

    tables = _tables(report, arguments)
    if arguments.markdown:
        print(tagging_markdown(report.document, tables))
        return
    print(heading(report.document) + "\n")
    width = min(shutil.get_terminal_size().columns, 120)
    for note in report.document["notes"]:
        print(paragraph(f"note: {note}", width) + "\n")
    for table in tables:
        print(table.plain(width))
        print()
