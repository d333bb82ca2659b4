"""The outcome of a grid search, put together from its searches."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from typing import Any, NamedTuple

import numpy as np

from annotator.evaluate.average import Share, average, wilson, with_interval
from annotator.evaluate.batch import Values
from annotator.evaluate.formulas import discounted
from annotator.evaluate.tuning.conclusion import NDCG_SIG, NDCG_TIE, Conclusion, Seen, conclude, reason
from annotator.evaluate.tuning.fused import MEASURES, Searched
from annotator.evaluate.tuning.grid import Grid, setting_at, usual_places
from annotator.evaluate.tuning.overlap import Overlap, overlap
from annotator.evaluate.tuning.sensitivity import Sensitivity, sensitivities, tied_best
from annotator.evaluate.tuning.trial import Trial, cut
from annotator.model.figure import Figure

_CUTOFF = 10


class Tuned(NamedTuple):
    """`values` are per measure, then per parameter in the grid's order, then per question; empty without an answerable question.

    `usual` are the settings that hold where nobody tunes; the overlap of the routes is that at its depth, k1 and b.
    """

    grid: Grid
    usual: dict[str, float]
    values: Values
    means: Values
    overlap: Overlap
    ceiling: Figure
    sensitivity: dict[str, Sensitivity]
    seen: Seen
    conclusion: Conclusion

    @property
    def recommended(self) -> dict[str, float | None] | None:
        """The values that all best settings have in common; None unless conclusive.

        A parameter is left open (None) where best settings differ in it, and where it moves the best by less than what counts: the
        others make the spread then, and the best of its values is noise.
        """
        if self.conclusion is not Conclusion.CONCLUSIVE:
            return None
        return {name: one.best_value if one.spread >= NDCG_SIG else None for name, one in self.sensitivity.items()}

    def rows(self) -> Iterator[tuple[dict[str, float], dict[str, float]]]:
        """Every setting with the mean of every measure, in the grid's order; none without an answerable question."""
        if self.seen.queries:
            for places in np.ndindex(*self.grid.shape):
                measures = {str(measure): float(self.means[(at, *places)]) for at, measure in enumerate(MEASURES)}
                yield setting_at(self.grid, places), measures


def tuned(trial: Trial, grid: Grid, searches: Sequence[Searched]) -> Tuned:
    """The outcome; `searches` stand in the order of `grid.searches`."""
    places = usual_places(grid)
    usual = setting_at(grid, places)
    routes = searches[places[3] * len(grid.bm25_b) + places[4]].lexical
    both = overlap(cut(routes, grid.top_k[places[2]]), cut(trial.vector, grid.top_k[places[2]]))
    if not trial.questions:
        none = np.empty((len(MEASURES), *grid.shape, 0))
        seen = Seen(0, 0, vector_available=False, spread=0.0, jaccard=0.0, bm25_hits=0.0, headroom=0.0)
        return Tuned(grid, usual, none, none, both, Figure.none("no answerable question"), {}, seen, conclude(seen))
    stacked = np.stack([one.values for one in searches], axis=-2)
    *lead, _, questions = stacked.shape
    # From measure, rrf_k, weight, top_k, search, question to an axis for each parameter.
    values = stacked.reshape(*lead, len(grid.bm25_k1), len(grid.bm25_b), questions)
    # From left to right, as `average` adds, so that a figure here is that of `evaluate` to the last bit.
    means: Values = reduce(np.add, np.moveaxis(values, -1, 0)) / questions
    ceiling = average(_ceilings(trial, searches))
    of_query = values[0].reshape(-1, questions)
    seen = Seen(
        questions,
        int((of_query.max(axis=0) - of_query.min(axis=0) > NDCG_TIE).sum()),
        both.vector_available,
        float(means[0].max() - means[0].min()),
        both.route_overlap_jaccard.value or 0.0,
        both.bm25_avg_recall.value or 0.0,
        (ceiling.value or 0.0) - float(means[0].max()),
    )
    return Tuned(grid, usual, values, means, both, ceiling, sensitivities(grid, means[0]), seen, conclude(seen))


def _ceilings(trial: Trial, searches: Sequence[Searched]) -> list[float]:
    """nDCG@10 of every question if all that either route found in any search stood in its best order."""
    out = []
    for at, relevant in enumerate(trial.relevant):
        found = set(trial.vector[at]).union(*(one.lexical[at] for one in searches))
        reached, ideal = (
            sorted(grades, reverse=True) for grades in ([relevant[one] for one in relevant if one in found], relevant.values())
        )
        out.append(discounted(enumerate(reached, 1), "log2", _CUTOFF) / discounted(enumerate(ideal, 1), "log2", _CUTOFF))
    return out


def tuned_json(outcome: Tuned, seed: int) -> dict[str, Any]:
    """The figures of the report under the protocol's names; intervals are bootstraps over questions with `seed`."""
    word, sentence = reason(outcome.conclusion, outcome.seen)
    some = bool(outcome.seen.queries)
    recommended = outcome.recommended
    return {
        "query_count": outcome.seen.queries,
        "grid": outcome.grid._asdict(),
        "combinations": outcome.grid.size,
        "usual": outcome.usual,
        "best_ndcg10": _best(outcome, seed).as_json(),
        "best_combinations": tied_best(outcome.means[0]) if some else 0,
        "ndcg_spread": _spread(outcome, 0).as_json(),
        "ndcg_ceiling": outcome.ceiling.as_json(),
        "measures": {
            str(measure): {"usual": _at_usual(outcome, at, seed).as_json(), "spread": _spread(outcome, at).as_json()}
            for at, measure in enumerate(MEASURES)
        },
        "param_sensitivity": {name: one.as_json() for name, one in outcome.sensitivity.items()},
        "discriminative": outcome.seen.spread >= NDCG_SIG,
        "rank_sensitive_ratio": wilson(outcome.seen.sensitive, outcome.seen.queries).as_json(),
        **outcome.overlap.as_json(),
        "conclusion": str(outcome.conclusion),
        "reason": word,
        "banner": f"{outcome.conclusion}: {sentence}",
        "recommended": recommended,
        "recommended_k": None if recommended is None else recommended["rrf_k"],
    }


def _figure(outcome: Tuned, of_query: Values, seed: int) -> Figure:
    if not outcome.seen.queries:
        return Figure.none("no answerable question")
    values = of_query.tolist()
    return with_interval(average(values), [Share(value) for value in values], seed)


def _best(outcome: Tuned, seed: int) -> Figure:
    """The highest mean; the interval is that of the first best setting, where several share it."""
    if not outcome.seen.queries:
        return Figure.none("no answerable question")
    place = np.unravel_index(int(outcome.means[0].argmax()), outcome.means[0].shape)
    return _figure(outcome, outcome.values[0][place], seed)


def _at_usual(outcome: Tuned, measure: int, seed: int) -> Figure:
    return _figure(outcome, outcome.values[measure][usual_places(outcome.grid)], seed)


def _spread(outcome: Tuned, measure: int) -> Figure:
    if not outcome.seen.queries:
        return Figure.none("no answerable question")
    means = outcome.means[measure]
    return Figure(float(means.max() - means.min()), outcome.seen.queries)
