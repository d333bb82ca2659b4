"""Walk the whole road on a bundled dataset, in a scratch folder: labels, agreement, adjudication, promotion, verification, scores."""

from __future__ import annotations

import argparse
import os
import shlex
from pathlib import Path


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("--start", action="store_true", help="make the scratch folder only, nothing labelled, to try the commands by hand")


def run(arguments: argparse.Namespace) -> int:
    """Run every step through the real commands; stops at the first that fails and returns its exit code."""
    from annotator.cli.main import main
    from annotator.curate.demo import commit, prepare, steps

    folder = prepare()
    print(f"The data is synthetic and its people are made up. Working in\n\n  cd {shlex.quote(str(folder))}\n")
    if arguments.start:
        print("  annotator label bilingual-notes --as ada-example\n  annotator status bilingual-notes")
        return 0
    ran = []
    here = Path.cwd()
    os.chdir(folder)
    try:
        for number, step in enumerate(steps(folder), start=1):
            print(f"--- {number}. {step.about}\n", flush=True)
            for words in step.commands:
                ran.append(f"annotator {shlex.join(words)}")
                print(f"$ {ran[-1]}", flush=True)
                code = main(words)
                if code:
                    return code
                print(flush=True)
            if step.by:
                commit(folder, step.about, step.by)
    finally:
        os.chdir(here)
    print("--- The same by hand: `annotator demo --start` makes a fresh folder; there,\n")
    print(*ran, f"\nWhat was done just now stands in {shlex.quote(str(folder))}", sep="\n")
    return 0
