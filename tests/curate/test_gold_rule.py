"""What gold stands on: the agreement bar, the promotion under it, and that no export is built on less."""

from pathlib import Path

import pytest

from annotator.cli.main import main
from annotator.curate.export import export
from annotator.curate.verify import verify
from annotator.curate.workspace import Workspace
from annotator.errors import CheckFailed
from annotator.model.events import Adjudicate, Promote, Withdraw, plain
from annotator.model.status import Status
from annotator.store import layout
from tests.builders import a_dataset, a_sample, graded, promoted


def test_gold_below_the_agreement_bar_without_an_override_is_named(tmp_path: Path):
    root = a_dataset(tmp_path / "d", samples=[a_sample("q-1"), a_sample("q-2")])
    for person, grade in (("alice", 0), ("bob", 3)):
        graded(root, person, {"q-1": {"p-1": 3, "p-2": 0}, "q-2": {"p-1": grade, "p-2": 3 - grade}})
    promoted(root, "q-1")
    assert verify(root).findings == []
    config = root / "dataset.yaml"
    rule = '"workflow": {"agreement": {"facet": "relevance", "measure": "kappa", "at_least": 0.9}},'
    config.write_text(config.read_text("utf-8").replace('"facets":', f'{rule} "facets":', 1), "utf-8")
    (finding,) = verify(root).findings
    assert (finding.kind, finding.path) == ("stale", "dataset.yaml")
    assert "below 0.9), and no override is recorded for q-1" in finding.message


@pytest.mark.parametrize("field", [{"values_sha256": "0" * 64}, {"rule": "adjudicated"}])
def test_gold_that_differs_from_the_promotion_under_it_is_named_and_does_not_hold(tmp_path: Path, field: dict[str, str]):
    root = a_dataset(tmp_path / "d", samples=[a_sample("q-1")])
    for person in ("alice", "bob"):
        graded(root, person, {"q-1": {"p-1": 3, "p-2": 0}})
    promoted(root, "q-1", to=Status.CANDIDATE)
    workspace = Workspace(root)
    account = workspace.account("q-1")
    assert account.candidate is not None
    record = plain(account.candidate.event) | {
        "from": "gold-candidate",
        "to": "gold",
        "basis": [*account.held.basis, account.candidate.digest],
    }
    with workspace.sitting(layout.DECISIONS, "carol") as sitting:
        sitting.append(
            Promote.model_validate(record | field | {"basis": tuple(record["basis"]), "from": Status.CANDIDATE, "to": Status.GOLD})
        )
    assert any("with other values, rule or labels than the promotion under it" in finding.message for finding in verify(root).findings)
    assert "values_sha256" not in field or Workspace(root).account("q-1").status == "gold-candidate"
    with pytest.raises(CheckFailed, match="nothing was done"):
        export(Workspace(root), "jsonl", tmp_path / "out")


def test_an_adjudication_by_one_who_took_a_label_back_counts_for_nothing(tmp_path: Path):
    people = {
        "carol": {"roles": ["reviewer", "adjudicator", "maintainer"]},
        "alice": {"roles": ["reviewer"]},
        "bob": {"roles": ["reviewer"]},
    }
    root = a_dataset(tmp_path / "d", samples=[a_sample("q-1")], people=people)
    graded(root, "carol", {"q-1": {"p-1": 1, "p-2": 1}})
    workspace = Workspace(root)
    case = workspace.case("q-1")
    with workspace.sitting(layout.LABELS, "carol") as sitting:
        word = {"op": "withdraw", "n": 1, "at": workspace.dataset.now(), "by": "carol", "sample": "q-1", "reason": "not mine"}
        sitting.append(Withdraw.model_validate(word))
    graded(root, "alice", {"q-1": {"p-1": 3, "p-2": 0}})
    graded(root, "bob", {"q-1": {"p-1": 2, "p-2": 0}})
    workspace = Workspace(root)
    about = {"n": 1, "at": workspace.dataset.now(), "by": "carol", "sample": "q-1", "sample_sha256": case.sample_sha256, "reason": "so"}
    labels = tuple(sorted(entry.logged.digest for entry in workspace.case("q-1").fresh.values()))
    about |= {"basis": labels, "dataset_sha256": "0" * 64, "scheme_sha256": case.scheme.sha256, "op": "adjudicate"}
    with workspace.sitting(layout.DECISIONS, "carol") as sitting:
        sitting.append(Adjudicate.model_validate({**about, "values": {"relevance": {"p-1": 1, "p-2": 1}}}))
    assert Workspace(root).account("q-1").next == "adjudicate"
    assert [finding.message for finding in verify(root).findings] == ["q-1: carol labelled it and adjudicated it"]


def test_a_promoted_sample_that_comes_to_wait_for_a_third_reviewer_is_not_exported(tmp_path: Path):
    people = {name: {"roles": ["reviewer"]} for name in ("alice", "bob", "dave")} | {"carol": {"roles": ["adjudicator", "maintainer"]}}
    root = a_dataset(tmp_path / "d", samples=[a_sample("q-1")], people=people)
    for person in ("alice", "bob"):
        graded(root, person, {"q-1": {"p-1": 3, "p-2": 0}})
    promoted(root, "q-1")
    config = root / "dataset.yaml"
    config.write_text(config.read_text("utf-8").replace('"facets":', '"workflow": {"reviewers": 3}, "facets":', 1), "utf-8")
    assert Workspace(root).account("q-1").status == "draft"
    assert main(["export", "jsonl", str(root), str(tmp_path / "out")]) == 1
    assert not (tmp_path / "out").exists()
