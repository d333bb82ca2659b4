"""Asks retrievers every question of a gold set and scores what they return; pure but for calling the retriever."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from time import perf_counter
from typing import NamedTuple

from annotator.errors import Refused
from annotator.evaluate.average import SEED, Share, average, with_interval
from annotator.evaluate.context import Span
from annotator.evaluate.estimates import ESTIMATES, Latency, estimate, latency
from annotator.evaluate.gold_measures import Known, figure_of, share_of
from annotator.evaluate.measures import Measure
from annotator.evaluate.ranking import Judged, NotANumber, rank_judged
from annotator.evaluate.retriever import Hit, Passage, Query, Retriever, best_first
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


class Material(NamedTuple):
    """A gold set as the evaluator sees it.

    `judgments` (query to passage to grade) has every query that is scored: one with no grade of 1 or more has no answer. Queries
    without an entry are not asked. `spans` are the answering words, query to passage to half-open code points; `forbidden` are
    passages that must not come for a query.
    """

    queries: Sequence[Query]
    passages: Sequence[Passage]
    judgments: Mapping[str, Mapping[str, int]]
    spans: Mapping[str, Mapping[str, Sequence[Span]]] = {}
    forbidden: Mapping[str, frozenset[str]] = {}


class Plan(NamedTuple):
    """How to evaluate: measures, how many passages to ask for, the seed of intervals, the clock of latencies."""

    measures: Sequence[Measure]
    k: int = 100
    seed: int = SEED
    clock: Callable[[], float] = perf_counter
    intervals: bool = True


class Outcome(NamedTuple):
    """One projection: per query the passages in order and each measure's share; figures over all, and per group key and value.

    A query has no entry for a measure in which it has no part. `unknown` counts returned ids that are not in the corpus.
    """

    ranked: dict[str, list[str]]
    shares: dict[str, dict[str, Share]]
    measures: dict[str, Figure]
    groups: dict[str, dict[str, dict[str, Figure]]]
    unknown: int

    def values(self, measure: str) -> dict[str, float]:
        """The measure of every query that has a value of its own."""
        return {query: its[measure].numerator / its[measure].denominator for query, its in self.shares.items() if _has_value(its, measure)}


class Evaluated(NamedTuple):
    """One retriever: outcomes by projection, times, and the mean estimated tokens of what it returned for a query."""

    name: str
    definition: Mapping[str, object]
    notes: Sequence[str]
    projections: dict[str, Outcome]
    latency: Latency
    tokens: dict[str, Figure]


def _has_value(shares: Mapping[str, Share], measure: str) -> bool:
    return measure in shares and shares[measure].denominator > 0


def evaluate(material: Material, retrievers: Sequence[Retriever], plan: Plan) -> dict[str, Evaluated]:
    """Evaluate every retriever; NotANumber (with the query's id) where a score is NaN, Refused where two have one name."""
    names = [retriever.name for retriever in retrievers]
    if len(set(names)) != len(names):
        raise Refused(f"two retrievers have one name among {', '.join(names)}; name each once")
    return {retriever.name: _evaluated(material, retriever, plan) for retriever in retrievers}


def _evaluated(material: Material, retriever: Retriever, plan: Plan) -> Evaluated:
    retriever.index(material.passages)
    asked = sorted((query for query in material.queries if query.id in material.judgments), key=lambda query: query.id.encode())
    times: list[float] = []
    answers: dict[str, dict[str, Sequence[Hit]]] = {}
    for query, (projections, milliseconds) in zip(asked, _answers(asked, retriever, plan), strict=True):
        times.append(milliseconds)
        for projection, hits in projections.items():
            answers.setdefault(projection, {})[query.id] = hits
    outcomes = {projection: _outcome(material, asked, hits, plan, retriever.name) for projection, hits in answers.items()}
    tokens = _tokens(material, next(iter(outcomes.values()))) if outcomes else {}
    return Evaluated(retriever.name, retriever.definition, retriever.notes, outcomes, latency(times), tokens)


def _answers(asked: Sequence[Query], retriever: Retriever, plan: Plan) -> Iterator[tuple[Mapping[str, Sequence[Hit]], float]]:
    """The answer to each question in turn and its milliseconds; several at a time where the retriever says how many it takes."""

    def answer(query: Query) -> tuple[Mapping[str, Sequence[Hit]], float]:
        begun = plan.clock()
        projections = retriever.search(query, plan.k)
        return projections, (plan.clock() - begun) * 1000.0

    at_once: int = getattr(retriever, "at_once", 1)
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
    lengths = {passage.id: len(passage.text) for passage in material.passages}
    ranked: dict[str, list[str]] = {}
    shares: dict[str, dict[str, Share]] = {}
    # A query for which a retriever gives no such projection is left out of it; an explicit probe, say, is asked of few.
    for query in (query for query in asked if query.id in answers):
        hits = answers[query.id]
        ranked[query.id] = [passage for passage, _ in best_first(hits)]
        try:
            shares[query.id] = _shares(material, query.id, hits, ranked[query.id], lengths, plan)
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
    unknown = sum(1 for passages in ranked.values() for passage in passages if passage not in lengths)
    return Outcome(ranked, shares, figures, broken_down, unknown)


def _shares(
    material: Material, query: str, hits: Sequence[Hit], ranked: Sequence[str], lengths: Mapping[str, int], plan: Plan
) -> dict[str, Share]:
    grades = material.judgments[query]
    judged = Judged({passage.encode(): grade for passage, grade in grades.items()})
    ranking = rank_judged([passage.encode() for passage, _ in hits], [float(score) for _, score in hits], judged, dedupe=True)
    known = Known(any(grade >= 1 for grade in grades.values()), material.spans.get(query, {}), material.forbidden.get(query, frozenset()))
    out: dict[str, Share] = {}
    for measure in plan.measures:
        if measure.of_dataset:
            share = share_of(measure, known, ranked, lengths)
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
    lengths = {passage.id: len(passage.text) for passage in material.passages}
    shares = {}
    for query in sorted(material.judgments.keys() & ranked.keys(), key=str.encode):
        hits = [(passage, -float(place)) for place, passage in enumerate(ranked[query])]
        shares[query] = _shares(material, query, hits, ranked[query], lengths, plan)
    return _figures(shares, list(shares), plan._replace(intervals=False))


def _tokens(material: Material, outcome: Outcome) -> dict[str, Figure]:
    """Mean estimated tokens of the passages returned for a query, by the name of the estimate."""
    texts = {passage.id: passage.text for passage in material.passages}
    figures: dict[str, Figure] = {}
    for name in ESTIMATES:
        of_text = {passage: estimate(name, text) for passage, text in texts.items()}
        totals = [sum(of_text.get(passage, 0.0) for passage in passages) for passages in outcome.ranked.values()]
        figures[name] = average(totals)
    return figures
