"""LabelScreen: one sample after the other; submit, skip, undo, the queue and the panels around."""

from __future__ import annotations

from typing import Any

from textual import events

from annotator.curate.unfinished import Step
from annotator.errors import AnnotatorError
from annotator.model.facets.spans import Spans
from annotator.model.facets.tags import Tags
from annotator.tui import words
from annotator.tui.help import help_parts
from annotator.tui.keymap import spoken
from annotator.tui.screens.label_values import LabelValues
from annotator.tui.screens.label_view import FILTERS
from annotator.tui.screens.panels import AskPanel, Choosable, TagsPanel, open_help
from annotator.tui.themes import NAMES
from annotator.tui.widgets.line import KeyLine


class LabelScreen(LabelValues, inherit_bindings=False):
    """Keys, clicks and panels of the label screen."""

    # Samples.

    def action_submit(self) -> None:
        """Submit; where something is missing, say what and go there."""
        gap = self.desk.missing()
        if gap is not None:
            self._go_to(gap.facet, gap.candidate)
            # A panel that opened by itself would take the next key, such as t, for a filter.
            key = self.key_of("tags") if isinstance(self.facets.get(gap.facet), Tags) else ""
            how = f"; press {key} for the tags" if key else ""
            self.tell(gap.sentence + how, alert=True)
            return
        self._record(self.desk.submit, "saved")

    def action_skip(self) -> None:
        """Ask why it cannot be judged, and record that."""

        def take(reason: str) -> None:
            self._record(lambda: self.desk.skip(reason), "skipped")

        problem = lambda line: "" if line.strip() else "say why it cannot be judged, or press Esc"  # noqa: E731 -- read once, right here
        self.open_panel(AskPanel("skip: why can this not be judged?", "", problem, take))

    def _record(self, record: Any, done: str) -> None:
        try:
            record()
        except AnnotatorError as error:
            # The sheet stays as it was, on screen and among the drafts.
            self.tell(str(error) if self.desk.trouble is None else "NOT saved; s tries again", alert=True)
            self.show_status()
            return
        self.learn_sha256()
        here = self.on_desk.id
        following = self.desk.next_waiting(here)
        self.facet = self._first_facet()
        if following is None:
            self.lay_out(here, f"{done}; nothing waits for you any more")
        else:
            self.lay_out(following, f"{done}, and on to the next")
            self.action_read(into=False)

    def _go_to(self, name: str, candidate: str | None) -> None:
        """Put the focus where something is missing."""
        place = next((place for place, document in enumerate(self.documents) if document.candidate == candidate), self.place)
        self.turn_to(place)
        if isinstance(self.facets.get(name), Spans):
            self._span_facet = name
            self.set_focus(self.passage)
        elif name in self.facets:
            self.facet = name
            self.set_focus(self.passages)
        self.show_values()

    def action_go(self, by: int) -> None:
        """The sample before or after this one in the list."""
        other = self.desk.neighbour(by)
        if other is None:
            self.tell("this is the last sample" if by > 0 else "this is the first sample")
        else:
            self.lay_out(other)

    def action_undo(self) -> None:
        """One step back."""
        self._travel(self.desk.undo, "undone")

    def action_redo(self) -> None:
        """One step forth."""
        self._travel(self.desk.redo, "done again")

    def _travel(self, move: Any, verb: str) -> None:
        before, place = self.on_desk.id, self.place
        try:
            step: Step | None = move()
        except AnnotatorError as error:
            self.tell(str(error), alert=True)
            self.show_status()
            return
        if step is None:
            self.tell("there is nothing to undo" if verb == "undone" else "there is nothing to redo")
            return
        self.lay_out(step["sample"])
        if step["sample"] == before:
            self.turn_to(place)
        changed = next((change["candidate"] for change in step.get("changes", ()) if change["candidate"]), None)
        self.turn_to(next((n for n, document in enumerate(self.documents) if document.candidate == changed), self.place))
        self.tell(f"{verb}: {words.step_words(step, self.on_desk)}")
        if step["op"] == "saved":
            self.learn_sha256()

    # The queue.

    def action_queue(self) -> None:
        """Go to the queue."""
        self.fill_queue()
        self.add_class("-queue")
        self.set_focus(self.queue)

    def action_filter(self) -> None:
        """Show the next kind of samples."""
        self.filter = (self.filter + 1) % len(FILTERS)
        self.fill_queue()

    def action_search(self) -> None:
        """Search the queue."""

        def take(line: str) -> None:
            self.search = line.strip()
            self.action_queue()

        title = "search the queue: words of the question, or group=value; empty shows all"
        self.open_panel(AskPanel(title, self.search, lambda _: "", take))

    def action_leave_queue(self) -> None:
        """First out of the search, then out of the queue."""
        if self.search:
            self.search = ""
            self.fill_queue()
        else:
            self.action_read()

    def on_mount(self) -> None:
        self.queue.chosen = self._open_from_queue
        self.passages.chosen = lambda _: self.action_read()

    def _open_from_queue(self, place: int) -> None:
        self.lay_out(self.queue.samples[place])
        self.action_read(into=False)

    # Around.

    def action_passage(self, by: int) -> None:
        """The passage before or after this one."""
        self.turn_to(self.place + by)

    def action_page(self, by: int) -> None:
        """Read on in the passage while the list has the focus."""
        self.passage.page(by)

    def action_read(self, into: bool = True) -> None:
        """Into the passage, or back to the list of passages."""
        self.remove_class("-queue")
        self.set_focus(self.passage if into else self.passages)

    def action_area(self, by: int) -> None:
        """The next part of the screen."""
        order = [self.passages, self.passage, self.queue]
        here = next((place for place, widget in enumerate(order) if widget.has_focus), 0)
        target = order[(here + by) % len(order)]
        if target is self.queue:
            self.action_queue()
        else:
            self.remove_class("-queue")
            self.set_focus(target)

    def action_guideline(self) -> None:
        """Show or hide the guideline; the passage stays in sight."""
        self.toggle_class("-no-guide" if self.has_class("-wide") else "-guide")

    def action_stand_ins(self) -> None:
        """What stands for invisible characters in this passage."""
        open_help(self, "stand-ins in this text", words.stand_in_parts(self.document))

    def action_theme(self) -> None:
        """The next theme."""
        self.app.theme = NAMES[(NAMES.index(self.app.theme) + 1) % len(NAMES)]

    def action_help(self) -> None:
        """Every key, and the guideline of every facet."""
        open_help(self, "keys", help_parts(self.table, self.desk.scheme))

    def action_palette(self) -> None:
        """Find something to do by its name."""
        entries = [entry for entry in self.table if entry.area == "everywhere" and not entry.id.startswith("digit_")]
        actions = {entry.id: entry.action for entry in entries}
        commands = [Choosable(entry.id, entry.words, about=f"key: {' '.join(spoken(key) for key in entry.keys)}") for entry in entries]

        def run(id_: str) -> tuple[list[str], str]:
            self.app.call_later(self.app.run_action, actions[id_], self)
            return [], ""

        self.open_panel(TagsPanel("what is to be done?", commands, [], run, single=True))

    def action_leave(self) -> None:
        """Leave; everything is kept."""
        self.app.exit()

    def on_key_line_clicked(self, event: KeyLine.Clicked) -> None:
        event.stop()
        namespace = self.focused or self
        self.app.run_worker(self.app.run_action(event.action, namespace))

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        self.show_keys()
        if self.desk.task is not None:
            self.show_guide()

    def on_resize(self) -> None:
        self.set_class(self.size.width >= 160, "-huge")
        if self.desk.task is not None:
            self.show_values()
