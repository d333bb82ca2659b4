"""Gates pass, fail, and never pass on nothing."""

import pytest

from annotator.errors import UsageError
from annotator.evaluate.gates import check
from annotator.model.config import Gate
from annotator.model.figure import Figure

FIGURES = {
    "hybrid": {"RR@10": Figure(0.80, 13), "NoAnswerFPR": Figure.none("no question without an answer")},
    "rerank": {"RR@10": Figure(0.75, 13), "NoAnswerFPR": Figure(1 / 3, 3)},
}


@pytest.mark.parametrize(
    ("gate", "ok", "why"),
    [
        (Gate(measure="RR@10", retriever="rerank", at_least=0.75), True, "0.7500 over 13"),
        (Gate(measure="RR@10", retriever="rerank", at_least=0.78), False, "0.7500 over 13"),
        (Gate(measure="NoAnswerFPR", retriever="rerank", at_most=0.34), True, "0.3333 over 3"),
        (Gate(measure="NoAnswerFPR", retriever="rerank", at_most=0.0), False, "0.3333 over 3"),
        # 0.80 - 0.75 is 0.05 and a little in binary.
        (Gate(measure="RR@10", retriever="rerank", drop_at_most=0.05, against="hybrid"), True, "down by 0.0500"),
        (Gate(measure="RR@10", retriever="rerank", drop_at_most=0.04, against="hybrid"), False, "down by 0.0500"),
        (Gate(measure="RR@10", retriever="hybrid", drop_at_most=0.0, against="rerank"), True, "up by 0.0500"),
        (Gate(measure="NoAnswerFPR", retriever="hybrid", at_most=1.0), False, "has no value: no question without an answer"),
        (Gate(measure="RR@10", retriever="dense", at_least=0.0), False, "retriever dense was not evaluated"),
        (Gate(measure="AP", retriever="hybrid", at_least=0.0), False, "AP was not measured for hybrid"),
        (Gate(measure="RR@10", retriever="hybrid", drop_at_most=1.0, against="dense"), False, "retriever dense was not evaluated"),
    ],
)
def test_a_gate(gate, ok, why):
    result = check(gate, FIGURES)
    assert result.ok is ok
    assert why in result.why


@pytest.mark.parametrize("measure", ["NoAnswerFPR", "NoAnswerFPR@3", "Isolation@3"])
def test_a_drop_of_errors_is_no_bound(measure):
    # From 0 errors to 1 the "drop" is -1, which no such gate would ever miss.
    figures = {name: {measure: Figure(value, 3)} for name, value in (("a", 0.0), ("b", 1.0))}
    with pytest.raises(UsageError, match=r"guards nothing; bound it with at_most"):
        check(Gate(measure=measure, retriever="b", drop_at_most=0.1, against="a"), figures)


def test_a_gate_over_no_query_fails():
    assert not check(Gate(measure="AP", retriever="r", at_most=1.0), {"r": {"AP": Figure(0.0, 0)}}).ok


def test_a_gate_may_spell_its_measure_in_any_way_that_parses():
    figures = {"r": {"nDCG(dcg='exp-log2')@10": Figure(0.8, 5)}}
    assert check(Gate(measure='nDCG(dcg="exp-log2")@10', retriever="r", at_least=0.8), figures).ok
    with pytest.raises(UsageError, match="no measure 'ndcg_cut_10'"):
        check(Gate(measure="ndcg_cut_10", retriever="r", at_least=0.8), figures)


def test_a_gate_of_one_group_is_held_to_the_figures_of_that_group():
    figures = {
        "a": {"RR": Figure(0.9, 10)},
        "b": {"RR": Figure(0.9, 10)},
        "a where lang is zh": {"RR": Figure(0.6, 3)},
        "b where lang is zh": {"RR": Figure(0.5, 3)},
    }
    zh = {"lang": "zh"}
    result = check(Gate(measure="RR", retriever="a", at_least=0.8, group=zh), figures)
    assert (result.ok, result.value, result.bound) == (False, 0.6, "at least 0.8 where lang is zh")
    assert check(Gate(measure="RR", retriever="b", drop_at_most=0.1, against="a", group=zh), figures).ok
    assert not check(Gate(measure="RR", retriever="b", drop_at_most=0.05, against="a", group=zh), figures).ok
    absent = check(Gate(measure="RR", retriever="a", at_least=0.0, group={"lang": "en"}), figures)
    assert (absent.ok, absent.why) == (False, "retriever a where lang is en was not evaluated")


def test_a_gate_says_its_bound():
    bounds = [
        check(gate, FIGURES).bound
        for gate in (
            Gate(measure="RR@10", retriever="rerank", at_least=0.5),
            Gate(measure="RR@10", retriever="rerank", at_most=0.5),
            Gate(measure="RR@10", retriever="rerank", drop_at_most=0.05, against="hybrid"),
        )
    ]
    assert bounds == ["at least 0.5", "at most 0.5", "at most 0.05 below hybrid"]


@pytest.mark.parametrize(
    ("gate", "ok", "why"),
    [
        (Gate(measure="RR@10", retriever="rerank", drop_at_most=0.05, against="baseline"), True, "down by 0.0300"),
        (Gate(measure="RR@10", retriever="rerank", drop_at_most=0.02, against="baseline"), False, "down by 0.0300"),
        (Gate(measure="RR@10", retriever="hybrid", drop_at_most=0.02, against="baseline:rerank"), True, "up by 0.0200"),
        (Gate(measure="RR@10", retriever="hybrid", drop_at_most=1.0, against="baseline"), False, "no baseline with hybrid in it was given"),
    ],
)
def test_a_gate_against_a_stored_report(gate, ok, why):
    result = check(gate, {**FIGURES, "baseline:rerank": {"RR@10": Figure(0.78, 13)}})
    assert result.ok is ok
    assert why in result.why
