"""Two at once: windows, machines and people that write into one dataset at the same time."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from annotator.curate.label import label_from
from annotator.curate.verify import verify
from annotator.curate.workspace import Workspace
from annotator.errors import Refused
from annotator.model.events import Label
from tests.builders import a_dataset, a_sample, graded, jsonl

SAMPLES = [f"q-{number}" for number in range(60)]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return a_dataset(tmp_path / "small", samples=[a_sample(sample) for sample in SAMPLES])


def a_file(root: Path, name: str, samples: list[str], grade: int) -> Path:
    path = root.parent / f"{name}.jsonl"
    path.write_bytes(jsonl([{"sample": sample, "values": {"relevance": {"p-1": grade, "p-2": 0}}} for sample in samples]))
    return path


def at_once(root: Path, *calls: tuple[str, Path]) -> list[str]:
    """What each of several processes acknowledged."""
    command = [sys.executable, "-m", "annotator", "label", str(root)]
    running = [
        subprocess.Popen([*command, "--as", person, "--from", str(source)], stdout=subprocess.PIPE, text=True) for person, source in calls
    ]
    printed = [process.communicate()[0] for process in running]
    assert [process.returncode for process in running] == [0] * len(calls)
    return [digest for text in printed for digest in re.findall(r"^saved \S+ ([0-9a-f]{12})$", text, re.MULTILINE)]


def test_two_processes_of_one_person_lose_nothing(root: Path):
    halves = a_file(root, "one", SAMPLES[:30], 1), a_file(root, "two", SAMPLES[30:], 2)
    acknowledged = at_once(root, *(("alice", half) for half in halves))
    sessions = Workspace(root).label_sessions
    assert sorted(logged.digest[:12] for session in sessions for logged in session.events) == sorted(acknowledged)
    assert [len(session.events) for session in sessions] == [30, 30]
    assert verify(root).findings == []


def test_two_processes_of_one_person_on_the_same_samples_keep_both_words_in_order(root: Path):
    acknowledged = at_once(root, ("alice", a_file(root, "one", SAMPLES, 1)), ("alice", a_file(root, "two", SAMPLES, 2)))
    sessions = Workspace(root).label_sessions
    # Whoever began after the other had finished some finds those said otherwise, and says its own; nothing is dropped.
    assert len(acknowledged) == 120
    last = max(sessions, key=lambda session: session.name).events[-1].event
    assert isinstance(last, Label)
    counted = {entry.values["relevance"]["p-1"] for case in Workspace(root).cases.values() for entry in case.fresh.values() if entry.values}
    assert counted == {last.values["relevance"]["p-1"]}
    assert verify(root).findings == []


def test_two_reviewers_at_once(root: Path):
    acknowledged = at_once(root, ("alice", a_file(root, "one", SAMPLES, 1)), ("bob", a_file(root, "two", SAMPLES, 1)))
    assert len(acknowledged) == 120
    assert {account.next for account in Workspace(root).accounts.values()} == {"promote"}
    assert verify(root).findings == []


def test_a_label_that_came_too_late_is_refused_at_saving(root: Path):
    people = {name: {"roles": ["reviewer"]} for name in ("alice", "bob", "zoe")}
    a_dataset(root, samples=[a_sample(sample) for sample in SAMPLES], people=people)
    assert Workspace(root).cases["q-0"].fresh == {}
    for person in ("alice", "bob"):
        graded(root, person, {"q-0": {"p-1": 3, "p-2": 0}})
    with pytest.raises(Refused, match="it has its 2 labels already"):
        list(label_from(Workspace(root), "zoe", a_file(root, "zoe", ["q-0"], 3)))
    assert sorted(Workspace(root).cases["q-0"].fresh) == ["alice", "bob"]
