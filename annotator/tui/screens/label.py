"""LabelScreen: one sample after the other; submit, skip, undo, and the panels around."""

from __future__ import annotations

from typing import Any

from textual import events

from annotator.curate.unfinished import Step
from annotator.errors import AnnotatorError, Refused
from annotator.model.facets.number import Number
from annotator.model.facets.spans import Spans
from annotator.model.facets.tags import Tags
from annotator.tui import words
from annotator.tui.controls import digit_values
from annotator.tui.help import help_parts
from annotator.tui.keymap import TOGETHER, Key, spoken
from annotator.tui.screens.label_queue import LabelQueue
from annotator.tui.screens.panels import AskPanel, Choosable, TagsPanel, open_help
from annotator.tui.themes import after
from annotator.tui.widgets.excerpt import ReadingPane
from annotator.tui.widgets.line import KeyLine


class LabelScreen(LabelQueue, inherit_bindings=False):
    """Keys, clicks and panels of the label screen."""

    # The sample, passage and selection that is submitted unmarked when `submit` comes again.
    _let_go: tuple[str, int, tuple[int, int]] | None = None

    # Samples.

    def action_submit(self) -> None:
        """Submit; where something is missing, say what and go there."""
        chosen = self.passage.chosen
        if chosen is not None and self._let_go != (self.on_desk.id, self.place, chosen):
            self._let_go = (self.on_desk.id, self.place, chosen)
            count = chosen[1] - chosen[0]
            what = "1 character is selected and no mark" if count == 1 else f"{count} characters are selected and no mark"
            self.tell(f"{what}; {self.key_of('mark')} marks them, {self.key_of('submit')} again submits without", alert=True)
            return
        gap = self.desk.missing()
        if gap is not None:
            self._go_to(gap.facet, gap.candidate)
            # A panel that opened by itself would take the next key, such as t, for a filter.
            how = f"; press {self.key_of('tags')} for the tags" if isinstance(self.facets.get(gap.facet), Tags) else ""
            self.tell(gap.sentence + how, alert=True, stays=True)
            return
        self._record(self.desk.submit, "saved", "submit")

    def action_skip(self) -> None:
        """Ask why it cannot be judged, and record that."""

        def take(reason: str) -> None:
            self._record(lambda: self.desk.skip(reason), "skipped", "skip")

        problem = lambda line: "" if line.strip() else "say why it cannot be judged, or press Esc"  # noqa: E731 -- read once, right here
        self.open_panel(AskPanel("skip: why can this not be judged?", self.desk.reason, problem, take))

    def _record(self, record: Any, done: str, key: str) -> None:
        try:
            record()
        except AnnotatorError as error:
            # The sheet stays as it was, on screen and among the drafts.
            again = self.desk.in_trouble and not isinstance(error, Refused)
            self.tell(f"NOT saved; {self.key_of(key)} tries again" if again else str(error), alert=True)
            self.show_status()
            return
        self.learn_sha256()
        here = self.on_desk.id
        following = self.desk.next_waiting(here)
        if following is None:
            self.lay_out(here, f"{done}; nothing waits for you any more")
        else:
            self.lay_out(following, f"{done}, and on to the next")
            self.action_read(into=False)

    def _go_to(self, name: str, candidate: str | None) -> None:
        """Put the focus where something is missing."""
        place = next((place for place, document in enumerate(self.documents) if document.candidate == candidate), self.place)
        self.turn_to(place)
        facet = self.facets.get(name)
        if isinstance(facet, Spans):
            self._span_facet = name
            # The grade that wants marks, or wants none, may be what is wrong.
            self.facet = next(iter(facet.needs or ()), self.facet)
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
        changed = words.step_candidate(step)
        self.turn_to(next((n for n, document in enumerate(self.documents) if document.candidate == changed), self.place))
        self.tell(f"{verb}: {words.step_words(step, self.on_desk)}")
        if step["op"] == "saved":
            self.learn_sha256()

    # Around.

    def action_passage(self, by: int) -> None:
        """The passage before or after this one."""
        self.turn_to(self.place + by)

    def action_page(self, by: int) -> None:
        """Read on in the passage while the list has the focus."""
        self.passage.page(by)

    def action_area(self, by: int) -> None:
        """The next part of the screen."""
        # The guideline next to both: it is that of the digits when one comes from the list, and of the marks from the passage.
        panes = (self.passages, self.guide, self.passage, self.queue)
        order = [pane for pane in panes if pane is not None]
        here = next((place for place, pane in enumerate(order) if pane.has_focus), 0)
        target = order[(here + by) % len(order)]
        if target is self.queue:
            self.action_queue()
        else:
            self.remove_class("-queue")
            self.set_focus(target)

    def action_guideline(self) -> None:
        """Show or hide the guideline; the passage stays in sight."""
        if isinstance(self.focused, ReadingPane):
            self.action_read(into=False)
        self.toggle_class("-no-guide" if self.has_class("-wide") else "-guide")

    def action_question(self) -> None:
        """The question whole, where the top of the screen has no room for it."""
        open_help(self, "question", words.question(self.on_desk, ids=self.ids))

    def action_stand_ins(self) -> None:
        """What stands for invisible characters in this passage."""
        open_help(self, "stand-ins in this text", words.stand_in_parts(self.document))

    def action_theme(self) -> None:
        """The next theme."""
        self.app.theme = after(self.app.theme)
        self.tell(f"theme: {self.app.theme}")

    def action_help(self) -> None:
        """Every key, and the guideline of every facet."""
        open_help(self, "keys", help_parts(self.table, self.desk.scheme))

    def action_palette(self) -> None:
        """Find something to do by its name."""
        entries = self._offered()
        actions = {entry.id: entry.action for entry in entries}
        commands = [Choosable(entry.id, entry.words, about=f"key: {' '.join(spoken(key) for key in entry.keys)}") for entry in entries]
        namespace = self.focused or self

        def run(id_: str) -> tuple[list[str], str]:
            self.app.call_later(self.app.run_action, actions[id_], namespace)
            return [], ""

        self.open_panel(TagsPanel("what is to be done?", commands, [], run, single=True, hot=0))

    def _offered(self) -> list[Key]:
        """What the keys do that hold now; digits by what they stand for."""
        facet = self.facets.get(self.facet)
        values = {f"digit_{digit}": said for digit, _, said in digit_values(facet, self.desk.scheme)} if facet is not None else {}
        if isinstance(facet, Number):
            values["digit_0"] = f"a number from {facet.lo} to {facet.hi}"
        found = []
        own, *others = TOGETHER[self.area]
        for area in (*others, own):
            for entry in [entry for entry in self.table if entry.area == area]:
                if entry.id in values:
                    found.append(entry._replace(words=f"{self.facet}: {values[entry.id]}"))
                elif not entry.id.startswith(("digit_", "to_")):
                    found.append(entry)
        return found

    def action_leave(self) -> None:
        """Leave; where something is on the screen only, say once what is lost by leaving."""
        lost = self.desk.ask_before_leaving()
        if lost:
            self.tell(f"{self.key_of('quit')} again {lost}; free the disk and press any key", alert=True)
            self.show_status()
        else:
            self.depart()

    def depart(self) -> None:
        """Go, whatever is kept."""
        self.app.exit()

    def on_key_line_clicked(self, event: KeyLine.Clicked) -> None:
        event.stop()
        namespace = self.focused or self
        self.app.run_worker(self.app.run_action(event.action, namespace))

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        self.set_class(self.queue.has_focus, "-queue")
        if not self.queue.has_focus:
            self.point_queue()
        self.show_keys()
        if self.desk.task is not None:
            self.show_guide()

    def on_resize(self) -> None:
        self.set_class(self.size.width >= 160, "-huge")
        if isinstance(self.focused, ReadingPane) and self.focused is not self.guide:
            self.action_read(into=False)
        if self.desk.task is not None:
            self.show_values()
