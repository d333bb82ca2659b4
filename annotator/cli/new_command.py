"""Make a dataset folder from a template: valid from the start, every setting explained where it stands.

Templates: retrieval (grades, exact spans and tags), evidence (grades and exact spans), relevance (grades only), tags (tags on a text).
"""

from __future__ import annotations

import argparse
from pathlib import Path

from annotator.errors import UsageError


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("folder", type=Path, metavar="DIR")
    parser.add_argument("--template", choices=["retrieval", "evidence", "relevance", "tags"], default="retrieval")
    parser.add_argument("--id", help="what programs call it; without it, the folder's name")
    parser.add_argument(
        "--scale", metavar="GRADES", help="the grades and what they mean, as in '0=not relevant,1=relevant,2=highly relevant'"
    )
    parser.add_argument("--reviewers", type=int, default=2, metavar="N", help="independent labels a sample needs (default 2)")
    parser.add_argument("--json", action="store_true", help="print one JSON document")


def run(arguments: argparse.Namespace) -> int:
    """Make the folder."""
    import json

    from annotator.curate.new_dataset import new_dataset

    if arguments.reviewers < 1:
        raise UsageError("--reviewers: a sample needs at least one label")
    scale = None if arguments.scale is None else grades_of(arguments.scale)
    id_ = new_dataset(arguments.folder, arguments.template, arguments.id, scale, arguments.reviewers)
    if arguments.json:
        print(json.dumps({"dataset": id_, "template": arguments.template}))
        return 0
    print(f"{arguments.folder}: dataset {id_} from the template {arguments.template}")
    print("next: name the people in dataset.yaml, then bring in passages and samples (`annotator import --help`)")
    return 0


def grades_of(text: str) -> dict[int, str]:
    """The scale in `0=not relevant,1=relevant`. Raises UsageError."""
    scale: dict[int, str] = {}
    for part in text.split(","):
        grade, sign, meaning = part.partition("=")
        try:
            number = int(grade)
        except ValueError:
            raise UsageError(f"--scale: {part!r} is not GRADE=MEANING with a whole number") from None
        if not sign or not meaning.strip() or number in scale:
            raise UsageError(f"--scale: {part!r} has no meaning, or its grade stands twice; write it as in '0=not relevant,1=relevant'")
        scale[number] = meaning.strip()
    return scale
