"""Git is asked through plumbing that runs nothing of the repository, whatever its configuration and our environment say."""

import os
import subprocess
from pathlib import Path

import pytest

from annotator.cli.main import main
from annotator.curate.verify import verify
from annotator.errors import CannotCheck, MissingPrerequisite
from annotator.git import Repository
from tests.builders import a_dataset, graded, jsonl


def git(folder: Path, *words: str) -> str:
    return subprocess.run(
        ["git", "-c", "init.defaultBranch=main", *words], cwd=folder, capture_output=True, text=True, check=True
    ).stdout.strip()


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A dataset with one sealed session, committed in a repository one folder above."""
    root = graded(a_dataset(tmp_path / "repository" / "données" / "small"), "alice", {"q-1": {"p-1": 3, "p-2": 0}})
    git(tmp_path / "repository", "init", "-q")
    git(tmp_path / "repository", "add", "-A")
    git(tmp_path / "repository", "commit", "-q", "-m", "as it was")
    return root


def tampered(root: Path) -> bool:
    (session,) = root.glob("labels/alice/*.jsonl")
    session.unlink()
    session.with_name(f"{session.name}.sha256").unlink()
    return {finding.kind.value for finding in verify(root, base="HEAD").findings} == {"tampered"}


def test_a_folder_in_no_repository_has_none(tmp_path: Path):
    assert Repository.around(tmp_path) is None


def test_without_git_there_is_no_repository_and_a_question_says_what_to_install(root: Path, monkeypatch: pytest.MonkeyPatch):
    repository = Repository.around(root)
    assert repository is not None
    monkeypatch.setenv("PATH", str(root))
    assert Repository.around(root) is None
    for ask in (repository.head, lambda: repository.trees(["0" * 40])):
        with pytest.raises(MissingPrerequisite, match="git is not installed or not on PATH; install it"):
            ask()


def test_what_is_not_here_cannot_be_checked(root: Path):
    repository = Repository.around(root)
    assert repository is not None
    for ask in (repository.trees, repository.commits, lambda ids: dict(repository.blobs(ids))):
        with pytest.raises(CannotCheck, match="history is cut off here"):
            ask(["1" * 40])


def test_a_commit_says_its_author_s_mail_its_time_and_its_subject(root: Path):
    git(root, "commit", "-q", "--allow-empty", "-m", "Label two\n\nCo-authored-by: Bob <bob@example.org>\n")
    repository = Repository.around(root)
    assert repository is not None
    head = repository.head() or ""
    found = repository.commits([head])[head]
    assert (found.email, found.co_authors, found.subject) == ("test@example.org", ("bob@example.org",), "Label two")
    # The tests' commits are of 2026-01-02T03:04:05Z.
    assert found.seconds == 1767323045
    assert found.parents == (git(root, "rev-parse", "HEAD^"),)
    assert found.tree == git(root, "rev-parse", "HEAD^{tree}")


def test_paths_are_relative_to_the_folder(root: Path):
    repository = Repository.around(root)
    assert repository is not None
    assert repository.prefix == "données/small/"
    listed = repository.files(repository.commit_id("main"))
    assert {"dataset.yaml", "samples.jsonl", "corpus.jsonl"} < listed.keys()
    assert repository.blob(listed["dataset.yaml"]) == (root / "dataset.yaml").read_bytes()
    assert repository.committed("samples.jsonl") == (root / "samples.jsonl").read_bytes()
    assert repository.committed("nowhere") is None


def test_every_version_that_was_committed_is_found_on_any_branch(root: Path):
    first = (root / "samples.jsonl").read_bytes()
    git(root, "checkout", "-q", "-b", "side")
    (root / "samples.jsonl").write_bytes(jsonl([{"id": "q-9"}]))
    git(root, "commit", "-q", "-a", "-m", "other")
    git(root, "checkout", "-q", "main")
    repository = Repository.around(root)
    assert repository is not None
    assert set(repository.ever_committed("samples.jsonl")) == {first, jsonl([{"id": "q-9"}])}
    assert list(repository.ever_committed("nowhere")) == []


def test_a_repository_without_a_commit(tmp_path: Path):
    root = a_dataset(tmp_path / "small")
    git(root, "init", "-q")
    repository = Repository.around(root)
    assert repository is not None
    assert repository.committed("dataset.yaml") is None
    assert list(repository.ever_committed("dataset.yaml")) == []
    graded(root, "alice", {"q-1": {"p-1": 3, "p-2": 0}})
    assert verify(root).findings == []


@pytest.mark.parametrize(
    "surroundings",
    [
        {"GIT_DIR": "{top}/.git"},
        {"GIT_DIR": ".git"},
        {"GIT_DIR": "{top}/.git", "GIT_WORK_TREE": "{other}"},
        {"GIT_INDEX_FILE": "{other}/index", "GIT_PREFIX": "données/"},
        {"GIT_OBJECT_DIRECTORY": "{other}"},
        {"GIT_NAMESPACE": "other", "GIT_COMMON_DIR": "{other}/.git"},
    ],
    ids=" ".join,
)
def test_a_hook_s_surroundings_lead_to_no_other_repository(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, surroundings: dict[str, str]
):
    other = tmp_path / "other"
    other.mkdir()
    git(other, "init", "-q")
    for name, value in surroundings.items():
        monkeypatch.setenv(name, value.format(top=tmp_path / "repository", other=other))
    assert tampered(root)


@pytest.fixture
def trap(tmp_path: Path) -> Path:
    """A program that leaves a mark when something runs it."""
    program = tmp_path / "trap"
    program.write_text(f"#!/bin/sh\ntouch '{tmp_path}/sprung'\ncat\n")
    program.chmod(0o755)
    return program


def look_and_label(root: Path, source: Path) -> None:
    for words in (["verify", "--base", "HEAD"], ["status"], ["hash"], ["repair"], ["agreement"]):
        assert main([words[0], str(root), *words[1:]]) == 0
    source.write_bytes(jsonl([{"sample": "q-2", "values": {"relevance": {"p-1": 1, "p-2": 0}}}]))
    assert main(["label", str(root), "--from", str(source)]) == 0


def test_nothing_that_a_repository_names_is_run(root: Path, trap: Path, tmp_path: Path):
    top = tmp_path / "repository"
    for key in (
        "core.fsmonitor",
        "core.pager",
        "core.editor",
        "core.sshCommand",
        "core.askPass",
        "diff.external",
        "gpg.program",
        "filter.trap.clean",
        "filter.trap.smudge",
        "diff.trap.textconv",
        "diff.trap.command",
        "credential.helper",
        "uploadpack.packObjectsHook",
        "sequence.editor",
    ):
        git(top, "config", key, str(trap))
    for name in ("config", "rev-parse", "cat-file", "ls-tree", "rev-list"):
        git(top, "config", f"alias.{name}", f"!{trap}")
    git(top, "config", "user.email", "alice@example.org")
    git(top, "config", "core.hooksPath", str(tmp_path / "hooks"))
    (tmp_path / "hooks").mkdir()
    for name in ("pre-commit", "post-checkout", "post-index-change", "reference-transaction"):
        (tmp_path / "hooks" / name).symlink_to(trap)
    (top / ".gitattributes").write_text("* filter=trap diff=trap\n")
    look_and_label(root, tmp_path / "labels.jsonl")
    assert not (tmp_path / "sprung").exists()


def test_a_folder_that_poses_as_a_bare_repository_is_not_believed(tmp_path: Path, trap: Path):
    root = graded(a_dataset(tmp_path / "small"), "alice", {"q-1": {"p-1": 3, "p-2": 0}})
    (root / "objects").mkdir()
    (root / "refs").mkdir()
    (root / "HEAD").write_text("ref: refs/heads/main\n")
    (root / "config").write_text(
        f"[core]\n\trepositoryformatversion = 0\n\tbare = false\n\tworktree = {tmp_path}\n\tfsmonitor = {trap}\n\tpager = {trap}\n"
    )
    assert Repository.around(root) is None
    assert {finding.kind.value for finding in verify(root, base="HEAD").findings} == {"cannot check"}
    assert not (tmp_path / "sprung").exists()


def test_a_linked_worktree_is_a_repository_like_any_other(root: Path, tmp_path: Path):
    git(root, "worktree", "add", "-q", str(tmp_path / "linked"))
    assert tampered(tmp_path / "linked" / "données" / "small")


def test_an_index_that_is_locked_stops_no_label(root: Path, tmp_path: Path):
    (tmp_path / "repository" / ".git" / "index.lock").write_text("")
    git(root, "config", "user.email", "alice@example.org")
    look_and_label(root, tmp_path / "labels.jsonl")
    assert verify(root).findings == []


def test_without_git_labels_are_taken_and_history_is_not_asked(root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("PATH", os.fspath(tmp_path))
    graded(root, "bob", {"q-1": {"p-1": 3, "p-2": 0}})
    assert verify(root).findings == []
    assert [finding.kind.value for finding in verify(root, base="HEAD").findings] == ["cannot check"]


@pytest.mark.parametrize(
    ("edited", "places"), [((), ("new/", "old/")), (("b",), ("new/", "old/")), (("a", "b"), ("new/", "old/")), (("a", "b", "c"), ("new/",))]
)
def test_a_moved_folder_is_followed_where_half_of_its_files_came_along(tmp_path: Path, edited: tuple[str, ...], places: tuple[str, ...]):
    git(tmp_path, "init", "-q")
    for folder, names in (("old", ("dataset.yaml", "a", "b", "c")), ("new", ("x", "y", "z"))):
        (tmp_path / folder).mkdir()
        for name in names:
            (tmp_path / folder / name).write_text(f"{name} of old\n" if folder == "old" else "")
    git(tmp_path, "add", "-A")
    git(tmp_path, "commit", "-q", "-m", "as it was")
    for path in (tmp_path / "old").iterdir():
        path.rename(tmp_path / "new" / path.name)
    # What stood in the new place before says nothing of where the rest came from.
    for name in (*edited, "x", "y", "z"):
        (tmp_path / "new" / name).write_text("edited\n")
    git(tmp_path, "add", "-A")
    git(tmp_path, "commit", "-q", "-m", "moved")
    repository = Repository.around(tmp_path / "new")
    assert repository is not None
    repository.follow("dataset.yaml")
    assert repository.places == places
