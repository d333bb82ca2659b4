"""Move samples one step towards gold by recorded decisions: all of those named, or none."""

from __future__ import annotations

import argparse
from pathlib import Path

TARGETS = ("gold-candidate", "gold")


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("dataset", type=Path)
    parser.add_argument("samples", nargs="+", metavar="sample")
    parser.add_argument("--to", choices=TARGETS, required=True)
    parser.add_argument("--as", dest="person", metavar="NAME", help="who decides; without it, the person whose e-mail is git's")
    parser.add_argument("--reason", help="recorded with the decision")
    parser.add_argument(
        "--override", metavar="REASON", help="promote to gold although the agreement rule does not hold; shown in every report"
    )


def run(arguments: argparse.Namespace) -> int:
    """Record the promotions; each is acknowledged on its own line."""
    from annotator.curate.promote import promote
    from annotator.curate.workspace import Workspace
    from annotator.model.status import Status

    workspace = Workspace(arguments.dataset)
    person = workspace.person(arguments.person)
    for moved in promote(workspace, arguments.samples, Status(arguments.to), person, arguments.reason, arguments.override):
        print(f"{moved.sample}: {moved.source} -> {moved.target} ({moved.digest[:12]}); dataset SHA-256 {moved.dataset_sha256}", flush=True)
    return 0
