"""Blame: the whole story of a sample, and nothing of a label while another one is awaited."""

import json
from pathlib import Path

import pytest

from annotator.cli.main import main
from annotator.curate.blame import blame
from annotator.curate.release import release
from annotator.curate.workspace import Workspace
from tests.builders import PEOPLE, a_dataset, graded, labelled
from tests.curate.sound import git

Say = pytest.CaptureFixture[str]


def committed(root: Path, who: str, why: str) -> str:
    git(root.parent, "add", "-A")
    git(root.parent, "commit", "-q", "-m", why, "--author", f"{who} <{who}@example.org>")
    return git(root, "rev-parse", "HEAD").strip()


def test_the_story_of_a_gold_sample(sound: Path, capsys: Say):
    git(sound.parent, "init", "-q")
    first = committed(sound, "carol", "all of it")
    release(Workspace(sound), "1.0.0", "carol", candidates=True)
    assert main(["blame", str(sound), "q-2", "--json"]) == 0
    story = json.loads(capsys.readouterr().out)
    assert [(step["op"], step["by"]) for step in story["steps"]] == [
        ("label", "alice"), ("label", "bob"), ("adjudicate", "dave"), ("promote", "carol"),
    ]  # fmt: skip
    labels, decision, promotion = story["steps"][:2], story["steps"][2], story["steps"][3]
    assert sorted(step["digest"][:12] for step in labels) == sorted(
        part[:12] for part in decision["words"].removeprefix("on ").split(", ")[:2]
    )
    assert labels[0]["words"] == "counts; “see the first line”"
    assert decision["values"]["relevance"] == {"p-1": 2, "p-2": 0}
    assert promotion["words"].startswith("draft → gold-candidate; adjudicated; on ")
    assert {commit["id"] for step in story["steps"] for commit in step["commits"]} == {first}
    assert (story["status"], story["releases"], story["independence"]) == ("gold-candidate", ["1.0.0"], "squashed")
    assert (story["hidden"], story["history"]) == (0, None)
    assert main(["blame", str(sound), "q-2"]) == 0
    out = capsys.readouterr().out
    assert f"commit {first[:12]} 2026-01-02T03:04:05Z carol@example.org  all of it" in out
    assert out.endswith("independence: squashed\nreleased in: 1.0.0\n")


def test_a_label_that_was_replaced_says_so(sound: Path):
    graded_again = {"q-3": {"relevance": {"p-1": 0, "p-2": 0}, "evidence": {"p-1": [], "p-2": []}, "dimensions": ["habits"]}}
    labelled(sound, "alice", graded_again)
    words = [step.words for step in blame(sound, "q-3").steps if step.by == "alice"]
    assert words == ["replaced since", "counts"]


def test_a_proposal_is_called_one(tmp_path: Path):
    people = {**PEOPLE, "drafter": {"roles": ["author"]}}
    root = a_dataset(tmp_path / "small", people=people)
    for person in ("drafter", "alice", "bob"):
        graded(root, person, {"q-1": {"p-1": 3, "p-2": 0}})
    words = {step.by: step.words for step in blame(root, "q-1").steps}
    assert words == {"alice": "counts", "bob": "counts", "drafter": "a proposal, which is no review"}


def test_nothing_of_a_label_is_told_while_another_is_awaited(tmp_path: Path, capsys: Say):
    root = a_dataset(tmp_path / "small")
    labelled(root, "alice", {"q-1": {"relevance": {"p-1": 3, "p-2": 0}}}, note="tell nobody")
    assert main(["blame", str(root), "q-1"]) == 0
    out = capsys.readouterr().out
    assert "1 words of reviewers, shown when all 2 labels are in" in out
    assert "tell nobody" not in out
    assert "alice" not in out
    assert blame(root, "q-1").steps == []
    graded(root, "bob", {"q-1": {"p-1": 3, "p-2": 0}})
    assert [step.by for step in blame(root, "q-1").steps] == ["alice", "bob"]


def test_outside_git_it_says_so_and_an_unknown_sample_is_refused(tmp_path: Path, capsys: Say):
    root = a_dataset(tmp_path / "small")
    assert main(["blame", str(root), "q-1"]) == 0
    assert "no commits are named:" in capsys.readouterr().out
    assert main(["blame", str(root), "q-9"]) == 2
    assert "q-9: there is no such sample" in capsys.readouterr().err
