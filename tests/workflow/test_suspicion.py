"""Signs of careless work, each on a small made-up case, and none where there is none."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from annotator.curate.label import Draft, event_of, save
from annotator.curate.workspace import Workspace
from annotator.store import layout
from annotator.workflow.suspicion import suspicions
from tests.builders import EVIDENCE, RELEVANCE, a_dataset, a_passage, a_sample, graded, labelled

IDS = [f"q-{n}" for n in range(12)]
NOTE = "The passage says so in its very first sentence, I think."
THE = {"start": 0, "end": 3, "text": "The"}


def found(root: Path) -> list[str]:
    """What is noticed, as text."""
    workspace = Workspace(root)
    return [str(one) for one in suspicions(workspace.config, workspace.cases)]


def mixed(n: int) -> dict[str, int]:
    """Grades that differ from sample to sample."""
    return {"p-1": n % 4, "p-2": (n + 1) % 3}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Twelve samples with grades alone."""
    return a_dataset(tmp_path / "d", samples=[a_sample(id_) for id_ in IDS])


def test_careful_work_raises_nothing(root: Path) -> None:
    graded(root, "alice", {id_: mixed(n) for n, id_ in enumerate(IDS)})
    graded(root, "bob", {id_: mixed(n + 1) for n, id_ in enumerate(IDS)})
    assert found(root) == []


def test_the_same_long_note_on_three_samples(root: Path) -> None:
    labelled(root, "alice", {id_: {"relevance": mixed(n)} for n, id_ in enumerate(IDS[:3])}, note=NOTE)
    assert found(root) == ["alice: the same long note on 3 samples: q-0, q-1, q-2"]


def test_two_samples_or_a_short_note_are_nothing(root: Path) -> None:
    labelled(root, "alice", {id_: {"relevance": mixed(n)} for n, id_ in enumerate(IDS[:2])}, note=NOTE)
    labelled(root, "bob", {id_: {"relevance": mixed(n)} for n, id_ in enumerate(IDS[:5])}, note="fine")
    assert found(root) == []


def test_a_session_of_one_grade(root: Path) -> None:
    graded(root, "alice", {id_: {"p-1": 3, "p-2": 3} for id_ in IDS})
    (one,) = found(root)
    assert one.startswith("alice: nothing but 3 in the whole session ")


def spans(root: Path, person: str, grades: Mapping[str, int]) -> None:
    """Labels whose only mark is the first word of p-1."""
    values: dict[str, dict[str, Any]] = {
        id_: {"relevance": {"p-1": grade, "p-2": 0}, "evidence": {"p-1": [THE], "p-2": []}} for id_, grade in grades.items()
    }
    labelled(root, person, values)


def test_marked_blocks_that_repeat_and_reviewers_who_never_differ(tmp_path: Path) -> None:
    root = a_dataset(tmp_path / "d", samples=[a_sample(id_) for id_ in IDS], facets={"relevance": RELEVANCE, "evidence": EVIDENCE})
    grades = {id_: 1 + n % 3 for n, id_ in enumerate(IDS)}
    spans(root, "alice", grades)
    spans(root, "bob", grades)
    everything = ", ".join(IDS)
    assert found(root) == [
        f"alice: the same marked words on 12 samples: {everything}",
        f"bob: the same marked words on 12 samples: {everything}",
        f"alice and bob: equal in everything on all 12 samples with marked words, to the last character: {everything}",
    ]
    spans(root, "bob", {"q-0": 3})
    assert not any("equal in everything" in one for one in found(root))


def test_impossible_speed(tmp_path: Path) -> None:
    # 2 x 1,000 letters and the question in 5 seconds is over 400 a second; in 60 seconds it is 33.
    root = a_dataset(tmp_path / "d", passages=[a_passage("p-1", "x" * 1000), a_passage("p-2", "y" * 1000)])
    workspace = Workspace(root)
    with workspace.sitting(layout.LABELS, "alice") as sitting:
        for sample, seconds in (("q-1", 5), ("q-2", 60)):
            draft = Draft(sample=sample, values={"relevance": mixed(1)}, seconds=seconds)
            save(workspace, sitting, event_of(workspace, "alice", draft, "test"))
    assert found(root) == ["alice: labelled faster than the text can be read (100 letters a second): q-1"]
