"""The rules: each condition that is missing alone stops a move, with a sentence of its own."""

from dataclasses import replace

import pytest

from annotator.model.status import Status
from annotator.workflow.promotion import (
    against_adjudication,
    against_confirmation,
    against_demotion,
    against_label,
    against_promotion,
)
from tests.workflow.ledger import Ledger, a_config

# The moment at which the ledger's labels were given.
NOW = "2026-11-30T05:09:00Z"


def agreed() -> Ledger:
    ledger = Ledger()
    ledger.grade("alice")
    ledger.grade("bob")
    return ledger


def to_candidate(ledger: Ledger, by: str = "dave") -> list[str]:
    return against_promotion(ledger.config, ledger.case(), ledger.account(), Status.CANDIDATE, by)


def to_gold(ledger: Ledger, by: str = "mia") -> list[str]:
    return against_promotion(ledger.config, ledger.case(), ledger.account(), Status.GOLD, by)


def test_two_fresh_equal_labels_and_someone_who_may_are_enough():
    for by in ("dave", "carol", "mia"):
        assert to_candidate(agreed(), by) == []


@pytest.mark.parametrize("by", ["alice", "zoe", "ann", "bot", "nobody"])
def test_who_may_not_promote(by: str):
    assert to_candidate(agreed(), by) == [f"{by} is neither an adjudicator nor a maintainer (roles stand under `people` in dataset.yaml)"]


def test_a_label_short():
    ledger = Ledger()
    ledger.grade("alice")
    assert to_candidate(ledger) == ["it has 1 of 2 labels"]


def test_two_labels_of_one_person_are_one():
    ledger = Ledger()
    ledger.grade("alice", 1)
    ledger.grade("alice", 3)
    assert to_candidate(ledger) == ["it has 1 of 2 labels"]


@pytest.mark.parametrize("by", ["ann", "bot"])
def test_an_author_and_a_machine_are_no_second_reviewer(by: str):
    ledger = Ledger()
    ledger.grade("alice")
    ledger.grade(by)
    assert to_candidate(ledger) == ["it has 1 of 2 labels"]


def test_a_skip_is_no_label():
    ledger = Ledger()
    ledger.grade("alice")
    ledger.skip("bob")
    assert to_candidate(ledger) == ["it has 1 of 2 labels"]


def test_a_stale_label_is_not_counted_and_is_named():
    ledger = agreed()
    ledger.sample = replace(ledger.sample, query="What else?")
    ledger.grade("bob")
    assert to_candidate(ledger) == ["it has 1 of 2 labels; alice's label is stale: the text changed since"]


def test_a_label_that_the_scheme_allows_no_longer_is_stale():
    ledger = agreed()
    ledger.config = a_config(facets={"relevance": {"kind": "grade", "on": "candidate", "scale": {0: "no", 1: "yes"}}})
    ledger.scheme = Ledger(ledger.config).scheme
    (reason,) = to_candidate(ledger)
    assert reason.startswith(
        "it has 0 of 2 labels; alice's label is stale: today's scheme does not allow it (relevance of p-1: 3 is not on the scale 0, 1)"
    )


def test_reviewers_who_differ():
    ledger = Ledger()
    ledger.grade("alice", 3)
    ledger.grade("bob", 1)
    assert to_candidate(ledger) == ["the reviewers differ in relevance; adjudicate it first"]


def test_what_cannot_be_settled():
    ledger = Ledger()
    ledger.unsettled("carol", (ledger.grade("alice", 3), ledger.grade("bob", 1)))
    assert to_candidate(ledger) == ["it was decided that it cannot be settled"]


def test_a_contested_sample():
    ledger = Ledger()
    basis = (ledger.grade("alice", 3), ledger.grade("bob", 1))
    ledger.adjudicate("carol", basis, 3)
    ledger.adjudicate("dave", basis, 1)
    assert to_candidate(ledger) == ["it is contested: two people adjudicated differently on the same labels; adjudicate it first"]


def test_a_single_label_that_nobody_confirmed():
    ledger = Ledger(a_config(overlap=0.0))
    label = ledger.grade("alice")
    assert to_candidate(ledger) == ["its single label is not confirmed by another person"]
    ledger.confirm("bob", (label,))
    assert to_candidate(ledger) == []


def test_no_step_is_left_out_and_none_is_taken_twice():
    ledger = agreed()
    assert to_gold(ledger) == ["it is draft; promote it to gold-candidate first"]
    ledger.promote("dave")
    assert to_candidate(ledger) == ["it is gold-candidate already"]
    assert to_gold(ledger) == []
    assert to_gold(ledger, "dave") == ["dave is not a maintainer (roles stand under `people` in dataset.yaml)"]
    ledger.promote("mia", to="gold")
    assert to_gold(ledger) == ["it is gold already"]


def test_demotion_is_for_those_who_may_and_from_where_it_stands():
    ledger = agreed()
    is_draft = "it is draft, so it cannot be taken back to draft"
    assert against_demotion(Ledger().config, Ledger().account(), Status.DRAFT, "carol") == [is_draft]
    assert against_demotion(ledger.config, ledger.account(), Status.DRAFT, "carol") == [
        f"{is_draft}; to refuse it, promote and then demote it, or let an adjudicator decide it"
    ]
    ledger.promote("dave")
    assert against_demotion(ledger.config, ledger.account(), Status.DRAFT, "alice") == [
        "alice is neither an adjudicator nor a maintainer (roles stand under `people` in dataset.yaml)"
    ]
    assert against_demotion(ledger.config, ledger.account(), Status.DRAFT, "dave") == []
    assert against_demotion(ledger.config, ledger.account(), Status.CANDIDATE, "dave") == [
        "it is gold-candidate, so it cannot be taken back to gold-candidate"
    ]
    ledger.promote("mia", to="gold")
    assert against_demotion(ledger.config, ledger.account(), Status.CANDIDATE, "mia") == []
    assert against_demotion(ledger.config, ledger.account(), Status.DRAFT, "mia") == []


def test_what_lapsed_goes_to_draft_and_nowhere_else():
    ledger = agreed()
    ledger.promote("dave")
    ledger.grade("bob", 0)
    assert against_demotion(ledger.config, ledger.account(), Status.DRAFT, "mia") == []
    assert against_demotion(ledger.config, ledger.account(), Status.CANDIDATE, "mia") == [
        "no promotion of it holds, so it cannot be taken back to gold-candidate; demote it to draft"
    ]


def test_adjudication_begins_when_all_labels_are_in():
    ledger = Ledger()
    ledger.grade("alice", 3)
    case = ledger.case()
    assert against_adjudication(ledger.config, case, "dave") == ["it has 1 of 2 labels that count; adjudication begins when all are in"]
    ledger.grade("bob", 1)
    assert against_adjudication(ledger.config, ledger.case(), "dave") == []
    assert against_adjudication(ledger.config, ledger.case(), "mia") == [
        "mia is not an adjudicator (roles stand under `people` in dataset.yaml)"
    ]


def test_the_adjudicator_is_none_of_the_reviewers_even_after_a_stale_label():
    people = {"alice": {"roles": ["reviewer"]}, "bob": {"roles": ["reviewer"]}, "eve": {"roles": ["reviewer", "adjudicator"]}}
    ledger = Ledger(a_config(people=people))
    ledger.grade("eve", 1)
    ledger.sample = replace(ledger.sample, query="What else?")
    ledger.grade("alice", 3)
    ledger.grade("bob", 1)
    assert against_adjudication(ledger.config, ledger.case(), "eve") == [
        "eve labelled it, and the adjudicator of a sample is none of its reviewers"
    ]


def test_another_person_confirms_and_only_a_single_label_that_is_enough():
    ledger = Ledger(a_config(overlap=0.0))
    assert against_confirmation(ledger.config, ledger.case(), "bob", NOW)[0].startswith("it has 0 labels and needs 1")
    ledger.grade("alice")
    assert against_confirmation(ledger.config, ledger.case(), "bob", NOW) == []
    assert against_confirmation(ledger.config, ledger.case(), "alice", NOW) == [
        "alice labelled it, and another person confirms (workflow.same_person_after is not set)"
    ]
    for by in ("ann", "bot", "nobody"):
        assert against_confirmation(ledger.config, ledger.case(), by, NOW) == [
            f"{by} is neither reviewer, adjudicator nor maintainer (roles stand under `people` in dataset.yaml)"
        ]
    assert against_confirmation(agreed().config, agreed().case(), "zoe", NOW)[0].startswith("it has 2 labels and needs 2")


@pytest.mark.parametrize(
    ("after", "now", "may"),
    [("24h", "2026-12-01T05:08:59Z", False), ("24h", "2026-12-01T05:09:00Z", True), ("2d", "2026-12-01T05:09:00Z", False)],
)
def test_the_same_person_confirms_where_the_workflow_allows_it_and_time_has_passed(after: str, now: str, *, may: bool):
    ledger = Ledger(a_config(overlap=0.0, same_person_after=after))
    ledger.grade("alice")
    found = against_confirmation(ledger.config, ledger.case(), "alice", now)
    assert found == ([] if may else [f"alice labelled it, and the same person may confirm {after} after the label, not before"])


def test_the_cap_on_labels_is_checked_at_saving():
    ledger = agreed()
    assert against_label(ledger.config, ledger.case(), "zoe") == ["it has its 2 labels already (workflow.reviewers, workflow.overlap)"]
    # Whoever labelled it may still change their mind, and those who are no reviewers are not counted.
    for by in ("alice", "ann", "bot"):
        assert against_label(ledger.config, ledger.case(), by) == []
    assert against_label(ledger.config, ledger.case(), "mia") == [
        "mia is no reviewer, author or judge (roles stand under `people` in dataset.yaml)"
    ]
    assert against_label(ledger.config, ledger.case(), "nobody") == ["nobody is not among the people of dataset.yaml"]
