"""Asks retrievers every question of a gold set and scores what they return; pure but for calling the retriever."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from time import perf_counter
from typing import NamedTuple

from annotator.errors import Refused
from annotator.evaluate.average import SEED, Share, average, with_interval
from annotator.evaluate.context import Span
from annotator.evaluate.estimates import ESTIMATES, Latency, Tokens, estimate, latency, summed_up
from annotator.evaluate.gold_measures import Known, figure_of, share_of
from annotator.evaluate.measures import Measure
from annotator.evaluate.ranking import Judged, NotANumber, rank_judged
from annotator.evaluate.retriever import EXPLICIT, Hit, Passage, Query, Retriever, best_first
from annotator.model.figure import Figure

DEFAULT_MEASURES = (
    "nDCG@10",
    "nDCG(dcg='exp-log2')@10",
    "RR@10",
    "R@5",
    "R@10",
    "Success@3",
    "P@5",
    "AP",
    "Judged@10",
    "NoAnswerFPR",
    "ContextP@5",
    "ContextR@5",
    "Isolation@3",
)


class Answers(NamedTuple):
    """Grades and forbidden passages, query to passage, of a projection that has its own; other queries have no part in it."""

    judgments: Mapping[str, Mapping[str, int]]
    forbidden: Mapping[str, frozenset[str]] = {}


class Material(NamedTuple):
    """A gold set as the evaluator sees it.

    `judgments` (query to passage to grade) has every query that is scored: one with no grade of 1 or more has no answer. Queries
    without an entry are not asked. `spans` are the answering words, query to passage to half-open code points; `forbidden` are
    passages that must not come for a query; `explicit` are the answers of the projection of that name where it has its own.
    """

    queries: Sequence[Query]
    passages: Sequence[Passage]
    judgments: Mapping[str, Mapping[str, int]]
    spans: Mapping[str, Mapping[str, Sequence[Span]]] = {}
    forbidden: Mapping[str, frozenset[str]] = {}
    explicit: Answers | None = None

    def of(self, projection: str) -> Material:
        """The material with the answers that this projection is scored against."""
        if projection != EXPLICIT or self.explicit is None:
            return self
        return self._replace(judgments=self.explicit.judgments, spans={}, forbidden=self.explicit.forbidden)


class Plan(NamedTuple):
    """How to evaluate: measures, how many passages to ask for, the seed of intervals, the clock of latencies."""

    measures: Sequence[Measure]
    k: int = 100
    seed: int = SEED
    clock: Callable[[], float] = perf_counter
    intervals: bool = True


class Outcome(NamedTuple):
    """One projection: per query the passages in order and each measure's share; figures over all, and per group key and value.

    A query has no entry for a measure in which it has no part. `unknown` counts returned ids that are not in the corpus, `twice` those
    that came again for one question; `spent` are the estimated tokens of what came back, by the name of the estimate and query.
    """

    ranked: dict[str, list[str]]
    shares: dict[str, dict[str, Share]]
    measures: dict[str, Figure]
    groups: dict[str, dict[str, dict[str, Figure]]]
    unknown: int
    twice: int
    spent: dict[str, dict[str, float]]

    @property
    def tokens(self) -> dict[str, Tokens]:
        """Estimated tokens of all queries, by the name of the estimate."""
        return {name: summed_up(list(of_query.values())) for name, of_query in self.spent.items()}

    def values(self, measure: str) -> dict[str, float]:
        """The measure of every query that has a value of its own."""
        return {query: its[measure].numerator / its[measure].denominator for query, its in self.shares.items() if _has_value(its, measure)}


class Evaluated(NamedTuple):
    """One retriever: outcomes by projection, and the milliseconds that each query took."""

    name: str
    definition: Mapping[str, object]
    notes: Sequence[str]
    projections: dict[str, Outcome]
    milliseconds: dict[str, float]

    @property
    def latency(self) -> Latency:
        """Its times summed up."""
        return latency(list(self.milliseconds.values()))

    @property
    def tokens(self) -> dict[str, Figure]:
        """The mean estimated tokens of what its first projection returned for a query."""
        return {name: its.mean for outcome in list(self.projections.values())[:1] for name, its in outcome.tokens.items()}


def _has_value(shares: Mapping[str, Share], measure: str) -> bool:
    return measure in shares and shares[measure].denominator > 0


def evaluate(material: Material, retrievers: Sequence[Retriever], plan: Plan) -> dict[str, Evaluated]:
    """Evaluate every retriever; NotANumber (with the query's id) where a score is NaN, Refused where two have one name."""
    names = [retriever.name for retriever in retrievers]
    if len(set(names)) != len(names):
        raise Refused(f"two retrievers have one name among {', '.join(names)}; name each once")
    return {retriever.name: _evaluated(material, retriever, plan) for retriever in retrievers}


def _evaluated(material: Material, retriever: Retriever, plan: Plan) -> Evaluated:
    asked = sorted((query for query in material.queries if query.id in material.judgments), key=lambda query: query.id.encode())
    private = any(query.library is not None for query in asked)
    if not private:
        retriever.index(material.passages)
    times: dict[str, float] = {}
    answers: dict[str, dict[str, Sequence[Hit]]] = {}
    at_once: int = 1 if private else getattr(retriever, "at_once", 1)
    for query, (projections, milliseconds) in zip(asked, _answers(asked, retriever, plan, at_once), strict=True):
        times[query.id] = milliseconds
        for projection, hits in projections.items():
            answers.setdefault(projection, {})[query.id] = hits
    # Whoever is asked for a projection and gives none has found nothing; whoever is not asked has no part in it.
    answers = {
        projection: {id_: given.get(id_, ()) for id_ in _asked_for(projection, material, asked, given)}
        for projection, given in answers.items()
    }
    outcomes = {projection: _outcome(material.of(projection), asked, hits, plan, retriever.name) for projection, hits in answers.items()}
    return Evaluated(retriever.name, retriever.definition, retriever.notes, outcomes, times)


def _asked_for(projection: str, material: Material, asked: Sequence[Query], given: Iterable[str]) -> list[str]:
    """The questions that have a part in a projection: all, but of the explicit one those with answers of its own, or else those given."""
    part = [query.id for query in asked]
    if projection != EXPLICIT:
        return part
    answered = set(given) if material.explicit is None else material.explicit.judgments.keys()
    return [id_ for id_ in part if id_ in answered]


def _answers(asked: Sequence[Query], retriever: Retriever, plan: Plan, at_once: int) -> Iterator[tuple[Mapping[str, Sequence[Hit]], float]]:
    """The answer to each question in turn and its milliseconds, `at_once` questions at a time."""

    def answer(query: Query) -> tuple[Mapping[str, Sequence[Hit]], float]:
        if query.library is not None:
            retriever.index(query.library)
        begun = plan.clock()
        projections = retriever.search(query, plan.k)
        return projections, (plan.clock() - begun) * 1000.0

    if at_once == 1:
        yield from map(answer, asked)
        return
    from concurrent.futures import ThreadPoolExecutor

    pool = ThreadPoolExecutor(at_once)
    try:
        yield from pool.map(answer, asked)
    finally:
        # After a failure nobody wants the answers that were not asked for yet.
        pool.shutdown(cancel_futures=True)


def _outcome(material: Material, asked: Sequence[Query], answers: Mapping[str, Sequence[Hit]], plan: Plan, name: str) -> Outcome:
    scoring = _Scoring(material, plan)
    ranked: dict[str, list[str]] = {}
    shares: dict[str, dict[str, Share]] = {}
    # Some are not asked for this projection; an explicit probe, say, is asked of few.
    for query in (query for query in asked if query.id in answers):
        hits = answers[query.id]
        ranked[query.id] = [passage for passage, _ in best_first(hits)]
        try:
            shares[query.id] = scoring.shares(query.id, hits, ranked[query.id])
        except NotANumber:
            raise Refused(f"{name} gave a score that is not a number for query {query.id}; let it return real numbers") from None
    figures = _figures(shares, list(shares), plan)
    groups: dict[str, dict[str, list[str]]] = {}
    for query in asked:
        for key, value in query.groups.items() if query.id in shares else ():
            groups.setdefault(key, {}).setdefault(value, []).append(query.id)
    broken_down = {
        key: {value: _figures(shares, members, plan) for value, members in sorted(values.items())} for key, values in sorted(groups.items())
    }
    unknown = sum(1 for passages in ranked.values() for passage in passages if passage not in scoring.lengths)
    twice = sum(len(answers[query]) - len(passages) for query, passages in ranked.items())
    return Outcome(ranked, shares, figures, broken_down, unknown, twice, _spent(material, ranked))


class _Scoring:
    """What one question adds to every measure of a plan, under one material."""

    def __init__(self, material: Material, plan: Plan) -> None:
        self.lengths = {passage.id: len(passage.text) for passage in material.passages}
        self._material = material
        self._plan = plan
        self._libraries = {
            query.id: frozenset(passage.id for passage in query.library) for query in material.queries if query.library is not None
        }

    def shares(self, query: str, hits: Sequence[Hit], ranked: Sequence[str]) -> dict[str, Share]:
        """The shares by measure; `ranked` are the hits in order, each once. Raises NotANumber."""
        grades = self._material.judgments[query]
        judged = Judged({passage.encode(): grade for passage, grade in grades.items()})
        ranking = rank_judged([passage.encode() for passage, _ in hits], [float(score) for _, score in hits], judged, dedupe=True)
        known = Known(
            any(grade >= 1 for grade in grades.values()),
            self._material.spans.get(query, {}),
            self._material.forbidden.get(query, frozenset()),
            self._libraries.get(query),
        )
        out: dict[str, Share] = {}
        for measure in self._plan.measures:
            if measure.of_dataset:
                share = share_of(measure, known, ranked, self.lengths)
                if share is not None:
                    out[str(measure)] = share
            elif known.answerable:
                out[str(measure)] = Share(measure.formula()(ranking, judged))
        return out


def _figures(shares: Mapping[str, Mapping[str, Share]], members: Sequence[str], plan: Plan) -> dict[str, Figure]:
    figures: dict[str, Figure] = {}
    for measure in plan.measures:
        name = str(measure)
        own = [shares[query][name] for query in members if name in shares[query]]
        if measure.of_dataset:
            figures[name] = figure_of(measure, own, plan.seed if plan.intervals else None)
            continue
        figure = average([share.numerator for share in own], summed=measure.summed) if own else Figure.none("no answerable question")
        figures[name] = figure if measure.summed or not plan.intervals else with_interval(figure, own, plan.seed)
    return figures


def rescored(material: Material, ranked: Mapping[str, Sequence[str]], plan: Plan) -> dict[str, Figure]:
    """The figures of rankings that are there already (query to passages, best first) under `material`, without intervals."""
    scoring = _Scoring(material, plan)
    shares = {}
    for query in sorted(material.judgments.keys() & ranked.keys(), key=str.encode):
        hits = [(passage, -float(place)) for place, passage in enumerate(ranked[query])]
        shares[query] = scoring.shares(query, hits, ranked[query])
    return _figures(shares, list(shares), plan._replace(intervals=False))


def _spent(material: Material, ranked: Mapping[str, Sequence[str]]) -> dict[str, dict[str, float]]:
    """Estimated tokens of the passages returned for each query, by the name of the estimate."""
    spent: dict[str, dict[str, float]] = {}
    for name in ESTIMATES:
        of_text = {passage.id: estimate(name, passage.text) for passage in material.passages}
        spent[name] = {query: sum(of_text.get(passage, 0.0) for passage in passages) for query, passages in ranked.items()}
    return spent
