"""Write what a dataset has decided in another format, and say what that format cannot hold.

jsonl: corpus.jsonl, samples.jsonl, gold.jsonl (one line a decided sample) and judgements.jsonl (one line for each person and
sample); trec: qrels.trec and queries.tsv; beir: corpus.jsonl, queries.jsonl and qrels/test.tsv. Labels of samples that still
wait for another reviewer are never written.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from annotator.curate.export import Exported


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("format", choices=["jsonl", "trec", "beir"], metavar="FORMAT", help="jsonl, trec or beir")
    parser.add_argument("dataset", type=Path, metavar="DATASET")
    parser.add_argument("target", type=Path, metavar="DEST", help="a folder, which is made; no file in it is overwritten")
    parser.add_argument(
        "--status",
        choices=["gold", "gold-candidate", "all-decided"],
        default="gold",
        help="take samples from this status on; all-decided takes every outcome, promoted or not (default gold)",
    )
    parser.add_argument("--facet", help="whose grades trec and beir bear (default: the facet for relevance)")
    parser.add_argument("--json", action="store_true", help="print one JSON document")


def run(arguments: argparse.Namespace) -> int:
    """Export and report."""
    from annotator.curate.export import export
    from annotator.curate.workspace import Workspace

    workspace = Workspace(arguments.dataset)
    done = export(workspace, arguments.format, arguments.target, arguments.status, arguments.facet)
    if arguments.json:
        import json
        from dataclasses import asdict

        print(json.dumps({"dataset": workspace.config.id, "format": arguments.format, "status": arguments.status, **asdict(done)}))
    else:
        _print(done, arguments)
    return 0


def _print(done: Exported, arguments: argparse.Namespace) -> None:
    what = "judgements" if arguments.format == "jsonl" else "judged pairs"
    print(f"{arguments.target}: {done.samples} samples, {done.rows} {what} in {', '.join(done.files)}")
    for reason, number in sorted(done.left_out.items()):
        print(f"left out: {number} samples {reason}")
    if done.withheld and arguments.format == "jsonl":
        print(f"withheld: {done.withheld} labels of samples that still wait for another reviewer, or to be opened")
    for lost in done.cannot_hold:
        print(f"{arguments.format} cannot hold: {lost}")
    print(f"dataset SHA-256 {done.sha256}")
