"""The maintainer's overview: whose turn it is, what is out of order, and what only a maintainer may see."""

from pathlib import Path

import pytest

from annotator.curate.desk import overview
from annotator.curate.workspace import Workspace
from annotator.model.status import Status
from tests.builders import PEOPLE, a_dataset, a_sample, graded, promoted


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """q-1 gold-candidate, q-2 agreed, q-3 disputed, q-4 with one label, q-5 with none."""
    root = a_dataset(
        tmp_path / "set", people={**PEOPLE, "dan": {"roles": ["adjudicator"]}}, samples=[a_sample(f"q-{n}") for n in range(1, 6)]
    )
    same = {"p-1": 3, "p-2": 0}
    graded(root, "alice", {f"q-{n}": same for n in range(1, 5)})
    graded(root, "bob", {"q-1": same, "q-2": same, "q-3": {"p-1": 1, "p-2": 0}})
    return promoted(root, "q-1", to=Status.CANDIDATE)


def test_whose_turn_it_is(root):
    turns = {turn.step: turn for turn in overview(Workspace(root), "carol").turns}
    assert {step: turn.samples for step, turn in turns.items()} == {"label": 2, "adjudicate": 1, "to gold-candidate": 1, "to gold": 1}
    assert turns["label"].who == (("alice", 1), ("bob", 2))
    assert turns["adjudicate"] == ("adjudicate", 1, ("q-3",), (("carol", 1), ("dan", 1)))
    assert turns["to gold-candidate"].who == (("carol", 1), ("dan", 1))
    assert turns["to gold"].who == (("carol", 1),)


def test_a_sample_that_one_labelled_is_not_ones_own_to_adjudicate(tmp_path):
    root = a_dataset(tmp_path / "set", people={**PEOPLE, "bob": {"roles": ["reviewer", "adjudicator"]}})
    graded(root, "alice", {"q-1": {"p-1": 1, "p-2": 0}})
    graded(root, "bob", {"q-1": {"p-1": 0, "p-2": 0}})
    (adjudicate,) = [turn for turn in overview(Workspace(root), "carol").turns if turn.step == "adjudicate"]
    assert adjudicate.who == (("carol", 1),)


def test_what_is_suspicious_is_for_maintainers_alone(root):
    assert overview(Workspace(root), "carol").suspicious == ()
    assert overview(Workspace(root), "dan").suspicious is None
    assert overview(Workspace(root), "alice").suspicious is None


def test_stale_labels_and_lapsed_promotions_are_named(root):
    corpus = root / "corpus.jsonl"
    corpus.write_bytes(corpus.read_bytes().replace(b"The text of p-1.", b"Another text of p-1."))
    found = overview(Workspace(root), "carol")
    assert found.lapsed == ("q-1",)
    assert ("q-1", "alice") in found.stale and len(found.stale) == 7
