"""Check datasets: seals, numbering, chains, labels, spans, decisions and what they stand on.

Exit code 0 when all is well, 1 tampered, converted, invalid, stale or contested, 3 only what `annotator repair` mends,
4 when history that is needed is missing.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("datasets", type=Path, nargs="+", metavar="dataset")
    parser.add_argument("--base", metavar="REF", help="every sealed or released file of this revision must still be there unchanged")
    parser.add_argument("--expect", metavar="SHA256", help="the dataset SHA-256 must be this one (one dataset only)")
    parser.add_argument("--quotas", action="store_true", help="the quotas of dataset.yaml must hold")
    parser.add_argument("--json", action="store_true", help="print one JSON document")


def run(arguments: argparse.Namespace) -> int:
    """Print the findings; returns the exit code of the worst."""
    from annotator.cli.patience import patience
    from annotator.curate.verify import verify
    from annotator.errors import UsageError
    from annotator.model.finding import exit_code
    from annotator.report.width import shown

    if arguments.expect is not None and len(arguments.datasets) != 1:
        raise UsageError("--expect goes with one dataset; call verify once for each")
    with patience("checking"):
        verdicts = [verify(root, arguments.base, arguments.expect, with_quotas=arguments.quotas) for root in arguments.datasets]
    if arguments.json:
        documents = [
            {
                "ok": exit_code(found.findings) == 0,
                "dataset": found.dataset,
                "sha256": found.sha256,
                "base": found.base,
                "findings": [finding._asdict() for finding in found.findings],
            }
            for found in verdicts
        ]
        print(json.dumps(documents[0] if len(documents) == 1 else documents, ensure_ascii=False))
    else:
        for found in verdicts:
            for finding in found.findings:
                print(shown(str(finding)))
            looked = f"against {found.base}" if found.base else "without a base: history was not asked"
            outcome = "ok" if exit_code(found.findings) == 0 else f"{len(found.findings)} findings"
            print(f"{found.dataset}: {outcome} ({looked}); SHA-256 {found.sha256}")
    return exit_code([finding for found in verdicts for finding in found.findings])
