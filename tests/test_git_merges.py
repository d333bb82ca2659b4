"""Two branches with two reviewers, three sessions each: whatever git does with them, nothing conflicts and nothing breaks."""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from annotator.curate.mend import mend
from annotator.curate.promote import promote
from annotator.curate.provenance import Past
from annotator.curate.verify import verify
from annotator.curate.workspace import Workspace
from annotator.model.status import Status
from tests.builders import a_dataset, a_sample, graded

SAMPLES = [f"q-{number}" for number in range(3)]


def git(folder: Path, *words: str) -> str:
    done = subprocess.run(
        ["git", "-c", "init.defaultBranch=main", "-c", "advice.detachedHead=false", *words], cwd=folder, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr + done.stdout
    return done.stdout.strip()


def commit(folder: Path, why: str, by: str = "carol") -> str:
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "-m", why, "--author", f"{by} <{by}@example.org>")
    return git(folder, "rev-parse", "HEAD")


def label_in_three_sessions(root: Path, person: str, grades: list[int]) -> list[str]:
    """One commit a session: the first labels all samples, the others change their mind about some."""
    commits = []
    for session, grade in enumerate(grades):
        graded(root, person, {sample: {"p-1": grade, "p-2": 0} for sample in SAMPLES[session:]})
        commits.append(commit(root, f"{person}, session {session + 1}", person))
    return commits


class Branches:
    """A repository with a branch of alice's and one of bob's, both from the drafts on main."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.root = a_dataset(folder / "small", samples=[a_sample(sample) for sample in SAMPLES])
        git(folder, "init", "-q")
        commit(folder, "drafts")
        self.commits = {}
        for person, grades in (("alice", [3, 2, 1]), ("bob", [1, 2, 1])):
            git(folder, "checkout", "-q", "-b", person, "main")
            self.commits[person] = label_in_three_sessions(self.root, person, grades)
        git(folder, "checkout", "-q", "main")

    def grades(self) -> dict[str, dict[str, int]]:
        """The grade of p-1 that counts, by sample and person."""
        return {
            id_: {by: (entry.values or {})["relevance"]["p-1"] for by, entry in case.fresh.items()}
            for id_, case in Workspace(self.root).cases.items()
        }


@pytest.fixture
def branches(tmp_path: Path) -> Branches:
    return Branches(tmp_path / "repository")


def merged(branches: Branches) -> None:
    for person in ("alice", "bob"):
        git(branches.folder, "merge", "-q", "--no-edit", "--no-ff", person)


def squashed(branches: Branches) -> None:
    for person in ("alice", "bob"):
        git(branches.folder, "merge", "-q", "--squash", person)
        git(branches.folder, "commit", "-q", "-m", f"{person}, squashed", "--author", f"{person} <{person}@example.org>")


def squashed_and_carried_on(branches: Branches) -> None:
    """The flow in which one log a person conflicts: squash, go on with the same branch, squash again."""
    squashed(branches)
    git(branches.folder, "checkout", "-q", "alice")
    graded(branches.root, "alice", {"q-0": {"p-1": 2, "p-2": 0}})
    commit(branches.folder, "alice goes on", "alice")
    graded(branches.root, "alice", {"q-0": {"p-1": 3, "p-2": 0}})
    commit(branches.folder, "and on", "alice")
    git(branches.folder, "checkout", "-q", "main")
    git(branches.folder, "merge", "-q", "--squash", "alice")
    git(branches.folder, "commit", "-q", "-m", "alice, squashed again", "--author", "alice <alice@example.org>")


def rebased(branches: Branches) -> None:
    git(branches.folder, "merge", "-q", "--ff-only", "alice")
    git(branches.folder, "checkout", "-q", "bob")
    git(branches.folder, "rebase", "-q", "main")
    git(branches.folder, "checkout", "-q", "main")
    git(branches.folder, "merge", "-q", "--ff-only", "bob")


def cherry_picked(branches: Branches) -> None:
    for one, other in zip(branches.commits["bob"], branches.commits["alice"], strict=True):
        git(branches.folder, "cherry-pick", one)
        git(branches.folder, "cherry-pick", other)


def picked_and_then_merged(branches: Branches) -> None:
    git(branches.folder, "cherry-pick", branches.commits["alice"][0])
    merged(branches)


def from_two_clones(branches: Branches) -> None:
    """One person on two machines, pushed one after the other."""
    merged(branches)
    clone = branches.folder.parent / "clone"
    git(branches.folder.parent, "clone", "-q", str(branches.folder), str(clone))
    graded(clone / "small", "alice", {"q-2": {"p-1": 2, "p-2": 0}})
    commit(clone, "elsewhere", "alice")
    graded(branches.root, "alice", {"q-2": {"p-1": 3, "p-2": 0}, "q-0": {"p-1": 2, "p-2": 0}})
    commit(branches.folder, "here", "alice")
    git(branches.folder, "pull", "-q", "--no-rebase", "--no-edit", str(clone), "main")


WAYS = [merged, squashed, squashed_and_carried_on, rebased, cherry_picked, picked_and_then_merged, from_two_clones]


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
def test_nothing_conflicts_and_verify_finds_nothing(branches: Branches, way: Callable[[Branches], None]):
    base = git(branches.folder, "rev-parse", "main")
    way(branches)
    assert git(branches.folder, "status", "--porcelain") == ""
    assert verify(branches.root).findings == []
    assert verify(branches.root, base=base).findings == []
    assert verify(branches.root, past=Past(whole=True)).findings == []
    assert {by for grades in branches.grades().values() for by in grades} == {"alice", "bob"}
    assert mend(branches.root) == []


@pytest.mark.parametrize("way", [merged, squashed, rebased, cherry_picked], ids=lambda way: way.__name__)
def test_every_way_comes_to_the_same_bytes_and_the_same_hash(branches: Branches, way: Callable[[Branches], None]):
    way(branches)
    kept = {path.relative_to(branches.root).as_posix() for path in (branches.root / "labels").rglob("*") if path.is_file()}
    assert len(kept) == 12
    assert branches.grades() == {"q-0": {"alice": 3, "bob": 1}, "q-1": {"alice": 2, "bob": 2}, "q-2": {"alice": 1, "bob": 1}}
    found = Workspace(branches.root).dataset.sha256()
    git(branches.folder, "checkout", "-q", "--orphan", "other", "main")
    assert Workspace(branches.root).dataset.sha256() == found


def test_decisions_of_two_branches_about_different_samples_meet_without_a_word(branches: Branches):
    merged(branches)
    plain = json.loads((branches.root / "dataset.yaml").read_text())
    plain["people"]["mia"] = {"roles": ["maintainer"]}
    (branches.root / "dataset.yaml").write_text(json.dumps(plain, indent=2) + "\n")
    commit(branches.folder, "mia joins")
    git(branches.folder, "checkout", "-q", "-b", "carol")
    list(promote(Workspace(branches.root), ["q-1"], Status.CANDIDATE, "carol"))
    commit(branches.folder, "carol promotes")
    git(branches.folder, "checkout", "-q", "main")
    list(promote(Workspace(branches.root), ["q-1", "q-2"], Status.CANDIDATE, "mia"))
    commit(branches.folder, "mia promotes")
    git(branches.folder, "merge", "-q", "--no-edit", "carol")
    assert verify(branches.root).findings == []
    accounts = Workspace(branches.root).accounts
    assert [accounts[sample].status.value for sample in SAMPLES] == ["draft", "gold-candidate", "gold-candidate"]


def test_a_crlf_setting_of_git_changes_no_byte(branches: Branches):
    merged(branches)
    clone = branches.folder.parent / "windows"
    git(branches.folder.parent, "clone", "-q", "-c", "core.autocrlf=true", "-c", "core.eol=crlf", str(branches.folder), str(clone))
    assert verify(clone / "small").findings == []
    assert Workspace(clone / "small").dataset.sha256() == Workspace(branches.root).dataset.sha256()


def test_a_stash_takes_an_open_change_away_and_repair_or_pop_brings_it_back(branches: Branches):
    graded(branches.root, "alice", {"q-0": {"p-1": 3, "p-2": 0}})
    git(branches.folder, "stash", "-q", "-u")
    git(branches.folder, "stash", "pop", "-q")
    assert mend(branches.root) == []
    assert verify(branches.root).findings == []
