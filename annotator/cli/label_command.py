"""Label samples; with --from FILE.jsonl the labels come from a file, one a line.

A line is {"sample": ..., "values": {FACET: ...}, "note"?: ..., "seconds"?: ...} or {"sample": ..., "skip": "reason"}.
All lines are checked before the first is saved; "saved" is printed when the label would survive a power cut.
"""

from __future__ import annotations

import argparse
from pathlib import Path


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("dataset", type=Path)
    parser.add_argument("--as", dest="person", metavar="NAME", help="who labels; without it, the person whose e-mail is git's")
    parser.add_argument("--from", dest="source", type=Path, metavar="FILE", required=True, help="labels as JSONL")


def run(arguments: argparse.Namespace) -> int:
    """Save the labels; each is acknowledged on its own line."""
    from annotator.curate.label import label_from
    from annotator.curate.workspace import Workspace

    workspace = Workspace(arguments.dataset)
    person = workspace.person(arguments.person)
    saved = unchanged = 0
    for sample, digest in label_from(workspace, person, arguments.source):
        if digest is None:
            unchanged += 1
            print(f"unchanged {sample}", flush=True)
        else:
            saved += 1
            print(f"saved {sample} {digest[:12]}", flush=True)
    for notice in workspace.dataset.notices:
        print(f"repaired {notice}")
    print(f"{saved} saved, {unchanged} unchanged; dataset SHA-256 {workspace.dataset.sha256()}")
    return 0
