"""Ratios of `annotator score` to pytrec_eval on the same generated files in the same run; prints, asserts nothing.

    python tests/bench/score_bench.py [LINES ...]      default 100000 1000000

Each child process is measured with wait4: wall and CPU seconds (all threads and workers) and peak memory, interleaved, medians of 5.
"""

import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROUNDS = 5
DEPTH = 100
MEASURES = ["nDCG@10", "RR", "R@10", "AP", "P@10"]
PYTREC_EVAL = """
import sys, pytrec_eval
with open(sys.argv[1]) as f: qrels = pytrec_eval.parse_qrel(f)
with open(sys.argv[2]) as f: run = pytrec_eval.parse_run(f)
values = pytrec_eval.RelevanceEvaluator(qrels, {"ndcg_cut.10", "recip_rank", "recall.10", "map", "P.10"}).evaluate(run)
print({name: sum(one[name] for one in values.values()) / len(values) for name in next(iter(values.values()))})
"""


def generate(folder: Path, lines: int) -> tuple[str, str]:
    """A run of `lines` lines at depth 100 and about 19 judgments a query; the same bytes every time."""
    rng = random.Random(20240607)
    with (folder / "qrels").open("w") as qrels, (folder / "run").open("w") as run:
        for query in range(lines // DEPTH):
            start = rng.randrange(8_000_000)
            passages = [f"chunk-{(start + 7919 * place) % 8841823:08d}" for place in range(DEPTH + 9)]
            score = 60.0
            for rank, passage in enumerate(passages[:DEPTH], 1):
                score -= 0.0 if rng.random() < 0.02 else rng.expovariate(1 / 0.15) + 0.0001
                run.write(f"q{query} Q0 {passage} {rank} {score:.4f} bench\n")
            judged = sorted({int(rng.random() ** 1.5 * DEPTH) for _ in range(12)}) + list(range(DEPTH, DEPTH + 9))
            qrels.writelines(f"q{query} 0 {passages[place]} {rng.choice([0, 0, 0, 1, 2, 3])}\n" for place in judged)
    return str(folder / "qrels"), str(folder / "run")


def measured(argv: list[str]) -> tuple[float, float, float]:
    """Wall seconds, CPU seconds and peak megabytes of one process and its children."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    begun = time.perf_counter()
    process = subprocess.Popen(argv, stdout=subprocess.DEVNULL, env=environment)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{argv[:3]} failed")
    return time.perf_counter() - begun, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def main() -> None:
    """Measure every size and print one line for each tool."""
    for lines in [int(word) for word in sys.argv[1:]] or [100_000, 1_000_000]:
        with tempfile.TemporaryDirectory() as name:
            qrels, run = generate(Path(name), lines)
            megabytes = Path(run).stat().st_size / 1e6
            tools = {
                "annotator": [sys.executable, "-m", "annotator", "score", qrels, run, "-m", " ".join(MEASURES)],
                "pytrec_eval": [sys.executable, "-c", PYTREC_EVAL, qrels, run],
            }
            taken: dict[str, list[tuple[float, float, float]]] = {tool: [] for tool in tools}
            for _ in range(ROUNDS):
                for tool, argv in tools.items():
                    taken[tool].append(measured(argv))
        medians = {tool: [statistics.median(column) for column in zip(*rows, strict=True)] for tool, rows in taken.items()}
        print(f"{lines} lines, {megabytes:.0f} MB, medians of {ROUNDS}")
        for tool, (wall, cpu, memory) in medians.items():
            ratios = [mine / its for mine, its in zip((wall, cpu, memory), medians["annotator"], strict=True)]
            print(
                f"  {tool:<12} wall {wall:7.3f} s  CPU {cpu:7.3f} s  peak {memory:6.0f} MB   x {ratios[0]:.2f}  {ratios[1]:.2f}  {ratios[2]:.2f}"
            )


if __name__ == "__main__":
    main()
