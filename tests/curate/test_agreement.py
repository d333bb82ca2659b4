"""Ratings out of a dataset: who is counted, what is held back, and whether the agreement rule holds."""

from pathlib import Path

import pytest

from annotator.curate.agreement import agreement, bootstrap, ratings_of, rule_failures
from annotator.curate.agreement_slices import agreement_by, agreement_with_oneself
from annotator.curate.workspace import Workspace
from annotator.errors import UsageError
from tests.builders import DIMENSIONS, EVIDENCE, PEOPLE, REGISTRY, RELEVANCE, a_dataset, a_sample, graded, labelled

RULE = {"facet": "relevance", "measure": "kappa-quadratic", "at_least": 0.6}
QUERIES = [a_sample("q-1", groups={"lang": "en"}), a_sample("q-2", groups={"lang": "zh"}), a_sample("q-3", groups={"lang": "zh"})]


def both(root: Path, first: dict[str, dict[str, int]], second: dict[str, dict[str, int]]) -> Workspace:
    """A dataset that alice and bob graded."""
    graded(root, "alice", first)
    graded(root, "bob", second)
    return Workspace(root)


def test_a_sample_that_waits_for_a_second_label_enters_no_figure(tmp_path: Path) -> None:
    root = a_dataset(tmp_path / "d")
    workspace = both(root, {"q-1": {"p-1": 3, "p-2": 0}, "q-2": {"p-1": 1, "p-2": 0}}, {"q-1": {"p-1": 3, "p-2": 0}})
    ratings = ratings_of(workspace, "relevance")
    assert {sample for mine in ratings.by_reviewer.values() for item in mine if isinstance(item, tuple) for sample in item[:1]} == {"q-1"}
    assert ratings.waiting == 1


def test_an_author_is_no_rater_and_a_judge_is_a_machine(tmp_path: Path) -> None:
    people = {**PEOPLE, "ann": {"roles": ["author"]}, "llm": {"roles": ["judge"]}}
    root = a_dataset(tmp_path / "d", people=people, samples=[a_sample("q-1")])
    for name in ("ann", "llm", "alice", "bob"):
        graded(root, name, {"q-1": {"p-1": 3, "p-2": 0}})
    found = agreement(Workspace(root))["relevance"]
    assert [pair.reviewers for pair in found.pairs] == [("alice", "bob")]
    assert {pair.reviewers for pair in found.machine_pairs} == {("llm", "alice"), ("llm", "bob")}


def test_figures_of_every_kind_by_hand(tmp_path: Path) -> None:
    # One sample, two passages. Grades 3/3 and 1/0: observed 1 of 2. Spans on p-1: [0,3) against [0,3) and [4,8): exact F1 2*1/(1+2).
    facets = {"relevance": RELEVANCE, "evidence": {**EVIDENCE, "needs": None}, "dimensions": DIMENSIONS}
    root = a_dataset(tmp_path / "d", samples=[a_sample("q-1")], facets=facets, registry=REGISTRY)
    the = {"start": 0, "end": 3, "text": "The"}
    text = {"start": 4, "end": 8, "text": "text"}
    one = {"relevance": {"p-1": 3, "p-2": 1}, "evidence": {"p-1": [the], "p-2": []}, "dimensions": ["skills"]}
    two = {"relevance": {"p-1": 3, "p-2": 0}, "evidence": {"p-1": [the, text], "p-2": []}, "dimensions": ["skills", "habits"]}
    labelled(root, "alice", {"q-1": one})
    labelled(root, "bob", {"q-1": two})
    found = agreement(Workspace(root))
    (grades,), (spans,), (tags,) = (found[name].pairs for name in ("relevance", "evidence", "dimensions"))
    assert grades.statistics["observed"].value == 0.5
    assert spans.statistics["f1-exact"].value == pytest.approx(2 / 3)
    assert spans.statistics["character-f1"].value == pytest.approx(2 * 3 / (3 + 7))
    assert tags.statistics["jaccard"].value == 0.5


@pytest.mark.parametrize(
    ("second", "failure"),
    [
        ({"q-1": {"p-1": 3, "p-2": 0}, "q-2": {"p-1": 2, "p-2": 0}}, None),
        # Confusion of 3,0,2,0 against 0,3,0,2: quadratic weights 9+9+4+4 over 4 pairs; expected by chance from equal margins is half of that.
        ({"q-1": {"p-1": 0, "p-2": 3}, "q-2": {"p-1": 0, "p-2": 2}}, "below 0.6"),
    ],
)
def test_the_agreement_rule(tmp_path: Path, second: dict[str, dict[str, int]], failure: str | None) -> None:
    root = a_dataset(tmp_path / "d", workflow={"agreement": RULE})
    workspace = both(root, {"q-1": {"p-1": 3, "p-2": 0}, "q-2": {"p-1": 2, "p-2": 0}}, second)
    found = rule_failures(workspace)
    assert (found == []) if failure is None else failure in found[0]


def test_the_rule_does_not_hold_where_nothing_can_be_known(tmp_path: Path) -> None:
    root = a_dataset(tmp_path / "d", workflow={"agreement": RULE})
    assert rule_failures(Workspace(root)) == ["no two reviewers share a sample, so kappa-quadratic of relevance cannot be had"]
    same = {"q-1": {"p-1": 3, "p-2": 3}, "q-2": {"p-1": 3, "p-2": 3}}
    (why,) = rule_failures(both(root, same, same))
    assert "undefined (no variation" in why


def test_by_group_and_by_guideline(tmp_path: Path) -> None:
    root = a_dataset(tmp_path / "d", samples=QUERIES)
    grades = {"q-1": {"p-1": 3, "p-2": 0}, "q-2": {"p-1": 1, "p-2": 0}, "q-3": {"p-1": 2, "p-2": 0}}
    workspace = both(root, grades, {**grades, "q-3": {"p-1": 0, "p-2": 0}})
    found = agreement_by(workspace, "lang")["relevance"]
    assert {value: summary.pairs[0].statistics["observed"].value for value, summary in found.items()} == {"en": 1.0, "zh": 0.75}
    assert list(agreement_by(workspace, "guideline")["relevance"]) == [workspace.dataset.scheme.sha256[:8]]
    with pytest.raises(UsageError, match="there are lang, guideline, month"):
        agreement_by(workspace, "colour")


def test_with_oneself_compares_the_first_label_with_the_last(tmp_path: Path) -> None:
    root = a_dataset(tmp_path / "d", samples=QUERIES)
    graded(root, "alice", {"q-1": {"p-1": 3, "p-2": 0}})
    graded(root, "alice", {"q-1": {"p-1": 3, "p-2": 1}})
    found = agreement_with_oneself(Workspace(root))["relevance"]
    assert found["alice"].pairs[0].statistics["observed"].value == 0.5
    assert "bob" not in found


def test_too_few_draws_are_refused() -> None:
    with pytest.raises(UsageError, match="--resamples 10: give 100 to 100,000"):
        bootstrap(resamples=10)
