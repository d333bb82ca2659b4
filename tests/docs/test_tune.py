"""docs/tune.md: its commands run, its figures come out, and every conclusion, parameter and figure of the report is explained."""

import json
import re
import shlex
import shutil
from pathlib import Path

import pytest

from annotator.cli.main import main
from annotator.evaluate.tuning.conclusion import J_LOW, NDCG_SIG, Conclusion
from annotator.evaluate.tuning.grid import USUAL, Grid
from tests.docs.reading import ROOT, blocks

GUIDE = ROOT / "docs" / "tune.md"
TEXT = GUIDE.read_text("utf-8")
# These need a model or machines that a test has not.
ELSEWHERE = ("dense:FOLDER", "tcp://HOST:8786")


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "200")
    shutil.copytree(ROOT / "datasets" / "bilingual-notes", tmp_path / "bilingual-notes")
    return tmp_path


def test_every_command_runs_and_leaves_the_files_it_names(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    commands = [shlex.split(line)[1:] for line in re.findall(r"^    (annotator .+)$", TEXT, re.MULTILINE)]
    ran = [words for words in commands if not any(word in ELSEWHERE for word in words)]
    assert (len(commands), len(ran)) == (7, 5)
    for words in ran:
        assert main(words) == 0
    assert sorted(path.name for path in here.iterdir() if path.is_file()) == [f"settings.{end}" for end in ("csv", "html", "json", "svg")]


def test_the_printed_lines_are_what_the_command_prints(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (printed,) = [block.text for block in blocks(GUIDE) if block.language == "text"]
    assert main(["tune", "bilingual-notes"]) == 0
    # Lines are folded at 120 columns.
    assert " ".join(printed.split()) in " ".join(capsys.readouterr().out.split())
    assert main(["tune", "bilingual-notes", "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    usual = report["measures"]["nDCG@10"]["usual"]
    assert f"reaches from {usual['low']:.4f} to {usual['high']:.4f}" in " ".join(TEXT.split())
    explained = set(re.findall(r"`([a-z0-9_]+)`", TEXT))
    about_the_run = {
        "format",
        "version",
        "dataset",
        "code",
        "run",
        "provisional",
        "routes",
        "corpus_count",
        "query_count",
        "gt_mode",
        "notes",
    }
    shown_elsewhere = {"grid", "combinations", "measures", "conclusion", "reason", "banner"}
    assert set(report) - about_the_run - shown_elsewhere <= explained


def test_the_tables_are_the_grid_and_the_conclusions() -> None:
    for name, values in Grid()._asdict().items():
        (row,) = re.findall(rf"^\| `{name}` \|.*\|$", TEXT, re.MULTILINE)
        usual, tried = (cell.strip() for cell in row.split("|")[3:5])
        assert (float(usual), tuple(float(one) for one in tried.split(","))) == (USUAL[name], values)
    assert set(re.findall(r"^\| `(\w+)` \| [^|]+ \| (?:nothing|what)", TEXT, re.MULTILINE)) == set(map(str, Conclusion))
    assert f"{NDCG_SIG} or more" in TEXT and f"{J_LOW:.2f}" in TEXT


def test_the_arithmetic_of_the_artefact() -> None:
    assert f"{1.52 / (1.74 + 20 - 1.52):.4f}" == "0.0752"
    assert "1.52 / (1.74 + 20 - 1.52) = 0.0752" in TEXT
