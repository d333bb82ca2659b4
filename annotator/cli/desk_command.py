"""One screen for the maintainer: where the set stands, how good it is, whose turn it is; and from there into the work.

With --review it opens in the gold review: sample by sample, everything on one page, yes, no, or back to adjudication.
"""

from __future__ import annotations

import argparse
from pathlib import Path


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("dataset", type=Path)
    parser.add_argument("--as", dest="person", metavar="NAME", help="who looks; without it, the person whose e-mail is git's")
    parser.add_argument("--review", action="store_true", help="open in the gold review")
    parser.add_argument("--theme", choices=("dark", "light", "contrast", "terminal"), help="colours; NO_COLOR=1 turns them off")


def run(arguments: argparse.Namespace) -> int:
    """Open the desk."""
    from annotator.curate.gold_review import Review
    from annotator.curate.settings import user_settings
    from annotator.curate.workspace import Workspace
    from annotator.tui import start

    settings = user_settings()
    workspace = Workspace(arguments.dataset)
    person = workspace.person(arguments.person)
    if arguments.review and not Review(workspace, person).ids:
        print("nothing is settled yet, so there is nothing to review; `annotator status` says what is next")
        return 0
    return start.at_desk(
        workspace, person, first="review" if arguments.review else "desk", theme=arguments.theme or settings.theme, keys=settings.keys
    )
