"""AdjudicateScreen: one disputed sample after the other; take a side, merge, make one's own, save, and learn who it was."""

from __future__ import annotations

from collections.abc import Callable

from annotator.curate.adjudication import Point, Recorded
from annotator.curate.answers import with_tag
from annotator.errors import AnnotatorError
from annotator.model.events import Cause
from annotator.model.facet import Facet
from annotator.model.facets.number import Number
from annotator.model.facets.spans import Spans
from annotator.model.facets.tags import Tags
from annotator.model.span import Span
from annotator.tui import dispute_words as words
from annotator.tui import marking
from annotator.tui.controls import digit_values, every_name, guideline, in_language, named
from annotator.tui.help import help_parts
from annotator.tui.keymap import ADJUDICATING, key_of
from annotator.tui.screens.adjudicate_view import AdjudicateView
from annotator.tui.screens.panels import AskPanel, Choosable, Panel, PanelApp, TagsPanel, open_help
from annotator.tui.screens.value_panel import ValuePanel
from annotator.tui.themes import after
from annotator.tui.widgets.line import KeyLine
from annotator.tui.widgets.side_view import SideView
from annotator.tui.widgets.text_view import TextView
from annotator.tui.words import Document, stand_in_parts


class AdjudicateScreen(AdjudicateView, inherit_bindings=False):
    """Keys, clicks and panels of the adjudication screen. `left` is called when the person is done."""

    left: Callable[[], None] = staticmethod(lambda: None)
    _warned = False

    def on_mount(self) -> None:
        self.own.edit = self._put_marks
        self.own.ask_tag = self._ask_tag
        self.point_list.chosen = lambda _: self.action_own()

    def open_panel(self, panel: Panel) -> None:
        """Open a panel over the screen."""
        if isinstance(self.app, PanelApp):
            self.app.open_panel(panel)

    # Deciding a point.

    def action_take(self, number: int) -> None:
        """Take what a side says."""
        if (point := self.here) is not None:
            self._picked(point, self.bench.take(point.place, number))

    def action_combine(self, how: str) -> None:
        """Take the union or the intersection of what reviewers say."""
        if (point := self.here) is not None:
            self._picked(point, self.bench.combine(point.place, how))

    def action_clear(self) -> None:
        """Take what was picked away."""
        if (point := self.here) is not None:
            self.bench.clear(point.place)
            self.show_values()
            self.tell("")

    def _picked(self, point: Point, problem: str) -> None:
        """After a pick: on to the next point that is undecided, or say what is left."""
        if problem:
            self.tell(problem, alert=True)
            return
        order = [*range(self.point_list.cursor + 1, len(self.points)), *range(self.point_list.cursor)]
        undecided = [place for place in order if self.points[place].agreed is None and self.points[place].place not in self.bench.picks]
        self.tell(f"{self.bench.called(point.place)}: {words.held(self.bench, point)}")
        if undecided:
            self.point_list.point(undecided[0], tell=False)
            self.show_point()
            return
        self.show_values()
        gap = self.bench.missing()
        if gap is not None:
            self.tell(gap.sentence.replace("NOT saved: ", "still to do: "))
        else:
            self.tell(
                f"all is decided: {key_of(self.table, 'save')} saves it"
                + ("" if self.bench.default_reason() or self.bench.reason else " and asks for the reason")
            )

    def action_own(self) -> None:
        """Make one's own, with the editor of this kind of facet."""
        point = self.here
        if point is None:
            return
        facet = self.bench.scheme.facets[point.place[0]]
        called = self.bench.called(point.place)
        if isinstance(facet, Spans):
            self._mark_own(facet, point)
        elif isinstance(facet, Tags):
            self._tags_own(facet, point)
        elif isinstance(facet, Number):
            self._number_own(facet, point)
        else:
            self.open_panel(ValuePanel(called, digit_values(facet, self.bench.scheme), lambda value: self._put(point, value)))

    def _put(self, point: Point, value: object) -> None:
        self.bench.put(point.place, value)
        self._picked(point, "")

    def _number_own(self, facet: Number, point: Point) -> None:
        def problem(line: str) -> str:
            try:
                facet.parse(int(line), None)
            except ValueError:
                return f"a whole number from {facet.lo} to {facet.hi} is wanted"
            return ""

        title = f"{self.bench.called(point.place)}: a number from {facet.lo} to {facet.hi}"
        self.open_panel(AskPanel(title, "", problem, lambda line: self._put(point, int(line))))

    def _tags_own(self, facet: Tags, point: Point) -> None:
        registry = self.bench.scheme.registry
        found = registry.dimensions if registry is not None else ()
        tags = [Choosable(tag.id, named(tag), tag.aliases, in_language(tag.boundaries), every_name(tag)) for tag in found]

        def take(tag: str) -> tuple[list[str], str]:
            taken, problem = with_tag(facet, self.bench.value(point), tag)
            if not problem:
                self.bench.put(point.place, taken)
                self.show_values()
            return taken, problem

        self.open_panel(TagsPanel(self.bench.called(point.place), tags, self.bench.value(point) or [], take))

    # Marks of one's own.

    def _mark_own(self, facet: Spans, point: Point) -> None:
        if point.place not in self.bench.picks and point.agreed is None:
            self.bench.combine(point.place, "intersection")
        self.own.can_mark, self.own.asks_tag = True, facet.tags is not None
        self.marking = True
        self.add_class("-marking")
        self.own.lay(self.on_bench.text_of(point.place[1]) or "", self.spans())
        self.set_focus(self.own)
        self.show_values()
        self.tell(f"mark the words that are to hold, beginning from what all marked; {key_of(self.table, 'own_marks_done')} is done")

    def action_own_done(self) -> None:
        """These marks are to hold."""
        point = self.here
        self.marking = False
        self.remove_class("-marking")
        self.set_focus(self.point_list)
        if point is not None:
            self.show_point()
            self._picked(point, "")

    def _put_marks(self, spans: tuple[Span, ...], said: str) -> None:
        if (point := self.here) is not None:
            self.bench.put(point.place, [span.plain() for span in spans])
            self.own.set_spans(self.spans())
            self.show_values()
            self.tell(said)

    def _ask_tag(self, start: int, end: int, old: Span | None) -> None:
        point, view = self.here, self.own
        facet: Facet | None = self.bench.scheme.facets[point.place[0]] if point is not None else None
        if not isinstance(facet, Spans) or facet.tags is None or point is None:
            return

        def mark(tag: str) -> tuple[list[str], str]:
            if old is not None:
                self._put_marks(marking.retag(view.spans, old, tag), f"{tag} now")
            else:
                view.finish(marking.add(view.spans, view.text, start, end, tag), (start, end), view.chosen or (start, end))
            return [tag], ""

        self.open_panel(TagsPanel(f"{point.place[0]}: which tag?", [Choosable(tag, tag) for tag in facet.tags], [], mark, single=True))

    # Deciding the sample.

    def action_save(self) -> None:
        """Save; where something is undecided, say what and go there; where the result is neither side's word, ask for the reason."""
        gap = self.bench.missing()
        if gap is not None:
            self._go_to((gap.facet, gap.candidate))
            self.tell(gap.sentence, alert=True)
        elif self.bench.default_reason() is None and not self.bench.reason:
            what = "this is the word of neither side" if self.on_bench.open or self.bench.picks else "nothing is disputed"
            self._ask_reason(f"{what}: why is it to hold?", self._save_with)
        else:
            self._record(lambda: self.bench.save(self.bench.reason, self.bench.cause))

    def _save_with(self, reason: str) -> None:
        self.bench.note(reason, self.bench.cause)
        self._record(lambda: self.bench.save(reason, self.bench.cause))

    def action_reason(self) -> None:
        """Write the reason beforehand."""

        def keep(reason: str) -> None:
            self.bench.note(reason, self.bench.cause)
            self.show_values()

        self._ask_reason("the reason of this decision", keep)

    def _ask_reason(self, title: str, take: Callable[[str], None]) -> None:
        problem = lambda line: "" if line.strip() else "say why, or press Esc"  # noqa: E731 -- read once, right here
        self.open_panel(AskPanel(title, self.bench.reason, problem, lambda line: take(line.strip())))

    def action_cause(self) -> None:
        """Say why they differ."""

        def take(id_: str) -> tuple[list[str], str]:
            self.bench.note(self.bench.reason, Cause(id_) if id_ else None)
            self.show_values()
            return [], ""

        causes = [Choosable(cause.value, f"{said} ({cause.value})") for cause, said in words.CAUSES.items()]
        self.open_panel(TagsPanel("why do they differ?", [*causes, Choosable("", "no cause")], [], take, single=True))

    def action_unsettled(self) -> None:
        """It cannot be settled."""
        self._ask_reason("this cannot be settled: the disagreement in words", self._unsettle_with)

    def _unsettle_with(self, line: str) -> None:
        # Noted first, so that a disk that refuses the record takes no words away.
        self.bench.note(line, self.bench.cause)
        self._record(lambda: self.bench.unsettle(line))

    def _record(self, record: Callable[[], Recorded]) -> None:
        try:
            recorded = record()
        except AnnotatorError as error:
            self.show_dispute()
            self.tell(str(error), alert=True)
            return
        self.show_point()
        left = len(self.bench.waiting())
        done = "saved" if recorded.digest else "saved already"
        further = f"; n goes on, {left} left" if left else "; nothing else is open"
        self.tell(f"{done}: {words.revealed(recorded)}{further}")

    # Around.

    def action_go(self, by: int) -> None:
        """The next open sample, or the one before in the list."""
        here, ids = self.on_bench.sample, self.bench.ids
        place = ids.index(here) + by
        target = self.bench.following(here) if by > 0 else ids[place] if place >= 0 else None
        if target is None:
            self.tell("nothing else is open" if by > 0 else "this is the first sample")
            return
        try:
            self.lay_out(target)
        except AnnotatorError as error:
            self.tell(str(error), alert=True)

    def action_point(self, by: int) -> None:
        """Another point."""
        self.point_list.action_step(by)

    def _go_to(self, place: tuple[str, str | None]) -> None:
        if not any(point.place == place for point in self.points):
            self.unfolded = True
            self.show_dispute()
        found = next((number for number, point in enumerate(self.points) if point.place == place), self.point_list.cursor)
        self.point_list.point(found)

    def action_agreed(self) -> None:
        """Show what is agreed too, or fold it away."""
        here = self.here
        self.unfolded = not self.unfolded
        self.show_dispute()
        if here is not None and here in self.points:
            self.point_list.point(self.points.index(here))

    def action_page(self, by: int) -> None:
        """Read on on all sides, in the passage and in the tags."""
        for view in (*self.query(SideView), *self.query(".column").results(TextView)):
            view.page(by)

    def action_guideline(self) -> None:
        """The guideline of what is disputed here."""
        if (point := self.here) is not None:
            name = point.place[0]
            open_help(self, "guideline", guideline(name, self.bench.scheme.facets[name], self.bench.scheme))

    def action_stand_ins(self) -> None:
        """What stands for invisible characters in this passage."""
        if (point := self.here) is not None:
            text = self.on_bench.text_of(point.place[1]) or ""
            open_help(self, "stand-ins in this text", stand_in_parts(Document(point.place[1], "", text)))

    def action_notes(self) -> None:
        """The question and the notes in full."""
        open_help(self, "question and notes", words.all_notes(self.on_bench, self.names))

    def action_theme(self) -> None:
        """The next theme."""
        self.app.theme = after(self.app.theme)
        self.tell(f"theme: {self.app.theme}")

    def action_help(self) -> None:
        """Every key, and the guideline of every facet."""
        open_help(self, "keys", help_parts(self.table, self.bench.scheme, ADJUDICATING))

    def tell(self, sentence: str, *, alert: bool = False) -> None:
        # Whoever does something else meanwhile is asked again.
        self._warned = False
        super().tell(sentence, alert=alert)

    def action_leave(self) -> None:
        """Leave; a second time where picks are on the screen only."""
        unsaved = self.bench.unsaved()
        if unsaved and self.bench.trouble is not None and not self._warned:
            keeps, leaves = key_of(self.table, "save"), key_of(self.table, "dispute_leave")
            self.tell(f"NOT kept: {', '.join(unsaved[:5])}; {keeps} saves, {leaves} again leaves without", alert=True)
            self._warned = True
            return
        self.left()

    def on_key_line_clicked(self, event: KeyLine.Clicked) -> None:
        event.stop()
        self.app.run_worker(self.app.run_action(event.action, self.focused or self))

    def on_resize(self) -> None:
        if self.bench.dispute is not None:
            self.show_values()
