"""Mend what a crash left behind: torn last lines go to quarantine, missing seals are written, mirrored sessions come back.

No whole record is lost, and a second run changes nothing.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("dataset", type=Path)
    parser.add_argument("--json", action="store_true", help="print one JSON document")


def run(arguments: argparse.Namespace) -> int:
    """Repair and say what was done."""
    from annotator.curate.mend import mend

    done = mend(arguments.dataset)
    if arguments.json:
        print(json.dumps({"done": done}, ensure_ascii=False))
        return 0
    for what in done:
        print(what)
    print(f"{len(done)} things mended" if done else "nothing to mend")
    return 0
