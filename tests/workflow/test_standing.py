"""The status machine: every state as the sum of decisions, whatever the order in which files are met."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.model.sample import Sample
from annotator.model.status import Standing
from annotator.workflow.standing import Account
from tests.workflow.ledger import SAMPLE, Ledger, a_config, orders

Story = Callable[[Ledger], None]


def nothing(ledger: Ledger) -> None:
    pass


def one_label(ledger: Ledger) -> None:
    ledger.grade("alice")


def skipped(ledger: Ledger) -> None:
    ledger.grade("alice")
    ledger.skip("bob")


def withdrawn(ledger: Ledger) -> None:
    ledger.grade("alice")
    ledger.grade("bob")
    ledger.withdraw("bob")


def agreed(ledger: Ledger) -> None:
    ledger.grade("alice")
    ledger.grade("bob")


def changed_mind(ledger: Ledger) -> None:
    ledger.grade("alice", 1)
    ledger.grade("bob")
    ledger.grade("alice", 3)


def differing(ledger: Ledger) -> None:
    ledger.grade("alice", 3)
    ledger.grade("bob", 1)


def machines_do_not_count(ledger: Ledger) -> None:
    ledger.grade("alice")
    ledger.grade("ann")
    ledger.grade("bot")


def adjudicated(ledger: Ledger) -> None:
    basis = (ledger.grade("alice", 3), ledger.grade("bob", 1))
    ledger.adjudicate("dave", basis, 2)


def readjudicated(ledger: Ledger) -> None:
    basis = (ledger.grade("alice", 3), ledger.grade("bob", 1))
    first = ledger.adjudicate("dave", basis, 2)
    ledger.adjudicate("carol", (*basis, first), 1)


def unsettled(ledger: Ledger) -> None:
    ledger.unsettled("dave", (ledger.grade("alice", 3), ledger.grade("bob", 1)))


def two_adjudicators_alike(ledger: Ledger) -> None:
    basis = (ledger.grade("alice", 3), ledger.grade("bob", 1))
    ledger.adjudicate("dave", basis, 2)
    ledger.adjudicate("carol", basis, 2)


def two_adjudicators_apart(ledger: Ledger) -> None:
    basis = (ledger.grade("alice", 3), ledger.grade("bob", 1))
    ledger.adjudicate("dave", basis, 2)
    ledger.adjudicate("carol", basis, 1)


def settled_and_unsettled(ledger: Ledger) -> None:
    basis = (ledger.grade("alice", 3), ledger.grade("bob", 1))
    ledger.adjudicate("dave", basis, 2)
    ledger.unsettled("carol", basis)


def contest_decided(ledger: Ledger) -> None:
    basis = (ledger.grade("alice", 3), ledger.grade("bob", 1))
    both = (ledger.adjudicate("dave", basis, 2), ledger.adjudicate("carol", basis, 1))
    ledger.adjudicate("dave", (*basis, *both), 1)


def adjudication_of_older_labels(ledger: Ledger) -> None:
    basis = (ledger.grade("alice", 3), ledger.grade("bob", 1))
    ledger.adjudicate("dave", basis, 2)
    ledger.grade("bob", 0)


def candidate(ledger: Ledger) -> None:
    agreed(ledger)
    ledger.promote("dave")


def candidate_adjudicated(ledger: Ledger) -> None:
    adjudicated(ledger)
    ledger.promote("dave")


def gold(ledger: Ledger) -> None:
    candidate(ledger)
    ledger.promote("mia", to="gold")


def promoted_by_two(ledger: Ledger) -> None:
    agreed(ledger)
    basis = ledger.account().resolution.basis
    ledger.promote("dave", basis)
    ledger.promote("mia", basis)


def gold_by_no_maintainer(ledger: Ledger) -> None:
    candidate(ledger)
    ledger.promote("dave", to="gold")


def demoted_from_candidate(ledger: Ledger) -> None:
    agreed(ledger)
    ledger.demote("carol", (ledger.promote("dave"),))


def demoted_from_gold(ledger: Ledger) -> None:
    agreed(ledger)
    below = ledger.promote("dave")
    ledger.demote("carol", (below, ledger.promote("mia", to="gold")), source="gold")


def demoted_and_decided_anew(ledger: Ledger) -> None:
    basis = (ledger.grade("alice", 3), ledger.grade("bob", 3))
    ledger.demote("carol", (ledger.promote("dave"),))
    ledger.adjudicate("dave", basis, 3)


def demoted_one_step(ledger: Ledger) -> None:
    agreed(ledger)
    ledger.promote("dave")
    ledger.demote("carol", (ledger.promote("mia", to="gold"),), to="gold-candidate", source="gold")


def promoted_anew(ledger: Ledger) -> None:
    demoted_from_gold(ledger)
    ledger.promote("dave")


def label_changed_under_candidate(ledger: Ledger) -> None:
    candidate(ledger)
    ledger.grade("bob", 1)


def label_changed_under_gold(ledger: Ledger) -> None:
    gold(ledger)
    ledger.grade("bob", 1)


def label_withdrawn_under_gold(ledger: Ledger) -> None:
    gold(ledger)
    ledger.withdraw("bob")


def adjudication_replaced_under_candidate(ledger: Ledger) -> None:
    basis = (ledger.grade("alice", 3), ledger.grade("bob", 1))
    first = ledger.adjudicate("dave", basis, 2)
    ledger.promote("dave")
    ledger.adjudicate("carol", (*basis, first), 1)


def adjudicated_otherwise_after_promotion(ledger: Ledger) -> None:
    agreed(ledger)
    basis = ledger.account().resolution.basis
    ledger.promote("mia")
    ledger.adjudicate("dave", basis, 1)


def adjudicated_the_same_after_promotion(ledger: Ledger) -> None:
    agreed(ledger)
    basis = ledger.account().resolution.basis
    ledger.promote("mia")
    ledger.adjudicate("dave", basis, 3)


def called_unsettled_after_promotion(ledger: Ledger) -> None:
    agreed(ledger)
    basis = ledger.account().resolution.basis
    ledger.promote("mia")
    ledger.unsettled("dave", basis)


def gold_and_demotion_in_parallel(ledger: Ledger) -> None:
    agreed(ledger)
    below = ledger.promote("dave")
    elsewhere = ledger.fork()
    elsewhere.demote("carol", (below,))
    ledger.promote("mia", to="gold")
    ledger.merge(elsewhere)


def crossing_settled_by_demotion(ledger: Ledger) -> None:
    agreed(ledger)
    below = ledger.promote("dave")
    elsewhere = ledger.fork()
    elsewhere.demote("carol", (below,))
    above = ledger.promote("mia", to="gold")
    ledger.merge(elsewhere)
    ledger.demote("dave", (above,), source="gold")


def crossing_adjudicated(ledger: Ledger) -> None:
    gold_and_demotion_in_parallel(ledger)
    ledger.adjudicate("carol", ledger.account().resolution.basis, 2)


def crossing_of_what_was_adjudicated_before(ledger: Ledger) -> None:
    adjudicated(ledger)
    below = ledger.promote("dave")
    elsewhere = ledger.fork()
    elsewhere.demote("carol", (below,))
    ledger.promote("mia", to="gold")
    ledger.merge(elsewhere)


def crossing_settled_by_promotion(ledger: Ledger) -> None:
    gold_and_demotion_in_parallel(ledger)
    ledger.promote("dave")


def late_third_label(ledger: Ledger) -> None:
    gold(ledger)
    ledger.grade("zoe", 0)


def text_changed(ledger: Ledger) -> None:
    gold(ledger)
    ledger.sample = replace(ledger.sample, query="What else?")


def passage_changed(ledger: Ledger) -> None:
    gold(ledger)
    ledger.passages["p-1"] = replace(ledger.passages["p-1"], text="Another text.")


def passage_of_no_candidate_changed(ledger: Ledger) -> None:
    gold(ledger)
    ledger.passages["p-3"] = replace(ledger.passages["p-3"], text="Another text.")


def groups_changed(ledger: Ledger) -> None:
    gold(ledger)
    ledger.sample = replace(ledger.sample, groups={"difficulty": "hard"}, notes="x", lang="zh")


def text_changed_and_back(ledger: Ledger) -> None:
    gold(ledger)
    was = ledger.sample
    ledger.sample = replace(was, query="What else?")
    ledger.sample = was


STORIES: list[tuple[Story, str, str]] = [
    (nothing, "draft", "label"),
    (one_label, "draft", "label"),
    (skipped, "draft", "label"),
    (withdrawn, "draft", "label"),
    (machines_do_not_count, "draft", "label"),
    (agreed, "draft", "promote"),
    (changed_mind, "draft", "promote"),
    (differing, "draft", "adjudicate"),
    (adjudicated, "draft", "promote"),
    (readjudicated, "draft", "promote"),
    (unsettled, "draft", "none"),
    (two_adjudicators_alike, "draft", "promote"),
    (two_adjudicators_apart, "contested", "adjudicate"),
    (settled_and_unsettled, "contested", "adjudicate"),
    (contest_decided, "draft", "promote"),
    (adjudication_of_older_labels, "draft", "adjudicate"),
    (candidate, "gold-candidate", "promote"),
    (candidate_adjudicated, "gold-candidate", "promote"),
    (promoted_by_two, "gold-candidate", "promote"),
    (gold, "gold", "none"),
    (gold_by_no_maintainer, "gold-candidate", "promote"),
    (demoted_from_candidate, "draft", "adjudicate"),
    (demoted_from_gold, "draft", "adjudicate"),
    (demoted_and_decided_anew, "draft", "promote"),
    (demoted_one_step, "gold-candidate", "promote"),
    (promoted_anew, "gold-candidate", "promote"),
    (label_changed_under_candidate, "draft", "adjudicate"),
    (label_changed_under_gold, "draft", "adjudicate"),
    (label_withdrawn_under_gold, "draft", "label"),
    (adjudication_replaced_under_candidate, "draft", "promote"),
    (adjudicated_otherwise_after_promotion, "draft", "promote"),
    (adjudicated_the_same_after_promotion, "gold-candidate", "promote"),
    (called_unsettled_after_promotion, "draft", "none"),
    (gold_and_demotion_in_parallel, "contested", "adjudicate"),
    (crossing_of_what_was_adjudicated_before, "contested", "adjudicate"),
    (crossing_adjudicated, "contested", "promote"),
    (crossing_settled_by_demotion, "draft", "adjudicate"),
    (crossing_settled_by_promotion, "gold-candidate", "promote"),
    (late_third_label, "gold", "none"),
    (text_changed, "draft", "label"),
    (passage_changed, "draft", "label"),
    (passage_of_no_candidate_changed, "gold", "none"),
    (groups_changed, "gold", "none"),
    (text_changed_and_back, "gold", "none"),
]
NAMES = [story.__name__ for story, _, _ in STORIES]


@pytest.mark.parametrize("story, status, following", STORIES, ids=NAMES)
def test_where_the_sample_stands_and_what_is_next(story: Story, status: str, following: str):
    ledger = Ledger()
    story(ledger)
    found = ledger.account()
    assert (found.status.value, found.next) == (status, following)


def gist(found: Account) -> tuple[object, ...]:
    digests = [[logged.digest for logged in some] for some in (found.clash, found.resolution.contested)]
    return (
        found.status,
        found.next,
        found.resolution.rule,
        found.resolution.basis,
        found.candidate and found.candidate.digest,
        found.gold and found.gold.digest,
        sorted((logged.digest, why) for logged, why in found.lapsed),
        [sorted(some) for some in digests],
    )


@pytest.mark.parametrize("story", [story for story, _, _ in STORIES], ids=NAMES)
def test_the_order_in_which_files_are_met_never_matters(story: Story):
    ledger = Ledger()
    story(ledger)
    assert len({repr(gist(ledger.account(order))) for order in orders(ledger)}) <= 1


@pytest.mark.parametrize(
    "story, why",
    [
        (text_changed, {"the text changed since"}),
        (passage_changed, {"the text changed since"}),
        (label_changed_under_gold, {"a label that it rests on was changed or taken back, or is stale"}),
        (label_withdrawn_under_gold, {"a label that it rests on was changed or taken back, or is stale"}),
        (adjudication_replaced_under_candidate, {"the adjudication that it rests on was replaced or is stale"}),
        (adjudicated_otherwise_after_promotion, {"what its labels come to was decided otherwise since"}),
        (called_unsettled_after_promotion, {"what its labels come to was decided otherwise since"}),
        (gold, set()),
        (demoted_from_gold, set()),
        (promoted_anew, set()),
    ],
    ids=lambda story: getattr(story, "__name__", ""),
)
def test_a_promotion_that_holds_no_longer_says_why(story: Story, why: set[str]):
    ledger = Ledger()
    story(ledger)
    assert {reason for _, reason in ledger.account().lapsed} == why


def test_gold_is_never_without_a_maintainer_and_a_candidate_under_it():
    ledger = Ledger()
    agreed(ledger)
    ledger.promote("mia", ledger.account().resolution.basis, to="gold")
    found = ledger.account()
    assert found.status is Standing.DRAFT
    assert [why for _, why in found.lapsed] == ["it names no promotion to gold-candidate"]


def test_a_single_label_that_is_enough_waits_for_another_person():
    ledger = Ledger(a_config(reviewers=2, overlap=0.0))
    label = ledger.grade("alice")
    assert ledger.account().next == "confirm"
    ledger.confirm("bob", (label,))
    found = ledger.account()
    assert (found.next, found.resolution.rule) == ("promote", "confirmed")
    ledger.promote("dave")
    assert ledger.account().status is Standing.CANDIDATE


def test_a_confirmation_is_of_the_label_it_names():
    ledger = Ledger(a_config(overlap=0.0))
    ledger.confirm("bob", (ledger.grade("alice", 3),))
    ledger.grade("alice", 1)
    assert ledger.account().next == "confirm"


def test_a_sample_without_an_answer_goes_the_same_way():
    ledger = Ledger()
    ledger.grade("alice", 0, 0)
    ledger.grade("bob", 0, 0)
    ledger.promote("dave")
    ledger.promote("mia", to="gold")
    assert ledger.account().status is Standing.GOLD


MOVES = [
    "alice 3",
    "alice 1",
    "bob 3",
    "bob 1",
    "withdraw bob",
    "adjudicate dave 2",
    "adjudicate carol 1",
    "unsettled dave",
    "candidate",
    "gold",
    "demote",
    "text",
]


def play(ledger: Ledger, move: str) -> None:
    words = move.split()
    found = ledger.account()
    labels = [entry.logged.digest for entry in ledger.case().fresh.values()]
    alive = [logged.digest for logged in (found.candidate, found.gold) if logged is not None]
    match words:
        case [("alice" | "bob") as by, grade]:
            ledger.grade(by, int(grade))
        case ["withdraw", by]:
            ledger.withdraw(by)
        case ["adjudicate", by, grade] if len(labels) == 2:
            ledger.adjudicate(by, labels, int(grade))
        case ["unsettled", by] if len(labels) == 2:
            ledger.unsettled(by, labels)
        case ["candidate"] if found.resolution.values is not None:
            ledger.promote("dave")
        case ["gold"] if found.candidate is not None:
            ledger.promote("mia", to="gold")
        case ["demote"] if alive:
            ledger.demote("carol", alive, source=found.level.value)
        case ["text"]:
            ledger.sample = Sample(id=SAMPLE.id, query=f"{ledger.sample.query}?", candidates=SAMPLE.candidates)


@given(st.lists(st.sampled_from(MOVES), max_size=12), st.randoms(use_true_random=False))
def test_whatever_happened_the_order_of_files_never_matters(moves: list[str], random):
    ledger = Ledger()
    for move in moves:
        play(ledger, move)
    people = sorted({*ledger.labels, *ledger.decisions})
    shuffled = random.sample(people, len(people))
    assert gist(ledger.account(shuffled)) == gist(ledger.account())


@given(st.lists(st.sampled_from(MOVES), max_size=12))
def test_whatever_happened_gold_stands_on_labels_that_count_and_on_one_outcome(moves: list[str]):
    ledger = Ledger()
    for move in moves:
        play(ledger, move)
    found = ledger.account()
    if found.status not in {Standing.GOLD, Standing.CANDIDATE}:
        return
    assert found.candidate is not None
    event = found.candidate.event
    fresh = {entry.logged.digest for entry in ledger.case().fresh.values()}
    assert len(fresh & set(getattr(event, "basis", ()))) == 2
    assert found.held.values_digest(ledger.case()) == getattr(event, "values_sha256", None)
