"""Cases: each is made when it is asked for, and stays what it was."""

import pytest

from annotator.model.sample import Sample
from annotator.workflow.case import build_cases
from tests.workflow.ledger import PASSAGES, Ledger

IDS = ("q-2", "q-1", "q-3")


def cases_of(ledger: Ledger):
    samples = {id_: Sample(id=id_, candidates=("p-1", "p-2")) for id_ in IDS}
    return build_cases(ledger.config, ledger.scheme, samples, dict.fromkeys(IDS, "0" * 64), PASSAGES, ledger.sessions("labels"), [])


def test_cases_stand_in_the_order_of_the_samples_and_one_that_was_made_is_kept():
    cases = cases_of(Ledger())
    assert (tuple(cases), len(cases)) == (IDS, 3)
    assert cases["q-1"] is cases["q-1"]
    assert cases["q-1"].sample.id == "q-1"


def test_a_case_that_is_not_there_is_none():
    cases = cases_of(Ledger())
    assert "q-4" not in cases
    with pytest.raises(KeyError):
        cases["q-4"]


@pytest.mark.parametrize("by", ["alice", "ann"])
def test_only_samples_of_which_somebody_has_a_word_are_not_silent(by: str):
    ledger = Ledger()
    ledger.grade(by)
    cases = cases_of(ledger)
    assert [cases.silent(id_) for id_ in IDS] == [True, False, True]
    assert cases["q-2"].words == {}
    assert cases.silent("q-2")
