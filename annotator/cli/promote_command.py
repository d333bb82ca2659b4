"""Move samples one step towards gold by recorded decisions: all of those named, or none."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from annotator.cli import commit_option

TARGETS = ("gold-candidate", "gold")


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("dataset", type=Path)
    parser.add_argument("samples", nargs="*", metavar="sample")
    parser.add_argument(
        "--agreed", action="store_true", help="every draft on which the reviewers agree in every facet; listed, then confirmed"
    )
    parser.add_argument("--yes", action="store_true", help="with --agreed: do not ask")
    parser.add_argument("--to", choices=TARGETS, help="with --agreed: gold-candidate, unless it is given")
    parser.add_argument("--as", dest="person", metavar="NAME", help="who decides; without it, the person whose e-mail is git's")
    parser.add_argument("--reason", help="recorded with the decision")
    parser.add_argument(
        "--override", metavar="REASON", help="promote to gold although the agreement rule does not hold; shown in every report"
    )
    commit_option.declare(parser)


def run(arguments: argparse.Namespace) -> int:
    """Record the promotions; each is acknowledged on its own line."""
    from annotator.curate.promote import agreed, promote
    from annotator.curate.unsealing import unseal_for
    from annotator.curate.workspace import Workspace
    from annotator.errors import UsageError
    from annotator.model.status import Status

    workspace = Workspace(arguments.dataset)
    person = workspace.person(arguments.person)
    commit_option.check(arguments, workspace, person)
    if arguments.agreed == bool(arguments.samples):
        raise UsageError("name the samples, or give --agreed for every draft on which the reviewers agree")
    if arguments.to is None and not arguments.agreed:
        raise UsageError("say how far: --to gold-candidate or --to gold")
    target = Status(arguments.to or Status.CANDIDATE)
    if arguments.agreed and target is Status.GOLD:
        raise UsageError("--agreed leads to gold-candidate; gold is confirmed sample by sample")
    unseal_for(workspace, person)
    samples = agreed(workspace) if arguments.agreed else arguments.samples
    if arguments.agreed and not _confirmed(samples, yes=arguments.yes):
        return 1
    for moved in promote(workspace, samples, target, person, arguments.reason, arguments.override):
        print(f"{moved.sample}: {moved.source} -> {moved.target} ({moved.digest[:12]}); dataset SHA-256 {moved.dataset_sha256}", flush=True)
    if arguments.commit:
        commit_option.commit(workspace, [person], f"promotions by {person}", by=person)
    return 0


def _confirmed(samples: list[str], *, yes: bool) -> bool:
    """List the samples and ask; without a terminal only --yes confirms."""
    print(f"agreed in every facet, {len(samples)} samples:", *samples, sep="\n  ")
    if yes or not samples:
        return bool(samples)
    if not sys.stdin.isatty():
        print("nothing was promoted; give --yes to promote them", file=sys.stderr)
        return False
    return input("promote them all to gold-candidate? [y/N] ").strip().lower() in {"y", "yes"}
