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
def test_what_anybody_has_said_something_about_is_made_and_the_rest_is_not(by: str):
    ledger = Ledger()
    ledger.grade(by)
    cases = cases_of(ledger)
    assert list(cases.made) == ["q-1"]
    assert cases["q-2"].words == {}
    assert list(cases.made) == ["q-1", "q-2"]
