"""The whole story of a sample: labels, digests, decisions, the commits that brought them in, and releases.

Labels are shown only when all that the workflow asks for are in.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("dataset", type=Path)
    parser.add_argument("sample")
    parser.add_argument("--json", action="store_true", help="print one JSON document")


def run(arguments: argparse.Namespace) -> int:
    """Print the story."""
    from annotator.curate.blame import blame
    from annotator.report.width import shown

    story = blame(arguments.dataset, arguments.sample)
    if arguments.json:
        print(json.dumps(story.as_json(), ensure_ascii=False))
        return 0
    print(shown(f"{story.sample}: {story.status}; sample SHA-256 {story.sample_sha256}"))
    if story.hidden:
        print(f"{story.hidden} words of reviewers, shown when all {story.labels_needed} labels are in")
    for step in story.steps:
        print(shown(f"{step.at} {step.op} by {step.by}  {step.digest[:12]}  {step.path}:{step.line}"))
        if step.words:
            print(shown(f"  {step.words}"))
        if step.values is not None:
            print(shown(f"  {json.dumps(step.values, ensure_ascii=False, sort_keys=True)}"))
        for commit in step.commits:
            print(shown(f"  commit {commit['id'][:12]} {commit['at']} {commit['email']}  {commit['subject']}"))
    if story.independence is not None:
        print(f"independence: {story.independence}")
    print(shown(f"released in: {', '.join(story.releases) or 'nothing yet'}"))
    if story.history is not None:
        print(shown(f"no commits are named: {story.history}"))
    return 0
