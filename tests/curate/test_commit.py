"""Commits of our own: our paths alone, the user's hooks as set, what is staged stays staged, and a busy git costs no label."""

import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

from annotator.cli import commit_option
from annotator.cli.main import main
from annotator.curate.provenance import Past
from annotator.curate.verify import verify
from tests.builders import a_dataset, graded, jsonl
from tests.curate.sound import sessions

Say = pytest.CaptureFixture[str]


def git(folder: Path, *words: str) -> str:
    command = ["git", "-c", "init.defaultBranch=main", *words]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, env={**os.environ, "GIT_AUTHOR_EMAIL": "carol@example.org"})
    assert done.returncode == 0, done.stderr + done.stdout
    return done.stdout.rstrip("\n")


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A dataset with drafts alone in a repository, where alice sits."""
    monkeypatch.setenv("GIT_AUTHOR_EMAIL", "alice@example.org")
    root = a_dataset(tmp_path / "repository" / "small: [x]*")
    git(root.parent, "init", "-q")
    git(root.parent, "add", "-A")
    git(root.parent, "commit", "-q", "-m", "drafts")
    return root


def label(root: Path, *more: str, sample: str = "q-1", grade: int = 3, person: str = "alice") -> int:
    source = root.parent.parent / "labels.jsonl"
    source.write_bytes(jsonl([{"sample": sample, "values": {"relevance": {"p-1": grade, "p-2": 0}}}]))
    return main(["label", str(root), "--as", person, "--from", str(source), *more])


def committed(root: Path) -> list[str]:
    return git(root, "-c", "core.quotePath=false", "show", "--format=", "--name-only", "HEAD").splitlines()


def test_the_session_and_its_seal_are_committed_and_nothing_else(root: Path, capsys: Say):
    (root.parent / "notes.txt").write_text("staged\n")
    (root.parent / "other.txt").write_text("left alone\n")
    (root / "samples.jsonl").write_bytes((root / "samples.jsonl").read_bytes() + b"\n")
    git(root.parent, "add", "notes.txt", "small: [[]x]*/samples.jsonl")
    staged = git(root, "diff", "--cached", "--name-only")
    assert label(root, "--commit") == 0
    (path,) = sessions(root, "alice")
    below = path.relative_to(root.parent).as_posix()
    assert committed(root) == [below, f"{below}.sha256"]
    assert git(root, "log", "-1", "--format=%ae %s") == "alice@example.org small: labels by alice"
    assert git(root, "diff", "--cached", "--name-only") == staged
    assert "?? other.txt" in git(root, "status", "--porcelain")
    assert f"committed {git(root, 'rev-parse', 'HEAD')[:12]} (2 files)" in capsys.readouterr().out
    assert label(root, "--commit") == 0
    assert "nothing to commit" in capsys.readouterr().out


def test_sessions_before_it_go_along_since_it_names_them(root: Path, tmp_path: Path):
    assert label(root) == 0
    assert label(root, "--commit", sample="q-2") == 0
    assert len(committed(root)) == 4
    git(root, "checkout", "-q", "--", ".")
    git(tmp_path, "clone", "-q", str(root.parent), "clone")
    assert verify(tmp_path / "clone" / root.name, past=Past(whole=True)).findings == []


def test_the_first_commit_of_a_repository_may_be_ours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("GIT_AUTHOR_EMAIL", "alice@example.org")
    root = a_dataset(tmp_path / "repository" / "small")
    git(root.parent, "init", "-q")
    assert label(root, "--commit") == 0
    assert len(committed(root)) == 2


def test_every_deciding_command_commits(root: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: Say):
    assert label(root, "--commit") == 0
    monkeypatch.setenv("GIT_AUTHOR_EMAIL", "bob@example.org")
    assert label(root, "--commit", grade=1, person="bob") == 0
    monkeypatch.setenv("GIT_AUTHOR_EMAIL", "carol@example.org")
    rulings = tmp_path / "rulings.jsonl"
    rulings.write_bytes(jsonl([{"sample": "q-1", "values": {"relevance": {"p-1": 2, "p-2": 0}}, "reason": "between"}]))
    for words in (
        ["adjudicate", str(root), "--from", str(rulings)],
        ["promote", str(root), "q-1", "--to", "gold-candidate"],
        ["demote", str(root), "q-1", "--reason", "too soon"],
    ):
        assert main([*words, "--as", "carol", "--commit"]) == 0
        assert [path.split("/")[-2] for path in committed(root)] == ["carol", "carol"]
    capsys.readouterr()
    assert verify(root, past=Past(whole=True)).findings == []
    assert git(root, "status", "--porcelain") == ""


def test_an_import_commits_what_it_added(root: Path, tmp_path: Path):
    source = tmp_path / "given"
    source.mkdir()
    (source / "samples.jsonl").write_bytes(jsonl([{"id": "q-9", "query": "What?", "candidates": ["p-1"]}]))
    (source / "judgements.jsonl").write_bytes(jsonl([{"sample": "q-9", "reviewer": "bob", "values": {"relevance": {"p-1": 3}}}]))
    assert main(["import", "jsonl", str(source), str(root), "--commit"]) == 0
    assert sorted(path.split("/")[1] for path in committed(root)) == ["labels", "labels", "samples.jsonl"]


def refused(root: Path, capsys: Say, code: int = 2) -> str:
    """The one sentence of a commit that is not made; the label is there all the same, and the index is as it was."""
    index = git(root, "ls-files", "--stage")
    head = git(root, "rev-parse", "HEAD")
    capsys.readouterr()
    assert label(root, "--commit") == code
    said = capsys.readouterr()
    assert "saved q-1" in said.out
    assert said.err.count("\n") == 1
    assert len(sessions(root, "alice")) == 1
    assert (git(root, "ls-files", "--stage"), git(root, "rev-parse", "HEAD")) == (index, head)
    return said.err


def test_a_busy_index(root: Path, capsys: Say, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("annotator.git.own_commits._PATIENCE", 0)
    lock = root.parent / ".git" / "index.lock"
    lock.write_text("")
    assert "nothing was committed, and everything is saved in the dataset: another git is at work here" in refused(root, capsys)
    lock.unlink()
    assert label(root, "--commit") == 0


@pytest.mark.parametrize("command", ["merge", "cherry-pick", "revert", "rebase"])
def test_while_git_is_in_the_middle_of_something(root: Path, capsys: Say, command: str):
    note = root.parent / "note"
    for branch, text in (("other", "theirs"), ("main", "ours")):
        git(root, "checkout", "-q", *(["-b", branch] if branch == "other" else [branch]))
        note.write_text(text)
        git(root.parent, "add", "note")
        git(root, "commit", "-q", "-m", branch)
    note.write_text("later")
    git(root, "commit", "-q", "-a", "-m", "later")
    target = {"revert": "HEAD~1"}.get(command, "other")
    subprocess.run(["git", command, target], cwd=root, capture_output=True, check=False)
    assert f"a {command} is under way here; finish it" in refused(root, capsys)


def test_where_no_branch_is_checked_out_a_commit_could_get_lost(root: Path, capsys: Say):
    git(root, "checkout", "-q", "--detach")
    assert "no branch is checked out here, so a commit could get lost" in refused(root, capsys)
    assert label(root, "--branch") == 0


def test_a_hook_that_refuses_is_quoted(root: Path, capsys: Say):
    hook = root.parent / ".git" / "hooks" / "pre-commit"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text("#!/bin/sh\ngit diff --cached --name-only >seen\necho 'not on a Monday' >&2\nexit 1\n")
    hook.chmod(0o755)
    assert "git commit refused: not on a Monday" in refused(root, capsys)
    assert len((root.parent / "seen").read_text().splitlines()) == 2
    hook.write_text("#!/bin/sh\nexit 0\n")
    assert label(root, "--commit") == 0


def test_labels_that_git_ignores(root: Path, capsys: Say):
    (root.parent / ".gitignore").write_text("labels/\n")
    assert "git add refused" in refused(root, capsys)


def test_another_person_s_git(root: Path, capsys: Say, monkeypatch: pytest.MonkeyPatch):
    at_first = commit_option.check

    def someone_else_sits_down(*words: Any) -> None:
        at_first(*words)
        monkeypatch.setenv("GIT_AUTHOR_EMAIL", "bob@example.org")

    monkeypatch.setattr(commit_option, "check", someone_else_sits_down)
    said = "git would commit as bob@example.org, and dataset.yaml says that alice is alice@example.org; everything is saved in the dataset"
    assert said in refused(root, capsys)


@pytest.mark.parametrize(
    "words",
    [
        ["label", "--as", "alice"],
        ["label", "--as", "alice", "--plain"],
        ["label", "--as", "alice", "--branch"],
        ["label", "--as", "alice", "--from", "none.jsonl"],
        ["label", "--as", "alice", "--move-spans"],
        ["adjudicate", "--as", "carol"],
        ["adjudicate", "--as", "carol", "--confirm"],
        ["adjudicate", "--as", "carol", "--from", "none.jsonl"],
        ["promote", "--as", "carol", "--agreed"],
        ["demote", "--as", "carol", "--reason", "so", "q-1"],
        ["unseal", "--as", "carol"],
        ["release", "--as", "carol", "1.0.0"],
    ],
)
def test_another_person_s_git_is_told_before_an_hour_of_work(root: Path, capsys: Say, monkeypatch: pytest.MonkeyPatch, words: list[str]):
    monkeypatch.setenv("GIT_AUTHOR_EMAIL", "bob@example.org")
    person = words[2]
    assert main([words[0], str(root), *words[1:], "--commit"]) == 2
    said = f"git would commit as bob@example.org, and dataset.yaml says that {person} is {person}@example.org; nothing was done, set "
    assert capsys.readouterr().err.startswith(f"annotator: {said}")
    assert [session for name in ("alice", "carol") for session in sessions(root, name)] == []


def test_bytes_that_a_filter_changes_are_noticed(root: Path, capsys: Say):
    (root / ".gitattributes").write_text("*.jsonl filter=loud\n")
    git(root, "config", "filter.loud.clean", "tr a-z A-Z")
    assert label(root, "--commit") == 1
    assert "does not hold the bytes that are on disk" in capsys.readouterr().err


def test_outside_git(tmp_path: Path, capsys: Say):
    root = graded(a_dataset(tmp_path / "alone" / "small"), "bob", {"q-1": {"p-1": 3, "p-2": 0}})
    assert label(root, "--commit") == 2
    assert "is in no git repository to commit to; nothing was done" in capsys.readouterr().err
    assert sessions(root, "alice") == []


def branch_of(root: Path) -> str:
    return git(root, "symbolic-ref", "--short", "HEAD")


def test_everyone_works_on_a_branch_of_their_own(root: Path, capsys: Say, monkeypatch: pytest.MonkeyPatch):
    assert label(root, "--branch") == 0
    assert "on branch annotate/small/alice\n" in capsys.readouterr().out
    assert branch_of(root) == "annotate/small/alice"
    assert len(committed(root)) == 2
    git(root, "checkout", "-q", "main")
    assert not (root / "labels").exists()
    assert label(root, "--branch", sample="q-2") == 0
    assert (branch_of(root), git(root, "rev-list", "--count", "main..HEAD")) == ("annotate/small/alice", "2")
    assert label(root, "--branch", sample="q-2") == 0
    monkeypatch.setenv("GIT_AUTHOR_EMAIL", "bob@example.org")
    git(root, "checkout", "-q", "main")
    assert label(root, "--branch", person="bob") == 0
    git(root, "checkout", "-q", "main")
    for person in ("alice", "bob"):
        git(root, "merge", "-q", "--no-edit", f"annotate/small/{person}")
    verdict = verify(root, past=Past(whole=True))
    assert verdict.findings == []
    assert [proof.why for proof in verdict.independence or []] == [None]


def test_a_branch_that_git_does_not_go_to_costs_nothing(root: Path, capsys: Say):
    assert label(root, "--branch") == 0
    corpus = root / "corpus.jsonl"
    corpus.write_bytes(corpus.read_bytes().replace(b"The", b"A"))
    git(root, "commit", "-q", "-a", "-m", "another text")
    git(root, "checkout", "-q", "main")
    corpus.write_bytes(corpus.read_bytes().replace(b"The", b"My"))
    capsys.readouterr()
    assert label(root, "--branch", sample="q-2") == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("annotator: git switch refused: ")
    assert branch_of(root) == "main"
    assert sessions(root, "alice") == []


def test_outside_git_there_is_no_branch(tmp_path: Path, capsys: Say):
    root = a_dataset(tmp_path / "alone" / "small")
    assert label(root, "--branch") == 2
    assert "so there is no branch to work on" in capsys.readouterr().err
    assert sessions(root, "alice") == []
