"""A candidate of the recall sets becomes gold by a maintainer's own decision alone, and the dataset's SHA-256 says so."""

import json
import shutil
from pathlib import Path

import pytest

from annotator.cli.main import main

DATASETS = Path(__file__).resolve().parents[2] / "datasets"


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("recall-bench", "recall-bench-candidates"):
        shutil.copytree(DATASETS / name, tmp_path / name)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def printed(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    capsys.readouterr()
    assert main(words) == 0
    return capsys.readouterr().out


def test_one_candidate_named_by_the_maintainer_becomes_gold_and_the_hash_changes(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = printed(capsys, "hash", "recall-bench-candidates")
    printed(capsys, "promote", "recall-bench-candidates", "coding-01", "--to", "gold", "--as", "luo-example")
    counts = json.loads(printed(capsys, "status", "recall-bench-candidates", "--json"))["counts"]
    assert (counts["gold"], counts["gold-candidate"]) == (1, 39)
    assert printed(capsys, "hash", "recall-bench-candidates") != before


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("recall-bench-candidates", "coding-01", "--as", "kaya-example"), "kaya-example is not a maintainer"),
        (("recall-bench", "coding-01", "--as", "drafter-example"), "promote it to gold-candidate first"),
    ],
)
def test_nothing_else_makes_gold(here: Path, words: tuple[str, ...], why: str, capsys: pytest.CaptureFixture[str]) -> None:
    before = printed(capsys, "hash", words[0])
    assert main(["promote", words[0], *words[1:], "--to", "gold"]) == 1
    assert why in capsys.readouterr().err
    assert printed(capsys, "hash", words[0]) == before


def test_the_candidates_leave_the_drafts_as_they_are(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    beside = printed(capsys, "hash", "recall-bench"), printed(capsys, "status", "recall-bench", "--json")
    shutil.rmtree("recall-bench-candidates")
    assert (printed(capsys, "hash", "recall-bench"), printed(capsys, "status", "recall-bench", "--json")) == beside
