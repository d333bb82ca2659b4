"""Verify: what only history can tell."""

import re
from pathlib import Path

import pytest

from annotator.cli.main import main
from annotator.curate.promote import promote
from annotator.curate.verify import verify
from annotator.curate.workspace import Workspace
from annotator.errors import CannotCheck, CheckFailed, UsageError
from annotator.model.status import Status
from tests.builders import a_sample, jsonl, labelled
from tests.curate.sound import a_value, below, found, git, rewritten, seal_of, sessions


def test_under_git_the_first_line_that_differs_is_named(repository: Path):
    path = sessions(repository, "bob")[0]
    path.write_bytes(path.read_bytes().replace(b'"p-2":2', b'"p-2":1'))
    assert found(repository)[0] == ("tampered", below(repository, path), 4)


def test_an_edit_that_was_sealed_again_is_caught_with_a_base_alone(repository: Path):
    path = sessions(repository, "alice")[1]
    rewritten(path, 3, lambda record: record.update(note="slipped in later"))
    assert found(repository) == []
    assert found(repository, base="HEAD") == [
        ("tampered", below(repository, path), None),
        ("tampered", f"{below(repository, path)}.sha256", None),
    ]
    git(repository, "commit", "-q", "-a", "-m", "hidden")
    assert found(repository, base="HEAD") == []
    assert ("tampered", below(repository, path), None) in found(repository, base="HEAD~1")


def test_a_session_that_went_away_with_its_seal_is_caught_with_a_base(repository: Path):
    path = sessions(repository, "alice")[1]
    path.unlink()
    seal_of(path).unlink()
    assert found(repository) == []
    assert ("tampered", below(repository, path), None) in found(repository, base="HEAD")


def test_a_release_that_differs_is_caught_with_a_base(repository: Path):
    (repository / "releases" / "1.0.0" / "gold.jsonl").write_text('{"a":1}\n')
    assert ("tampered", "releases/1.0.0/gold.jsonl", None) in found(repository, base="main")


def test_more_sessions_and_edited_drafts_are_no_fault_against_a_base(repository: Path):
    labelled(repository, "bob", {"q-4": a_value(1)})
    samples = repository / "samples.jsonl"
    samples.write_bytes(samples.read_bytes() + jsonl([a_sample("q-5")]))
    assert found(repository, base="HEAD") == []


def test_a_session_that_was_open_at_the_base_may_have_been_closed_since(repository: Path):
    path = sessions(repository, "alice")[1]
    seal = seal_of(path).read_bytes()
    seal_of(path).unlink()
    git(repository, "commit", "-q", "-a", "-m", "not closed yet")
    seal_of(path).write_bytes(seal)
    assert found(repository, base="HEAD") == []


def test_a_base_that_does_not_exist_is_a_usage_error(repository: Path):
    for base in ("nowhere", "--help", "-x", "HEAD:small", ""):
        with pytest.raises(UsageError):
            verify(repository, base=base)
    assert main(["verify", str(repository), "--base", "nowhere"]) == 2


def test_a_shallow_clone_cannot_check(repository: Path, tmp_path: Path):
    first = git(repository, "rev-parse", "HEAD").strip()
    git(repository, "commit", "-q", "--allow-empty", "-m", "second")
    git(tmp_path, "clone", "-q", "--depth", "1", f"file://{repository.parent}", "shallow")
    clone = tmp_path / "shallow" / "small"
    assert found(clone) == []
    with pytest.raises(CannotCheck, match="shallow clone; fetch the whole history"):
        verify(clone, base=first)
    assert main(["verify", str(clone), "--base", first]) == 4


def test_a_base_outside_git_cannot_be_checked(sound: Path):
    assert found(sound, base="main") == [("cannot check", ".", None)]
    assert main(["verify", str(sound), "--base", "main"]) == 4


def test_the_expected_hash_is_compared(sound: Path):
    assert found(sound, expect=verify(sound).sha256) == []
    assert found(sound, expect="0" * 64) == [("tampered", ".", None)]


def test_it_says_whether_it_looked_at_history(repository: Path, capsys: pytest.CaptureFixture[str]):
    main(["verify", str(repository)])
    assert "the folder as it stands; --base REF compares it with a commit" in capsys.readouterr().out
    main(["verify", str(repository), "--base", "main"])
    assert "ok (against main)" in capsys.readouterr().out


def test_no_decision_is_built_on_a_spoilt_dataset(sound: Path):
    path = sessions(sound, "alice")[1]
    path.write_bytes(path.read_bytes().replace(b'"seconds":null', b'"seconds":1'))
    before = sorted(sound.rglob("*"))
    with pytest.raises(CheckFailed, match=re.escape(f"tampered: {below(sound, path)}")):
        list(promote(Workspace(sound), ["q-3"], Status.CANDIDATE, "carol"))
    assert sorted(sound.rglob("*")) == before
