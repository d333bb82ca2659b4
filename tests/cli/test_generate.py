"""`annotator generate`: a folder that is made once, replaced only when asked, and never when anybody changed it."""

import hashlib
import json
import subprocess
from pathlib import Path

import pytest

from annotator.cli.main import main
from tests.cli.words import Say, refusal, said, snapshot


def generated(capsys: Say, root: Path, *words: str) -> dict:
    return json.loads(said(capsys, "generate", "long-conversation", str(root), "--json", *words))


@pytest.mark.parametrize(("words", "sessions", "turns"), [(["--profile", "seed"], 3, 130), ([], 4, 380), (["--turns", "90,120"], 4, 290)])
def test_a_profile_or_sizes_of_ones_own(tmp_path: Path, capsys: Say, words: list[str], sessions: int, turns: int):
    made = generated(capsys, tmp_path / "talk", *words)
    assert (made["fresh"], made["sessions"], made["turns"]) == (True, sessions, turns)
    assert json.loads(said(capsys, "hash", str(tmp_path / "talk"), "--json"))["sha256"] == made["sha256"]
    assert main(["verify", str(tmp_path / "talk")]) == 0


def test_the_same_words_give_the_same_bytes_anywhere(tmp_path: Path, capsys: Say):
    made = [generated(capsys, tmp_path / name, "--profile", "seed", "--seed", "种子 one") for name in ("a", "deep/er/b")]
    assert made[0] == made[1]
    assert snapshot(tmp_path / "a") == snapshot(tmp_path / "deep" / "er" / "b")
    other = generated(capsys, tmp_path / "c", "--profile", "seed", "--seed", "two")
    assert other["sha256"] != made[0]["sha256"]


def test_what_it_was_told_stands_in_the_report(tmp_path: Path, capsys: Say):
    generated(capsys, tmp_path / "a", "--turns", "90", "--seed", "x")
    report = json.loads(said(capsys, "evaluate", str(tmp_path / "a"), "--json", "--baselines", "skill-only"))
    assert (report["profile"], report["seed"]) == ("own", "x")


def test_a_folder_that_is_up_to_date_is_left_alone(tmp_path: Path, capsys: Say):
    generated(capsys, tmp_path / "a", "--profile", "seed")
    before = {path: path.stat().st_mtime_ns for path in (tmp_path / "a").rglob("*")}
    for more in ([], ["--regenerate"]):
        assert generated(capsys, tmp_path / "a", "--profile", "seed", *more)["fresh"] is False
    assert "left alone" in said(capsys, "generate", "long-conversation", str(tmp_path / "a"), "--profile", "seed")
    assert {path: path.stat().st_mtime_ns for path in (tmp_path / "a").rglob("*")} == before


def test_a_stale_one_is_replaced_only_when_asked(tmp_path: Path, capsys: Say):
    root = tmp_path / "a"
    generated(capsys, root, "--profile", "seed")
    words = ("generate", "long-conversation", str(root), "--profile", "seed", "--seed", "other")
    assert "--regenerate" in refusal(capsys, root, *words)
    assert said(capsys, *words, "--regenerate").startswith(f"{root}: generated")
    assert generated(capsys, tmp_path / "b", "--profile", "seed", "--seed", "other")["fresh"] is True
    assert snapshot(root) == snapshot(tmp_path / "b")
    assert {path.name for path in tmp_path.iterdir()} == {"a", "b"}


@pytest.mark.parametrize("change", ["edited", "added", "removed"])
def test_what_anybody_changed_is_never_touched(tmp_path: Path, capsys: Say, change: str):
    root = tmp_path / "a"
    generated(capsys, root, "--profile", "seed")
    if change == "edited":
        (root / "dataset.yaml").write_bytes((root / "dataset.yaml").read_bytes() + b"# mine\n")
    elif change == "added":
        (root / "labels" / "notes.txt").write_text("mine")
    else:
        (root / "samples.jsonl").unlink()
    for seed in ("long-conversation-v1", "other"):
        words = ("generate", "long-conversation", str(root), "--profile", "seed", "--seed", seed, "--regenerate")
        assert "was changed since it was generated" in refusal(capsys, root, *words)


def test_what_it_did_not_make_is_never_touched(tmp_path: Path, capsys: Say):
    folder, file, link = tmp_path / "folder", tmp_path / "file", tmp_path / "link"
    folder.mkdir()
    (folder / "mine.txt").write_text("mine")
    file.write_text("mine")
    link.symlink_to(folder)
    for root in (folder, file, link):
        words = ("generate", "long-conversation", str(root), "--profile", "seed", "--regenerate")
        assert "was not generated" in refusal(capsys, tmp_path, *words)


def test_an_empty_folder_is_filled(tmp_path: Path, capsys: Say):
    (tmp_path / "a").mkdir()
    assert generated(capsys, tmp_path / "a", "--profile", "seed")["fresh"] is True


def test_the_listing_is_checked_by_sha256sum(tmp_path: Path, capsys: Say):
    generated(capsys, tmp_path / "a", "--profile", "seed")
    checked = subprocess.run(["sha256sum", "--strict", "--quiet", "-c", "GENERATED.sha256"], cwd=tmp_path / "a", capture_output=True)
    assert (checked.returncode, checked.stdout) == (0, b"")
    line = (tmp_path / "a" / "GENERATED.sha256").read_text("ascii").splitlines()[0]
    digest, name = line.split("  ")
    assert digest == hashlib.sha256((tmp_path / "a" / name).read_bytes()).hexdigest()


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--turns", "40"], "--turns 40: a session of this kind says what it has to say in"),
        (["--turns", "100,many"], "--turns 100,many: give whole numbers"),
        (["--turns", "0"], "--turns 0: give whole numbers"),
        (["--turns", "²"], "give whole numbers"),
        (["--seed", " "], "--seed: give one line"),
        (["--seed", "a\nb"], "--seed: give one line"),
    ],
)
def test_words_that_mean_nothing_are_refused(tmp_path: Path, capsys: Say, words: list[str], sentence: str):
    assert sentence in refusal(capsys, tmp_path, "generate", "long-conversation", str(tmp_path / "a"), *words)


def test_nothing_of_this_device_gets_into_the_bytes(tmp_path: Path, capsys: Say):
    generated(capsys, tmp_path / "a", "--profile", "seed")
    (session,) = (tmp_path / "a" / "labels" / "drafter-example").glob("*.jsonl")
    opening = json.loads(session.read_text("utf-8").splitlines()[0])
    assert (opening["device"], session.name[:16]) == ("generator", "20260101T000000Z")
    assert not (tmp_path / "a" / ".annotator").exists()


@pytest.mark.parametrize("seed", ["one", "zwei", "三"])
def test_whatever_the_seed_the_dataset_is_sound_and_the_reference_store_breaks_no_invariant(tmp_path: Path, capsys: Say, seed: str):
    generated(capsys, tmp_path / "a", "--turns", "90,230", "--seed", seed)
    assert main(["verify", str(tmp_path / "a")]) == 0
    report = json.loads(said(capsys, "evaluate", str(tmp_path / "a"), "--json"))
    assert {one["ok"] for one in report["invariants"]} == {True}
