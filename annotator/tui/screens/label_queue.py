"""LabelQueue: ways to a sample: the queue with its filters, the search, and a sample's number."""

from __future__ import annotations

from annotator.tui import words
from annotator.tui.screens.label_values import LabelValues
from annotator.tui.screens.panels import AskPanel


class LabelQueue(LabelValues, inherit_bindings=False):
    """Actions that choose a sample, and the way into the queue and out of it."""

    def on_mount(self) -> None:
        self.queue.chosen = lambda row: self._open_sample(self.queue.samples[row])
        self.passages.chosen = lambda _: self.action_read()

    def action_queue(self) -> None:
        """Go to the queue."""
        self.fill_queue()
        # What was said of the open sample, keys among it, does not hold here.
        self.tell("")
        self.add_class("-queue")
        self.set_focus(self.queue)

    def action_filter(self) -> None:
        """Show the next kind of samples."""
        self.filter = (self.filter + 1) % len(words.FILTERS)
        self.fill_queue()

    def action_search(self) -> None:
        """Search the queue."""

        def take(line: str) -> None:
            self.search = line.strip()
            self.action_queue()

        title = "search: words of the question, or group=value; empty: all"
        names = self.desk.list.group_names
        self.open_panel(AskPanel(title, self.search, self.desk.list.unknown_group, take, f"groups: {', '.join(names)}" if names else ""))

    def action_jump(self, digit: int) -> None:
        """In the queue: to the sample whose number is typed, digit by digit."""
        ids, number = self.desk.list.ids, f"{self.queue.number}{digit}"
        if not 0 < int(number) <= len(ids):
            self.queue.number = ""
            self.tell(f"there is no sample {number}; they go from 1 to {len(ids)}", alert=True)
            return
        sample = ids[int(number) - 1]
        row = self.queue.row_of(sample)
        if row is not None:
            self.queue.point(row)
        self.queue.number = number
        self.tell(f"to sample {number}" if row is not None else f"sample {number} is not among these")

    def action_go_to(self) -> None:
        """Open a sample by its number."""
        ids = self.desk.list.ids
        self.ask_number("go to which sample? a number", 1, len(ids), "", lambda number: self._open_sample(ids[number - 1]))

    def action_leave_queue(self) -> None:
        """First out of the search, then out of the queue."""
        if self.search:
            self.search = ""
            self.fill_queue()
        else:
            self.action_read()

    def _open_sample(self, sample: str) -> None:
        self.lay_out(sample)
        self.action_read(into=False)

    def action_read(self, into: bool = True) -> None:
        """Into the passage, or back to the list of passages."""
        self.remove_class("-queue")
        self.set_focus(self.passage if into else self.passages)
