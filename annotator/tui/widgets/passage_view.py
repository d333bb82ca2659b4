"""PassageView: a passage in full with its marked spans, which are made, moved, split and walked by keys."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from rich.segment import Segment

from annotator.model.characters import trimmed
from annotator.model.span import Span
from annotator.tui import marking, steps
from annotator.tui.shown import Cell
from annotator.tui.widgets.caret_view import CaretView


class PassageView(CaretView, inherit_bindings=False):
    """Spans are set from outside: the view asks for a change by `edit`, and by `ask_tag` where a tag must be chosen first.

    Both are called at once and not by message: a key that follows fast may open another passage, which the change is not meant for.
    """

    GUTTER = 2
    COMPONENT_CLASSES: ClassVar[set[str]] = {"text--span", "text--current", "text--gutter"}

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 -- Textual's name
        super().__init__(id=id)
        self.spans: marking.Spans = ()
        self.edit: Callable[[marking.Spans, str], None] = lambda _, __: None
        self.ask_tag: Callable[[int, int, Span | None], None] = lambda _, __, ___: None
        self.tell: Callable[[str], None] = lambda _: None
        self.can_mark = True
        self.asks_tag = False
        self._replaced: Span | None = None

    def lay(self, text: str, spans: marking.Spans, caret: int = 0) -> None:
        """Show another passage with its spans."""
        self.spans, self._replaced = spans, None
        self.place(text, caret)
        self.forget_rows(0, len(self.rows))

    def set_spans(self, spans: marking.Spans) -> None:
        """Draw other spans over the same passage."""
        before = self.current
        touched = set(spans) ^ set(self.spans)
        self.spans = spans
        for span in touched | {span for span in (before, self.current) if span is not None}:
            self.redraw(span.start, span.end)

    @property
    def current(self) -> Span | None:
        """The span at the caret."""
        return marking.at(self.spans, self.caret)

    def caret_moved(self, before: int) -> None:
        old = marking.at(self.spans, before)
        for span in {old, self.current} if old != self.current else ():
            if span is not None:
                self.redraw(span.start, span.end)

    def edges(self, start: int, end: int) -> set[int]:
        own = (edge for span in self.spans for edge in (span.start, span.end) if start < edge < end)
        return super().edges(start, end).union(own)

    def looks_of(self, cell: Cell) -> tuple[str, ...]:
        looks = super().looks_of(cell)
        if any(span.start <= cell.start < span.end for span in self.spans):
            current = self.current
            if current is not None and current.start <= cell.start < current.end:
                return ("span", "current", *looks)
            return ("span", *looks)
        return looks

    def left_of(self, row: int) -> Segment:
        start, end = self.rows.bounds(row)
        marks = [span for span in self.spans if span.start < end and span.end > start]
        letter = "*" if any(span.start >= start for span in marks) else "|" if marks else " "
        tag = next((span.tag[:1] for span in marks if span.tag and span.start >= start), "")
        return Segment((tag if tag.isascii() and tag.isalnum() else letter) + " ", self.looks.style("gutter"))

    def action_drop(self) -> None:
        self._replaced = None
        super().action_drop()

    def action_mark(self) -> None:
        """Mark the selection."""
        chosen = self.chosen
        if not self._may_mark():
            return
        if chosen is None:
            self.tell("nothing is selected: hold Shift and move, or press Space and move, then Enter")
            return
        stretch = trimmed(self.text, *chosen)
        if stretch is None:
            self.tell("only white space is selected, and that is no evidence")
            return
        if self._replaced is not None and self._replaced in self.spans:
            spans = marking.change(self.spans, self.text, self._replaced, *stretch)
        elif self.asks_tag:
            self.ask_tag(*stretch, None)
            return
        else:
            spans = marking.add(self.spans, self.text, *stretch, None)
        self.finish(spans, stretch, chosen)

    def finish(self, spans: marking.Spans | None, stretch: tuple[int, int], chosen: tuple[int, int]) -> None:
        """Ask for `spans`, let the selection go and put the caret on the new mark."""
        cut = chosen[1] - chosen[0] - (stretch[1] - stretch[0])
        self.held, self._replaced = False, None
        self.move_to(stretch[0])
        if spans is None:
            self.tell("these words are marked already")
        else:
            blank = "; white space at its edges is left out" if cut > 0 else ""
            self.edit(spans, f"marked {marking.in_words(self.text[slice(*stretch)])}{blank}")

    def action_edge(self, edge: str, way: str, unit: str) -> None:
        """Move one edge of the span here: `edge` start or end, `way` out or in, by `unit` word or character."""
        span = self._here()
        if span is None:
            return
        forward = (edge == "end") == (way == "out")
        place = getattr(span, edge)
        if unit == "word":
            moved = steps.word_after(self.text, place) if forward else steps.word_before(self.text, place)
            place = self.rows.snapped(moved, up=forward)
            # An edge that goes in lands at the next word, not at the space before it.
            if way == "in" and edge == "start":
                inner = trimmed(self.text, place, span.end)
                place = inner[0] if inner else span.end
        else:
            place = self.rows.after(place) if forward else self.rows.before(place)
        start, end = (place, span.end) if edge == "start" else (span.start, place)
        spans = self._stretched(span, start, end, way)
        if spans is None:
            self.tell("the mark cannot go further that way")
            return
        new = next(iter(set(spans) - set(self.spans)), None)
        if new is not None and not new.start <= self.caret < new.end:
            self.move_to(new.start if edge == "start" else self.rows.before(new.end))
        self.edit(spans, f"the mark is {marking.in_words(new.text)}" if new is not None else "two marks are one now")

    def _stretched(self, span: Span, start: int, end: int, way: str) -> marking.Spans | None:
        spans = marking.change(self.spans, self.text, span, start, end)
        # White space is never an edge: growing over it goes on to the next character.
        while spans is None and way == "out" and (start, end) != (0, len(self.text)) and start < end:
            wider = (self.rows.before(start) if start < span.start else start, self.rows.after(end) if end > span.end else end)
            if wider == (start, end):
                return None
            start, end = wider
            spans = marking.change(self.spans, self.text, span, start, end)
        return spans

    def action_split(self) -> None:
        """Cut the span here in two at the caret."""
        span = self._here()
        if span is not None:
            spans = marking.split(self.spans, self.text, span, self.caret)
            if spans is None:
                self.tell("put the caret inside the mark, between two words, to split it")
            else:
                self.edit(spans, "split in two")

    def action_delete(self) -> None:
        """Take the span here away."""
        span = self._here()
        if span is not None:
            self.edit(marking.remove(self.spans, span), "mark removed")

    def action_delete_all(self) -> None:
        """Take every span of the passage away."""
        if self.spans:
            self.edit((), f"{len(self.spans)} marks removed")

    def action_walk(self, back: bool) -> None:
        """Go to the next span."""
        span = marking.following(self.spans, self.caret, back=back)
        if span is None:
            self.tell("nothing is marked in this passage")
        else:
            self.held = False
            self.move_to(span.start)

    def action_reopen(self) -> None:
        """Turn the span here back into a selection; Enter puts the new stretch in its place."""
        span = self._here()
        if span is not None:
            self.select(span.start, span.end)
            self.held, self._replaced = True, span

    def action_retag(self) -> None:
        """Choose another tag for the span here."""
        span = self._here()
        if span is not None and self.asks_tag:
            self.ask_tag(span.start, span.end, span)

    def _here(self) -> Span | None:
        if not self._may_mark():
            return None
        if self.current is None:
            self.tell("the caret is on no mark; j goes to the next one")
        return self.current

    def _may_mark(self) -> bool:
        if not self.can_mark:
            self.tell("this dataset asks for no marks here")
        return self.can_mark
