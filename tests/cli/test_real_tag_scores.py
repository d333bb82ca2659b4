"""Tags that real people gave: one of them taken for gold, another for a tagger, and scikit-learn's figures from the files themselves."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from sklearn.metrics import precision_recall_fscore_support

from annotator.cli.main import main
from tests.builders import PEOPLE, a_dataset, a_passage, jsonl, labelled

Sets = Mapping[tuple[str, str], frozenset[str]]
Say = pytest.CaptureFixture[str]


def inference_labels(folder: Path) -> tuple[Sets, Sets]:
    """Two of four annotators of sentence pairs, who give sets of labels; the second left some out."""
    items = json.loads((folder / "VariErrNLI_train_dev.json").read_text("utf-8"))
    sides: list[dict[tuple[str, str], frozenset[str]]] = [{}, {}]
    for item, content in items.items():
        for side, who in zip(sides, ("Ann1", "Ann2"), strict=True):
            if who in content["annotations"]:
                side[item, "pair"] = frozenset(content["annotations"][who].split(","))
    return sides[0], sides[1]


def dialogue_labels(folder: Path) -> tuple[Sets, Sets]:
    """Two of nineteen raters of Chinese dialogues, who give every turn a tag."""
    sides: list[dict[tuple[str, str], frozenset[str]]] = [{}, {}]
    for number, dialogue in enumerate(json.loads((folder / "dialogues_cn.json").read_text("utf-8"))):
        for side, annotation in zip(sides, dialogue["annotations"], strict=False):
            side |= {(f"d{number:03}", f"t{turn}"): frozenset({tag}) for turn, tag in enumerate(annotation["nugget"])}
    return sides[0], sides[1]


def nested(sets: Sets) -> dict[str, dict[str, list[str]]]:
    found: dict[str, dict[str, list[str]]] = {}
    for (sample, item), tags in sets.items():
        found.setdefault(sample, {})[f"{sample}#{item}"] = sorted(tags)
    return found


def scored(folder: Path, gold: Sets, said: Sets, tags: Sequence[str], capsys: Say) -> dict[str, Any]:
    """The report of the second person's labels against a dataset whose author is the first."""
    by_sample = nested(gold)
    root = a_dataset(
        folder / "people",
        passages=[a_passage(item) for items in by_sample.values() for item in items],
        samples=[{"id": sample, "candidates": list(items)} for sample, items in by_sample.items()],
        facets={"labels": {"kind": "tags", "on": "candidate", "registry": "dimensions.yaml"}},
        registry={"dimensions": [{"id": tag, "name": tag} for tag in tags]},
        people={**PEOPLE, "first": {"roles": ["author"]}},
    )
    labelled(root, "first", {sample: {"labels": items} for sample, items in by_sample.items()})
    predictions = folder / "second.jsonl"
    predictions.write_bytes(jsonl([{"sample": sample, "values": {"labels": items}} for sample, items in nested(said).items()]))
    capsys.readouterr()
    assert main(["score-tags", str(root), str(predictions), "--json"]) == 0
    tagger: dict[str, Any] = json.loads(capsys.readouterr().out)["taggers"]["second.jsonl"]
    return tagger


@pytest.mark.parametrize(("name", "read"), [("dim-varierr-nli-en", inference_labels), ("dim-stc3-dialogue-zh", dialogue_labels)])
def test_scikit_learn_agrees_on_what_two_people_said(shared_data: Path, tmp_path: Path, capsys: Say, name: str, read: Any):
    gold, said = read(shared_data / name)
    tags = sorted({tag for side in (gold, said) for tags in side.values() for tag in tags})
    found = scored(tmp_path, gold, said, tags, capsys)
    right, theirs = (np.array([[tag in side.get(item, ()) for tag in tags] for item in gold], dtype=int) for side in (gold, said))
    names = ("precision", "recall", "f1")
    micro = precision_recall_fscore_support(right, theirs, average="micro", zero_division=np.nan)
    assert [found["figures"][f"micro-{part}"]["value"] for part in names] == pytest.approx(micro[:3], abs=1e-12)
    each = precision_recall_fscore_support(right, theirs, average=None, zero_division=np.nan)
    for place, tag in enumerate(tags):
        expected = [None if np.isnan(side[place]) else side[place] for side in each[:3]]
        assert [found["dimensions"][tag][part]["value"] for part in names] == pytest.approx(expected, abs=1e-12)
    samples = {sample for sample, _ in gold}
    same = sum(all(said.get(item) == tags for item, tags in gold.items() if item[0] == sample) for sample in samples)
    assert found["figures"]["strict-match"]["value"] == same / len(samples)
    assert found["missing"] == sorted(samples - {sample for sample, _ in said})
