"""Generate a dataset from a seed: the same words give the same bytes on every machine.

long-conversation: sessions of a made-up user with an assistant, in English and Chinese, with the answer key of a made-up author.
Profiles: seed (90 turns), smoke (100, 200), standard (100, 200, 500), full (100, 200, 500, 1000); to each come two sessions that go on
side by side and must not mix. `annotator evaluate` gives the report. A folder that is there is left alone where it is what this call would
make, is replaced with --regenerate where another call made it, and is never touched where anybody changed it since.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from annotator.errors import UsageError


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("kind", choices=["long-conversation"])
    parser.add_argument("folder", type=Path, metavar="DEST")
    parser.add_argument("--profile", choices=["smoke", "standard", "full", "seed"], default="smoke", help="which sizes (smoke)")
    parser.add_argument("--turns", metavar="N,N", default="", help="sizes of your own in place of a profile's, as in 100,300")
    parser.add_argument("--seed", metavar="TEXT", help="what everything follows from")
    parser.add_argument("--regenerate", action="store_true", help="replace a folder that another call made")
    parser.add_argument("--json", action="store_true", help="print one JSON document")


def run(arguments: argparse.Namespace) -> int:
    """Make the folder, or say that it is there."""
    import json

    from annotator.curate.generate_conversation import generate_conversation
    from annotator.evaluate.long_conversation.fixtures import DEFAULT_SEED

    seed = DEFAULT_SEED if arguments.seed is None else arguments.seed
    made = generate_conversation(arguments.folder, arguments.profile, sizes_of(arguments.turns), seed, regenerate=arguments.regenerate)
    if arguments.json:
        print(json.dumps({"dataset": "long-conversation", **made._asdict()}))
        return 0
    what = f"{made.sessions} sessions, {made.turns} turns, {made.samples} samples with their answers"
    print(f"{arguments.folder}: {'generated' if made.fresh else 'is there already, as this call would make it; left alone'}: {what}")
    print(f"SHA-256 {made.sha256}")
    return 0


def sizes_of(text: str) -> list[int]:
    """The sizes in `100,300`; none in "". Raises UsageError."""
    sizes = []
    for part in text.split(",") if text else ():
        if not (part.isascii() and part.isdigit() and 1 <= int(part) <= 9999):
            raise UsageError(f"--turns {text}: give whole numbers up to 9999, as in 100,300")
        sizes.append(int(part))
    return sizes
