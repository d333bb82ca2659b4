"""The three lists: the queue, the passages of a sample, and the tags of the registry."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from annotator.tui.widgets.row_list import Part, RowList


class QueueList(RowList, inherit_bindings=False):
    """Every sample of the reviewer; a row is asked for only when it comes on screen."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 -- Textual's name
        super().__init__(id=id)
        self.samples: Sequence[str] = ()
        # The digits typed so far of the number of a sample to go to; any other move ends it.
        self.number = ""
        self.row: Callable[[int], list[Part]] = lambda _: []

    def fill(self, samples: Sequence[str], current: str | None) -> None:
        """Show other samples, with the cursor on `current` where it is among them."""
        self.samples, self.number = samples, ""
        self.reset(len(samples), samples.index(current) if current in samples else 0)

    def row_of(self, sample: str) -> int | None:
        """Where a sample stands in the queue as it is shown."""
        return self.samples.index(sample) if sample in self.samples else None

    def point(self, place: int, *, tell: bool = True) -> None:
        self.number = ""
        super().point(place, tell=tell)

    def on_blur(self) -> None:
        self.number = ""

    def parts(self, place: int) -> list[Part]:
        return self.row(place)


class PassageList(RowList, inherit_bindings=False):
    """The passages of the sample with what was said about each."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 -- Textual's name
        super().__init__(id=id)
        self.row: Callable[[int], list[Part]] = lambda _: []

    def parts(self, place: int) -> list[Part]:
        return self.row(place)


class TagList(RowList, can_focus=False, inherit_bindings=False):
    """Tags that answer to the filter; the panel around it has the keys."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 -- Textual's name
        super().__init__(id=id)
        self.rows: Sequence[list[Part]] = ()

    def fill(self, rows: Sequence[list[Part]], cursor: int) -> None:
        """Show other rows."""
        self.rows = rows
        self.reset(len(rows), cursor)

    def parts(self, place: int) -> list[Part]:
        return self.rows[place]
