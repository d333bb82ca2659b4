"""LabelValues: what can be said about a sample: grades, values, tags, notes and marks, each put to the desk at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from annotator.curate.answers import with_tag
from annotator.model.facets.grade import Grade
from annotator.model.facets.number import Number
from annotator.model.facets.spans import Spans
from annotator.model.facets.tags import Tags
from annotator.model.span import Span
from annotator.tui import marking
from annotator.tui.controls import digit_values, every_name, in_language, named
from annotator.tui.screens.label_view import LabelView
from annotator.tui.screens.panels import AskPanel, Choosable, Panel, PanelApp, TagsPanel
from annotator.tui.shown import copyable
from annotator.tui.widgets.line import Legend


class LabelValues(LabelView, inherit_bindings=False):
    """Actions that change the sheet."""

    def on_mount(self) -> None:
        self.passage.edit = self.put_marks
        self.passage.ask_tag = self.ask_tag
        self.query_one("#legend", Legend).chosen = self._clicked
        self.passage.moved = self._caret_moved

    def open_panel(self, panel: Panel) -> None:
        """Open a panel over the screen."""
        if isinstance(self.app, PanelApp):
            self.app.open_panel(panel)

    def ask_number(self, title: str, lo: int, hi: int, begun: str, take: Callable[[int], None]) -> None:
        """Ask for a whole number from `lo` to `hi`."""

        def problem(line: str) -> str:
            try:
                fits = lo <= int(line) <= hi
            except ValueError:
                fits = False
            return "" if fits else f"a whole number from {lo} to {hi} is wanted"

        self.open_panel(AskPanel(f"{title} from {lo} to {hi}", begun, problem, lambda line: take(int(line))))

    # Grades and values.

    def action_digit(self, digit: int) -> None:
        """Give the value that the digit stands for to the passage, or to the sample, and go on."""
        facet = self.facets.get(self.facet)
        candidate = self._target()
        if facet is None or candidate is False:
            return
        if isinstance(facet, Number):
            self._ask_value(facet, candidate, str(digit))
            return
        found = [value for key, value, _ in digit_values(facet, self.desk.scheme) if key == digit]
        if not found:
            self.tell(f"{digit} stands for nothing in {self.facet}", alert=True)
        elif isinstance(facet, Tags):
            self.tell(self._take_tag(self.facet, candidate, found[0]), alert=True)
        else:
            self._give(candidate, found[0])

    def _clicked(self, key: str) -> None:
        """What the digits do was clicked: one of the values, or that a number can be typed."""
        facet, candidate = self.facets.get(self.facet), self._target()
        if key.isdecimal():
            self.action_digit(int(key))
        elif isinstance(facet, Number) and candidate is not False:
            self._ask_value(facet, candidate, "")

    def _target(self) -> Any:
        """The candidate that a value is for, None for the sample; False, with a sentence, where no passage is chosen."""
        facet = self.facets.get(self.facet)
        if facet is not None and facet.on == "candidate" and self.document.candidate is None:
            self.tell(f"{self.facet} is said of a passage; choose one first", alert=True)
            return False
        return self.document.candidate if facet is not None and facet.on == "candidate" else None

    def _give(self, candidate: str | None, value: Any) -> None:
        self.desk.put([(self.facet, candidate, value)])
        self.show_values()
        if candidate is not None:
            self._advance(candidate, value)

    def _advance(self, candidate: str, value: Any) -> None:
        """After a grade: into the passage where it asks for marks, else on to the next passage without a value."""
        for name, facet in self.facets.items():
            if isinstance(facet, Spans) and facet.on == "candidate":
                least = (facet.needs or {}).get(self.facet)
                if least is not None and value >= least and not self.desk.sheet.value(name, candidate):
                    self.set_focus(self.passage)
                    word, sentence, mark = map(self.key_of, ("take_word", "take_sentence", "mark"))
                    how = f"{word} takes a word, {sentence} a sentence, Shift and arrows any stretch, {mark} marks"
                    self.tell(f"now mark the {name}: {how}", stays=True)
                    return
        order = [*range(self.place + 1, len(self.documents)), *range(self.place)]
        for place in order:
            other = self.documents[place].candidate
            if other is not None and self.desk.sheet.value(self.facet, other) is None:
                self.turn_to(place)
                self.tell("")
                return
        gap = self.desk.missing()
        still = f"complete: {self.key_of('submit')} submits it" if gap is None else gap.sentence.replace("NOT submitted: ", "still to do: ")
        self.tell(still, stays=True)

    def action_rest(self) -> None:
        """The lowest grade for all that have none."""
        name = self.facet if isinstance(self.facets.get(self.facet), Grade) else self._first(Grade)
        facet = self.facets.get(name)
        if not isinstance(facet, Grade) or facet.on != "candidate":
            self.tell("there is no grade of passages in this dataset", alert=True)
            return
        count = self.desk.rest_lowest(name)
        self.show_values()
        low = min(facet.scale)
        self.tell(f"{count} passages are {low} {facet.scale[low]}" if count else "every passage has a grade already")

    def action_clear(self) -> None:
        """Take the value of the passage, or of the sample, away."""
        candidate = self._target()
        if candidate is not False and self.desk.put([(self.facet, candidate, None)]):
            self.show_values()
            self.tell(f"{self.facet} taken away")

    def action_facet(self, by: int) -> None:
        """The digits go to the next facet."""
        names = [name for name, facet in self.facets.items() if not isinstance(facet, Spans)]
        if names:
            self.facet = names[(names.index(self.facet) + by) % len(names)]
            self._guides_marks = False
            self.show_values()
            self.tell(f"the digits give {self.facet} now")

    def action_span_facet(self) -> None:
        """Marks go to the next kind of mark."""
        names = self.span_facets
        if len(names) > 1:
            self._span_facet = names[(names.index(self.span_facet) + 1) % len(names)]
            self.show_marks()
            self.tell(f"marks are {self.span_facet} now")
        else:
            self.tell("there is only one kind of mark here" if names else "this dataset asks for no marks here")

    def _ask_value(self, facet: Number, candidate: str | None, begun: str) -> None:
        self.ask_number(f"{self.facet}: a number", facet.lo, facet.hi, begun, lambda number: self._give(candidate, number))

    # Tags and notes.

    def action_tags(self) -> None:
        """Open the tags."""
        name = self.facet if isinstance(self.facets.get(self.facet), Tags) else self._first(Tags)
        facet = self.facets.get(name)
        if not isinstance(facet, Tags) or self.desk.scheme.registry is None:
            self.tell("this dataset has no tags", alert=True)
            return
        candidate = self.document.candidate if facet.on == "candidate" else None
        tags = [
            Choosable(tag.id, named(tag), tag.aliases, in_language(tag.boundaries), every_name(tag))
            for tag in self.desk.scheme.registry.dimensions
        ]
        bounds = f"{facet.min} to {facet.max}" if facet.max is not None else f"{facet.min} or more"

        def take(tag: str) -> tuple[list[str], str]:
            sentence = self._take_tag(name, candidate, tag)
            return self.desk.sheet.value(name, candidate) or [], sentence

        self.open_panel(TagsPanel(f"{name}: {bounds} tags", tags, self.desk.sheet.value(name, candidate) or [], take))

    def _take_tag(self, name: str, candidate: str | None, tag: str) -> str:
        facet = self.facets[name]
        if not isinstance(facet, Tags):
            return ""
        tags, problem = with_tag(facet, self.desk.sheet.value(name, candidate), tag)
        if not problem and self.desk.put([(name, candidate, tags or None)]):
            self.show_values()
            self.tell("")
        return problem

    def action_note(self) -> None:
        """Write a note."""
        from annotator.tui.screens.note_panel import NotePanel  # its editor takes long to import

        def keep(text: str, more: bool) -> None:
            self.desk.write_note(text, more=more)
            self.show_values()

        self.open_panel(NotePanel("note to this sample", self.desk.sheet.note or "", keep))

    # Marks.

    def put_marks(self, spans: tuple[Span, ...], said: str) -> None:
        """The marks of the passage that is shown become `spans`."""
        self.desk.put([(self.span_facet, self.document.candidate, [span.plain() for span in spans] or None)])
        self.show_values()
        self.tell(said)

    def ask_tag(self, start: int, end: int, old: Span | None) -> None:
        """Which tag the stretch, or the mark `old`, is to bear."""
        facet, view = self.facets.get(self.span_facet), self.passage
        if not isinstance(facet, Spans) or facet.tags is None:
            return

        def mark(tag: str) -> tuple[list[str], str]:
            if old is not None:
                self.put_marks(marking.retag(view.spans, old, tag), f"{tag} now")
            else:
                view.finish(marking.add(view.spans, view.text, start, end, tag), (start, end), view.chosen or (start, end))
            return [tag], ""

        self.open_panel(TagsPanel(f"{self.span_facet}: which tag?", [Choosable(tag, tag) for tag in facet.tags], [], mark, single=True))

    def _caret_moved(self) -> None:
        self.show_title()
        if self.has_class("-wide"):
            self.show_guide()

    def action_copy(self) -> None:
        """Copy the selection or the mark here."""
        view = self.passage
        chosen = view.chosen or ((view.current.start, view.current.end) if view.current else None)
        if chosen is None:
            self.tell("nothing is selected to copy")
        else:
            self.app.copy_to_clipboard(copyable(view.text[slice(*chosen)]))
            self.tell("copied, where the terminal allows it")

    def _first(self, kind: type) -> str:
        return next((name for name, facet in self.facets.items() if isinstance(facet, kind)), "")
