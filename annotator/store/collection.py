"""Corpus and samples: one file or a folder of them, every value with its place, every fault as a finding."""

from __future__ import annotations

from typing import Generic, NamedTuple, TypeVar

from pydantic import TypeAdapter

from annotator.errors import UnreadableInput
from annotator.model.finding import Finding, FindingKind
from annotator.model.passage import Passage
from annotator.model.sample import Sample
from annotator.store import layout
from annotator.store.folder import Folder
from annotator.store.jsonl import collector_paused, record, split_lines

V = TypeVar("V", Passage, Sample)


class Placed(NamedTuple, Generic[V]):
    """A value and the line it stands on."""

    value: V
    path: str
    line: int


class Collection(NamedTuple, Generic[V]):
    """The values by id, in the order of the files, and what is wrong with the rest."""

    values: dict[str, Placed[V]]
    findings: list[Finding]


def collection_paths(folder: Folder, name: str) -> list[str]:
    """The files of a collection (CORPUS or SAMPLES): `name`.jsonl and what stands below `name`/."""
    single = f"{name}.jsonl"
    return [single] * folder.exists(single) + [path for path in folder.files(name) if layout.expected(path)]


def read_collection(folder: Folder, name: str, of: type[V]) -> Collection[V]:
    """All values of a collection; faults are collected, so that a person sees every one at once."""
    adapter: TypeAdapter[V] = TypeAdapter(of)
    values: dict[str, Placed[V]] = {}
    findings: list[Finding] = []
    with collector_paused():
        for path in collection_paths(folder, name):
            try:
                for line in split_lines(folder.chunks(path), folder.show(path)):
                    if not line.data.strip(b" \t\r"):
                        continue
                    try:
                        value = record(line, adapter, path)
                    except UnreadableInput as error:
                        findings.append(Finding(FindingKind.INVALID, path, line.number, error.problem))
                        continue
                    first = values.setdefault(value.id, Placed(value, path, line.number))
                    if first.line != line.number or first.path != path:
                        findings.append(
                            Finding(FindingKind.INVALID, path, line.number, f"id {value.id!r} stands at {first.path}:{first.line} already")
                        )
            except UnreadableInput as error:
                findings.append(Finding(FindingKind.INVALID, path, error.line, error.problem))
    return Collection(values, findings)
