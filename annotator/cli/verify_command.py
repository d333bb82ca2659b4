"""Check datasets: seals, numbering, chains, labels, spans, decisions and what they stand on.

History is asked only with --base (about what came in since then) and with --history (about all of it): whether each session came in by a
commit of its person, whether decisions stood on labels that were there, whether anything that is written once was written again.

Exit code 0 when all is well, 1 tampered, converted, invalid, stale or contested, 3 only what `annotator repair` mends,
4 when history that is needed is missing.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from annotator.curate.provenance import Past
    from annotator.curate.verify import Verdict


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("datasets", type=Path, nargs="+", metavar="dataset")
    parser.add_argument("--base", metavar="REF", help="every sealed or released file of this revision must still be there unchanged")
    parser.add_argument("--history", action="store_true", help="ask the whole history, and say whose independence it proves")
    parser.add_argument(
        "--signatures", type=Path, metavar="FILE", help="commits must be signed by their author, with a key in this allowed-signers file"
    )
    parser.add_argument("--expect", metavar="SHA256", help="the dataset SHA-256 must be this one (one dataset only)")
    parser.add_argument("--quotas", action="store_true", help="the quotas of dataset.yaml must hold")
    parser.add_argument("--junit", type=Path, metavar="FILE", help="write the findings as JUnit XML, too")
    parser.add_argument("--sarif", type=Path, metavar="FILE", help="write the findings as SARIF, too")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--github", action="store_true", help="print each finding as a GitHub annotation")
    form.add_argument("--json", action="store_true", help="print one JSON document")


def run(arguments: argparse.Namespace) -> int:
    """Print the findings; returns the exit code of the worst."""
    from annotator.cli.patience import patience
    from annotator.curate.verify import verify
    from annotator.curate.verify_report import write_reports
    from annotator.errors import UsageError
    from annotator.model.finding import exit_code

    if arguments.expect is not None and len(arguments.datasets) != 1:
        raise UsageError("--expect goes with one dataset; call verify once for each")
    past = _past(arguments)
    with patience("checking"):
        verdicts = {
            str(root): verify(root, arguments.base, arguments.expect, with_quotas=arguments.quotas, past=past)
            for root in arguments.datasets
        }
    write_reports(verdicts, arguments.junit, arguments.sarif)
    if arguments.json:
        documents = [_document(found) for found in verdicts.values()]
        print(json.dumps(documents[0] if len(documents) == 1 else documents, ensure_ascii=False))
    else:
        _print(verdicts, arguments)
    return exit_code([finding for found in verdicts.values() for finding in found.findings])


def _past(arguments: argparse.Namespace) -> Past | None:
    from annotator.curate.provenance import Past

    if arguments.signatures is None:
        return Past(whole=True) if arguments.history else None
    return Past(whole=arguments.history or arguments.base is None, signers=arguments.signatures)


def _document(found: Verdict) -> dict[str, object]:
    from annotator.model.finding import exit_code

    proofs = found.independence
    return {
        "ok": exit_code(found.findings) == 0,
        "dataset": found.dataset,
        "sha256": found.sha256,
        "base": found.base,
        "findings": [finding._asdict() for finding in found.findings],
        **({} if proofs is None else {"independence": {proof.sample: proof.why or "proven" for proof in proofs}}),
    }


def _print(verdicts: dict[str, Verdict], arguments: argparse.Namespace) -> None:
    from annotator.model.finding import exit_code
    from annotator.report.findings import github_lines, kinds
    from annotator.report.independence import summary
    from annotator.report.width import shown

    for root, found in verdicts.items():
        for line in github_lines({root: found.findings}) if arguments.github else map(str, found.findings):
            print(shown(line))
        if found.independence is not None:
            print(shown(summary(found.independence)))
        counted = "1 finding" if len(found.findings) == 1 else f"{len(found.findings)} findings"
        outcome = (f"ok, {kinds(found.findings)}" if found.findings else "ok") if exit_code(found.findings) == 0 else counted
        sha256 = found.sha256 or "not computed"
        print(shown(f"{found.dataset}: {outcome} ({_looked(found, arguments)}); SHA-256 {sha256}"))


def _looked(found: Verdict, arguments: argparse.Namespace) -> str:
    """What was asked, for nobody must take a check that was not made for one that was passed."""
    base = f"against {found.base}" if found.base else "the folder as it stands"
    if arguments.history or (arguments.signatures and not found.base):
        return f"{base}; the whole history was asked"
    return base if found.base else "the folder as it stands; --base REF compares it with a commit"
