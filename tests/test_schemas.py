"""The JSON Schemas are current, valid, and tell good lines from bad ones in the eyes of a validator that is not ours."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from annotator.cli.main import main
from annotator.store.yaml import parse_yaml
from tests.builders import a_config

ROOT = Path(__file__).resolve().parent.parent
SCHEMAS = ROOT / "schemas"
BUNDLED = sorted(path.parent for path in (ROOT / "datasets").glob("*/dataset.yaml"))
SOURCE = ROOT / "datasets" / "bilingual-notes-source"
SHA = "0" * 64


def validator(name: str) -> Draft202012Validator:
    schema = json.loads((SCHEMAS / f"{name}.schema.json").read_text("utf-8"))
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


def test_they_are_current(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    assert main(["schema", "--write", str(tmp_path)]) == 0
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {path.name: path.read_bytes() for path in SCHEMAS.iterdir()}
    capsys.readouterr()
    assert main(["schema", "--write", str(tmp_path)]) == 0
    assert capsys.readouterr().out == "every schema is current\n"


def test_one_or_all_are_printed(capsys: pytest.CaptureFixture[str]):
    assert main(["schema"]) == 0
    assert sorted(json.loads(capsys.readouterr().out)) == sorted(path.name for path in SCHEMAS.iterdir())
    for name in ("sample", "sample.schema.json"):
        assert main(["schema", name]) == 0
        assert capsys.readouterr().out == (SCHEMAS / "sample.schema.json").read_text("utf-8")
    assert main(["schema", "nothing"]) == 2
    assert "there is no schema 'nothing'; there are dataset, " in capsys.readouterr().err


@pytest.mark.parametrize("path", sorted(SCHEMAS.iterdir()), ids=lambda path: path.name)
def test_each_is_a_valid_schema_of_a_named_dialect(path: Path):
    schema = json.loads(path.read_bytes())
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert schema["title"].startswith("annotator: ")
    validator(path.name.removesuffix(".schema.json"))


def lines(path: Path) -> Iterator[Any]:
    for line in path.read_bytes().splitlines():
        yield json.loads(line)


PATTERNS = {
    "passage": ("corpus.jsonl", "corpus/*.jsonl"),
    "sample": ("samples.jsonl", "samples/*.jsonl"),
    "label-event": ("labels/*/*.jsonl",),
    "decision-event": ("decisions/*/*.jsonl",),
}
BUNDLED_FILES = [
    *(
        (path, name)
        for root in BUNDLED
        for name, patterns in PATTERNS.items()
        for pattern in patterns
        for path in sorted(root.glob(pattern))
    ),
    *((path, "label-from") for path in sorted(SOURCE.glob("labels-*.jsonl"))),
    *((path, "label-from") for path in sorted(SOURCE.glob("proposal-*.jsonl"))),
    *((path, "decision-from") for path in sorted(SOURCE.glob("adjudication*.jsonl"))),
]


@pytest.mark.parametrize("path, name", BUNDLED_FILES, ids=lambda value: value if isinstance(value, str) else value.name)
def test_every_bundled_line_is_accepted(path: Path, name: str):
    check = validator(name)
    found = [f"{number}: {error.message}" for number, line in enumerate(lines(path), 1) for error in check.iter_errors(line)]
    assert found == []


@pytest.mark.parametrize("path", [path for root in BUNDLED for path in sorted(root.glob("*.yaml"))], ids=lambda path: path.parent.name)
def test_the_bundled_yaml_is_accepted(path: Path):
    plain, _ = parse_yaml(path.read_bytes(), path.name)
    assert list(validator(path.stem).iter_errors(plain)) == []


FACETS = {"relevance": {"kind": "grade", "on": "candidate", "scale": {"0": "no", "1": "yes"}}}
GOOD: dict[str, dict[str, Any]] = {
    "dataset": a_config(FACETS, people={"alice": {"roles": ["reviewer"]}}),
    "dimensions": {"dimensions": [{"id": "a", "name": "A"}]},
    "passage": {"id": "p-1", "text": "t"},
    "sample": {"id": "q-1", "query": "?", "candidates": ["p-1"]},
    "label-event": {
        "op": "label",
        "n": 1,
        "at": "2026-11-30T05:09:00Z",
        "by": "alice",
        "sample": "q-1",
        "sample_sha256": SHA,
        "scheme_sha256": SHA,
        "values": {},
        "note": None,
        "seconds": 1,
    },
    "decision-event": {
        "op": "promote",
        "n": 1,
        "at": "2026-11-30T05:09:00Z",
        "by": "carol",
        "sample": "q-1",
        "sample_sha256": SHA,
        "dataset_sha256": SHA,
        "basis": [SHA],
        "from": "draft",
        "to": "gold-candidate",
        "rule": "agreed",
        "values_sha256": SHA,
        "reason": None,
    },
    "label-from": {"sample": "q-1", "values": {}},
    "decision-from": {"sample": "q-1", "values": {}, "reason": "x"},
}
BAD: list[tuple[str, dict[str, Any]]] = [
    ("dataset", {"format": 2}),
    ("dataset", {"format": True}),
    ("dataset", {"id": "../x"}),
    ("dataset", {"provenance": "invented"}),
    ("dataset", {"languages": []}),
    ("dataset", {"facets": {}}),
    ("dataset", {"facets": {"a": {"kind": "mood", "on": "sample"}}}),
    ("dataset", {"facets": {"a": {"kind": "flag", "on": "corpus"}}}),
    ("dataset", {"facets": {"a": {"kind": "flag", "on": "sample", "colour": 1}}}),
    ("dataset", {"people": {"alice": {"roles": ["king"]}}}),
    ("dataset", {"workflow": {"overlap": 2}}),
    ("dataset", {"colour": "red"}),
    ("dimensions", {"dimensions": []}),
    ("dimensions", {"dimensions": [{"id": "a"}]}),
    ("passage", {"id": ""}),
    ("passage", {"id": "x" * 257}),
    ("passage", {"text": 1}),
    ("passage", {"extra": 1}),
    ("sample", {"candidates": "p-1"}),
    ("sample", {"answer": "x"}),
    ("sample", {"groups": {"a": 1}}),
    ("sample", {"time": "yesterday"}),
    ("label-event", {"op": "promote"}),
    ("label-event", {"n": 0}),
    ("label-event", {"n": True}),
    ("label-event", {"by": "../alice"}),
    ("label-event", {"at": "now"}),
    ("label-event", {"sample_sha256": "x"}),
    ("label-event", {"seconds": -1}),
    ("label-event", {"values": []}),
    ("label-event", {"extra": 1}),
    ("decision-event", {"op": "label"}),
    ("decision-event", {"basis": []}),
    ("decision-event", {"basis": ["x"]}),
    ("decision-event", {"to": "platinum"}),
    ("decision-event", {"rule": "guessed"}),
    ("decision-event", {"values_sha256": None}),
    ("label-from", {"values": []}),
    ("label-from", {"skip": ""}),
    ("decision-from", {"reason": ""}),
    ("decision-from", {"verdict": "x"}),
]


@pytest.mark.parametrize("name", GOOD)
def test_a_good_record_is_accepted(name: str):
    assert list(validator(name).iter_errors(GOOD[name])) == []


@pytest.mark.parametrize("name, change", BAD, ids=lambda value: value if isinstance(value, str) else json.dumps(value))
def test_a_bad_record_is_refused(name: str, change: dict[str, Any]):
    assert not validator(name).is_valid({**GOOD[name], **change})


@pytest.mark.parametrize("name, field", [(name, field) for name, record in GOOD.items() for field in record])
def test_a_field_left_out_is_refused_unless_it_has_a_default(name: str, field: str):
    optional = {
        "dataset": {"people"},
        "sample": {"query", "candidates"},
        "label-event": {"note", "seconds"},
        "decision-event": {"reason"},
        "label-from": {"values"},
        "decision-from": {"values", "reason"},
    }.get(name, set())
    without = {key: value for key, value in GOOD[name].items() if key != field}
    assert validator(name).is_valid(without) is (field in optional)
