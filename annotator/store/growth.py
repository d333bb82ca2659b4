"""Growth: lines added to a dataset's corpus and samples, and people to its dataset.yaml; nothing that stands there changes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from annotator.errors import Refused
from annotator.store import layout
from annotator.store.dataset import Dataset
from annotator.store.yaml import edit_yaml


class Ground:
    """The files that an import adds to, as they were when it was checked."""

    def __init__(self, dataset: Dataset) -> None:
        self._folder = dataset.folder
        self._digests = dataset.digests
        self._before = {path: self._digest(path) for path in (_file(layout.CORPUS), _file(layout.SAMPLES), layout.CONFIG)}

    def _digest(self, path: str) -> str | None:
        return self._digests.of(path) if self._folder.exists(path) else None

    def refuse_changed(self) -> None:
        """Raises Refused when another program wrote to one of the files since."""
        for path, digest in self._before.items():
            if self._digest(path) != digest:
                raise Refused(f"{self._folder.show(path)}: was changed by another program meanwhile; nothing was imported, try again")

    def add_lines(self, name: str, lines: Sequence[bytes]) -> None:
        """Add canonical lines to the collection `name` (CORPUS or SAMPLES), whole or not at all."""
        if not lines:
            return
        path = _file(name)
        there = b"".join(self._folder.chunks(path)) if self._folder.exists(path) else b""
        if there and not there.endswith(b"\n"):
            there += b"\n"
        self._folder.replace(path, there + b"".join(line + b"\n" for line in lines))

    def add_people(self, people: Mapping[str, Sequence[str]]) -> None:
        """Add people with their roles to dataset.yaml; its comments stay."""
        if not people:
            return

        def change(document: Any) -> None:
            members = document.setdefault("people", {})
            for name, roles in people.items():
                members[name] = {"roles": list(roles)}

        edit_yaml(self._folder, layout.CONFIG, change)


def _file(name: str) -> str:
    return f"{name}.jsonl"
