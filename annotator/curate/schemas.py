"""Schemas: the JSON Schema of every stored file, generated from the model."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

from annotator.curate.decide import Ruling
from annotator.curate.label import Draft
from annotator.model.config import Config
from annotator.model.dimension import Registry
from annotator.model.events import decision_event, label_event
from annotator.model.passage import Passage
from annotator.model.sample import Sample
from annotator.store.outside import replace_outside

_OF: dict[str, tuple[str, TypeAdapter[Any]]] = {
    "dataset": ("dataset.yaml", TypeAdapter(Config)),
    "dimensions": ("dimensions.yaml", TypeAdapter(Registry)),
    "passage": ("one line of corpus.jsonl", TypeAdapter(Passage)),
    "sample": ("one line of samples.jsonl", TypeAdapter(Sample)),
    "label-event": ("one line of labels/<reviewer>/<session>.jsonl", label_event),
    "decision-event": ("one line of decisions/<person>/<session>.jsonl", decision_event),
    "label-from": ("one line of a file for `annotator label --from`", TypeAdapter(Draft)),
    "decision-from": ("one line of a file for `annotator adjudicate --from`", TypeAdapter(Ruling)),
}


def schemas() -> dict[str, dict[str, Any]]:
    """Each schema by the name of its file."""
    found = {}
    for name, (what, adapter) in _OF.items():
        schema = adapter.json_schema(by_alias=True, mode="validation")
        found[f"{name}.schema.json"] = {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            **schema,
            "title": f"annotator: {what}",
        }
    return found


def text_of(schema: dict[str, Any]) -> str:
    """A schema as it is checked in."""
    return json.dumps(schema, indent=2, sort_keys=True, ensure_ascii=False) + "\n"


def write_schemas(folder: Path) -> list[str]:
    """Write every schema into `folder`; returns the names of those that changed."""
    return [name for name, schema in schemas().items() if replace_outside(folder / name, text_of(schema).encode())]
