"""Verify with history: who brought in what, on what decisions stood, what was rewritten, and whose independence is proven."""

import json
import os
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from annotator.cli.main import main
from annotator.curate.decide import decide_from
from annotator.curate.promote import promote
from annotator.curate.provenance import Past
from annotator.curate.verify import Verdict, verify
from annotator.curate.workspace import Workspace
from annotator.errors import CannotCheck, CheckFailed
from annotator.model.status import Status
from tests.builders import PEOPLE, a_dataset, graded, jsonl
from tests.curate.sound import below, reseal, rewritten, seal_of, sessions

AGREED = {"q-1": {"p-1": 3, "p-2": 0}, "q-2": {"p-1": 1, "p-2": 0}}
REQUIRED = {"independence": "required"}


def git(folder: Path, *words: str, by: str = "carol") -> str:
    """A git command in `folder`, by a person of the dataset."""
    who = {f"GIT_{role}_EMAIL": f"{by}@example.org" for role in ("AUTHOR", "COMMITTER")}
    command = ["git", "-c", "init.defaultBranch=main", "-c", "advice.detachedHead=false", *words]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, env={**os.environ, **who})
    assert done.returncode == 0, done.stderr + done.stdout
    return done.stdout.strip()


def commit(root: Path, by: str, why: str = "work") -> str:
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", why, by=by)
    return git(root, "rev-parse", "HEAD")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return drafts(tmp_path)


def drafts(tmp_path: Path, **more: Any) -> Path:
    """A dataset in a repository, with drafts alone."""
    root = a_dataset(tmp_path / "repository" / "small", **more)
    git(root.parent, "init", "-q")
    commit(root, "carol", "drafts")
    return root


def labelled_apart(root: Path, grades: Any = None) -> None:
    """Alice and Bob label on branches of their own, which are merged."""
    for person in ("alice", "bob"):
        git(root, "checkout", "-q", "-b", person, "main")
        graded(root, person, grades or AGREED)
        commit(root, person)
    git(root, "checkout", "-q", "main")
    for person in ("alice", "bob"):
        git(root, "merge", "-q", "--no-ff", "--no-edit", person)


def whole(root: Path, **more: Any) -> Verdict:
    return verify(root, past=Past(whole=True), **more)


def kinds(verdict: Verdict) -> list[tuple[str, str]]:
    return [(finding.kind.value, finding.path) for finding in verdict.findings]


def test_two_branches_prove_independence(root: Path, capsys: pytest.CaptureFixture[str]):
    labelled_apart(root)
    list(promote(Workspace(root), ["q-1"], Status.CANDIDATE, "carol"))
    commit(root, "carol")
    assert whole(root).findings == []
    assert main(["verify", str(root), "--history"]) == 0
    out = capsys.readouterr().out
    assert "independence: proven 2, not proven 0\n" in out
    assert "small: ok (the folder as it stands; the whole history was asked)" in out
    assert main(["verify", str(root), "--history", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["independence"] == {"q-1": "proven", "q-2": "proven"}
    assert main(["status", str(root), "--history"]) == 0
    assert "independence: proven 2, not proven 0\n" in capsys.readouterr().out


def rebased(root: Path) -> None:
    git(root, "merge", "-q", "--ff-only", "alice")
    git(root, "checkout", "-q", "bob")
    git(root, "rebase", "-q", "main", by="bob")
    git(root, "checkout", "-q", "main")
    git(root, "merge", "-q", "--ff-only", "bob")


def squashed_one_after_the_other(root: Path) -> None:
    for person in ("alice", "bob"):
        git(root, "merge", "-q", "--squash", person)
        commit(root, person)


def squashed_together(root: Path) -> None:
    git(root, "merge", "-q", "--squash", "alice")
    git(root, "checkout", "bob", "--", "labels/bob")
    commit(root, "carol")


def picked_and_merged(root: Path) -> None:
    git(root, "cherry-pick", "bob")
    git(root, "merge", "-q", "--no-edit", "alice")
    git(root, "merge", "-q", "--no-edit", "bob")


def taken_in_before(root: Path) -> None:
    """Bob merges alice's branch into his own and says something else."""
    git(root, "checkout", "-q", "bob")
    git(root, "merge", "-q", "--no-edit", "alice", by="bob")
    graded(root, "bob", {sample: {"p-1": 2, "p-2": 0} for sample in AGREED})
    commit(root, "bob")
    git(root, "checkout", "-q", "main")
    git(root, "merge", "-q", "--ff-only", "bob")


def taken_out_of_sight(root: Path) -> None:
    """Alice's labels are reverted before bob labels, and come back later; bob could see them in history."""
    git(root, "merge", "-q", "--ff-only", "alice")
    git(root, "revert", "--no-edit", "HEAD", by="alice")
    git(root, "cherry-pick", "bob")
    git(root, "revert", "--no-edit", "HEAD~1", by="alice")


WAYS: dict[Callable[[Path], None], str | None] = {rebased: "after the other", squashed_one_after_the_other: "after the other", squashed_together: "same commit",
        picked_and_merged: None, taken_in_before: "after the other", taken_out_of_sight: "after the other"}  # fmt: skip


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
def test_what_each_way_of_bringing_branches_together_proves(root: Path, way: Callable[[Path], None]):
    for person in ("alice", "bob"):
        git(root, "checkout", "-q", "-b", person, "main")
        graded(root, person, AGREED)
        commit(root, person)
    git(root, "checkout", "-q", "main")
    way(root)
    verdict = whole(root)
    assert {proof.why for proof in verdict.independence or []} == {WAYS[way]}
    assert {finding.kind.value for finding in verdict.findings} <= {"unattested"}


def test_a_session_that_someone_else_brought_in_is_invalid(root: Path):
    graded(root, "alice", AGREED)
    made = commit(root, "bob")
    (finding,) = whole(root).findings
    assert (finding.kind, finding.path, finding.line) == ("invalid", below(root, sessions(root, "alice")[0]), None)
    assert finding.message == (
        f"came in by commit {made[:12]} (by bob@example.org): someone else, so nothing shows that alice (alice@example.org) wrote it"
    )
    assert verify(root).findings == []


def test_what_a_maintainer_brought_in_is_said_and_is_no_fault(root: Path, capsys: pytest.CaptureFixture[str]):
    graded(root, "alice", AGREED)
    commit(root, "carol")
    assert kinds(whole(root)) == [("unattested", below(root, sessions(root, "alice")[0]))]
    assert main(["verify", str(root), "--history"]) == 0
    assert "small: ok, 1 unattested (" in capsys.readouterr().out


def test_a_co_author_is_an_author(root: Path):
    graded(root, "alice", AGREED)
    commit(root, "bob", "squashed\n\nCo-authored-by: Alice <Alice@Example.org>\n")
    assert whole(root).findings == []


def test_an_e_mail_that_mailmap_knows_is_that_person_s(root: Path):
    graded(root, "alice", AGREED)
    commit(root, "carol")
    git(root, "commit", "-q", "--amend", "-m", "by the web", "--author", "Alice <7+alice@users.noreply.github.com>")
    assert [kind for kind, _ in kinds(whole(root))] == ["invalid"]
    (root.parent / ".mailmap").write_text("Alice <alice@example.org> <7+alice@users.noreply.github.com>\n")
    assert whole(root).findings == []


@pytest.mark.parametrize("author", ["x <>", "x < >", "x <a b>", "x <no-at>", "é <ü@example.org>"])
def test_an_odd_author_is_someone_else(root: Path, author: str):
    graded(root, "alice", AGREED)
    commit(root, "carol")
    raw = git(root, "cat-file", "commit", "HEAD").split("\n")
    raw[2] = f"author {author} 1767323045 +0000"
    made = subprocess.run(
        ["git", "hash-object", "-t", "commit", "-w", "--literally", "--stdin"],
        cwd=root,
        input="\n".join(raw) + "\n",
        capture_output=True,
        text=True,
    )
    git(root, "update-ref", "HEAD", made.stdout.strip())
    assert [kind for kind, _ in kinds(whole(root))] == ["invalid"]


def test_without_an_e_mail_nobody_asks_who_it_was(tmp_path: Path):
    people = {**PEOPLE, "alice": {"roles": ["reviewer"]}}
    root = drafts(tmp_path, people=people)
    graded(root, "alice", AGREED)
    commit(root, "mallory")
    assert whole(root).findings == []


def test_with_a_base_only_what_came_in_since_is_asked_about(root: Path):
    graded(root, "alice", AGREED)
    base = commit(root, "mallory")
    graded(root, "bob", AGREED)
    assert verify(root, base=base).findings == []
    commit(root, "mallory")
    assert kinds(verify(root, base=base)) == [("invalid", below(root, sessions(root, "bob")[0]))]
    assert kinds(verify(root, base="HEAD")) == []
    assert len(kinds(whole(root, base="HEAD"))) == 2


def test_a_record_that_someone_adds_to_anothers_session_is_invalid(root: Path):
    graded(root, "alice", AGREED)
    path = sessions(root, "alice")[0]
    seal_of(path).unlink()
    commit(root, "alice")
    record = json.loads(path.read_bytes().splitlines()[-1])
    path.write_bytes(path.read_bytes() + jsonl([{**record, "n": 3, "note": "me too"}]))
    reseal(path)
    commit(root, "mallory")
    assert kinds(whole(root)) == [("invalid", below(root, path))]


def test_a_decision_on_labels_that_came_in_later_is_invalid(root: Path):
    graded(root, "alice", AGREED)
    graded(root, "bob", {"q-1": {"p-1": 1, "p-2": 0}})
    (root.parent / "r.jsonl").write_bytes(jsonl([{"sample": "q-1", "values": {"relevance": {"p-1": 2, "p-2": 0}}, "reason": "between"}]))
    list(decide_from(Workspace(root), "carol", root.parent / "r.jsonl"))
    git(root, "add", "decisions", "labels/alice")
    git(root, "commit", "-q", "-m", "early")
    finding = whole(root).findings[-1]
    decision = below(root, sessions(root, "carol")[0])
    assert (finding.kind, finding.path, finding.line) == ("invalid", decision, 2)
    assert "on which it rests, is in no commit" in finding.message
    git(root, "add", "labels/bob")
    git(root, "commit", "-q", "-m", "late", by="bob")
    assert "on which it rests, came in later" in next(found.message for found in whole(root).findings if found.path == decision)


def test_an_edit_that_was_sealed_again_is_caught_without_a_base(root: Path):
    graded(root, "alice", AGREED)
    commit(root, "alice")
    path = sessions(root, "alice")[0]
    rewritten(path, 3, lambda record: record.update(note="slipped in later"))
    commit(root, "alice", "hidden")
    assert verify(root).findings == []
    assert kinds(whole(root)) == [("tampered", below(root, path))]
    path.unlink()
    seal_of(path).unlink()
    (finding,) = whole(root).findings
    assert finding.message.endswith("and is gone")


def test_a_shallow_clone_says_which_line_to_add(root: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    labelled_apart(root)
    git(tmp_path, "clone", "-q", "--depth", "1", f"file://{root.parent}", "shallow")
    clone = tmp_path / "shallow" / "small"
    assert main(["verify", str(clone), "--history"]) == 4
    assert "`fetch-depth: 0` under actions/checkout" in capsys.readouterr().out
    assert main(["verify", str(clone), "--base", "HEAD"]) == 4
    assert main(["verify", str(clone)]) == 0


def test_outside_git_and_before_the_first_commit(tmp_path: Path):
    root = a_dataset(tmp_path / "alone")
    assert kinds(whole(root)) == [("cannot check", ".")]
    git(root, "init", "-q")
    assert kinds(whole(root)) == [("cannot check", ".")]


def test_gold_waits_for_the_proof_where_it_is_required(tmp_path: Path):
    root = drafts(tmp_path, workflow=REQUIRED)
    labelled_apart(root, {"q-1": AGREED["q-1"]})
    for person in ("alice", "bob"):
        graded(root, person, {"q-2": AGREED["q-2"]})
        commit(root, person)
    list(promote(Workspace(root), ["q-1", "q-2"], Status.CANDIDATE, "carol"))
    with pytest.raises(CheckFailed, match=r"q-2: history does not prove its labels independent \(after the other\)"):
        list(promote(Workspace(root), ["q-1", "q-2"], Status.GOLD, "carol"))
    list(promote(Workspace(root), ["q-1"], Status.GOLD, "carol"))
    commit(root, "carol")
    assert whole(root).findings == []


def test_gold_without_the_proof_that_is_required_by_now_is_invalid(root: Path):
    for person in ("alice", "bob"):
        graded(root, person, {"q-1": AGREED["q-1"]})
        commit(root, person)
    list(promote(Workspace(root), ["q-1"], Status.CANDIDATE, "carol"))
    list(promote(Workspace(root), ["q-1"], Status.GOLD, "carol"))
    assert whole(root).findings == []
    config = json.loads((root / "dataset.yaml").read_text())
    (root / "dataset.yaml").write_text(json.dumps({**config, "workflow": REQUIRED}))
    (finding,) = whole(root).findings
    assert finding.message == "q-1: is gold, and history does not prove its labels independent (after the other)"


def test_where_a_proof_is_required_and_there_is_no_history_nothing_is_promoted(tmp_path: Path):
    root = a_dataset(tmp_path / "alone", workflow=REQUIRED)
    for person in ("alice", "bob"):
        graded(root, person, AGREED)
    list(promote(Workspace(root), ["q-1"], Status.CANDIDATE, "carol"))
    with pytest.raises(CannotCheck, match="is in no git repository"):
        list(promote(Workspace(root), ["q-1"], Status.GOLD, "carol"))


@pytest.fixture
def keys(tmp_path: Path) -> Path:
    """Keys of alice and mallory, of whom alice is an allowed signer."""
    for person in ("alice", "mallory"):
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", person, "-f", str(tmp_path / person)], check=True)
    kind, key, _ = (tmp_path / "alice.pub").read_text().split()
    signers = tmp_path / "signers"
    signers.write_text(f"alice@example.org {kind} {key}\n")
    return signers


def signed(root: Path, person: str, key: Path) -> None:
    git(root, "add", "-A")
    git(root, "-c", "gpg.format=ssh", "-c", f"user.signingKey={key}", "commit", "-q", "-S", "-m", "signed", by=person)


def test_signatures_are_asked_of_the_allowed_signers(root: Path, keys: Path):
    graded(root, "alice", {"q-1": AGREED["q-1"]})
    signed(root, "alice", keys.with_name("alice"))
    assert main(["verify", str(root), "--signatures", str(keys)]) == 0
    graded(root, "alice", {"q-2": AGREED["q-2"]})
    signed(root, "alice", keys.with_name("mallory"))
    graded(root, "bob", AGREED)
    commit(root, "bob")
    verdict = verify(root, past=Past(whole=True, signers=keys))
    assert kinds(verdict) == [("invalid", below(root, sessions(root, "alice")[1])), ("invalid", below(root, sessions(root, "bob")[0]))]
    assert "which nobody who may has signed with a key in signers" in verdict.findings[0].message
    assert whole(root).findings == []


def test_to_name_someone_as_co_author_is_no_signature_of_theirs(root: Path, keys: Path):
    graded(root, "bob", AGREED)
    git(root, "add", "-A")
    key = ["-c", "gpg.format=ssh", "-c", f"user.signingKey={keys.with_name('alice')}"]
    git(root, *key, "commit", "-q", "-S", "-m", "x\n\nCo-authored-by: Bob <bob@example.org>", by="alice")
    assert whole(root).findings == []
    assert kinds(verify(root, past=Past(whole=True, signers=keys))) == [("invalid", below(root, sessions(root, "bob")[0]))]


def test_a_repository_says_no_program_that_checks_signatures(root: Path, keys: Path, tmp_path: Path):
    trap = tmp_path / "trap"
    trap.write_text(f"#!/bin/sh\ntouch '{tmp_path}/sprung'\nexit 0\n")
    trap.chmod(0o755)
    graded(root, "alice", AGREED)
    signed(root, "alice", keys.with_name("mallory"))
    for key in ("gpg.program", "gpg.ssh.program", "gpg.openpgp.program", "gpg.x509.program", "gpg.ssh.defaultKeyCommand"):
        git(root, "config", key, str(trap))
    assert main(["verify", str(root), "--signatures", str(keys)]) == 1
    assert not (tmp_path / "sprung").exists()


@pytest.mark.parametrize("options", [[], ["--object-format=sha256"]], ids=["sha1", "sha256"])
def test_a_dataset_that_is_the_whole_repository(tmp_path: Path, options: list[str]):
    root = a_dataset(tmp_path / "repository")
    git(root, "init", "-q", *options)
    assert whole(root).findings[0].message == "nothing was committed yet, so there is no history to ask"
    commit(root, "carol")
    (root / "README").write_text("no part of the dataset")
    commit(root, "mallory")
    labelled_apart(root)
    verdict = whole(root)
    assert verdict.findings == []
    assert [proof.why for proof in verdict.independence or []] == [None, None]
    path = sessions(root, "bob")[0]
    rewritten(path, 2, lambda record: record.update(note="slipped in"))
    assert kinds(whole(root)) == [("tampered", below(root, path))]


def test_a_dataset_that_no_commit_has(root: Path):
    other = graded(a_dataset(root.parent / "other"), "alice", AGREED)
    verdict = whole(other)
    assert (verdict.findings, verdict.independence) == ([], [])
    graded(other, "bob", AGREED)
    assert [proof.why for proof in whole(other).independence or []] == ["not committed", "not committed"]


def test_a_linked_work_tree_has_the_same_history(root: Path, tmp_path: Path):
    labelled_apart(root)
    git(root, "worktree", "add", "-q", "--detach", str(tmp_path / "linked"))
    assert whole(tmp_path / "linked" / "small").findings == []


@pytest.mark.parametrize("target", ["elsewhere/small", "small/deeper", "."])
def test_a_folder_that_is_moved_keeps_its_history(root: Path, target: str):
    labelled_apart(root)
    base = git(root, "rev-parse", "HEAD")
    top = root.parent
    (top / "aside").mkdir()
    for entry in [entry for entry in root.iterdir() if entry.name != ".annotator"]:
        entry.rename(top / "aside" / entry.name)
    moved = top / target
    moved.mkdir(parents=True, exist_ok=True)
    for entry in list((top / "aside").iterdir()):
        entry.rename(moved / entry.name)
    (top / "aside").rmdir()
    commit(top, "mallory", "tidy up")
    verdict = whole(moved)
    assert verdict.findings == []
    assert [proof.why for proof in verdict.independence or []] == [None, None]
    assert verify(moved, base=base).findings == []
    path = sessions(moved, "alice")[0]
    rewritten(path, 2, lambda record: record.update(note="slipped in"))
    assert ("tampered", below(moved, path)) in kinds(whole(moved))
    assert ("tampered", below(moved, path)) in kinds(verify(moved, base=base))
    commit(top, "alice", "again")
    git(top, "commit", "-q", "--amend", "-m", "one commit more or less", by="alice")
    assert ("tampered", below(moved, path)) in kinds(whole(moved))


def test_what_is_rewritten_while_it_moves_is_found(root: Path):
    graded(root, "alice", AGREED)
    base = commit(root, "alice")
    git(root.parent, "mv", "small", "moved")
    moved = root.parent / "moved"
    path = sessions(moved, "alice")[0]
    rewritten(path, 2, lambda record: record.update(note="slipped in"))
    commit(moved, "alice", "tidy up")
    assert kinds(whole(moved)) == [("tampered", below(moved, path))]
    assert ("tampered", below(moved, path)) in kinds(verify(moved, base=base))
