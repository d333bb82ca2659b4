"""Open sealed labels of samples whose labels are all in, and record what they held.

`adjudicate` and `promote` do the same before they begin.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from annotator.cli import commit_option


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("dataset", type=Path)
    parser.add_argument("--as", dest="person", metavar="NAME", help="who opens; without it, the person whose e-mail is git's")
    commit_option.declare(parser)


def run(arguments: argparse.Namespace) -> int:
    """Open what may be opened; exit code 1 when some of it stays shut."""
    from annotator.curate.unsealing import unseal
    from annotator.curate.workspace import Workspace
    from annotator.report.width import shown

    workspace = Workspace(arguments.dataset)
    person = workspace.person(arguments.person)
    commit_option.check(arguments, workspace, person)
    done = unseal(workspace, person)
    for sample, count in done.opened.items():
        print(f"opened {sample}: {count} label{'s' if count != 1 else ''}")
    for label in done.shut:
        print(shown(f"shut {label}"))
    for notice in workspace.dataset.notices:
        print(f"note: {shown(notice)}")
    print(
        f"{sum(done.opened.values())} opened, {done.waiting} wait for another label of their sample; dataset SHA-256 {workspace.dataset.sha256()}"
    )
    if arguments.commit:
        commit_option.commit(workspace, [person], f"labels opened by {person}", by=person)
    return 1 if done.shut else 0
