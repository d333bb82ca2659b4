"""Independence: ten constructed histories of two reviewers and one sample, with the right answer each."""

import pytest

from annotator.workflow.independence import Commit, Lineage, Proof, Unproven, Voice, proof

ALICE, ALICE_2 = "labels/alice/1.jsonl", "labels/alice/2.jsonl"
BOB = "labels/bob/1.jsonl"
A, B = {"a": ALICE}, {"b": BOB}

# Each history is a list of (commit, parents, what it brought in), parents first.
HISTORIES = {
    "two branches, merged": ([("0", [], {}), ("1", ["0"], A), ("2", ["0"], B), ("3", ["1", "2"], {})], None),
    "two branches from two roots, merged": ([("1", [], A), ("2", [], B), ("3", ["1", "2"], {})], None),
    "one after the other on one branch": ([("0", [], {}), ("1", ["0"], A), ("2", ["1"], B)], Unproven.AFTER),
    "both in one commit": ([("0", [], {}), ("1", ["0"], A | B)], Unproven.SAME_COMMIT),
    "a squash of two sittings of alice, after bob": (
        [("0", [], {}), ("1", ["0"], B), ("2", ["1"], {"a": ALICE, "x": ALICE_2})],
        Unproven.SQUASHED,
    ),
    "a squash of both branches": ([("0", [], {}), ("1", ["0"], {"a": ALICE, "x": ALICE_2} | B)], Unproven.SQUASHED),
    "bob's branch rebased onto alice's": ([("0", [], {}), ("1", ["0"], A), ("2", ["1"], {}), ("3", ["2"], B)], Unproven.AFTER),
    "alice's commit picked onto the main branch, and both branches merged": (
        [("0", [], {}), ("1", ["0"], A), ("2", ["0"], B), ("3", ["2"], A), ("4", ["3", "1"], {})],
        None,
    ),
    "bob takes alice's branch in before he labels": (
        [("0", [], {}), ("1", ["0"], A), ("2", ["0"], {"z": BOB}), ("3", ["2", "1"], {}), ("4", ["3"], B)],
        Unproven.AFTER,
    ),
    "alice's is in no commit": ([("0", [], {}), ("1", ["0"], B)], Unproven.NOT_COMMITTED),
}


def lineage(history: list[tuple[str, list[str], dict[str, str]]]) -> Lineage:
    return Lineage(Commit(id_, tuple(parents), brought) for id_, parents, brought in history)


def voice(person: str, record: str, *earlier: str) -> Voice:
    return Voice(person, record, frozenset([record, *earlier]))


@pytest.mark.parametrize("name", HISTORIES)
def test_a_history_and_its_answer(name: str):
    history, answer = HISTORIES[name]
    voices = [voice("alice", "a"), voice("bob", "b")]
    assert proof("q-1", voices, lineage(history)) == Proof("q-1", answer)
    assert (proof("q-1", voices[::-1], lineage(history)).why is None) is (answer is None)


def test_who_changes_a_label_after_the_other_s_came_in_has_seen_it():
    history = lineage([("1", [], A), ("2", [], B), ("3", ["1", "2"], {}), ("4", ["3"], {"a2": ALICE_2})])
    assert proof("q", [voice("alice", "a2", "a"), voice("bob", "b")], history).why is Unproven.AFTER
    assert proof("q", [voice("alice", "a"), voice("bob", "b")], history).why is None


def test_a_label_that_was_taken_back_had_been_seen():
    history = lineage([("1", [], A), ("2", ["1"], B), ("3", [], {"a2": ALICE_2}), ("4", ["2", "3"], {})])
    assert proof("q", [voice("alice", "a2", "a"), voice("bob", "b")], history).why is Unproven.AFTER


def test_three_reviewers_are_compared_pair_by_pair():
    history = lineage([("1", [], A), ("2", [], B), ("3", ["1", "2"], {}), ("4", ["3"], {"c": "labels/cleo/1.jsonl"})])
    voices = [voice("alice", "a"), voice("bob", "b")]
    assert proof("q", voices, history).why is None
    assert proof("q", [*voices, voice("cleo", "c")], history).why is Unproven.AFTER
