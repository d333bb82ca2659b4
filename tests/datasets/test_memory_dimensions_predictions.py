"""The made-up predictions for memory-dimensions: what they are to show, and their figures against scikit-learn."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from sklearn.metrics import accuracy_score, mean_absolute_error, precision_recall_fscore_support
from sklearn.preprocessing import MultiLabelBinarizer

from annotator.cli.main import main
from annotator.curate.answers_given import answer_of
from annotator.curate.workspace import Workspace
from annotator.store.yaml import parse_yaml

DATASETS = Path(__file__).resolve().parents[2] / "datasets"
ROOT, SOURCE = DATASETS / "memory-dimensions", DATASETS / "memory-dimensions-source"
# File, exit code of score-tags, labels that no name and no alias covers.
TAGGERS = [
    ("predictions-a.jsonl", 1, {"三观", "底线", "health", "开发环境", "植物", "coding style", "mood board", "运维"}),
    ("predictions-b.jsonl", 0, {"三观"}),
]


@pytest.fixture(scope="module")
def dimensions() -> dict[str, str]:
    """Every word for a dimension in lower case, with the id that it means."""
    plain, _ = parse_yaml((ROOT / "dimensions.yaml").read_bytes(), "dimensions.yaml")
    return {word.lower(): one["id"] for one in plain["dimensions"] for word in (one["id"], *one["name"].values(), *one.get("aliases", ()))}


@pytest.fixture(scope="module")
def answers() -> dict[str, Mapping[str, Any]]:
    workspace = Workspace(ROOT)
    return {id_: answer for id_ in workspace.cases if (answer := answer_of(workspace, id_)) is not None}


def predicted(file: str) -> dict[str, Any]:
    lines = [json.loads(line) for line in (SOURCE / file).read_bytes().splitlines()[1:]]
    return {line["sample"]: line for line in lines}


def by_memory(records: Mapping[str, Any], facet: str) -> dict[str, Any]:
    """The facet's value of every memory of every case."""
    return {memory: value for record in records.values() for memory, value in record[facet].items()}


def of_values(file: str, facet: str) -> dict[str, Any]:
    return by_memory({sample: line["values"] for sample, line in predicted(file).items()}, facet)


def test_they_say_that_no_system_gave_them() -> None:
    words = (SOURCE / "README.md").read_text("utf-8")
    assert "(made up)" in words.partition("\n")[0]
    assert "No system gave these" in words
    for file, *_ in TAGGERS:
        first = json.loads((SOURCE / file).read_bytes().splitlines()[0])
        assert first["run"]["provider"] == "none, made up"


@pytest.mark.parametrize(("file", "unknown"), [(file, unknown) for file, _, unknown in TAGGERS])
def test_every_case_is_predicted_with_aliases_unknown_labels_and_confusions(
    file: str, unknown: set[str], dimensions: dict[str, str], answers: dict[str, Mapping[str, Any]]
) -> None:
    assert predicted(file).keys() == answers.keys()
    given = of_values(file, "dimensions")
    right = by_memory(answers, "dimensions")
    assert given.keys() == right.keys()
    words = {word for labels in given.values() for word in labels}
    assert {word for word in words if word.lower() not in dimensions} == unknown
    assert [word for word in words if word not in dimensions.values() and word.lower() in dimensions]
    found = {memory: {dimensions.get(word.lower(), word) for word in labels} for memory, labels in given.items()}
    assert [memory for memory, labels in found.items() if labels != right[memory]]


@pytest.mark.parametrize("file", [file for file, *_ in TAGGERS])
def test_sections_blocks_rankings_and_scenes_stand_where_the_case_asks_for_them(file: str, answers: dict[str, Mapping[str, Any]]) -> None:
    workspace = Workspace(ROOT)
    memories = set(workspace.dataset.passages)
    for id_, line in predicted(file).items():
        sample = workspace.cases[id_].sample
        assert ("sections" in line) is ("not-asked" not in answers[id_]["section-full"].values())
        assert ("injected" in line) is ("follow_up" in (sample.context or {}))
        assert ("ranked" in line) is (sample.query is not None)
        assert len(set(line.get("ranked", ()))) == len(line.get("ranked", ()))
        assert {memory for block in line.get("injected", ()) for memory in block} | set(line.get("ranked", ())) <= memories
        assert [set(run) for run in line["scenes"]] == [set(sample.candidates or ())] * 3


@pytest.mark.parametrize(("file", "code", "unknown"), TAGGERS)
def test_figures_are_those_of_scikit_learn(
    file: str,
    code: int,
    unknown: set[str],
    dimensions: dict[str, str],
    answers: dict[str, Mapping[str, Any]],
    capsys: pytest.CaptureFixture[str],
) -> None:
    right, given = by_memory(answers, "dimensions"), of_values(file, "dimensions")
    found = {memory: {dimensions.get(word.lower(), word) for word in given[memory]} for memory in right}
    # An unknown label is a class of its own that is never right, so it counts as a false positive.
    table = MultiLabelBinarizer(classes=sorted({*dimensions.values(), *unknown}))
    true, guessed = table.fit_transform(right.values()), table.transform(found.values())
    precision, recall, f1, _ = precision_recall_fscore_support(true, guessed, average="micro")
    strict = [all(found[memory] == labels for memory, labels in answer["dimensions"].items()) for answer in answers.values()]
    types, velocities, priorities = (
        (list(by_memory(answers, facet).values()), [of_values(file, facet)[memory] for memory in right])
        for facet in ("memory-type", "time-velocity", "priority")
    )
    assert main(["score-tags", str(ROOT), str(SOURCE / file), "--json"]) == code
    figures = json.loads(capsys.readouterr().out)["taggers"][file]["figures"]
    expected = {
        "micro-precision": precision,
        "micro-recall": recall,
        "micro-f1": f1,
        "strict-match": sum(strict) / 80,
        "type-accuracy": accuracy_score(*types),
        "velocity-accuracy": accuracy_score(*velocities),
        "priority-mae": mean_absolute_error(*priorities),
    }
    assert {name: figures[name]["value"] for name in expected} == pytest.approx(expected)
