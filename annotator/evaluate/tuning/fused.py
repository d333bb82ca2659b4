"""Weighted reciprocal rank fusion of both routes under all settings at once, and the measures of every one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from annotator.evaluate.batch import Batch, Values
from annotator.evaluate.column_ranks import Found
from annotator.evaluate.columns import Ints
from annotator.evaluate.measures import parse
from annotator.evaluate.tuning.grid import Grid
from annotator.evaluate.tuning.trial import Route, Trial, lexical_routes

# The first is what is tuned for; the others are shown beside it.
MEASURES = tuple(parse(name) for name in ("nDCG@10", "RR", "R@10"))


class Searched(NamedTuple):
    """One search by BM25: its routes, and the value of every measure, rrf_k, weight, top_k and question."""

    lexical: list[Route]
    values: Values


class _Pool(NamedTuple):
    """What both routes found for every question, one row a question.

    Rank of each passage in either route (infinite where it is not in it) and its `tie`; then, along a second width, the relevant
    passages among them by their `column` and with their `grade` (0 fills rows that have fewer).
    """

    lexical: Values
    vector: Values
    tie: Ints
    column: Ints
    grade: Ints


def searched(shared: tuple[Trial, Grid], k1_and_b: tuple[float, float]) -> Searched:
    """Search by BM25 with one (k1, b), and fuse with the vector route under every rrf_k, weight and top_k."""
    trial, grid = shared
    lexical = lexical_routes(trial, *k1_and_b, max(grid.top_k))
    pool = _pooled(trial, lexical)
    ranks = np.stack([_ranks(pool, grid, depth) for depth in grid.top_k], axis=2)
    return Searched(lexical, _measured(trial, pool, ranks))


def _pooled(trial: Trial, lexical: Sequence[Route]) -> _Pool:
    found = [list(dict.fromkeys([*left, *right])) for left, right in zip(lexical, trial.vector, strict=True)]
    relevant = [[at for at, passage in enumerate(row) if passage in its] for row, its in zip(found, trial.relevant, strict=True)]
    wide = (len(found), max(map(len, found), default=0))
    narrow = (len(found), max(map(len, relevant), default=0))
    pool = _Pool(
        np.full(wide, np.inf), np.full(wide, np.inf), np.zeros(wide, np.int64), np.zeros(narrow, np.int64), np.zeros(narrow, np.int64)
    )
    for at, (row, columns) in enumerate(zip(found, relevant, strict=True)):
        column_of = {passage: column for column, passage in enumerate(row)}
        for side, route in ((pool.lexical, lexical[at]), (pool.vector, trial.vector[at])):
            side[at, [column_of[passage] for passage in route]] = np.arange(1, len(route) + 1)
        pool.tie[at, : len(row)] = trial.tie[row]
        pool.column[at, : len(columns)] = columns
        pool.grade[at, : len(columns)] = [trial.relevant[at][row[column]] for column in columns]
    return pool


def _ranks(pool: _Pool, grid: Grid, depth: int) -> Ints:
    """Rank of every relevant passage for each rrf_k, weight and question; 0 where it is not returned.

    A passage's score is weight / (k + rank in BM25) + (1 - weight) / (k + rank in the vector route) (Cormack et al. 2009, weighted),
    a route that has not found it within `depth` adding nothing. Its rank counts who stands above it, so nothing has to be sorted.
    """
    lexical, vector = (np.where(side <= depth, side, np.inf) for side in (pool.lexical, pool.vector))
    k = np.array(grid.rrf_k, dtype=np.float64)[:, None, None, None]
    weight = np.array(grid.bm25_weight)[:, None, None]
    scores = weight / (k + lexical) + (1.0 - weight) / (k + vector)
    ranks = np.zeros((*scores.shape[:3], pool.column.shape[1]), dtype=np.int64)
    for at in range(pool.column.shape[1]):
        column = pool.column[:, at : at + 1]
        own = np.take_along_axis(scores, np.broadcast_to(column, (*scores.shape[:2], *column.shape)), axis=3)
        above = (scores > own) | ((scores == own) & (pool.tie < np.take_along_axis(pool.tie, column, axis=1)))
        there = (own[..., 0] > 0) & (pool.grade[:, at] > 0)
        ranks[..., at] = np.where(there, 1 + above.sum(axis=3), 0)
    return ranks


def _measured(trial: Trial, pool: _Pool, ranks: Ints) -> Values:
    """Values by measure, rrf_k, weight, top_k and question: to `Batch`, each setting's copy of a question is one of its own."""
    *settings, questions, width = ranks.shape
    copies = int(np.prod(settings))
    flat = ranks.reshape(copies * questions, width)
    row, column = np.nonzero(flat)
    rank = flat[row, column]
    order = np.lexsort((rank, row))
    grade = np.tile(pool.grade, (copies, 1))[row, column]
    nothing: NDArray[np.int64] = np.empty(0, dtype=np.int64)
    found = Found(row[order], rank[order], grade[order], nothing, nothing, [], 0)
    query, grades = judged(trial)
    every = (np.arange(copies)[:, None] * questions + query).ravel()
    batch = Batch(copies * questions, every, np.tile(grades, copies), found)
    return np.stack([batch.values(measure).reshape(*settings, questions) for measure in MEASURES])


def judged(trial: Trial) -> tuple[Ints, Ints]:
    """Number of the question and grade of every relevant passage."""
    query = np.repeat(np.arange(len(trial.relevant)), [len(its) for its in trial.relevant])
    return query, np.array([grade for its in trial.relevant for grade in its.values()], dtype=np.int64)
