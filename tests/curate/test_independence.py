"""Independence of sealed labels: they could be read from where they were opened, and not before."""

from pathlib import Path
from typing import Any

import pytest

from annotator.curate.history import history_of
from annotator.curate.independence import proofs
from annotator.curate.keys import make_key
from annotator.curate.label import label_from
from annotator.curate.unsealing import unseal
from annotator.curate.workspace import Workspace
from annotator.workflow.independence import Proof, Unproven
from tests.builders import PEOPLE, jsonl
from tests.curate.test_provenance import commit, drafts


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A sealed dataset in a repository; all keys are in one place, since who may open what is tested elsewhere."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    people: dict[str, Any] = {name: {**member, "key": make_key(another=True)[0]} for name, member in PEOPLE.items()}
    return drafts(tmp_path, people=people, workflow={"sealed": True})


def says(root: Path, person: str, grade: int) -> None:
    """One after the other on one branch, which proves nothing of plain labels."""
    source = root.parent.parent / "labels.jsonl"
    source.write_bytes(jsonl([{"sample": "q-1", "values": {"relevance": {"p-1": grade, "p-2": 0}}}]))
    list(label_from(Workspace(root), person, source))
    commit(root, person)


def opened(root: Path) -> list[Proof]:
    unseal(Workspace(root), "carol")
    commit(root, "carol")
    workspace = Workspace(root)
    return proofs(workspace, history_of(workspace))


def test_labels_that_were_in_before_either_was_opened_are_independent(root: Path):
    says(root, "alice", 3)
    says(root, "bob", 3)
    assert opened(root) == [Proof("q-1", None)]


def test_a_label_that_came_in_after_the_other_was_opened_is_not(root: Path):
    says(root, "alice", 3)
    says(root, "bob", 2)
    opened(root)
    says(root, "bob", 3)
    assert opened(root) == [Proof("q-1", Unproven.AFTER)]


def test_a_label_from_before_labels_were_sealed_could_be_read(root: Path):
    text = (root / "dataset.yaml").read_text()
    (root / "dataset.yaml").write_text(text.replace('"sealed": true', '"sealed": false'))
    says(root, "alice", 3)
    (root / "dataset.yaml").write_text(text)
    says(root, "bob", 3)
    assert opened(root) == [Proof("q-1", Unproven.AFTER)]
