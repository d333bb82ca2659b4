"""LabelView: what the label screen shows; every value is read from the desk's sheet, and none is held here."""

from __future__ import annotations

from time import monotonic
from typing import ClassVar

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.screen import Screen

from annotator.curate.labelling import Desk, Task
from annotator.errors import Refused
from annotator.model.facet import Facet
from annotator.model.facets.spans import Spans
from annotator.model.span import Span
from annotator.report.moves import moves_sentence
from annotator.tui import words
from annotator.tui.controls import Parts, first_waiting, guideline, legend, without_use
from annotator.tui.front import FrontCompositor
from annotator.tui.keymap import ON_THE_SCREEN, TOGETHER, Key, key_of, line_of
from annotator.tui.marking import characters
from annotator.tui.shown import shown
from annotator.tui.widgets.excerpt import Excerpt, ReadingPane
from annotator.tui.widgets.line import KeyLine, Legend, Line
from annotator.tui.widgets.lists import PassageList, QueueList
from annotator.tui.widgets.passage_view import PassageView
from annotator.tui.widgets.row_list import Part
from annotator.tui.widgets.text_view import TextView, styled

# Seconds for which the time on the status line is new enough; a bit less than the clock's own second.
_LATELY = 0.9


class LabelView(Screen[None], inherit_bindings=False):
    """One sample: question, passages, the passage in full, what was said so far, and where the reviewer is."""

    CSS_PATH: ClassVar[str] = "label.tcss"

    class Hashed(Message):
        """The dataset SHA-256 is worked out."""

        def __init__(self, sha256: str) -> None:
            super().__init__()
            self.sha256 = sha256

    def __init__(self, desk: Desk, table: tuple[Key, ...], *, ids: bool = False, classes: str | None = None) -> None:
        super().__init__(classes=classes)
        self._compositor = FrontCompositor()
        self.desk = desk
        self.table = table
        self.ids = ids
        self.sha256 = ""
        self.documents: list[words.Document] = []
        self.place = 0
        self.filter = 0
        self.search = ""
        self.facet = ""
        self.longest_title = 0
        self._span_facet = ""
        self._shown: tuple[str, list[words.Document]] | None = None
        # Whether the guideline is that of the marks, as it is while the passage has the focus, and from there.
        self._guides_marks = False
        # Whether what stands on the message line goes with the next key.
        self._passing = False
        self._status_at = 0.0

    @property
    def facets(self) -> dict[str, Facet]:
        """Every facet by name."""
        return dict(self.desk.scheme.facets)

    @property
    def on_desk(self) -> Task:
        """The sample on the desk."""
        if self.desk.task is None:
            raise Refused("no sample is open")
        return self.desk.task

    @property
    def document(self) -> words.Document:
        """The text that is shown."""
        return self.documents[self.place] if self.documents else words.Document(None, "nothing to read", "")

    @property
    def span_facets(self) -> list[str]:
        """The facets by which the text that is shown can be marked."""
        on = "sample" if self.document.candidate is None else "candidate"
        return [name for name, facet in self.facets.items() if isinstance(facet, Spans) and facet.on == on] if self.documents else []

    @property
    def span_facet(self) -> str:
        """The one of them that marks go to, "" where there is none."""
        fitting = self.span_facets
        return self._span_facet if self._span_facet in fitting else fitting[0] if fitting else ""

    @property
    def passage(self) -> PassageView:
        """The text in full."""
        return self.query_one(PassageView)

    @property
    def passages(self) -> PassageList:
        """The list of texts."""
        return self.query_one(PassageList)

    @property
    def queue(self) -> QueueList:
        """The list of samples."""
        return self.query_one(QueueList)

    @property
    def guide(self) -> ReadingPane | None:
        """The guideline as it is shown now: below the passage, or at the side of a wide screen."""
        if self.has_class("-wide"):
            return None if self.has_class("-no-guide") else self.query_one("#side", ReadingPane)
        return self.query_one("#guide", ReadingPane) if self.has_class("-guide") else None

    def compose(self) -> ComposeResult:
        with Horizontal(id="body"):
            with Vertical(id="queue-box"):
                yield Line(id="queue-title")
                yield QueueList(id="queue")
                yield Legend(id="signs")
            with Vertical(id="middle"):
                yield Excerpt(id="question")
                yield Legend(id="legend")
                yield PassageList(id="passages")
                yield Line(id="title")
                yield PassageView(id="passage")
                yield ReadingPane(id="guide")
            yield ReadingPane(id="side")
        yield Excerpt(id="sheet")
        yield TextView(id="trouble")
        yield Excerpt(id="message")
        yield Line(id="status")
        yield KeyLine(id="keys")

    def on_mount(self) -> None:
        self.passages.row = self._passage_row
        self.queue.row = self._queue_row
        self.set_interval(1.0, self._tick)
        self.passages.pointed = self.turn_to
        self.passage.tell = self.tell
        self.query_one("#signs", Legend).show(words.signs())
        for pane, key in (("question", "question"), ("sheet", "note")):
            self.query_one(f"#{pane}", Excerpt).more = f"… {self.key_of(key)}"
        self.set_focus(self.passages)

    @property
    def area(self) -> str:
        """The part of the screen whose keys hold now, as the table of keys calls it."""
        focused = self.focused.id if self.focused is not None else None
        return "guide" if isinstance(self.focused, ReadingPane) else focused if focused in ON_THE_SCREEN else "passages"

    def key_of(self, id_: str) -> str:
        """The key of an entry of the table, as it is spoken of."""
        return key_of(self.table, id_)

    def tell(self, sentence: str, *, alert: bool = False, stays: bool = False) -> None:
        """Say one thing on the message line, until the next key or, where it `stays`, until something else is said."""
        self._passing = bool(sentence) and not stays
        self.query_one("#message", Excerpt).show(*styled([(sentence, "alert" if alert else "")]))

    def stirred(self) -> None:
        """The person pressed a key or clicked: a rest ends, and so does what was said in passing."""
        self.desk.stir()
        if self._passing:
            self.tell("")

    def lay_out(self, sample: str, said: str = "") -> None:
        """Put a sample on the desk and show all of it. What is read stays where it is when the same texts are laid out again."""
        notice = self.desk.take_up(sample)
        self.documents = words.documents(self.on_desk, ids=self.ids)
        self.query_one("#question", Excerpt).show(*styled(words.question(self.on_desk, ids=self.ids)))
        if self._shown != (sample, self.documents):
            self._shown = sample, self.documents
            self.place = 0
            self.longest_title = max((cell_len(shown(document.title)) for document in self.documents), default=0)
            self.facet = first_waiting(self.facets, self.desk.sheet, [passage.id for passage in self.on_desk.passages])
            self.passages.reset(len(self.documents))
            self.show_passage()
        self.show_values()
        self.fill_queue()
        moved = moves_sentence(self.on_desk.moves)
        here = f"{said}. Here, {moved}" if said and moved else said or moved
        self.tell(notice or here, alert=bool(notice or moved), stays=bool(notice or moved))

    def turn_to(self, place: int) -> None:
        """Show another text of the sample."""
        if 0 <= place < len(self.documents) and place != self.place:
            self.place = place
            self.passages.point(place, tell=False)
            self.show_passage()

    def spans(self) -> tuple[Span, ...]:
        """The marks of the text that is shown, in the kind of mark that is being made."""
        value = self.desk.sheet.value(self.span_facet, self.document.candidate) if self.span_facet else None
        return tuple(Span(mark["start"], mark["end"], mark["text"], mark.get("tag")) for mark in value or [])

    def show_passage(self) -> None:
        """Show the text of the current place from its beginning."""
        self._set_kind()
        self.passage.lay(self.document.text, self.spans())
        self.show_guide()

    def show_marks(self) -> None:
        """Show the marks of another kind in the same text; caret and selection stay."""
        self._set_kind()
        self.show_values()

    def _set_kind(self) -> None:
        facet = self.facets.get(self.span_facet)
        self.passage.can_mark = facet is not None
        self.passage.asks_tag = isinstance(facet, Spans) and facet.tags is not None

    def show_values(self) -> None:
        """Show what the sheet says now."""
        for place in range(len(self.documents)):
            self.passages.redraw_row(place)
        self.passage.set_spans(self.spans())
        self.query_one("#sheet", TextView).show(*styled(words.sheet_lines(self.desk)))
        self.query_one("#legend", Legend).show(legend(self.facet, self.facets[self.facet], self.desk.scheme) if self.facet else [])
        self.queue.redraw_row(self.queue.cursor)
        self.show_title()
        self.show_guide()
        self.show_status()

    def show_title(self) -> None:
        """The line over the passage: which one, where the caret is, what is selected."""
        view, document = self.passage, self.document
        where = f" {self.place + 1}/{len(self.documents)} " if self.documents else " "
        parts: Parts = [(where, "strong"), (document.title, "strong")]
        chosen = view.chosen
        selected = f"{characters(chosen[1] - chosen[0])} selected  " if chosen else "selecting  " if view.held else ""
        kind = f"{self.span_facet}  " if len(self.span_facets) > 1 else ""
        right: Parts = [(f"  {kind}{selected}", "strong"), (f"character {view.caret} of {len(view.text)} ", "dim")]
        self.query_one("#title", Line).show(parts, right)

    def show_guide(self) -> None:
        """The guideline of what is in focus; on wide screens the marks of the passage below it."""
        if not isinstance(self.focused, ReadingPane):
            self._guides_marks = isinstance(self.focused, PassageView)
        name = self.span_facet if self._guides_marks and self.span_facet else self.facet
        parts = guideline(name, self.facets[name], self.desk.scheme) if name else []
        guide, side = self.query_one("#guide", ReadingPane), self.query_one("#side", ReadingPane)
        # A line end behind the last word would take a row of its own.
        guide.show(*styled([*parts[:-1], *((text.rstrip("\n"), look) for text, look in parts[-1:])]))
        # From the passage, Tab leads on to the queue.
        leads_here = f"… {self.key_of('previous_area' if self.passage.has_focus else 'next_area')}"
        for pane in (guide, side):
            if pane.more != leads_here:
                pane.more = leads_here
                pane.refresh()
        found = words.marks(self.passage.spans, self.passage.current)
        side.show(*styled([*parts, ("\n", ""), *found]))

    def show_status(self) -> None:
        """Position, time, saved or not; a write that failed stays in red until one succeeds."""
        self._status_at = monotonic()
        self.query_one("#status", Line).show(*words.status(self.desk, self.sha256, wide=self.size.width >= 80))
        trouble = self.desk.trouble
        self.set_class(trouble is not None, "-trouble")
        self.query_one("#trouble", TextView).show(trouble or "")

    def show_keys(self) -> None:
        """The keys of what has the focus, as far as they do something here."""
        idle = without_use(self.desk.scheme)
        clears = "clear search" if self.search else "back"
        table = [entry._replace(short=clears) if entry.id == "queue_back" else entry for entry in self.table if entry.id not in idle]
        self.query_one(KeyLine).show_keys(line_of(table, TOGETHER[self.area]))

    def fill_queue(self) -> None:
        """The queue as filter and search have it."""
        title, states = words.FILTERS[self.filter]
        found = self.desk.matching(states, self.search) if states or self.search else self.desk.list.ids
        here = self.desk.task.id if self.desk.task else None
        if found is not self.queue.samples:
            key = self.key_of("queue_back" if self.search else "queue_filter")
            self.queue.empty = f"none answers; {key} clears the search" if self.search else f"none is {title}; {key} shows others"
            self.queue.fill(found, here)
            self._show_queue_title(title, len(found))
            self.show_keys()
        else:
            self.point_queue()

    def point_queue(self) -> None:
        """Put the cursor of the queue on the open sample, where it is shown there."""
        task = self.desk.task
        if task is not None:
            row = task.place if self.queue.samples is self.desk.list.ids else self.queue.row_of(task.id)
            self.queue.point(self.queue.cursor if row is None else row, tell=False)

    def _show_queue_title(self, title: str, count: int) -> None:
        line = self.query_one("#queue-title", Line)
        if self.search:
            # Count and way out stand at the right, where a long search cannot push them off the line.
            key = self.key_of("queue_back")
            line.show([(f' {title} "{self.search}"', "strong")], [(f" {count}", "dim"), (f"  {key} clears ", "")])
        else:
            line.show([(f" queue: {title} ", "strong"), (f"{count}", "dim")])

    def learn_sha256(self) -> None:
        """Work the dataset SHA-256 out in the background."""
        self.run_worker(self._hash, thread=True, exclusive=True, group="hash", exit_on_error=False)

    def _hash(self) -> None:
        # A message and no call into the app: nothing waits for the answer when the app is leaving.
        self.post_message(self.Hashed(self.desk.sha256()))

    def on_label_view_hashed(self, event: Hashed) -> None:
        event.stop()
        self.sha256 = event.sha256
        self.show_status()

    def _queue_row(self, row: int) -> list[Part]:
        samples = self.queue.samples
        # Where the whole list is shown, each stands at its place; to find that takes longer than all else on a row.
        place = row if samples is self.desk.list.ids else self.desk.list.place(samples[row])
        return words.queue_row(self.desk, samples[row], place, ids=self.ids)

    def _passage_row(self, place: int) -> list[Part]:
        room = self.passages.size.width
        return words.passage_row(place + 1, self.documents[place], self.desk.scheme, self.desk.sheet, room, self.longest_title)

    def _tick(self) -> None:
        before = self.desk.trouble, self.desk.open_elsewhere
        self.desk.tick()
        news = (self.desk.trouble, self.desk.open_elsewhere) != before
        # A key that is held down shows the time with its own frames, and one between them would hold up the next.
        if self.desk.task is not None and (news or monotonic() - self._status_at > _LATELY):
            self.show_status()
