"""The formula of each measure for one query; sums run in rank order so that they equal trec_eval 10 to the last bit."""

from __future__ import annotations

from collections.abc import Iterable
from math import log2

from annotator.evaluate.ranking import Judged, Ranking

# gdeval's grade ceiling, which ir_measures' ERR@k follows.
ERR_MAX_GRADE = 4


def gain(grade: int, dcg: str) -> int:
    """Linear gain (trec_eval) or 2^g - 1 (`exp-log2`, gdeval)."""
    return grade if dcg == "log2" else 2**grade - 1


def discounted(gained: Iterable[tuple[int, int]], dcg: str, cutoff: int | None) -> float:
    """Sum of gain / log2(rank + 1) over (rank, grade) in rank order; division, never a reciprocal, as trec_eval divides."""
    total = 0.0
    for rank, grade in gained:
        if cutoff is not None and rank > cutoff:
            break
        if grade > 0:
            total += gain(grade, dcg) / log2(rank + 1)
    return total


def ndcg(ranking: Ranking, judged: Judged, cutoff: int | None, dcg: str) -> float:
    """DCG over the DCG of all judged grades sorted, both cut at k; 0 where nothing has a gain (Järvelin and Kekäläinen 2002)."""
    key = (dcg, cutoff)
    ideal = judged.ideal.get(key)
    if ideal is None:
        ideal = judged.ideal[key] = discounted(enumerate(judged.gains(), 1), dcg, cutoff)
    if ideal == 0.0:
        return 0.0
    return discounted(zip(ranking.ranks, ranking.grades, strict=True), dcg, cutoff) / ideal


def reciprocal_rank(ranking: Ranking, cutoff: int | None, rel: int) -> float:
    """1 / rank of the first relevant passage, 0 where there is none."""
    ranks = ranking.relevant(rel)
    return 1.0 / ranks[0] if ranks and (cutoff is None or ranks[0] <= cutoff) else 0.0


def recall(ranking: Ranking, judged: Judged, cutoff: int | None, rel: int) -> float:
    """Relevant passages in the first k over all relevant ones."""
    total = judged.relevant(rel)
    return ranking.count(rel, cutoff) / total if total else 0.0


def precision(ranking: Ranking, cutoff: int, rel: int) -> float:
    """Relevant passages in the first k over k, however few were returned."""
    return ranking.count(rel, cutoff) / cutoff


def success(ranking: Ranking, cutoff: int, rel: int) -> float:
    """1 where at least one of the first k is relevant."""
    return 1.0 if ranking.count(rel, cutoff) else 0.0


def average_precision(ranking: Ranking, judged: Judged, cutoff: int | None, rel: int) -> float:
    """Precision at each relevant rank (up to k), summed, over all relevant passages."""
    total = judged.relevant(rel)
    if not total:
        return 0.0
    summed = 0.0
    for count, rank in enumerate(ranking.relevant(rel), 1):
        if cutoff is not None and rank > cutoff:
            break
        summed += count / rank
    return summed / total


def bpref(ranking: Ranking, judged: Judged, rel: int) -> float:
    """Buckley and Voorhees 2004 as trec_eval corrects it: min(R, N) over all judged non-relevant passages."""
    relevant = judged.relevant(rel)
    if not relevant:
        return 0.0
    ceiling = min(judged.nonrelevant(rel), relevant)
    above, total = 0, 0.0
    for grade in ranking.grades:
        if grade < rel:
            above += 1
        elif above:
            total += 1.0 - min(above, relevant) / ceiling
        else:
            total += 1.0
    return total / relevant


def r_precision(ranking: Ranking, judged: Judged, rel: int) -> float:
    """Precision at R, the number of relevant passages."""
    relevant = judged.relevant(rel)
    return ranking.count(rel, relevant) / relevant if relevant else 0.0


def set_precision(ranking: Ranking, rel: int) -> float:
    """Relevant passages over passages returned."""
    return ranking.count(rel, None) / ranking.returned if ranking.returned else 0.0


def set_f(ranking: Ranking, judged: Judged, rel: int, beta: float) -> float:
    """F of set precision P and recall R as trec_eval has it: (b + 1) P R / (R + b P), b as given and not squared."""
    p, r = set_precision(ranking, rel), recall(ranking, judged, None, rel)
    return (beta + 1.0) * p * r / (r + beta * p) if p + r else 0.0


def expected_reciprocal_rank(ranking: Ranking, cutoff: int | None) -> float:
    """Chapelle et al. 2009 as gdeval computes it: stop probability (2^g - 1) / 2^4, grades above 4 taken as 4."""
    total, unsatisfied = 0.0, 1.0
    for rank, grade in zip(ranking.ranks, ranking.grades, strict=True):
        if cutoff is not None and rank > cutoff:
            break
        stops = (2 ** min(grade, ERR_MAX_GRADE) - 1) / 2**ERR_MAX_GRADE
        total += unsatisfied * stops / rank
        unsatisfied *= 1.0 - stops
    return total


def rank_biased_precision(ranking: Ranking, cutoff: int | None, rel: int, p: float) -> float:
    """Moffat and Zobel 2008 with binary gain: (1 - p) * sum of p^(rank - 1) over relevant passages."""
    total = 0.0
    for rank in ranking.relevant(rel):
        if cutoff is not None and rank > cutoff:
            break
        total += p ** (rank - 1)
    return (1.0 - p) * total


def judged_share(ranking: Ranking, cutoff: int | None) -> float:
    """Judged passages among the first k over the passages there; 0 where nothing was returned."""
    depth = ranking.returned if cutoff is None else min(cutoff, ranking.returned)
    return ranking.count(0, cutoff) / depth if depth else 0.0


def interpolated_precision(ranking: Ranking, judged: Judged, rel: int, recall_at: float) -> float:
    """Highest precision at or after the rank where `recall_at` is reached; recall times R is rounded as trec_eval 10 does (9 adds 0.9)."""
    needed = int(recall_at * judged.relevant(rel) + 0.5)
    return max((count / rank for count, rank in enumerate(ranking.relevant(rel), 1) if count >= needed), default=0.0)
