"""docs/worked-example.md, run as it stands on the real judgements, against the values that scikit-learn gave for them."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.docs import reading
from tests.docs.reading import ROOT

DOCUMENT = ROOT / "docs" / "worked-example.md"
TOLERANCE = 1e-9


@pytest.fixture(scope="module")
def walked(tmp_path_factory: pytest.TempPathFactory, shared_data: Path) -> tuple[Path, str]:
    """A folder in which the document's commands were run, and what they printed."""
    folder = tmp_path_factory.mktemp("worked example")
    return folder, reading.walked(DOCUMENT, folder, DATA=str(shared_data / "rel-nyt-reviewers"), FIRA=str(shared_data / "rel-fira-vs-nist"))


def agreement(folder: Path, dataset: str) -> dict[str, dict[str, float]]:
    """The statistics of the only pair of a dataset."""
    (pair,) = reading.printed_json(folder, "agreement", dataset, "--json")["facets"]["relevance"]["pairs"]
    return {name: figure["value"] for name, figure in pair["statistics"].items()} | {"n": pair["n"]}


@pytest.mark.parametrize(
    ("dataset", "source", "path"),
    [
        ("nyt", "rel-nyt-reviewers", ("relevance", "reviewer_1~reviewer_2")),
        ("fira", "rel-fira-vs-nist", ("doc_grade",)),
    ],
)
def test_agreement_equals_the_independent_values(
    walked: tuple[Path, str], shared_data: Path, dataset: str, source: str, path: tuple[str, ...]
) -> None:
    expected = json.loads((shared_data / source / "expected.json").read_text("utf-8"))
    for key in path:
        expected = expected[key]
    found = agreement(walked[0], dataset)
    assert found["n"] == expected["n"]
    assert found["observed"] == pytest.approx(expected["observed_agreement"], abs=TOLERANCE)
    for ours, theirs in (("kappa", "cohen_unweighted"), ("kappa-linear", "cohen_linear"), ("kappa-quadratic", "cohen_quadratic")):
        assert found[ours] == pytest.approx(expected[theirs], abs=TOLERANCE)


def test_everything_settled_is_gold_and_the_folder_is_sound(walked: tuple[Path, str]) -> None:
    status = reading.printed_json(walked[0], "status", "nyt", "--json")
    assert status["counts"] == {"draft": 0, "gold-candidate": 0, "gold": 10, "contested": 0}
    assert subprocess.run([sys.executable, "-m", "annotator", "verify", "nyt", "fira"], cwd=walked[0], check=False).returncode == 0


def test_every_step_prints_another_dataset_sha256(walked: tuple[Path, str]) -> None:
    after_decisions = re.findall(r"^(?:saved adjudicate|\d+: ).*dataset SHA-256 ([0-9a-f]{64})$", walked[1], re.MULTILINE)
    assert len(after_decisions) == 30
    assert len(set(after_decisions)) == 30


def test_exported_qrels_hold_every_resolved_grade(walked: tuple[Path, str], shared_data: Path) -> None:
    import csv

    with (shared_data / "rel-nyt-reviewers" / "aggregated_judgments.csv").open(encoding="utf-8") as file:
        final = {(row["topic"], row["document_id"]): int(row["reviewers_rel"]) for row in csv.DictReader(file)}
    lines = [line.split() for line in (walked[0] / "gold" / "qrels.trec").read_text("utf-8").splitlines()]
    assert {(topic, document): int(grade) for topic, _, document, grade in lines} == final


def test_the_figures_of_the_document_are_those_printed(walked: tuple[Path, str]) -> None:
    table = re.search(r"^    (reviewer_1 ~ .*)$", DOCUMENT.read_text("utf-8"), re.MULTILINE)
    assert table is not None
    printed = " ".join(walked[1].split())
    assert " ".join(table[1].split()) in printed
    for figure in ("nist ~ students 2003 0.425 0.097", "kappa 0.066", "kappa 0.531"):
        assert figure in printed
