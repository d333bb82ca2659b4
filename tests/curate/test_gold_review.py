"""Gold review: what a maintainer sees of a sample, and what yes and no leave on disk."""

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from annotator.curate.adjudication import Bench
from annotator.curate.gold_review import Review
from annotator.curate.verify import verify
from annotator.curate.workspace import Workspace
from annotator.errors import CheckFailed, Refused
from annotator.model.events import Cause
from annotator.model.status import Status
from tests.builders import PEOPLE, a_dataset, a_sample, graded, promoted

RULE = {"facet": "relevance", "measure": "kappa-quadratic", "at_least": 0.99}


def make(root: Path, **config: Any) -> Path:
    """q-1 is agreed and gold-candidate, q-2 agreed, q-3 adjudicated, q-4 open."""
    ids = ("q-1", "q-2", "q-3", "q-4")
    a_dataset(root, samples=[a_sample(id_, groups={"kind": "easy"}) for id_ in ids], **config)
    graded(root, "alice", {id_: {"p-1": 3, "p-2": 0} for id_ in ids})
    graded(
        root, "bob", {"q-1": {"p-1": 3, "p-2": 0}, "q-2": {"p-1": 3, "p-2": 0}, "q-3": {"p-1": 2, "p-2": 0}, "q-4": {"p-1": 1, "p-2": 0}}
    )
    with Bench(Workspace(root), "carol") as bench:
        bench.take_up("q-3")
        bench.put(("relevance", "p-1"), 2)
        bench.save("it answers in part", Cause.SLIP)
    return promoted(root, "q-1", to=Status.CANDIDATE)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return make(tmp_path / "set")


def decisions(root: Path) -> list[dict]:
    lines = [json.loads(line) for path in sorted(root.glob("decisions/carol/*.jsonl")) for line in path.read_bytes().splitlines()]
    return [line for line in lines if line["op"] != "open"]


def test_everything_about_a_sample_is_in_its_dossier(root):
    with Review(Workspace(root), "carol") as review:
        assert review.ids == ["q-1", "q-2", "q-3"]
        seen = review.dossier("q-3")
    assert (seen.level, seen.rule, seen.groups) == ("draft", "adjudicated", {"kind": "easy"})
    assert seen.values == {"relevance": {"p-1": 2, "p-2": 0}}
    assert [(given.by, given.values["relevance"]["p-1"]) for given in seen.labels] == [("alice", 3), ("bob", 2)]
    # By hand: the SHA-256 of "q-3", LF, "carol" is even, so the second of alice and bob takes the first side.
    assert int(sha256(b"q-3\ncarol").hexdigest(), 16) % 2 == 0
    what = "adjudicate (1 bob, 2 alice) (cause: slip)"
    assert [(step.by, step.what, step.reason) for step in seen.steps] == [("carol", what, "it answers in part")]


def test_yes_goes_one_step_at_a_time_and_all_stand_in_one_session(root):
    with Review(Workspace(root), "carol") as review:
        before = review.sha256
        assert review.yes(review.dossier("q-1")).target == "gold"
        assert review.yes(review.dossier("q-3")).target == "gold-candidate"
        assert review.yes(review.dossier("q-3")).target == "gold"
        assert review.sha256 not in {before, ""} and review.sha256 == Workspace(root).dataset.sha256()
    assert [record["sample"] for record in decisions(root)[-3:]] == ["q-1", "q-3", "q-3"]
    # One session each of the adjudication, of the promotion before, and of this review.
    assert len(list(root.glob("decisions/carol/*.jsonl"))) == 3
    assert Workspace(root).accounts["q-3"].status.value == "gold"
    assert verify(root).findings == []


def test_no_takes_it_back_to_draft_with_a_reason(root):
    with Review(Workspace(root), "carol") as review:
        with pytest.raises(Refused, match="say why"):
            review.no(review.dossier("q-1"), " ")
        assert review.no(review.dossier("q-1"), "the text is odd").target == "draft"
        with pytest.raises(CheckFailed, match="it is draft"):
            review.no(review.dossier("q-1"), "again")
    assert (decisions(root)[-1]["op"], decisions(root)[-1]["reason"]) == ("demote", "the text is odd")
    assert verify(root).findings == []


def test_the_agreement_rule_is_checked_and_an_override_needs_words(tmp_path):
    root = make(tmp_path / "set", workflow={"reviewers": 2, "agreement": RULE})
    with Review(Workspace(root), "carol") as review:
        assert review.needs_override("q-1") and not review.needs_override("q-2")
        with pytest.raises(CheckFailed, match="the agreement rule does not hold"):
            review.yes(review.dossier("q-1"))
        review.yes(review.dossier("q-1"), "a pilot of four samples")
    assert decisions(root)[-1]["override"] == "a pilot of four samples"
    assert "agreement rule set aside: a pilot" in str(Review(Workspace(root), "carol").dossier("q-1").steps)


def test_what_changed_meanwhile_is_not_confirmed(root):
    with Review(Workspace(root), "carol") as review:
        seen = review.dossier("q-2")
        graded(root, "bob", {"q-2": {"p-1": 1, "p-2": 0}})
        with pytest.raises(Refused, match="changed while it was open"):
            review.yes(seen)
        assert review.dossier("q-2").values is None
    assert "q-2" not in {record["sample"] for record in decisions(root)}


def test_what_is_gold_comes_last_and_can_be_taken_back(root):
    promoted(root, "q-2")
    with Review(Workspace(root), "carol") as review:
        assert review.ids == ["q-1", "q-3", "q-2"]
        review.no(review.dossier("q-2"), "a doubt")
    assert Workspace(root).accounts["q-2"].status.value == "draft"


def test_only_a_maintainer_reviews(tmp_path):
    root = make(tmp_path / "set", people={**PEOPLE, "dan": {"roles": ["adjudicator"]}})
    with pytest.raises(Refused, match="dan is not a maintainer"):
        Review(Workspace(root), "dan")
    with Review(Workspace(root), "carol") as review:
        assert review.may_adjudicate("q-1")
