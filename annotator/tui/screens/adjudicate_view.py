"""AdjudicateView: what the adjudication screen shows; every value is read from the bench, and none is held here."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.screen import Screen

from annotator.curate.adjudication import Bench, Dispute, Point
from annotator.errors import Refused
from annotator.model.span import Span
from annotator.tui import dispute_words as words
from annotator.tui.controls import Parts
from annotator.tui.keymap import Key, line_of
from annotator.tui.widgets.line import KeyLine, Line
from annotator.tui.widgets.lists import PassageList
from annotator.tui.widgets.passage_view import PassageView
from annotator.tui.widgets.row_list import Part
from annotator.tui.widgets.side_view import SideView
from annotator.tui.widgets.text_view import TextView, styled

# As many as there are digits to take them by.
MOST_SIDES = 9


class AdjudicateView(Screen[None], inherit_bindings=False):
    """One sample: what is disputed, the sides beside each other, and what is to hold."""

    CSS_PATH: ClassVar[str] = "adjudicate.tcss"

    def __init__(self, bench: Bench, table: tuple[Key, ...]) -> None:
        super().__init__()
        self.bench = bench
        self.table = table
        self.points: list[Point] = []
        self.unfolded = False
        self.marking = False

    @property
    def area(self) -> str:
        """The area of the table of keys whose keys hold now."""
        return "own_marks" if self.marking else "adjudication"

    @property
    def on_bench(self) -> Dispute:
        """The sample on the bench."""
        if self.bench.dispute is None:
            raise Refused("no sample is open")
        return self.bench.dispute

    @property
    def here(self) -> Point | None:
        """The point at the cursor, None where nothing is disputed and all is folded away."""
        return self.points[self.point_list.cursor] if self.points else None

    @property
    def point_list(self) -> PassageList:
        """The list of points."""
        return self.query_one("#points", PassageList)

    @property
    def own(self) -> PassageView:
        """The passage in which words of one's own are marked."""
        return self.query_one("#own", PassageView)

    @property
    def names(self) -> tuple[str, ...]:
        """Who stands on which side: nobody before the decision is saved."""
        recorded = self.bench.recorded.get(self.on_bench.sample)
        return recorded.names if recorded is not None else ()

    def compose(self) -> ComposeResult:
        yield TextView(id="question")
        yield Line(id="summary")
        yield PassageList(id="points")
        yield Line(id="title")
        with Horizontal(id="tags"):
            for place in range(MOST_SIDES + 1):
                yield TextView(id=f"tags-{place}", classes="column")
        with Horizontal(id="sides"):
            for number in range(1, MOST_SIDES + 1):
                with Vertical(id=f"side-{number}", classes="side"):
                    yield Line(id=f"head-{number}")
                    yield SideView(id=f"view-{number}")
                    yield TextView(id=f"alone-{number}")
        yield PassageView(id="own")
        yield TextView(id="notes")
        yield TextView(id="message")
        yield Line(id="status")
        yield KeyLine(id="keys")

    def on_mount(self) -> None:
        self.point_list.row = self._row
        self.point_list.pointed = lambda _: self.show_point()
        self.own.tell = self.tell
        self.set_focus(self.point_list)

    def tell(self, sentence: str, *, alert: bool = False) -> None:
        """Say one thing on the message line."""
        self.query_one("#message", TextView).show(*styled([(sentence, "alert" if alert else "")]))

    def lay_out(self, sample: str, said: str = "") -> None:
        """Put a sample on the bench and show all of it. Raises Refused when this person may not decide about it."""
        self.bench.take_up(sample)
        self.unfolded = False
        self.show_dispute()
        undecided = (place for place, point in enumerate(self.points) if point.agreed is None and point.place not in self.bench.picks)
        self.point_list.point(next(undecided, 0))
        self.tell(said)

    def show_dispute(self) -> None:
        """Show the sample on the bench from its first point."""
        self.unfolded = self.unfolded or not self.on_bench.open
        self.points = list(self.on_bench.points if self.unfolded else self.on_bench.open)
        self.query_one("#question", TextView).show(*styled(words.question(self.on_bench)))
        self.point_list.reset(len(self.points))
        self.show_point()

    def show_point(self) -> None:
        """Show what each side says at the cursor."""
        point = self.here
        if point is None:
            return
        dispute, candidate = self.on_bench, point.place[1]
        tags = words.is_tags(self.bench, point.place)
        self.set_class(tags, "-tags")
        columns = words.tag_columns(point, self.bench.scheme, self.names) if tags else []
        for place in range(MOST_SIDES + 1):
            view = self.query_one(f"#tags-{place}", TextView)
            view.display = place < len(columns)
            view.show(*styled(columns[place]) if place < len(columns) else ("",))
        text = dispute.text_of(candidate)
        self.set_class(text is None, "-no-text")
        parts = self.bench.marked(point.place)
        for number in range(1, MOST_SIDES + 1):
            pane = self.query_one(f"#side-{number}")
            pane.display = number <= len(dispute.sides)
            if pane.display:
                self.query_one(f"#view-{number}", SideView).lay(text or "", parts[number - 1])
                alone = self.query_one(f"#alone-{number}", TextView)
                alone.display = any(parts)
                alone.show(*styled(words.alone(number, text or "", parts[number - 1])))
        self.show_values()

    def show_values(self) -> None:
        """Show what was picked so far."""
        point, dispute, names = self.here, self.on_bench, self.names
        for place in range(len(self.points)):
            self.point_list.redraw_row(place)
        self.query_one("#summary", Line).show(words.summary(self.bench, dispute, unfolded=self.unfolded))
        if point is not None:
            for side in dispute.sides[:MOST_SIDES]:
                name = names[side.number - 1] if names else None
                self.query_one(f"#head-{side.number}", Line).show(words.head(self.bench, point, side, name))
            title: Parts = [(f" {self.bench.called(point.place)}", "strong"), (f"  {self._about(point)}", "dim")]
            self.query_one("#title", Line).show(title, [(f"→ {words.held(self.bench, point)} ", "strong")])
        self.query_one("#notes", TextView).show(*styled(words.notes(dispute, names, self._note_rows(), self.size.width)))
        self.query_one("#status", Line).show(*words.status(self.bench, dispute, wide=self.size.width >= 80))
        self.show_keys()

    def show_keys(self) -> None:
        """The keys that hold now."""
        self.query_one(KeyLine).show_keys(line_of(self.table, ["own_marks", "passage"] if self.marking else [self.area]))

    def spans(self) -> tuple[Span, ...]:
        """The marks of one's own at the cursor; before there are any, those that are picked or that all share."""
        point = self.here
        value = self.bench.value(point) if point is not None else None
        return tuple(Span(mark["start"], mark["end"], mark["text"], mark.get("tag")) for mark in value or [])

    def _note_rows(self) -> int:
        """As many rows as the style sheet gives to the notes."""
        return 1 if self.has_class("-short") else 7 if self.has_class("-wide") else 3

    def _about(self, point: Point) -> str:
        """The title of the passage that a point is about."""
        number = point.place[1]
        return next((passage.title or "" for passage in self.on_bench.passages if passage.id == number), "")

    def _row(self, place: int) -> list[Part]:
        return words.point_row(self.bench, self.points[place], self.point_list.size.width)
