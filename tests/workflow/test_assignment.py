"""Assignment: who is asked what, in which order, the same on every machine."""

import hashlib
from dataclasses import replace

import pytest

from annotator.model.sample import Sample
from annotator.workflow.assignment import complete, in_overlap, labels_needed, labels_to_come, order_for, skipped_by_all, waits_for
from annotator.workflow.blindness import reviewer_view
from annotator.workflow.case import Case
from tests.workflow.ledger import Ledger, a_config

IDS = [f"q-{number:04}" for number in range(2000)]


def queue(config, cases, person):
    """The samples that wait for `person`, in their order."""
    return sorted((id_ for id_, case in cases.items() if waits_for(config, case, person)), key=order_for(person))


def cases(ledger: Ledger) -> dict[str, Case]:
    return {
        id_: Case(Sample(id=id_, candidates=("p-1", "p-2")), dict.fromkeys(IDS, "0" * 64), ledger.passages, ledger.scheme) for id_ in IDS
    }


def test_overlap_is_a_pure_function_of_the_id():
    first_bytes = int.from_bytes(hashlib.sha256(b"q-1").digest()[:4], "big") / 2**32
    assert in_overlap("q-1", first_bytes + 1e-9)
    assert not in_overlap("q-1", first_bytes)


@pytest.mark.parametrize("share", [0.0, 0.1, 0.5, 0.9, 1.0])
def test_overlap_is_about_the_share_that_was_asked_for(share: float):
    found = sum(in_overlap(id_, share) for id_ in IDS) / len(IDS)
    # Four standard errors of a share over 2000.
    assert abs(found - share) <= 4 * (share * (1 - share) / len(IDS)) ** 0.5


def test_a_larger_share_takes_nothing_out():
    assert {id_ for id_ in IDS if in_overlap(id_, 0.2)} < {id_ for id_ in IDS if in_overlap(id_, 0.6)}


def test_what_is_outside_the_overlap_needs_one_label():
    config = a_config(reviewers=3, overlap=0.5)
    assert {labels_needed(config, id_) for id_ in IDS if in_overlap(id_, 0.5)} == {3}
    assert {labels_needed(config, id_) for id_ in IDS if not in_overlap(id_, 0.5)} == {1}


def test_every_reviewer_has_the_same_set_in_an_order_of_their_own():
    ledger = Ledger()
    alice, bob = (queue(ledger.config, cases(ledger), person) for person in ("alice", "bob"))
    assert sorted(alice) == sorted(bob) == sorted(IDS)
    assert alice != bob
    assert alice != IDS
    # Another machine, another order of the file: the same queue.
    backwards = dict(reversed(cases(ledger).items()))
    assert queue(ledger.config, backwards, "alice") == alice


def test_the_order_by_hand():
    ledger = Ledger()
    by_hand = sorted(IDS, key=lambda id_: hashlib.sha256(f"alice\n{id_}".encode()).hexdigest())
    assert queue(ledger.config, cases(ledger), "alice") == by_hand


@pytest.mark.parametrize("person", ["carol", "dave", "mia", "ann", "bot"])
def test_nothing_waits_for_who_is_no_reviewer(person: str):
    ledger = Ledger()
    assert queue(ledger.config, cases(ledger), person) == []


def waiting(ledger: Ledger) -> str:
    case = ledger.case()
    return " ".join(person for person in ("alice", "bob", "zoe") if waits_for(ledger.config, case, person))


def test_who_has_labelled_or_skipped_is_not_asked_again():
    ledger = Ledger()
    assert waiting(ledger) == "alice bob zoe"
    ledger.grade("alice")
    assert waiting(ledger) == "bob zoe"
    ledger.skip("bob")
    assert waiting(ledger) == "zoe"
    ledger.grade("zoe")
    assert waiting(ledger) == ""
    assert complete(ledger.config, ledger.case())


def test_an_author_s_answer_takes_nobody_s_place():
    ledger = Ledger()
    ledger.grade("ann")
    ledger.grade("bot")
    assert waiting(ledger) == "alice bob zoe"


def test_who_withdrew_or_whose_label_is_stale_is_asked_again():
    ledger = Ledger()
    ledger.grade("alice")
    ledger.withdraw("alice")
    assert waiting(ledger) == "alice bob zoe"
    ledger.grade("alice")
    ledger.sample = replace(ledger.sample, text="new")
    assert waiting(ledger) == "alice bob zoe"


def test_a_view_holds_the_question_and_one_s_own_word_and_nothing_else():
    ledger = Ledger(
        sample=Sample(
            id="q-1",
            query="What?",
            candidates=("p-1", "p-2"),
            groups={"kind": "SECRET"},
            notes="SECRET",
            meta={"answer": "SECRET"},
            lang="SECRET",
        )
    )
    ledger.passages["p-1"] = replace(ledger.passages["p-1"], meta={"SECRET": 1}, lang="SECRET")
    ledger.grade("bob", 2, 1)
    ledger.grade("ann", 2, 1)
    own = ledger.grade("alice", 3, 0)
    view = reviewer_view(ledger.case(), "alice")
    assert "SECRET" not in repr(view)
    assert "bob" not in repr(view)
    assert "ann" not in repr(view)
    assert view.own is not None
    assert view.own.by == "alice"
    assert own
    assert [passage.id for passage in view.passages] == ["p-1", "p-2"]
    before = reviewer_view(ledger.case(), "zoe")
    assert (before.own, before.own_stale) == (None, None)


def test_a_view_says_that_one_s_own_word_is_stale():
    ledger = Ledger()
    ledger.grade("alice")
    ledger.passages["p-1"] = replace(ledger.passages["p-1"], text="Another.")
    assert reviewer_view(ledger.case(), "alice").own_stale == "the text changed since"


def test_an_author_sees_the_own_proposal_and_a_reviewer_does_not():
    ledger = Ledger()
    ledger.grade("ann", 2, 1)
    own = reviewer_view(ledger.case(), "ann").own
    assert own is not None
    assert own.by == "ann"
    assert reviewer_view(ledger.case(), "alice").own is None


def test_labels_to_come_are_those_that_are_needed_and_that_someone_can_give():
    # Three review and two labels are needed, so a sample without a word waits for more people than it needs.
    ledger = Ledger()
    assert (waiting(ledger), labels_to_come(ledger.config, ledger.case())) == ("alice bob zoe", 2)
    ledger.grade("alice")
    assert (waiting(ledger), labels_to_come(ledger.config, ledger.case())) == ("bob zoe", 1)
    ledger.skip("bob")
    ledger.skip("zoe")
    assert (waiting(ledger), labels_to_come(ledger.config, ledger.case())) == ("", 0)
    # One more than needed, as a merge may bring.
    ledger.grade("bob")
    ledger.grade("zoe")
    assert labels_to_come(ledger.config, ledger.case()) == 0


def test_all_have_skipped_once_every_reviewer_did_and_nobody_labelled():
    ledger = Ledger()
    found = [skipped_by_all(ledger.config, ledger.case())]
    for person in ("alice", "bob", "zoe"):
        ledger.skip(person)
        found.append(skipped_by_all(ledger.config, ledger.case()))
    assert found == [False, False, False, True]
    assert not skipped_by_all(ledger.config, ledger.case(), {ledger.case().words["bob"].digest})
    ledger.grade("bob")
    assert not skipped_by_all(ledger.config, ledger.case())
    ledger.skip("bob")
    ledger.sample = replace(ledger.sample, text="new")
    assert not skipped_by_all(ledger.config, ledger.case())
