"""Scores of one tagger: every figure of its predictions, with what stands behind them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from annotator.evaluate.tagging.breakdown import DimensionScore, Figures, by_dimension, by_group, by_mode, pooled_figures
from annotator.evaluate.tagging.decisions import Item, confused, items, tag_shares
from annotator.evaluate.tagging.material import Guess, Pairing, Truth
from annotator.evaluate.tagging.plan import GRANULARITY, MEASURES, Plan, unsaid
from annotator.evaluate.tagging.pooling import Shares
from annotator.evaluate.tagging.profile import Injection, injection, section_shares
from annotator.evaluate.tagging.scenes import coherence_share, granularity
from annotator.evaluate.tagging.searching import search_shares
from annotator.evaluate.tagging.values import accuracy_share, confused_values, priority_shares
from annotator.model.figure import Figure

Confusion = tuple[str, str, int]


@dataclass(frozen=True)
class Scores:
    """Everything about one tagger's predictions.

    `shares` are what each sample adds to each figure, `items` the tags of every item compared, `modes` the section figures of each mode,
    `confused` and `confused_values` what was taken for what, `injection` the counts behind those figures.
    """

    plan: Plan
    pairing: Pairing
    shares: Mapping[str, Shares]
    items: Sequence[Item]
    figures: Figures
    dimensions: Mapping[str, DimensionScore]
    modes: Mapping[str, Figures]
    groups: Mapping[str, Mapping[str, Figures]]
    confused: Sequence[Confusion]
    confused_values: Mapping[str, Sequence[Confusion]]
    injection: Injection | None


def score(pairing: Pairing, plan: Plan) -> Scores:
    """Score what was predicted against what holds. A part about which no prediction says anything is undefined, not 0."""
    silent = unsaid((guess for _, guess in pairing.rows), plan)
    shares = {truth.sample: sample_shares(truth, guess, plan) for truth, guess in pairing.rows}
    asked = {name for name in plan.measures if MEASURES[name].part not in silent}
    compared = [one for row in pairing.rows for one in items(*row)] if "micro-f1" in asked else []
    figures = {**pooled_figures(list(shares.values()), silent, plan), **_granularity(pairing, silent, plan)}
    return Scores(
        plan=plan,
        pairing=pairing,
        shares=shares,
        items=compared,
        figures={name: figures[name] for name in plan.measures},
        dimensions=by_dimension(compared, plan),
        modes=by_mode(pairing, plan) if "section-hit" in plan.measures else {},
        groups=by_group(pairing, shares, silent, plan),
        confused=confused(compared),
        confused_values={
            role: confused_values(pairing.rows, role, values) for role, values in plan.values.items() if f"{role}-accuracy" in asked
        },
        injection=_injection(pairing) if "injection-hit" in asked else None,
    )


def sample_shares(truth: Truth, guess: Guess, plan: Plan) -> Shares:
    """What one sample adds to every figure that pools samples."""
    return {
        **tag_shares(items(truth, guess), plan.relaxed_at_least, said=guess.tags is not None),
        **{f"{role}-accuracy": accuracy_share(truth, guess, role) for role in plan.values},
        **priority_shares(truth, guess, plan.tolerance),
        **section_shares(truth, guess, plan.modes),
        **injection(truth, guess).shares(),
        "scene-coherence": coherence_share(truth, guess),
        **search_shares(truth, guess),
    }


def _granularity(pairing: Pairing, silent: Mapping[str, str], plan: Plan) -> Figures:
    if GRANULARITY not in plan.measures:
        return {}
    return {GRANULARITY: Figure.none(silent["scenes"]) if "scenes" in silent else granularity(guess for _, guess in pairing.rows)}


def _injection(pairing: Pairing) -> Injection:
    return Injection(*(sum(column) for column in zip(*(injection(*row) for row in pairing.rows), strict=True)))
