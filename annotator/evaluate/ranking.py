"""One query's judgments, and where a run put the judged passages."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Sequence
from math import isnan

from annotator.errors import AnnotatorError


class Ranking:
    """Where the judged passages of one query stand in one run.

    `returned` counts all passages of the query, judged or not; `ranks` (from 1, rising) and `grades` run side by side and
    hold only passages with a grade of 0 or more; `tied` counts those whose score another passage has too.
    """

    __slots__ = ("_relevant", "grades", "ranks", "returned", "tied")

    def __init__(self, returned: int, ranks: list[int], grades: list[int], tied: int = 0) -> None:
        self.returned = returned
        self.ranks = ranks
        self.grades = grades
        self.tied = tied
        self._relevant: dict[int, list[int]] = {}

    def relevant(self, level: int) -> list[int]:
        """Ranks of the passages with a grade of at least `level`, rising."""
        ranks = self._relevant.get(level)
        if ranks is None:
            ranks = self._relevant[level] = [rank for rank, grade in zip(self.ranks, self.grades, strict=True) if grade >= level]
        return ranks

    def count(self, level: int, cutoff: int | None) -> int:
        """How many of them stand within the cutoff."""
        ranks = self.relevant(level)
        return len(ranks) if cutoff is None else bisect_right(ranks, cutoff)


EMPTY = Ranking(0, [], [])


class Judged:
    """The judgments of one query: passage id to grade.

    A grade below 0 is "in the pool, not judged" as in trec_eval: neither relevant nor judged non-relevant, and without gain.
    """

    __slots__ = ("_counts", "grades", "ideal")

    def __init__(self, grades: dict[bytes, int]) -> None:
        self.grades = grades
        self.ideal: dict[object, float] = {}
        self._counts: dict[int, int] = {}

    def relevant(self, level: int) -> int:
        """How many passages have a grade of at least `level` (level 1 or more)."""
        if level not in self._counts:
            self._counts[level] = sum(1 for grade in self.grades.values() if grade >= level)
        return self._counts[level]

    def nonrelevant(self, level: int) -> int:
        """How many passages have a grade from 0 to below `level`."""
        return sum(1 for grade in self.grades.values() if 0 <= grade < level)

    def gains(self) -> list[int]:
        """The positive grades, highest first."""
        return sorted((grade for grade in self.grades.values() if grade > 0), reverse=True)


class DuplicatePassage(AnnotatorError):
    """A passage stands twice in one query of a run; `passage` names it."""

    def __init__(self, passage: bytes) -> None:
        super().__init__(
            f"passage {passage.decode(errors='replace')!r} was returned twice for one query; keep one, or ask for the first to count"
        )
        self.passage = passage


class NotANumber(AnnotatorError):
    """A score of a query is NaN, so no order exists."""

    def __init__(self) -> None:
        super().__init__("a score is not a number (NaN), so its passages have no order; let the retriever return real numbers")


def rank_judged(
    passages: Sequence[bytes], scores: Sequence[float], judged: Judged, *, dedupe: bool = False, float32: bool = False
) -> Ranking:
    """Rank the judged passages of one query as trec_eval 10 does: score descending, then id descending by bytes.

    `float32` rounds scores first (trec_eval 9, pytrec_eval). `dedupe` keeps the best score of a passage that stands twice;
    without it DuplicatePassage is raised. NotANumber where a score is NaN.
    """
    if float32:
        scores = array("f", scores).tolist()
    score_of = dict(zip(passages, scores, strict=True))
    if len(score_of) != len(passages):
        if not dedupe:
            raise DuplicatePassage(_first_repeated(passages))
        score_of = _best_scores(passages, scores)
        scores = list(score_of.values())
    # Sorting numbers alone is several times cheaper than sorting (score, id), and only judged passages need a rank.
    rising = sorted(scores)
    if isnan(sum(scores)) and any(map(isnan, scores)):
        raise NotANumber
    found: list[tuple[int, int]] = []
    tied = 0
    for passage, grade in judged.grades.items():
        score = score_of.get(passage)
        if score is None or grade < 0:
            continue
        below = bisect_right(rising, score)
        rank = len(rising) - below + 1
        if below > 1 and rising[below - 2] == score:
            tied += 1
            rank += sum(1 for other, its in score_of.items() if its == score and other > passage)
        found.append((rank, grade))
    found.sort()
    return Ranking(len(score_of), [rank for rank, _ in found], [grade for _, grade in found], tied)


def _first_repeated(passages: Sequence[bytes]) -> bytes:
    seen: set[bytes] = set()
    for passage in passages:
        if passage in seen:
            return passage
        seen.add(passage)
    raise ValueError("no passage stands twice")


def _best_scores(passages: Sequence[bytes], scores: Sequence[float]) -> dict[bytes, float]:
    best: dict[bytes, float] = {}
    for passage, score in zip(passages, scores, strict=True):
        if passage not in best or score > best[passage]:
            best[passage] = score
    return best
