"""Time of a whole grid over the time of its searches alone, on generated passages and questions; prints, asserts nothing.

    python tests/bench/tune_bench.py [PASSAGES ...]      default 200 2000

2,000 settings, 50 questions, two routes; medians of 5. The searches are those of the grid: BM25 once for each of 20 (k1, b), and the
vector route once, indexes included.
"""

import random
import statistics
import sys
import time
from collections.abc import Callable

from annotator.evaluate.experiment import Material
from annotator.evaluate.retriever import Passage, Query
from annotator.evaluate.token_hash import token_hash
from annotator.evaluate.tuning.fused import searched
from annotator.evaluate.tuning.grid import Grid
from annotator.evaluate.tuning.trial import lexical_routes, trial_of
from annotator.evaluate.tuning.tuned import tuned, tuned_json

ROUNDS = 5
QUESTIONS = 50
GRID = Grid()
DEPTH = max(GRID.top_k)


def generate(passages: int) -> Material:
    """Passages of 60 words, common words more often than rare ones, and questions of some words of a passage; the same every time."""
    drawn = random.Random(20240607)
    words = [f"word{number}" for number in range(5000)]

    def text(size: int) -> str:
        return " ".join(words[int(len(words) * drawn.random() ** 3)] for _ in range(size))

    corpus = [Passage(f"p{number}", text(60)) for number in range(passages)]
    queries, judgments = [], {}
    for number in range(QUESTIONS):
        right = drawn.sample(corpus, 3)
        queries.append(Query(f"q{number}", " ".join(drawn.sample(right[0].text.split(), 4)) + " " + text(2)))
        judgments[f"q{number}"] = {passage.id: grade for grade, passage in enumerate(right, 1)}
    return Material(queries, corpus, judgments)


def searches(material: Material) -> None:
    """What has to be searched, and nothing else."""
    trial = trial_of(material, token_hash(), DEPTH)
    for k1, b in GRID.searches:
        lexical_routes(trial, k1, b, DEPTH)


def whole(material: Material) -> None:
    """The whole command but for reading the dataset."""
    trial = trial_of(material, token_hash(), DEPTH)
    tuned_json(tuned(trial, GRID, [searched((trial, GRID), pair) for pair in GRID.searches]), 1)


def seconds(work: Callable[[Material], None], material: Material) -> float:
    """How long `work` takes."""
    begun = time.perf_counter()
    work(material)
    return time.perf_counter() - begun


def main() -> None:
    """Measure every size and print one line for it."""
    # Loads every library, which neither side is to pay for.
    whole(generate(10))
    for passages in [int(word) for word in sys.argv[1:]] or [200, 2000]:
        material = generate(passages)
        pairs = [(seconds(searches, material), seconds(whole, material)) for _ in range(ROUNDS)]
        alone, all_of_it = (statistics.median(column) for column in zip(*pairs, strict=True))
        print(
            f"{passages} passages, {QUESTIONS} questions, {GRID.size} settings, medians of {ROUNDS}: searches {alone:.3f} s, "
            f"whole grid {all_of_it:.3f} s   x {all_of_it / alone:.2f} (2 at most is wanted)"
        )


if __name__ == "__main__":
    main()
