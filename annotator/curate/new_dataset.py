"""New dataset: a folder that is valid from its first day, its settings explained where they stand."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from string import Template

from annotator.errors import UsageError
from annotator.store import layout
from annotator.store.dataset import Dataset
from annotator.store.foreign_folder import make_dataset_folder
from annotator.store.templates import template

DEFAULT_SCALE = {0: "not relevant", 1: "useful supporting evidence", 2: "substantially answers", 3: "directly answers"}
_ID = re.compile(r"[a-z0-9][a-z0-9._-]{0,62}")


def new_dataset(
    root: Path, kind: str = "retrieval", id_: str | None = None, scale: Mapping[int, str] | None = None, reviewers: int = 2
) -> str:
    """Make a dataset folder from the template `kind`; returns its id, which is the folder's name unless `id_` says otherwise.

    Raises UsageError for an id or scale that the format refuses, Refused for a folder that is not empty.
    """
    name = id_ or root.resolve().name.lower()
    if not _ID.fullmatch(name):
        raise UsageError(f"{name!r} cannot be a dataset's id (a-z, 0-9, '.', '_', '-'); give one with --id ID")
    if scale is not None and len(scale) < 2:
        raise UsageError("--scale: a scale has at least two grades, as in '0=not relevant,1=relevant'")
    if scale is not None and kind == "tags":
        raise UsageError("--scale: the template tags has no grades; take --template relevance or retrieval")
    words = ", ".join(f"{grade}: {_quoted(meaning)}" for grade, meaning in sorted((scale or DEFAULT_SCALE).items()))
    title = _quoted(name.replace("-", " ").replace("_", " ").capitalize())
    config = Template(template(kind)).substitute(id=_quoted(name), title=title, scale=f"{{{words}}}", reviewers=reviewers)
    files = {
        layout.CONFIG: config.encode(),
        f"{layout.CORPUS}.jsonl": b"",
        f"{layout.SAMPLES}.jsonl": b"",
        layout.ATTRIBUTES: b"* -text\n",
        layout.IGNORE: f"{layout.PRIVATE}/\n".encode(),
    }
    if layout.REGISTRY in config:
        files[layout.REGISTRY] = template("dimensions").encode()
    make_dataset_folder(root, files)
    return Dataset(root).config.id


def _quoted(text: str) -> str:
    """`text` as YAML: as it is where that means the same everywhere, else in quotes."""
    plain = re.fullmatch(r"[A-Za-z][A-Za-z0-9 _-]*", text) and text.lower() not in {
        "yes",
        "no",
        "on",
        "off",
        "true",
        "false",
        "null",
        "y",
        "n",
    }
    return text if plain and text == text.strip() else json.dumps(text, ensure_ascii=False)
