"""Prints what one release says otherwise than another, for the two commands that compare releases."""

from __future__ import annotations

import argparse
import json
from pathlib import Path


def print_changes(dataset: Path, first: str, second: str, arguments: argparse.Namespace) -> int:
    """Print the changes in the form that `--json` or `--markdown` of `arguments` asks for; returns 0."""
    from annotator.curate.released import between
    from annotator.report.table import markdown_text
    from annotator.report.width import shown

    found = between(dataset, first, second)
    if arguments.json:
        print(json.dumps({"releases": [first, second], "changes": [change._asdict() for change in found]}, ensure_ascii=False))
        return 0
    for change in found:
        print(f"- {markdown_text(str(change))}" if arguments.markdown else shown(str(change)))
    print(f"\n{second} against {first}: {len(found)} change{'s' if len(found) != 1 else ''}")
    return 0
