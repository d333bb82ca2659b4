"""The whole of the crash tests: every system call, every mode. `make crash` runs it; a few minutes."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.crash.breaking import MODES, trials, why_not


def main() -> int:
    """Print a tally and every fault; 0 when there was none, 2 when nothing can be broken here."""
    reason = why_not()
    if reason is not None:
        print(f"crash: {reason}", file=sys.stderr)
        return 2
    failed = 0
    with tempfile.TemporaryDirectory(prefix="crash.") as folder:
        for mode in MODES:
            passed = broken = 0
            for what, faults in trials(Path(folder) / "scratch", mode):
                passed, broken = passed + (not faults), broken + bool(faults)
                for fault in faults:
                    print(f"FAILED {what}: {fault}", flush=True)
            print(f"{mode}: {passed} of {passed + broken} trials left a folder that keeps every promise", flush=True)
            failed += broken
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
