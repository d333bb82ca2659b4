"""Make a key for datasets whose labels are sealed (workflow.sealed).

The secret half stays on this machine, in your own settings folder and never in a repository; the public half goes into dataset.yaml.
"""

from __future__ import annotations

import argparse


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("--another", action="store_true", help="make a further key although this machine has one")


def run(arguments: argparse.Namespace) -> int:
    """Make a key and say where it is, what to do with it, and what losing it costs."""
    from annotator.curate.keys import make_key

    public, path = make_key(another=arguments.another)
    print(
        f"{public}\n\n"
        f"This is your public key. Write it into dataset.yaml, and commit that:\n"
        f"  people:\n    YOUR-NAME: {{..., key: {public}}}\n\n"
        f"The secret half is in {path}\n"
        "Keep a copy of that file where only you can read it, and never in a repository. It cannot be made again: without it you cannot see\n"
        "your own sealed labels, and labels that were sealed for nobody else's key are lost for good. Let two people be able to open labels."
    )
    return 0
