"""The text form of measures, and what is said of one that does not exist."""

import ir_measures
import pytest

from annotator.errors import UsageError
from annotator.evaluate.measures import FAMILIES, parse

FORMS = [
    "nDCG@10",
    "nDCG",
    "nDCG(dcg='exp-log2')@10",
    "RR",
    "RR@10",
    "RR(rel=2)@10",
    "R@100",
    "P@5",
    "P(rel=2)@10",
    "Success@3",
    "AP",
    "AP@100",
    "Bpref",
    "Bpref(rel=2)",
    "Rprec",
    "SetP",
    "SetR",
    "SetF",
    "SetF(beta=0.5)",
    "ERR@20",
    "RBP(p=0.8,rel=1)",
    "RBP(p=0.5,rel=2)@10",
    "IPrec@0.5",
    "Judged@10",
    "NumRet",
    "NumRet(rel=1)",
]


@pytest.mark.parametrize("text", FORMS)
def test_the_text_form_parses_back(text):
    assert str(parse(text)) == text


@pytest.mark.parametrize("text", [form for form in FORMS if form not in {"RBP(p=0.8,rel=1)", "RBP(p=0.5,rel=2)@10"}])
# ir_measures 0.4 reads text through parts of ast that Python 3.12 has announced the end of.
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_the_names_are_those_of_ir_measures(text):
    assert str(ir_measures.parse_measure(text)) == text


@pytest.mark.parametrize(
    ("written", "form"),
    [
        ("RBP(p=0.8)", "RBP(p=0.8,rel=1)"),
        ('nDCG(dcg="exp-log2")@5', "nDCG(dcg='exp-log2')@5"),
        ("nDCG( dcg = 'log2' )@5", "nDCG@5"),
        ("P(rel=1)@10", "P@10"),
        ("ContextP(mean='macro')@5", "ContextP(mean='macro')@5"),
        ("NoAnswerFPR", "NoAnswerFPR"),
    ],
)
def test_other_spellings_become_the_one_form(written, form):
    assert str(parse(written)) == form
    assert parse(str(parse(written))) == parse(written)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("map", "there is no measure 'map'; did you mean AP?"),
        ("ndcg_cut_10", "there is no measure 'ndcg_cut_10'; did you mean nDCG@10?"),
        ("ndcg@5", "there is no measure 'ndcg@5'; did you mean nDCG@5?"),
        ("P_20", "there is no measure 'P_20'; did you mean P@20?"),
        ("recip_rank", "there is no measure 'recip_rank'; did you mean RR?"),
        ("Sucess@3", "there is no measure 'Sucess@3'; near it: Success"),
        ("P", "measure 'P' needs a cutoff, such as P@10"),
        ("P@0", "measure 'P@0': the cutoff after @ is a whole number from 1"),
        ("P@1.5", "measure 'P@1.5': the cutoff after @ is a whole number from 1"),
        ("Rprec@5", "measure 'Rprec@5': Rprec takes no cutoff"),
        ("P(dcg='log2')@5", "measure \"P(dcg='log2')@5\": P takes rel= in brackets, not \"dcg='log2'\""),
        ("P(rel=x)@5", "measure 'P(rel=x)@5': rel needs a number, not 'x'"),
        ("P(rel=0)@5", "measure 'P(rel=0)@5': rel is a number above 0"),
        ("RBP(p=1)", "measure 'RBP(p=1)': p lies between 0 and 1"),
        ("IPrec@2", "measure 'IPrec@2': the recall after @ lies between 0 and 1"),
        ("nDCG(dcg='ln')@5", "measure \"nDCG(dcg='ln')@5\": dcg is 'log2' (linear gain) or 'exp-log2' (gain 2^g - 1), not 'ln'"),
    ],
)
def test_a_measure_that_does_not_exist_gets_one_sentence(text, sentence):
    with pytest.raises(UsageError) as caught:
        parse(text)
    assert str(caught.value) == sentence


def test_something_unlike_any_measure_gets_the_list():
    with pytest.raises(UsageError) as caught:
        parse("?!")
    assert all(name in str(caught.value) for name in FAMILIES)


def test_a_relevance_level_goes_to_measures_that_state_none():
    assert str(parse("P@10").at_level(2)) == "P(rel=2)@10"
    assert str(parse("P(rel=3)@10").at_level(2)) == "P(rel=3)@10"
    assert str(parse("nDCG@10").at_level(2)) == "nDCG@10"
    assert str(parse("NumRet").at_level(2)) == "NumRet"


def test_a_measure_of_a_dataset_has_no_formula_over_judgments_alone():
    with pytest.raises(UsageError, match="annotator evaluate"):
        parse("ContextP@5").formula()
