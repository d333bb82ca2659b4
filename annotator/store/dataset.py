"""Dataset: one dataset folder, read on demand and written by sessions."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from annotator.errors import UnreadableInput
from annotator.model.config import Config
from annotator.model.digests import SampleDigests, scheme_sha256
from annotator.model.dimension import Registry
from annotator.model.facets.tags import Tags
from annotator.model.finding import Finding, FindingKind
from annotator.model.names import session_start, time_text
from annotator.model.passage import Passage
from annotator.model.sample import Sample
from annotator.model.scheme import Scheme
from annotator.model.session import Session
from annotator.store import home, layout
from annotator.store.collection import Collection, V, read_collection
from annotator.store.folder import Folder
from annotator.store.jsonl import sentence
from annotator.store.manifest import Digests, dataset_sha256
from annotator.store.repair import mend_own
from annotator.store.seal import read_seal
from annotator.store.session_reader import read_session, session_paths
from annotator.store.session_writer import Clock, NotSaved, SessionWriter, new_session_path
from annotator.store.yaml import Where, read_yaml

M = TypeVar("M", bound=BaseModel)


def utc_now() -> datetime:
    """The moment, for records and session names."""
    return datetime.now(UTC)


class Dataset:
    """A dataset folder. What is read is kept until `reread`; nothing is written but through sessions."""

    def __init__(self, root: Path, clock: Clock = utc_now) -> None:
        """Reads dataset.yaml and the registry. Raises UnreadableInput with file and line."""
        self.folder = Folder(root)
        self.clock = clock
        self.digests = Digests(self.folder)
        if not self.folder.exists(layout.CONFIG):
            raise UnreadableInput(str(root), None, f"holds no {layout.CONFIG}, so it is no dataset", "`annotator new` makes one")
        plain, where = read_yaml(self.folder, layout.CONFIG)
        self.config = _validated(Config, plain, where, self.folder.show(layout.CONFIG))
        self.scheme = self._read_scheme(plain)
        self.notices: list[str] = []

    def _read_scheme(self, plain: Any) -> Scheme:
        registry: Registry | None = None
        written: Any = None
        if any(isinstance(facet, Tags) for facet in self.config.facets.values()):
            if not self.folder.exists(layout.REGISTRY):
                raise UnreadableInput(self.folder.show(layout.REGISTRY), None, "is missing, and a tags facet needs it")
            written, where = read_yaml(self.folder, layout.REGISTRY)
            registry = _validated(Registry, written, where, self.folder.show(layout.REGISTRY))
            written = written["dimensions"]
        return Scheme(self.config.facets, registry, scheme_sha256(plain["facets"], written))

    @cached_property
    def sample_collection(self) -> Collection[Sample]:
        """The samples with their places and every fault."""
        return read_collection(self.folder, layout.SAMPLES, Sample)

    @cached_property
    def passage_collection(self) -> Collection[Passage]:
        """The passages with their places and every fault."""
        return read_collection(self.folder, layout.CORPUS, Passage)

    @cached_property
    def samples(self) -> dict[str, Sample]:
        """The samples by id. Raises UnreadableInput at the first fault, dangling candidates among them."""
        found = self._sound(self.sample_collection)
        dangling = self.dangling_candidates()
        if dangling:
            raise UnreadableInput(self.folder.show(dangling[0].path), dangling[0].line, dangling[0].message)
        return found

    @cached_property
    def passages(self) -> dict[str, Passage]:
        """The passages by id. Raises UnreadableInput at the first fault."""
        return self._sound(self.passage_collection)

    def dangling_candidates(self) -> list[Finding]:
        """Samples that name a passage that is not in the corpus."""
        known = self.passage_collection.values
        return [
            Finding(FindingKind.INVALID, *self.sample_collection.place(sample.id), f"candidate {candidate!r} is not in the corpus")
            for sample in self.sample_collection.values.values()
            for candidate in sample.candidates or ()
            if candidate not in known
        ]

    def _sound(self, collection: Collection[V]) -> dict[str, V]:
        if collection.findings:
            first = collection.findings[0]
            raise UnreadableInput(self.folder.show(first.path), first.line, first.message, "`annotator verify` lists every fault")
        return collection.values

    @cached_property
    def sample_digests(self) -> Mapping[str, str]:
        """Today's sample digest of every sample."""
        return SampleDigests(self.samples, self.passages)

    def label_sessions(self) -> list[Session]:
        """Every label session, by person and name. Raises UnreadableInput for a line that cannot be read."""
        return [read_session(self.folder, path, self.digests) for path in session_paths(self.folder, layout.LABELS)]

    def decision_sessions(self) -> list[Session]:
        """Every decision session, by person and name. Raises UnreadableInput for a line that cannot be read."""
        return [read_session(self.folder, path, self.digests) for path in session_paths(self.folder, layout.DECISIONS)]

    def sha256(self) -> str:
        """The dataset SHA-256 as the folder stands now."""
        return dataset_sha256(self.folder, self.digests)

    def open_session(self, kind: str, person: str) -> SessionWriter:
        """A new session of `person`; what this device left unsealed of theirs is mended first (see `notices`). Raises NotSaved."""
        device = home.device_id()
        self.folder.require_private()
        try:
            self.notices += mend_own(self.folder, kind, person, device)
            path = new_session_path(kind, person, self._after_last(kind, person))
            opening = {
                "by": person,
                "device": device,
                "format": 1,
                "n": 0,
                "op": "open",
                "prev": self._previous(kind, person),
            }
            return SessionWriter(self.folder, path, opening, self.digests, home.Mirror(self.folder))
        except OSError as error:
            raise NotSaved(self.folder.show(f"{kind}/{person}"), error.strerror or str(error)) from None

    def _after_last(self, kind: str, person: str) -> datetime:
        """Now, or the second after the person's last session where that is later: sessions are in the order of their names."""
        names = [parts[2] for path in session_paths(self.folder, kind) if (parts := layout.session_parts(path)) and parts[1] == person]
        now = self.clock()
        return max(now, session_start(max(names)) + timedelta(seconds=1)) if names else now

    def _previous(self, kind: str, person: str) -> dict[str, str] | None:
        """The person's last sealed session; one that is still being written has no digest yet."""
        for path in reversed(session_paths(self.folder, kind)):
            parts = layout.session_parts(path)
            if parts is not None and parts[1] == person:
                digest = read_seal(self.folder, path)
                if digest is not None:
                    return {"path": path, "sha256": digest}
        return None

    def now(self) -> str:
        """The moment as records bear it."""
        return time_text(self.clock())


def _validated(model: type[M], plain: Any, where: Where, shown: str) -> M:
    try:
        return model.model_validate_json(json.dumps(plain))
    except ValidationError as error:
        place = error.errors(include_url=False, include_context=False)[0]["loc"]
        raise UnreadableInput(shown, _line(where, place), sentence(error)) from None


def _line(where: Where, place: tuple[int | str, ...]) -> int | None:
    """The line of the deepest part of `place` that stands in the file; pydantic's places name union members too."""
    path: tuple[str, ...] = ()
    for part in place:
        if (*path, str(part)) in where:
            path = (*path, str(part))
    return where.get(path)
