"""`make bench`: every bench in this folder, one after another, each in a process of its own."""

import subprocess
import sys
from pathlib import Path


def main() -> int:
    """Run the benches named on the command line, or all; the worst exit code."""
    folder = Path(__file__).parent
    names = sys.argv[1:] or sorted(bench.name for bench in folder.glob("*_bench.py"))
    worst = 0
    for name in names:
        print(f"== {name}", flush=True)
        worst = max(worst, subprocess.run([sys.executable, str(folder / name)], check=False).returncode)
    return worst


if __name__ == "__main__":
    sys.exit(main())
