"""What changed since a commit, by meaning."""

import subprocess
from pathlib import Path

import pytest

from annotator.cli.main import main
from annotator.curate.difference import difference
from annotator.errors import CannotCheck, UsageError
from annotator.model.status import Status
from tests.builders import a_dataset, a_passage, graded, jsonl, promoted


def commit(root: Path) -> None:
    """Commit all of the repository around the dataset."""
    for words in (["init", "-q"], ["add", "-A"], ["commit", "-q", "-m", "state"]):
        subprocess.run(["git", *words], cwd=root.parent, check=True)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A dataset of two samples, both labelled alike by two people, in one commit."""
    root = a_dataset(tmp_path / "repo" / "d")
    grades = {"q-1": {"p-1": 3, "p-2": 0}, "q-2": {"p-1": 1, "p-2": 0}}
    graded(root, "alice", grades)
    graded(root, "bob", grades)
    commit(root)
    return root


def lines(root: Path) -> list[str]:
    """The changes since HEAD as text."""
    return [str(change) for change in difference(root, "HEAD").changes]


def test_nothing_changed(root: Path) -> None:
    found = difference(root, "HEAD")
    assert found.changes == []
    assert found.before == found.after


def test_a_promotion_says_who(root: Path) -> None:
    promoted(root, "q-1", to=Status.CANDIDATE)
    assert lines(root) == ["q-1: status draft → gold-candidate (promoted by carol)"]
    assert difference(root, "HEAD").before != difference(root, "HEAD").after


def test_a_changed_text_takes_gold_back(root: Path) -> None:
    promoted(root, "q-1")
    commit(root)
    (root / "corpus.jsonl").write_bytes(jsonl([a_passage("p-1", "Another text."), a_passage("p-2")]))
    first, second = difference(root, "HEAD").changes
    assert str(first) == "q-1: status gold → draft (text changed)"
    assert (second.sample, second.facet, second.why) == ("q-2", "text", "what was decided on the old text does not count")


def test_a_decided_grade_that_changes_is_named_by_candidate(root: Path) -> None:
    graded(root, "alice", {"q-1": {"p-1": 2, "p-2": 0}})
    graded(root, "bob", {"q-1": {"p-1": 2, "p-2": 0}})
    assert lines(root) == ["q-1 / p-1: relevance 3 → 2 (agreed)"]


def test_one_reviewers_new_label_is_not_shown(root: Path) -> None:
    graded(root, "alice", {"q-1": {"p-1": 2, "p-2": 0}})
    assert lines(root) == ["q-1: relevance decided → nothing"]


def test_samples_that_came(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    line = (root / "samples.jsonl").read_text("utf-8").splitlines()[0].replace("q-1", "q-3")
    with (root / "samples.jsonl").open("a", encoding="utf-8") as file:
        file.write(f"{line}\n")
    assert lines(root) == ["q-3: sample nothing → added"]
    assert main(["diff", str(root), "--markdown"]) == 0
    assert "- q-3: sample nothing → added" in capsys.readouterr().out


def test_outside_git_and_unknown_revisions(root: Path, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="revision 'nowhere' is not in the repository"):
        difference(root, "nowhere")
    with pytest.raises(CannotCheck, match="is in no git repository"):
        difference(a_dataset(tmp_path / "alone"), "HEAD")
