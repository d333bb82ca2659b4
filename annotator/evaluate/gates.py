"""Bounds that a report must keep; an empty set never passes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from annotator.errors import UsageError
from annotator.evaluate.measures import better_way, parse
from annotator.model.config import Gate
from annotator.model.figure import Figure

# In `against`: the same retriever in a stored report; `baseline:NAME` is another one there.
BASELINE = "baseline"
# Retriever to measure to figure.
Figures = Mapping[str, Mapping[str, Figure]]
# 0.80 - 0.75 is a little more than 0.05 in binary.
_ROUNDING = 1e-12


class GateResult(NamedTuple):
    """One gate held against a report; `why` says in words how it came out, `value` is None where there is no figure."""

    measure: str
    retriever: str
    bound: str
    value: float | None
    ok: bool
    why: str


def check(gate: Gate, figures: Figures) -> GateResult:
    """Hold one gate; it fails where its figure is undefined or over no query, or its retriever or measure is not in the report.

    UsageError where its measure does not exist, or counts errors and is bounded from below by a drop.
    """
    measure = str(parse(gate.measure))
    if gate.drop_at_most is not None and better_way(measure) < 0:
        raise UsageError(f"gate on {measure}: a drop of it is what one wants, so drop_at_most guards nothing; bound it with at_most")
    where = where_words(gate.group)
    figure = _figure(figures, gate.retriever + where, measure)
    if isinstance(figure, str):
        return GateResult(gate.measure, gate.retriever, _bound(gate), None, ok=False, why=figure)
    value = _value(figure)
    if gate.drop_at_most is None:
        ok = value >= gate.at_least if gate.at_least is not None else value <= (gate.at_most or 0.0)
        return GateResult(gate.measure, gate.retriever, _bound(gate), value, ok=ok, why=f"{value:.4f} over {figure.n}")
    against = f"{BASELINE}:{gate.retriever}" if gate.against == BASELINE and BASELINE not in figures else gate.against or ""
    other = _figure(figures, against + where, measure)
    if isinstance(other, str):
        return GateResult(gate.measure, gate.retriever, _bound(gate), value, ok=False, why=other)
    drop = _value(other) - value
    why = f"{value:.4f} over {figure.n}, {gate.against} {_value(other):.4f}: {'down' if drop > 0 else 'up'} by {abs(drop):.4f}"
    return GateResult(gate.measure, gate.retriever, _bound(gate), value, ok=drop <= gate.drop_at_most + _ROUNDING, why=why)


def where_words(group: Mapping[str, str] | None) -> str:
    """How the figures of one group are named behind a retriever: " where lang is zh"; "" for all samples."""
    return "".join(f" where {key} is {value}" for key, value in (group or {}).items())


def _bound(gate: Gate) -> str:
    where = where_words(gate.group)
    if gate.at_least is not None:
        return f"at least {gate.at_least:g}{where}"
    if gate.at_most is not None:
        return f"at most {gate.at_most:g}{where}"
    return f"at most {gate.drop_at_most:g} below {gate.against}{where}"


def _value(figure: Figure) -> float:
    return 0.0 if figure.value is None else figure.value


def _figure(figures: Figures, retriever: str, measure: str) -> Figure | str:
    """The figure a gate speaks of, or why there is none."""
    if retriever not in figures and retriever.startswith(f"{BASELINE}:"):
        return f"no baseline with {retriever.partition(':')[2]} in it was given; name a stored report with --baseline"
    if retriever not in figures:
        return f"retriever {retriever} was not evaluated"
    figure = figures[retriever].get(measure)
    if figure is None:
        return f"{measure} was not measured for {retriever}"
    if figure.value is None or figure.n == 0:
        return f"{measure} of {retriever} has no value: {figure.undefined or 'no query'}"
    return figure
