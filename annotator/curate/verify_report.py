"""The findings of `verify` as files for machines."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from annotator import __version__
from annotator.curate.verify import Verdict
from annotator.report.findings import junit, sarif
from annotator.store.outside import replace_outside


def write_reports(verdicts: Mapping[str, Verdict], junit_file: Path | None, sarif_file: Path | None) -> None:
    """Write the verdicts (by dataset folder as it was named) where a file is named."""
    found = {root: verdict.findings for root, verdict in verdicts.items()}
    if junit_file is not None:
        replace_outside(junit_file, junit(found).encode())
    if sarif_file is not None:
        replace_outside(sarif_file, sarif(found, __version__).encode())
