"""A million pairs with 2,000 resamples, against scikit-learn on resampled rows; and a whole report on 100,000 double-labelled samples.

Run it as a program. scikit-learn is timed on a few resamples and the rest is extrapolated in proportion, which is said beside the ratio.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from typing import TypeVar

import numpy as np
from sklearn.metrics import cohen_kappa_score

from annotator.agreement.arrays import Ints
from annotator.agreement.interval import RESAMPLES, SEED, Bootstrap
from annotator.agreement.ratings import Item, Marked, Pair, Ratings, Value
from annotator.agreement.scale import Scale
from annotator.agreement.scaled import scaled_pair
from annotator.agreement.summary import summarise

T = TypeVar("T")
PAIRS = 1_000_000
SAMPLES = 100_000
TIMED = 10
# Bounds of so few resamples are compared with ours; their own spread is then about 3e-4.
COMPARED = 40
SCALE = Scale("grade", (0, 1, 2, 3))


def timed(action: Callable[[], T]) -> tuple[float, T]:
    """Seconds that an action takes, and what it gives."""
    start = time.perf_counter()
    result = action()
    return time.perf_counter() - start, result


def grades(count: int, seed: int) -> tuple[Ints, Ints]:
    """Two reviewers who agree on about four fifths."""
    random = np.random.default_rng(seed)
    first = random.integers(0, 4, size=count)
    return first, np.where(random.random(count) < 0.75, first, random.integers(0, 4, size=count))


def million_pairs() -> None:
    """Print how much faster the confusion matrix is resampled than rows, and how far the bounds lie apart."""
    a, b = grades(PAIRS, 1)
    pair = Pair(("a", "b"), tuple(range(PAIRS)), tuple(a.tolist()), tuple(b.tolist()), np.arange(PAIRS))
    ours, (_, estimates) = timed(lambda: scaled_pair(pair, SCALE, Bootstrap()))
    random = np.random.default_rng(SEED)

    def one_resample() -> float:
        chosen = random.integers(PAIRS, size=PAIRS)
        return float(cohen_kappa_score(a[chosen], b[chosen], labels=[0, 1, 2, 3], weights="quadratic"))

    theirs, draws = timed(lambda: [one_resample() for _ in range(TIMED)])
    draws += [one_resample() for _ in range(COMPARED - TIMED)]
    whole = theirs / TIMED * RESAMPLES
    figure = estimates.figures["kappa-quadratic"]
    spread = 1.96 * float(np.std(draws, ddof=1))
    middle = float(np.mean(draws))
    apart = max(abs((figure.low or 0) - (middle - spread)), abs((figure.high or 0) - (middle + spread)))
    print(f"{PAIRS:,} pairs, {RESAMPLES:,} resamples, all {len(estimates.figures)} statistics with intervals: {ours:.2f} s")
    print(
        f"scikit-learn, one statistic, resampled rows: {theirs / TIMED:.2f} s each ({TIMED} timed), {whole:.0f} s for {RESAMPLES:,} by proportion"
    )
    print(f"ratio {whole / ours:.0f} (asked: at least 100)")
    print(f"95 % bounds of quadratic kappa apart by {apart:.1e} (asked: 1e-3; theirs from the spread of {COMPARED} resamples)")


def whole_report() -> None:
    """Print how long every statistic of three facets takes on 100,000 samples that two reviewers labelled."""
    random = np.random.default_rng(2)
    a, b = grades(2 * SAMPLES, 3)
    items: list[Item] = [(f"q{place // 2}", f"p{place % 2}") for place in range(2 * SAMPLES)]
    sample_of = {item: f"q{place // 2}" for place, item in enumerate(items)}
    graded = Ratings({"a": dict(zip(items, a.tolist(), strict=True)), "b": dict(zip(items, b.tolist(), strict=True))}, sample_of)
    starts, lengths, sizes = random.integers(0, 100, size=(3, 2 * SAMPLES))

    def mark(place: int, moved: int) -> Marked:
        start = int(starts[place])
        return Marked(((start, start + 1 + int(lengths[place]) + moved, None),) if sizes[place] > 20 else (), 300 + int(sizes[place]))

    moves = random.integers(0, 2, size=2 * SAMPLES).tolist()
    spans: dict[str, dict[Item, Value]] = {
        "a": {item: mark(place, 0) for place, item in enumerate(items)},
        "b": {item: mark(place, moves[place]) for place, item in enumerate(items)},
    }
    tags = tuple("abcdefgh")
    chosen = [[frozenset(random.choice(tags, size=random.integers(1, 4), replace=False)) for _ in range(200)] for _ in "ab"]
    sets: dict[str, dict[Item, Value]] = {
        name: {f"q{place}": chosen[side][place % (200 - side)] for place in range(SAMPLES)} for side, name in enumerate("ab")
    }
    for name, ratings, scale in (
        ("grade on two candidates", graded, SCALE),
        ("spans on two candidates", Ratings(spans, sample_of), Scale("spans")),
        ("tags", Ratings(sets), Scale("tags", tags=tags)),
    ):
        seconds, _ = timed(partial(summarise, ratings, scale))
        print(f"{SAMPLES:,} samples, {name}: {seconds:.2f} s")


if __name__ == "__main__":
    million_pairs()
    whole_report()
