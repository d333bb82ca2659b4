"""Gates in words."""

import pytest

from annotator.errors import UsageError
from annotator.evaluate.gate_words import parse_gate
from annotator.model.config import Gate


@pytest.mark.parametrize(
    ("words", "gate"),
    [
        ("nDCG@10 lexical at_least 0.5", Gate(measure="nDCG@10", retriever="lexical", at_least=0.5)),
        ("  NoAnswerFPR   run.trec at_most .34 ", Gate(measure="NoAnswerFPR", retriever="run.trec", at_most=0.34)),
        (
            "nDCG(dcg = 'exp-log2')@10 mine:injected at_least 1",
            Gate(measure="nDCG(dcg = 'exp-log2')@10", retriever="mine:injected", at_least=1),
        ),
        ("RR rerank drop_at_most 0.05 against hybrid", Gate(measure="RR", retriever="rerank", drop_at_most=0.05, against="hybrid")),
        ("RR x at_least 0.5 where lang is zh", Gate(measure="RR", retriever="x", at_least=0.5, group={"lang": "zh"})),
        (
            "RR x drop_at_most 0.1 against y where kind is two hops",
            Gate(measure="RR", retriever="x", drop_at_most=0.1, against="y", group={"kind": "two hops"}),
        ),
        ("RR rerank drop_at_most 0 against baseline:x", Gate(measure="RR", retriever="rerank", drop_at_most=0, against="baseline:x")),
    ],
)
def test_the_grammar(words, gate):
    assert parse_gate(words) == gate


@pytest.mark.parametrize(
    "words",
    [
        "",
        "nDCG@10",
        "nDCG@10 lexical",
        "nDCG@10 lexical >= 0.5",
        "nDCG@10 lexical at_least half",
        "nDCG@10 lexical at_least nan",
        "nDCG@10 lexical at_most inf",
        "nDCG@10 lexical at_least 0.5 against hybrid",
        "nDCG@10 lexical drop_at_most 0.5",
        "nDCG@10 lexical drop_at_most -0.5 against hybrid",
        "nDCG@10 lexical at_least 0.5 please",
        "nDCG@10 lexical at_least 0.5 where lang",
        "nDCG@10 lexical at_least 0.5 where lang is",
        "at_least 0.5",
    ],
)
def test_other_words_are_answered_with_what_to_write(words):
    with pytest.raises(UsageError, match=r"at_least|0 or more"):
        parse_gate(words)


def test_a_measure_that_is_none_is_said_before_anything_is_evaluated():
    with pytest.raises(UsageError, match="no measure 'mrr'"):
        parse_gate("mrr lexical at_least 0.5")
