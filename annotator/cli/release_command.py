"""Publish what is gold as releases/VERSION/, written once: outcomes, qrels, questions, corpus, judgements, agreement, metadata and a manifest.

A second release of the same content has the same bytes. Texts that hold secrets, paths of a machine, e-mail addresses or endpoints
are refused; what may stay is allowed in dataset.yaml by its SHA-256, with a reason.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from annotator.cli import commit_option


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("dataset", type=Path)
    parser.add_argument("version", help="such as 1.0.0; the name of the folder below releases/")
    parser.add_argument("--as", dest="person", metavar="NAME", help="the maintainer; without it, the person whose e-mail is git's")
    parser.add_argument("--with", dest="more", choices=["candidates"], help="gold-candidates too, marked by their status")
    parser.add_argument("--pseudonyms", action="store_true", help="person-1, person-2, … instead of names")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    commit_option.declare(parser)


def run(arguments: argparse.Namespace) -> int:
    """Release and report."""
    from annotator.cli.patience import patience
    from annotator.curate.release import release
    from annotator.curate.workspace import Workspace

    workspace = Workspace(arguments.dataset)
    person = workspace.person(arguments.person)
    commit_option.check(arguments, workspace, person)
    with patience("releasing"):
        done = release(workspace, arguments.version, person, candidates=arguments.more == "candidates", pseudonyms=arguments.pseudonyms)
    if arguments.json:
        print(json.dumps(done._asdict()))
    else:
        print(f"{done.path}: {done.samples} samples in {', '.join(done.files)}")
        print(f"released dataset SHA-256 {done.released_sha256}, manifest SHA-256 {done.manifest_sha256}")
        print(f"dataset SHA-256 {done.dataset_sha256}")
    if arguments.commit:
        more = [f"{done.path}/{name}" for name in done.files]
        commit_option.commit(workspace, [person], f"release {arguments.version}", by=person, more=more, quiet=arguments.json)
    return 0
