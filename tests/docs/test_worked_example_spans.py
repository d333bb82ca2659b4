"""docs/worked-example-spans.md, run as it stands on the real Chinese spans, against values that were computed without this package."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.docs import reading
from tests.docs.reading import ROOT

DOCUMENT = ROOT / "docs" / "worked-example-spans.md"


@pytest.fixture(scope="module")
def source(shared_data: Path) -> Path:
    return shared_data / "span-crowd-oei-zh"


@pytest.fixture(scope="module")
def walked(tmp_path_factory: pytest.TempPathFactory, source: Path) -> tuple[Path, str]:
    """A folder in which the document's commands were run, and what they printed."""
    folder = tmp_path_factory.mktemp("spans")
    return folder, reading.walked(DOCUMENT, folder, OEI=str(source))


@pytest.mark.parametrize("other", ["user2", "user4", "user5"])
def test_agreement_equals_the_independent_values(walked: tuple[Path, str], source: Path, other: str) -> None:
    expected = json.loads((source / "expected.json").read_text("utf-8"))["dev"][f"user1~{other} (docs both reviewed)"]
    pairs = reading.printed_json(walked[0], "agreement", "opinions", "--json")["facets"]["opinions"]["pairs"]
    (pair,) = [pair for pair in pairs if pair["reviewers"] == ["user1", other]]
    assert pair["n"] == expected["docs"]
    assert (pair["spans"], pair["characters"]) == ([expected["exact"]["n_a"], expected["exact"]["n_b"]], expected["char"]["chars"])
    found = {name: figure["value"] for name, figure in pair["statistics"].items()}
    wanted = {
        "f1-exact": expected["exact"]["f1"],
        "f1-overlap": expected["overlap_same_label"]["f1"],
        "character-f1": expected["char"]["f1"],
        "character-kappa": expected["char"]["cohen_kappa"],
    }
    assert {name: found[name] for name in wanted} == pytest.approx(wanted, abs=1e-9)


def test_everything_is_gold_and_the_folder_is_sound(walked: tuple[Path, str]) -> None:
    status = reading.printed_json(walked[0], "status", "opinions", "--json")
    assert status["counts"] == {"draft": 0, "gold-candidate": 0, "gold": 69, "contested": 0}
    assert [sample["labels"] for sample in status["samples"] if len(sample["labels"]) != 4] == []
    assert subprocess.run([sys.executable, "-m", "annotator", "verify", "opinions"], cwd=walked[0], check=False).returncode == 0


def test_the_exported_gold_holds_the_expert_s_answer(walked: tuple[Path, str], source: Path) -> None:
    experts: dict[str, set[tuple[int, int, str]]] = {}
    for line in (source / "dev-expert.jsonl").read_text("utf-8").split("\n"):
        if line:
            record: dict[str, Any] = json.loads(line)
            marks = [mark for mark in record["annotations"] if mark["start_offset"] >= 0]
            experts[str(record["id"])] = {(mark["start_offset"], mark["end_offset"], mark["label"]) for mark in marks}
    gold = [json.loads(line) for line in (walked[0] / "gold" / "gold.jsonl").read_text("utf-8").split("\n") if line]
    assert len(gold) == 69
    for record in gold:
        assert {(mark["start"], mark["end"], mark["tag"]) for mark in record["values"]["opinions"]} == experts[record["id"]]
        assert (record["rule"], record["decided_by"]) == ("adjudicated", ["expert"])


def test_the_figures_of_the_document_are_those_printed(walked: tuple[Path, str]) -> None:
    printed = " ".join(walked[1].split())
    tables = re.findall(r"^    (user\d ~ user\d .*)$", DOCUMENT.read_text("utf-8"), re.MULTILINE)
    assert len(tables) == 6
    assert [line for line in tables if " ".join(line.split()) not in printed] == []
    assert "mean character-kappa over 6 pairs of people: 0.382" in printed
