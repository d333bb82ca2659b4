"""Take samples back by recorded decisions: all of those named, or none."""

from __future__ import annotations

import argparse
from pathlib import Path

from annotator.cli import commit_option

TARGETS = ("draft", "gold-candidate")


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("dataset", type=Path)
    parser.add_argument("samples", nargs="+", metavar="sample")
    parser.add_argument("--to", choices=TARGETS, default="draft")
    parser.add_argument("--as", dest="person", metavar="NAME", help="who decides; without it, the person whose e-mail is git's")
    parser.add_argument("--reason", required=True, help="recorded with the decision")
    commit_option.declare(parser)


def run(arguments: argparse.Namespace) -> int:
    """Record the demotions; each is acknowledged on its own line."""
    from annotator.curate.promote import demote
    from annotator.curate.workspace import Workspace
    from annotator.model.status import Status

    workspace = Workspace(arguments.dataset)
    person = workspace.person(arguments.person)
    commit_option.check(arguments, workspace, person)
    for moved in demote(workspace, arguments.samples, Status(arguments.to), person, arguments.reason):
        print(f"{moved.sample}: {moved.source} -> {moved.target} ({moved.digest[:12]}); dataset SHA-256 {moved.dataset_sha256}", flush=True)
    if arguments.commit:
        commit_option.commit(workspace, [person], f"demotions by {person}", by=person)
    return 0
