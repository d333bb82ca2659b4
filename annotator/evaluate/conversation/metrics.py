"""Metrics: ten figures on axes of their own; nothing here adds one to another."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from annotator.evaluate.average import Share, ratio, with_interval
from annotator.evaluate.conversation.answer_key import Place
from annotator.evaluate.conversation.answering import right, wanted
from annotator.evaluate.conversation.trial import Answered, Held, Observed
from annotator.evaluate.estimates import estimate, latency
from annotator.model.figure import Figure

TOKENS = "ceil(cjk/1.6+other/4)"
# In the order of reports, each with its axis.
AXES = {
    "storageCorrectness": "storage",
    "retrievalRecall": "retrieval",
    "retrievalRank1": "retrieval",
    "assemblyCoverage": "assembly",
    "extraTokensEstimate": "cost",
    "latencyMs": "latency",
    "ruleCoverage": "rules",
    "taskStateAccuracy": "tasks",
    "guardPassRate": "guard",
    "llmAnswerAccuracy": "answers",
}
NO_CASE = "nothing was asked"


class Measured(NamedTuple):
    """A figure, with what was counted behind it where something can be counted: right ones, of all."""

    figure: Figure
    right: int | None = None
    of: int | None = None

    def as_json(self) -> dict[str, Any]:
        """A figure as everywhere, with `counts` beside it."""
        counts = None if self.of is None else {"right": self.right, "of": self.of}
        return {**self.figure.as_json(), "counts": counts}


class Times(NamedTuple):
    """Milliseconds of `n` operations; percentiles by nearest rank."""

    p50: float | None
    p95: float | None
    total: float
    n: int

    def as_json(self) -> dict[str, Any]:
        """Its part of the report."""
        return {"p50": self.p50, "p95": self.p95, "totalMs": self.total, "n": self.n}


Metrics = dict[str, Measured | Times | None]
Counts = tuple[int, int]


def recall(answer: Answered) -> Counts:
    """Relevant turns that a found item rests on, of all relevant turns."""
    found = {turn for item in answer.found or () for turn in item.evidence}
    return len(found & answer.question.relevant.keys()), len(answer.question.relevant)


def rank1(answer: Answered) -> Counts:
    """Whether the first item found rests on a relevant turn, of 1."""
    first = answer.found[0].evidence if answer.found else ()
    return int(any(turn in answer.question.relevant for turn in first)), 1


def coverage(answer: Answered) -> Counts:
    """Relevant turns in the message with every word that they may not lose, of all relevant turns."""
    blocks = answer.message.blocks
    here = sum(
        any(turn in block.evidence and all(word in block.text for word in words) for block in blocks)
        for turn, words in answer.question.relevant.items()
    )
    return here, len(answer.question.relevant)


def governed(answer: Answered) -> Counts:
    """Whether every rule that the answer has to follow is in the message, of 1."""
    there = {turn for block in answer.message.blocks for turn in block.evidence}
    return int(all(turn in there for turn in answer.question.governing)), 1


def judged(answer: Answered) -> Counts | None:
    """Whether the written answer is right, of 1; None where nobody wrote one, or the key has no words to look for."""
    if answer.answer is None or not wanted(answer.question):
        return None
    return int(right(answer.question, answer.answer)), 1


def cost(answer: Answered) -> float:
    """Estimated tokens of the message; no tokeniser is run."""
    return estimate(TOKENS, answer.message.text)


def only(seen: Observed, *, size: str, scenario: str | None = None) -> Observed:
    """What was seen at one size (of one scenario), with the operations of its sessions."""

    def here(place: Place) -> bool:
        return place.size == size and scenario in {None, place.scenario}

    answers = [answer for answer in seen.answers if here(answer.question.place)]
    stored, tasks, guards = ([one for one in held if here(one.place)] for held in (seen.stored, seen.tasks, seen.guards))
    sessions = {one.place.session for one in (*stored, *tasks, *guards)} | {answer.question.place.session for answer in answers}
    operations = [one for one in seen.operations if one[0] in sessions]
    return seen._replace(answers=answers, stored=stored, tasks=tasks, guards=guards, operations=operations)


def metrics(seen: Observed, *, intervals: bool = False) -> Metrics:
    """Every metric; None where a baseline has nothing of the kind."""
    stores = seen.dump is not None
    searched = [answer for answer in seen.answers if answer.found is not None]
    ruled = [answer for answer in seen.answers if answer.question.governing]
    tokens = [Share(cost(answer)) for answer in seen.answers]
    return {
        "storageCorrectness": _pooled(seen.stored, intervals=intervals) if stores else None,
        "retrievalRecall": _mean(map(recall, searched), intervals=intervals) if stores else None,
        "retrievalRank1": _mean(map(rank1, searched), intervals=intervals) if stores else None,
        "assemblyCoverage": _mean(map(coverage, seen.answers), intervals=intervals),
        "extraTokensEstimate": Measured(_figure(tokens, intervals=intervals)),
        "latencyMs": times([spent for _, spent in seen.operations]),
        "ruleCoverage": _mean(map(governed, ruled), intervals=intervals),
        "taskStateAccuracy": _pooled(seen.tasks, intervals=intervals) if stores else None,
        "guardPassRate": _pooled(seen.guards, intervals=intervals) if stores else None,
        "llmAnswerAccuracy": _answers(seen, intervals=intervals),
    }


def _answers(seen: Observed, *, intervals: bool) -> Measured | None:
    """The share of written answers that are right; None where nobody wrote any."""
    if all(answer.answer is None for answer in seen.answers):
        return None
    counts = (judged(answer) for answer in seen.answers)
    return _mean((count for count in counts if count is not None), intervals=intervals)


def times(milliseconds: Sequence[float]) -> Times:
    """Median and p95 by nearest rank, and the sum."""
    summed = latency(milliseconds)
    return Times(summed.median, summed.p95, sum(milliseconds), summed.count)


def _mean(counts: Iterable[Counts], *, intervals: bool) -> Measured:
    """The mean of the ratios, with the pooled counts beside it."""
    listed = list(counts)
    shares = [Share(right / of) for right, of in listed]
    return Measured(_figure(shares, intervals=intervals), sum(right for right, _ in listed), sum(of for _, of in listed))


def _pooled(held: Sequence[Held], *, intervals: bool) -> Measured:
    """All right ones over all; n counts assertions."""
    right, of = sum(one.right for one in held), sum(one.of for one in held)
    figure = _figure([Share(float(one.right), float(one.of)) for one in held], intervals=intervals)
    return Measured(figure._replace(n=of), right, of)


def _figure(shares: Sequence[Share], *, intervals: bool) -> Figure:
    figure = ratio(shares, NO_CASE)
    return with_interval(figure, shares) if intervals else figure
