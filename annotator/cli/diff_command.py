"""What changed in a dataset since a commit, by meaning: statuses, decided values, texts, people.

Labels of single reviewers are not shown: only what was decided is compared.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("dataset", type=Path)
    parser.add_argument("revision", nargs="?", default="HEAD", help="a commit, branch or tag (HEAD)")
    parser.add_argument("--releases", nargs=2, metavar="VERSION", help="compare two releases of the dataset instead")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="print one JSON document")
    form.add_argument("--markdown", action="store_true", help="print a Markdown list, for a pull request")


def run(arguments: argparse.Namespace) -> int:
    """Print the changes."""
    from annotator.cli.patience import patience
    from annotator.curate.difference import difference
    from annotator.report.table import markdown_text
    from annotator.report.width import shown

    if arguments.releases:
        from annotator.cli.release_changes import print_changes

        first, second = arguments.releases
        return print_changes(arguments.dataset, first, second, arguments)
    with patience("comparing"):
        found = difference(arguments.dataset, arguments.revision)
    if arguments.json:
        print(json.dumps({**found._asdict(), "changes": [change._asdict() for change in found.changes]}, ensure_ascii=False))
        return 0
    for change in found.changes:
        print(f"- {markdown_text(str(change))}" if arguments.markdown else shown(str(change)))
    hashes = f"SHA-256 {(found.before or 'none')[:12]} → {found.after[:12]}"
    print(f"\n{found.dataset} against {found.revision}: {len(found.changes)} changes; {hashes}")
    return 0
