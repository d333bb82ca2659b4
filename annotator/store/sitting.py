"""Sitting: one person's records going to a session, and to a new one after a failure."""

from __future__ import annotations

from collections.abc import Sequence
from types import TracebackType
from typing import Self

from annotator.model.events import Event, plain
from annotator.store.dataset import Dataset
from annotator.store.sealer import Sealer
from annotator.store.session_writer import NotSaved, SessionWriter


class Sitting:
    """Opens a session with the first record and seals it on leaving; without a record, nothing appears on disk.

    `interrupted` says that a session broke on the way and another was opened.
    """

    def __init__(self, dataset: Dataset, kind: str, person: str, sealer: Sealer | None = None) -> None:
        """`kind` is LABELS or DECISIONS of annotator.store.layout; with a `sealer`, labels are stored sealed."""
        self.person = person
        self._sealer = sealer
        self._dataset = dataset
        self._kind = kind
        self._writer: SessionWriter | None = None
        self.interrupted = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self._writer is not None:
            self._writer.close()

    @property
    def path(self) -> str | None:
        """The session's path in the dataset folder, None while it has no record."""
        return None if self._writer is None else self._writer.path

    def append(self, event: Event) -> str:
        """Make `event` durable and return the digest of its line; its `n` and `dataset_sha256` are set here.

        After a failure it tries once more in a new session, and raises NotSaved when that fails too.
        """
        return self.append_together([event])[0]

    def append_together(self, events: Sequence[Event]) -> list[str]:
        """Make `events` durable by one write, all or none: for imports, where a write each would take minutes. Raises as `append`."""
        try:
            return self._write_or_anew(events)
        except OSError as error:
            # No session could be opened: a folder that may only be read, a full disk.
            where = self._dataset.folder.show(f"{self._kind}/{self.person}")
            raise NotSaved(where, error.strerror or str(error)) from None

    def _write_or_anew(self, events: Sequence[Event]) -> list[str]:
        try:
            return self._write(events)
        except NotSaved as failure:
            self.interrupted = True
            self._dataset.notices.append(str(failure))
            if self._writer is not None:
                self._writer.close()
                self._writer = None
            return self._write(events)

    def _write(self, events: Sequence[Event]) -> list[str]:
        writer = self._open()
        records = [plain(event) for event in events]
        for record in records:
            if "dataset_sha256" in record:
                record["dataset_sha256"] = self._dataset.sha256()
        if self._sealer is not None:
            records = [self._sealer.sealed({**record, "n": writer.count + place}) for place, record in enumerate(records)]
        return writer.append_together(records)

    def _open(self) -> SessionWriter:
        if self._writer is None:
            self._writer = self._dataset.open_session(self._kind, self.person)
        return self._writer
