"""Finding: one thing a check found, where, and of which kind."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple


class FindingKind(StrEnum):
    """How bad it is and who can mend it."""

    REPAIRABLE = "repairable"
    TAMPERED = "tampered"
    CONVERTED = "converted"
    INVALID = "invalid"
    STALE = "stale"
    CONTESTED = "contested"
    QUOTA = "quota"
    CANNOT_CHECK = "cannot check"
    OPEN = "open"
    UNATTESTED = "unattested"
    READABLE = "readable"


# The exit code of `verify` is that of the worst finding; what is open is being written right now and is no fault,
# what a maintainer brought in for another may be a squash or an import, and what is not sealed may be from before
# labels were: these are shown, and nothing need be wrong with them.
EXIT = {
    FindingKind.TAMPERED: 1,
    FindingKind.CONVERTED: 1,
    FindingKind.INVALID: 1,
    FindingKind.STALE: 1,
    FindingKind.CONTESTED: 1,
    FindingKind.QUOTA: 1,
    FindingKind.CANNOT_CHECK: 4,
    FindingKind.REPAIRABLE: 3,
    FindingKind.OPEN: 0,
    FindingKind.UNATTESTED: 0,
    FindingKind.READABLE: 0,
}


class Finding(NamedTuple):
    """`path` is relative to the dataset folder; `line` counts from 1, None for the file as a whole."""

    kind: FindingKind
    path: str
    line: int | None
    message: str

    def __str__(self) -> str:
        where = self.path if self.line is None else f"{self.path}:{self.line}"
        return f"{self.kind}: {where}: {self.message}"


def exit_code(findings: list[Finding]) -> int:
    """0, or 1 before 4 before 3: what was tampered with outweighs what cannot be looked at."""
    codes = {EXIT[finding.kind] for finding in findings}
    return next((code for code in (1, 4, 3) if code in codes), 0)
