"""Resolution: what the labels of a sample come to."""

from dataclasses import replace

import pytest

from annotator.workflow.resolution import Resolution, resolve
from tests.workflow.ledger import Ledger, a_config

TOLERANT = {"mood": {"kind": "number", "on": "sample", "lo": 0, "hi": 10, "tolerance": 2}}
TWO = {
    "tone": {"kind": "choice", "on": "sample", "values": {"warm": "", "cold": ""}},
    "urgent": {"kind": "flag", "on": "sample"},
}


def come_to(ledger: Ledger) -> Resolution:
    case = ledger.case()
    return resolve(case, case.fresh.values())


def said(ledger: Ledger, by: str, **values: object) -> str:
    return ledger._say(ledger.labels, by, op="label", values=values, **ledger._judged())


def test_no_label_comes_to_nothing():
    assert come_to(Ledger()) == Resolution(None, None, ())


def test_equal_labels_are_agreed_on_and_named_in_order():
    ledger = Ledger()
    digests = (ledger.grade("bob"), ledger.grade("alice"))
    found = come_to(ledger)
    assert (found.values, found.rule, found.basis, found.open) == (
        {"relevance": {"p-1": 3, "p-2": 0}},
        "agreed",
        tuple(sorted(digests)),
        (),
    )


def test_numbers_within_tolerance_are_settled_on_the_lower_median():
    ledger = Ledger(a_config(facets=TOLERANT))
    said(ledger, "alice", mood=5)
    said(ledger, "bob", mood=3)
    assert come_to(ledger).values == {"mood": 3}
    said(ledger, "bob", mood=2)
    assert come_to(ledger).open == ("mood",)


def test_each_open_facet_is_named():
    ledger = Ledger(a_config(facets=TWO))
    said(ledger, "alice", tone="warm", urgent=True)
    said(ledger, "bob", tone="cold", urgent=True)
    assert come_to(ledger).open == ("tone",)
    said(ledger, "bob", tone="cold", urgent=False)
    assert come_to(ledger).open == ("tone", "urgent")
    said(ledger, "bob", tone="warm", urgent=True)
    assert come_to(ledger).rule == "agreed"


def test_an_adjudication_settles_every_facet_and_is_part_of_the_basis():
    ledger = Ledger()
    labels = (ledger.grade("alice", 3), ledger.grade("bob", 1))
    decision = ledger.adjudicate("dave", labels, 2)
    found = come_to(ledger)
    assert (found.values, found.rule) == ({"relevance": {"p-1": 2, "p-2": 0}}, "adjudicated")
    assert found.basis == (*sorted(labels), decision)


@pytest.mark.parametrize("left_out", [0, 1])
def test_an_adjudication_of_other_labels_decides_nothing(left_out: int):
    ledger = Ledger()
    labels = (ledger.grade("alice", 3), ledger.grade("bob", 1))
    ledger.adjudicate("dave", (labels[left_out],), 2)
    assert come_to(ledger).open == ("relevance",)


def test_an_adjudication_of_another_text_decides_nothing():
    ledger = Ledger()
    labels = (ledger.grade("alice", 3), ledger.grade("bob", 1))
    was = ledger.sample
    ledger.sample = replace(was, query="What else?")
    ledger.adjudicate("dave", labels, 2)
    ledger.sample = was
    assert come_to(ledger).open == ("relevance",)


def test_an_adjudication_that_the_scheme_allows_no_longer_decides_nothing():
    ledger = Ledger()
    labels = (ledger.grade("alice", 1, 0), ledger.grade("bob", 0, 1))
    ledger.adjudicate("dave", labels, 3)
    ledger.config = a_config(facets={"relevance": {"kind": "grade", "on": "candidate", "scale": {0: "no", 1: "yes"}}})
    ledger.scheme = Ledger(ledger.config).scheme
    assert come_to(ledger).open == ("relevance",)


def test_a_later_adjudication_of_the_same_person_replaces_the_earlier():
    ledger = Ledger()
    labels = (ledger.grade("alice", 3), ledger.grade("bob", 1))
    ledger.adjudicate("dave", labels, 2)
    ledger.adjudicate("dave", labels, 1)
    assert come_to(ledger).values == {"relevance": {"p-1": 1, "p-2": 0}}


def test_three_reviewers_must_all_agree():
    ledger = Ledger(a_config(reviewers=3))
    ledger.grade("alice")
    ledger.grade("bob")
    ledger.grade("zoe", 2)
    assert come_to(ledger).open == ("relevance",)
    ledger.grade("zoe", 3)
    assert come_to(ledger).rule == "agreed"


def test_a_difference_on_one_candidate_opens_the_facet():
    ledger = Ledger()
    ledger.grade("alice", 3, 0)
    ledger.grade("bob", 3, 1)
    assert come_to(ledger).open == ("relevance",)
