"""Whether two systems differ on the same queries: paired tests, correction for many comparisons, effect size."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from math import sqrt
from typing import NamedTuple

from annotator.errors import Refused
from annotator.evaluate.average import SEED, Share, interval, ratio
from annotator.evaluate.measures import better_way
from annotator.model.figure import Figure

ALPHA = 0.05
EXACT_UP_TO = 16  # 65,536 sign patterns; beyond it they are sampled
ROUNDS = 10_000
COVERAGE = 0.5


class Comparison(NamedTuple):
    """System B against system A on one measure over the queries that both answered for.

    `difference` is the mean of B - A with its bootstrap interval; `effect` is that mean over its standard deviation (None where
    there is no spread). `wins` are queries on which B is better, by a lower value where the measure counts errors. Each p is two-sided;
    `adjusted` holds the Holm-corrected randomisation p once a family is known.
    """

    measure: str
    a: str
    b: str
    difference: Figure
    t_test: float
    wilcoxon: float
    randomisation: float
    effect: float | None
    wins: int
    ties: int
    losses: int
    moved: tuple[str, ...]
    adjusted: float | None = None

    @property
    def claimed(self) -> bool:
        """Whether a difference may be claimed."""
        p = self.randomisation if self.adjusted is None else self.adjusted
        return p < ALPHA and bool(self.difference.value)

    @property
    def verdict(self) -> str:
        """In words what may be said of it."""
        if not self.claimed:
            return "no difference can be claimed"
        way = better_way(self.measure)
        ahead = self.b if (self.difference.value or 0.0) * (way or 1) > 0 else self.a
        return f"{ahead} is {'better' if way else 'higher'}"


def differences(a: Mapping[str, float], b: Mapping[str, float]) -> dict[str, float]:
    """B - A for the queries of both, in byte order of their ids."""
    return {query: b[query] - a[query] for query in sorted(a.keys() & b.keys(), key=str.encode)}


def paired_t(values: Sequence[float]) -> float:
    """Two-sided p of the paired t-test; 1 for no difference anywhere, the exact permutation p where differences have no spread."""
    if not any(values):
        return 1.0
    if _spread(values) == 0.0:
        return randomisation(values)
    from scipy.stats import ttest_1samp  # costs over a second to import

    return float(ttest_1samp(values, 0.0).pvalue)


def wilcoxon(values: Sequence[float]) -> float:
    """Two-sided p of Wilcoxon's signed-rank test, zero differences left out; 1 where all are zero."""
    moved = [value for value in values if value]
    if not moved:
        return 1.0
    from scipy.stats import wilcoxon as signed_rank

    return float(signed_rank(moved).pvalue)


def randomisation(values: Sequence[float], seed: int = SEED, rounds: int = ROUNDS) -> float:
    """Two-sided p of Fisher's paired randomisation test on the mean difference.

    All sign patterns for up to 16 differences other than 0; beyond that `rounds` seeded ones, and p = (b + 1) / (m + 1).
    """
    moved = [value for value in values if value]
    if not moved:
        return 1.0
    observed = abs(sum(moved))
    # Sums of the same numbers in another order differ in the last bits, and must not fall short of what was observed for that.
    reached = observed - 1e-12 * max(1.0, sum(map(abs, moved)))
    if len(moved) <= EXACT_UP_TO:
        # The mirror of each pattern has the same distance, so one sign stays fixed.
        sums = [abs(moved[0] + sum(map(_times, signs, moved[1:]))) for signs in product((1, -1), repeat=len(moved) - 1)]
        return sum(1 for total in sums if total >= reached) / len(sums)
    return (_sampled(moved, reached, seed, rounds) + 1) / (rounds + 1)


def _times(sign: int, value: float) -> float:
    return sign * value


def _sampled(moved: Sequence[float], reached: float, seed: int, rounds: int) -> int:
    import numpy as np

    generator = np.random.default_rng(seed)
    values = np.asarray(moved)
    block = max(1, 4_000_000 // len(values))
    hits = 0
    for start in range(0, rounds, block):
        flipped = generator.integers(0, 2, (min(block, rounds - start), len(values)), dtype=np.int8)
        hits += int((np.abs(values.sum() - 2 * (flipped @ values)) >= reached).sum())
    return hits


def holm(p_values: Sequence[float]) -> list[float]:
    """Holm's step-down adjustment (1979), in the order given."""
    adjusted = [0.0] * len(p_values)
    highest = 0.0
    for place, at in enumerate(sorted(range(len(p_values)), key=lambda index: p_values[index])):
        highest = max(highest, min(1.0, (len(p_values) - place) * p_values[at]))
        adjusted[at] = highest
    return adjusted


def effect_size(values: Sequence[float]) -> float | None:
    """Cohen's d of paired differences: mean over standard deviation; None without spread or for fewer than two."""
    spread = _spread(values)
    return None if not spread else sum(values) / len(values) / spread


def _spread(values: Sequence[float]) -> float:
    """Sample standard deviation; 0 where it is nothing but rounding."""
    if len(values) < 2:
        return 0.0
    mean = sum(values) / len(values)
    spread = sqrt(sum((value - mean) ** 2 for value in values) / (len(values) - 1))
    return spread if spread > 1e-12 * max(map(abs, values)) else 0.0


def compare(measure: str, a: tuple[str, Mapping[str, float]], b: tuple[str, Mapping[str, float]], seed: int = SEED) -> Comparison:
    """Compare two named systems by their values per query; Refused where they share no query."""
    moves = differences(a[1], b[1])
    if not moves:
        raise Refused(f"{a[0]} and {b[0]} share no scored query, so {measure} cannot be compared; score both on the same dataset")
    values = list(moves.values())
    way = better_way(measure) or 1
    shares = [Share(value) for value in values]
    mean = ratio(shares, "no query")
    bounds = interval(shares, seed)
    return Comparison(
        measure=measure,
        a=a[0],
        b=b[0],
        difference=mean if bounds is None else mean._replace(low=bounds[0], high=bounds[1]),
        t_test=paired_t(values),
        wilcoxon=wilcoxon(values),
        randomisation=randomisation(values, seed),
        effect=effect_size(values),
        wins=sum(1 for value in values if value * way > 0),
        ties=sum(1 for value in values if value == 0),
        losses=sum(1 for value in values if value * way < 0),
        moved=tuple(sorted((query for query in moves if moves[query]), key=lambda query: (-abs(moves[query]), query))[:10]),
    )


def adjusted(comparisons: Sequence[Comparison]) -> list[Comparison]:
    """The same with Holm-corrected p over all of them."""
    corrected = holm([one.randomisation for one in comparisons])
    return [one._replace(adjusted=p) for one, p in zip(comparisons, corrected, strict=True)]


def require_coverage(system: str, answered: int, total: int, at_least: float = COVERAGE) -> None:
    """Refused where a system answered too few queries for a comparison to mean anything: it did not lose, it did not run."""
    if total == 0 or answered / total < at_least:
        raise Refused(f"{system} answered {answered} of {total} queries, fewer than {at_least:.0%}; let it run on all before comparing it")
