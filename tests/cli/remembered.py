"""A small dataset of memories: four samples with private libraries, one of them with a secret that is asked for by name."""

import json
from pathlib import Path
from typing import Any

from annotator.model.canonical import line_of
from tests.builders import a_dataset, a_passage, a_sample, labelled

GRADE: dict[str, Any] = {"kind": "grade", "on": "candidate", "scale": {"0": "no", "1": "yes"}}
FLAG: dict[str, Any] = {"kind": "flag", "on": "candidate"}
FACETS = {"expected": GRADE, "forbidden": {**FLAG, "role": "forbidden"}, "explicit": GRADE, "explicit-forbidden": FLAG}
EVALUATION: dict[str, Any] = {
    "relevance": "expected",
    "library": {"at_least": 1, "at_most": 10},
    "explicit": {"relevance": "explicit", "forbidden": "explicit-forbidden"},
    "retrievers": ["recall"],
    "measures": ["Success@3", "RR@3", "NoAnswerFPR@3", "Isolation@3"],
    "by": "subclass",
    "twice": True,
}
TIME = "2026-10-29T09:39:30Z"
# Each sample's memories: text and meta; then which is expected (None: none), which are forbidden, which is the secret asked for.
SAMPLES: dict[str, tuple[str, list[tuple[str, dict[str, Any]]], int | None, set[int], int | None]] = {
    "exact-1": ("the cobalt lantern", [("The cobalt lantern hangs by the door.", {}), ("Bread on Fridays.", {})], 0, set(), None),
    "conflict-1": (
        "the saffron harbour fee",
        [("The saffron harbour fee is two coins.", {}), ("The saffron harbour fee is nine coins.", {"review": "superseded"})],
        0,
        {1},
        None,
    ),
    "no-answer-1": ("how many oars", [("盐仓的门轴上过鲸油。", {})], None, set(), None),
    "secret-1": (
        "the juniper password",
        [("The juniper password is heron.", {"secret": True}), ("The juniper password was crane.", {"review": "pending"})],
        None,
        {0, 1},
        0,
    ),
}


def a_memory_dataset(root: Path, evaluation: dict[str, Any] | None = None) -> Path:
    """The dataset at `root`, its answers an author's; `evaluation` replaces parts of that section of dataset.yaml. Returns `root`."""
    passages, samples, answers = [], [], {}
    for id_, (query, memories, expected, forbidden, secret) in SAMPLES.items():
        ids = [f"{id_}.m{number}" for number in range(len(memories))]
        passages += [a_passage(passage, text, meta={"ageDays": 9, **meta}) for passage, (text, meta) in zip(ids, memories, strict=True)]
        subclass = id_.rpartition("-")[0]
        samples.append(a_sample(id_, ids, query=query, time=TIME, context={"channelId": "c1"}, groups={"subclass": subclass}))
        answers[id_] = {
            "expected": {passage: int(number == expected) for number, passage in enumerate(ids)},
            "forbidden": {passage: number in forbidden for number, passage in enumerate(ids)},
            "explicit": {passage: int(number == secret) for number, passage in enumerate(ids)},
            "explicit-forbidden": {passage: secret is not None and number in forbidden - {secret} for number, passage in enumerate(ids)},
        }
    folder = a_dataset(
        root,
        passages=passages,
        samples=samples,
        facets=FACETS,
        people={"dora": {"roles": ["author"]}},
        evaluation={**EVALUATION, **(evaluation or {})},
    )
    return labelled(folder, "dora", answers)


def with_line(root: Path, name: str, number: int, **changes: Any) -> Path:
    """The dataset with fields of one line of a file (`samples`, `corpus`) changed. Returns `root`."""
    path = root / f"{name}.jsonl"
    lines = path.read_bytes().splitlines()
    lines[number] = line_of({**json.loads(lines[number]), **changes})
    path.write_bytes(b"\n".join([*lines, b""]))
    return root
