"""Real tag sets walk the whole road by `--from` files: two annotators of VariErr NLI, adjudication, promotion, gold, against independent values."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from annotator.cli.main import main
from tests.builders import a_dataset, jsonl

TAGS = ("entailment", "neutral", "contradiction")
PEOPLE = {"ann1": {"roles": ["reviewer"]}, "ann2": {"roles": ["reviewer"]}, "cora": {"roles": ["adjudicator", "maintainer"]}}
FACETS = {"label": {"kind": "tags", "on": "sample", "registry": "dimensions.yaml", "min": 1}}
Say = pytest.CaptureFixture[str]


@pytest.fixture(scope="module")
def source(shared_data: Path) -> Path:
    return shared_data / "dim-varierr-nli-en"


@pytest.fixture(scope="module")
def items(source: Path) -> dict[str, Any]:
    """The items that both annotators labelled."""
    whole = json.loads((source / "VariErrNLI_train_dev.json").read_text("utf-8"))
    return {id_: item for id_, item in whole.items() if {"Ann1", "Ann2"} <= item["annotations"].keys()}


def said(capsys: Say, *words: str) -> str:
    """What a command prints; it must succeed."""
    capsys.readouterr()
    assert main(words) == 0
    return capsys.readouterr().out


def the_word(ruled: Counter[str]) -> dict[str, Any]:
    """What at least two of all annotators said; where there is nothing of the kind, it cannot be settled."""
    kept = sorted(tag for tag, count in ruled.items() if count > 1)
    return (
        {"values": {"label": kept}, "reason": "said by two or more of all annotators"}
        if kept
        else {"unsettled": "each says something else"}
    )


def test_from_two_annotators_to_gold(tmp_path: Path, source: Path, items: dict[str, Any], capsys: Say):
    samples = [{"id": id_, "text": f"{item['text']['context']}\n\n{item['text']['statement']}"} for id_, item in items.items()]
    registry = {"dimensions": [{"id": tag, "name": tag.title()} for tag in TAGS]}
    root = str(a_dataset(tmp_path / "nli", passages=[], samples=samples, facets=FACETS, people=PEOPLE, registry=registry))
    for person in ("ann1", "ann2"):
        lines = [{"sample": id_, "values": {"label": item["annotations"][person.title()].split(",")}} for id_, item in items.items()]
        (tmp_path / f"{person}.jsonl").write_bytes(jsonl(lines))
        said(capsys, "label", root, "--as", person, "--from", str(tmp_path / f"{person}.jsonl"))

    expected = json.loads((source / "expected.json").read_text("utf-8"))["Ann1~Ann2"]
    (pair,) = json.loads(said(capsys, "agreement", root, "--json"))["facets"]["label"]["pairs"]
    assert pair["n"] == expected["n"] == len(items)
    assert pair["statistics"]["observed"]["value"] == pytest.approx(expected["exact_set"], abs=1e-9)
    assert pair["statistics"]["jaccard"]["value"] == pytest.approx(expected["mean_jaccard"], abs=1e-9)
    kappas = {f"kappa_{tag}": found["kappa"]["value"] for tag, found in pair["statistics"]["tags"].items()}
    assert kappas == pytest.approx({name: value for name, value in expected.items() if name.startswith("kappa_")}, abs=1e-9)

    still_open = said(capsys, "status", root, "--next", "adjudicate", "--ids").split()
    agreed = round(expected["exact_set"] * expected["n"])
    assert len(still_open) == len(items) - agreed
    votes = {id_: Counter(tag for tags in items[id_]["annotations"].values() for tag in tags.split(",")) for id_ in still_open}
    rulings = [{"sample": id_, **the_word(votes[id_])} for id_ in still_open]
    (tmp_path / "cora.jsonl").write_bytes(jsonl(rulings))
    said(capsys, "adjudicate", root, "--as", "cora", "--from", str(tmp_path / "cora.jsonl"))
    unsettled = sum("unsettled" in ruling for ruling in rulings)

    said(capsys, "promote", root, "--agreed", "--yes", "--to", "gold-candidate", "--as", "cora")
    said(
        capsys,
        "promote",
        root,
        *said(capsys, "status", root, "--next", "promote", "--status", "draft", "--ids").split(),
        "--to",
        "gold-candidate",
        "--as",
        "cora",
    )
    said(
        capsys,
        "promote",
        root,
        *said(capsys, "status", root, "--status", "gold-candidate", "--ids").split(),
        "--to",
        "gold",
        "--as",
        "cora",
    )
    counts = json.loads(said(capsys, "status", root, "--json"))["counts"]
    assert counts == {"draft": unsettled, "gold-candidate": 0, "gold": len(items) - unsettled, "contested": 0}
    assert unsettled > 0
    said(capsys, "verify", root)

    said(capsys, "export", "jsonl", root, str(tmp_path / "gold"))
    gold = [json.loads(line) for line in (tmp_path / "gold" / "gold.jsonl").read_text("utf-8").splitlines()]
    assert Counter(record["rule"] for record in gold) == {"agreed": agreed, "adjudicated": len(still_open) - unsettled}
    decided = {ruling["sample"]: ruling["values"]["label"] for ruling in rulings if "values" in ruling}
    alike = {id_: sorted(item["annotations"]["Ann1"].split(",")) for id_, item in items.items() if id_ not in still_open}
    assert {record["id"]: record["values"]["label"] for record in gold} == {**alike, **decided}
