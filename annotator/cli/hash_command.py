"""Print the dataset SHA-256: the digest of its manifest, the same that sha256sum gives (docs/format.md)."""

from __future__ import annotations

import argparse
import json
from pathlib import Path


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("dataset", type=Path)
    parser.add_argument("--manifest", action="store_true", help="print the manifest itself, as sha256sum would")
    parser.add_argument("--json", action="store_true", help="print one JSON document")


def run(arguments: argparse.Namespace) -> int:
    """Print the hash."""
    from annotator.curate.identity import identity

    found = identity(arguments.dataset)
    if arguments.json:
        print(json.dumps({"dataset": found.dataset, "sha256": found.sha256}))
    elif arguments.manifest:
        print(found.manifest, end="")
    else:
        print(f"{found.sha256}  {found.dataset}")
    return 0
