"""Put hand-edited corpus and samples files into canonical form; labels and decisions are never touched.

The meaning of no record changes, so no label becomes stale; the dataset SHA-256 does change.
"""

from __future__ import annotations

import argparse
from pathlib import Path


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("dataset", type=Path)
    parser.add_argument("--check", action="store_true", help="change nothing; exit 1 when something would change")
    parser.add_argument("--json", action="store_true", help="print one JSON document")


def run(arguments: argparse.Namespace) -> int:
    """Rewrite what is not canonical, or say what is not."""
    import json

    from annotator.curate.canonical_form import canonical_form

    changes = canonical_form(arguments.dataset, check=arguments.check)
    if arguments.json:
        print(json.dumps({"ok": not changes, "check": arguments.check, "changes": [change._asdict() for change in changes]}))
    else:
        for change in changes:
            print(f"would change {change}" if arguments.check else change)
        if not changes:
            print("all files are in canonical form")
    return 1 if changes and arguments.check else 0
