"""Where a dataset stands: per status, per reviewer, per sample, and what is next."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from annotator.curate.independence import Proofs
    from annotator.curate.workspace import Workspace

NEXT = ("label", "unseal", "adjudicate", "confirm", "promote", "none")


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("dataset", type=Path)
    parser.add_argument("--next", choices=NEXT, help="only samples for which this is the next step")
    parser.add_argument("--status", choices=("draft", "gold-candidate", "gold", "contested"), help="only samples of this status")
    parser.add_argument("--ids", action="store_true", help="print the sample ids alone, one a line, for xargs")
    parser.add_argument("--suspicious", action="store_true", help="signs of careless work, for a maintainer (say who you are with --as)")
    parser.add_argument("--history", action="store_true", help="also whether history proves that labels of the same sample are independent")
    parser.add_argument("--as", dest="person", metavar="NAME", help="who asks; without it, the person whose e-mail is git's")
    parser.add_argument("--json", action="store_true", help="print one JSON document")


def run(arguments: argparse.Namespace) -> int:
    """Print the status."""
    from annotator.cli.patience import patience
    from annotator.curate.status import status
    from annotator.curate.workspace import Workspace
    from annotator.report.independence import summary
    from annotator.report.status import counts_line, people_table, quotas_table, samples_table
    from annotator.report.width import shown

    workspace = Workspace(arguments.dataset)
    if arguments.suspicious:
        return _suspicious(workspace, arguments)
    with patience("reading the dataset"):
        found = status(workspace)
        proven = _proofs(workspace) if arguments.history else []
    if arguments.json:
        independence = {"independence": {proof.sample: proof.why or "proven" for proof in proven}} if arguments.history else {}
        print(json.dumps({**found.as_json(), **independence}, ensure_ascii=False))
        return 0
    samples = [
        sample for sample in found.samples if arguments.next in {None, sample.next} and arguments.status in {None, sample.status.value}
    ]
    if arguments.ids:
        for sample in samples:
            print(sample.id)
        return 0
    print(f"{found.dataset} {shown(found.version)} · {len(found.samples)} samples · SHA-256 {found.sha256}")
    print(counts_line(found.counts))
    if arguments.history:
        print(shown(summary(proven)))
    print()
    print(people_table(found.people).plain())
    if found.to_come < sum(person.waiting for person in found.people):
        print(f"labels to come: {found.to_come}; a sample that needs fewer labels than there are reviewers waits for each of them")
    print()
    rows = []
    for sample in samples:
        labels = ", ".join(by + (" (stale)" if stale else "") for by, stale in sample.labels) or "-"
        still_open = ", ".join(sample.open) + (" (cannot be settled)" if sample.hard else "")
        rows.append((sample.id, sample.status.value, f"{len(sample.labels)}/{sample.needed} {labels}", still_open or "-", sample.next))
    print(samples_table(rows).plain())
    if found.quotas:
        print(f"\n{quotas_table(found.quotas).plain()}")
    for sample_id, reason in found.overrides:
        print(f"{sample_id}: gold although the agreement rule did not hold: {shown(reason)}")
    return 0


def _proofs(workspace: Workspace) -> Proofs:
    # Git is imported only when it is asked.
    from annotator.curate.history import history_of
    from annotator.curate.independence import proofs

    return proofs(workspace, history_of(workspace))


def _suspicious(workspace: Workspace, arguments: argparse.Namespace) -> int:
    from annotator.curate.status import suspicious
    from annotator.report.width import shown

    noticed = suspicious(workspace, workspace.person(arguments.person))
    if arguments.json:
        print(json.dumps([one._asdict() for one in noticed], ensure_ascii=False))
        return 0
    for one in noticed:
        print(shown(str(one)))
    print(f"{len(noticed)} things to look at; they prove nothing" if noticed else "nothing suspicious")
    return 0
