"""Corpus and samples: one file or a folder of them, every value with its place, every fault as a finding."""

from __future__ import annotations

from array import array
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from pydantic import TypeAdapter

from annotator.errors import UnreadableInput
from annotator.model.finding import Finding, FindingKind
from annotator.model.passage import Passage
from annotator.model.sample import Sample
from annotator.store import layout
from annotator.store.folder import Folder
from annotator.store.jsonl import collector_paused, record, split_lines

V = TypeVar("V", Passage, Sample)


@dataclass
class Collection(Generic[V]):
    """The values by id, in the order of the files, and what is wrong with the rest.

    Where each stands is two numbers in arrays, since there may be 100,000 of them; `_order` is filled when the first is asked for.
    """

    values: dict[str, V] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)
    _files: list[str] = field(default_factory=list)
    _file_of: array[int] = field(default_factory=lambda: array("I"))
    _line_of: array[int] = field(default_factory=lambda: array("I"))
    _order: dict[str, int] = field(default_factory=dict)

    def place(self, id_: str) -> tuple[str, int]:
        """The path and the line at which `id_` stands."""
        if not self._order:
            self._order.update((known, at) for at, known in enumerate(self.values))
        at = self._order[id_]
        return self._files[self._file_of[at]], self._line_of[at]

    def add(self, value: V, path: str, line: int) -> None:
        """Take a value in; a second one of the same id is a finding."""
        if self.values.setdefault(value.id, value) is not value:
            first, at = self.place(value.id)
            self.fault(path, line, f"id {value.id!r} stands at {first}:{at} already")
            return
        if self._order:
            self._order[value.id] = len(self._line_of)
        if self._files[-1:] != [path]:
            self._files.append(path)
        self._file_of.append(len(self._files) - 1)
        self._line_of.append(line)

    def fault(self, path: str, line: int | None, why: str) -> None:
        """Note what is wrong with a line."""
        self.findings.append(Finding(FindingKind.INVALID, path, line, why))


def collection_paths(folder: Folder, name: str) -> list[str]:
    """The files of a collection (CORPUS or SAMPLES): `name`.jsonl and what stands below `name`/."""
    single = f"{name}.jsonl"
    return [single] * folder.exists(single) + [path for path in folder.files(name) if layout.expected(path)]


def read_collection(folder: Folder, name: str, of: type[V]) -> Collection[V]:
    """All values of a collection; faults are collected, so that a person sees every one at once."""
    adapter: TypeAdapter[V] = TypeAdapter(of)
    found: Collection[V] = Collection()
    with collector_paused():
        for path in collection_paths(folder, name):
            try:
                for line in split_lines(folder.chunks(path), folder.show(path)):
                    if not line.data.strip(b" \t\r"):
                        continue
                    try:
                        found.add(record(line, adapter, path), path, line.number)
                    except UnreadableInput as error:
                        found.fault(path, line.number, error.problem)
            except UnreadableInput as error:
                found.fault(path, error.line, error.problem)
    return found
