"""Words: what the label screen says, as parts of (text, look); pure functions of the task and the sheet."""

from __future__ import annotations

import json
from typing import NamedTuple

from annotator.curate.labelling import Desk, Task
from annotator.curate.unfinished import Sheet, Step
from annotator.curate.worklist import State
from annotator.model.facets.grade import Grade
from annotator.model.facets.spans import Spans
from annotator.model.scheme import Scheme
from annotator.model.span import Span
from annotator.tui.controls import Parts, widest, words_of
from annotator.tui.shown import stand_ins
from annotator.tui.widgets.row_list import Part

_SIGNS = {
    State.WAITING: "·",
    State.UNFINISHED: "…",
    State.LABELLED: "✓",
    State.SKIPPED: "–",
    State.STALE: "!",
    State.CLOSED: "×",
}
MOST_STAND_INS = 200
# What the queue shows, in the order in which one key goes through it.
FILTERS: tuple[tuple[str, tuple[State, ...]], ...] = (
    ("all", ()),
    ("waiting", (State.WAITING, State.STALE, State.UNFINISHED)),
    ("unfinished", (State.UNFINISHED,)),
    ("skipped", (State.SKIPPED,)),
    ("stale", (State.STALE,)),
    ("labelled", (State.LABELLED,)),
)
# Columns of a passage's row that neither its title nor its values take: pointer, number, and the gap behind the title.
_LEFT = 7


class Document(NamedTuple):
    """One text of a sample: the sample's own (`candidate` None) or a candidate passage."""

    candidate: str | None
    title: str
    text: str


def documents(task: Task, *, ids: bool) -> list[Document]:
    """The texts of a sample in order. A passage without a title is called by its first words; ids are shown on demand."""
    own = [Document(None, "the text itself", task.text)] if task.text is not None else []
    passages = [
        Document(passage.id, (f"{passage.id}  " if ids else "") + (passage.title or passage.text[:60]), passage.text)
        for passage in task.passages
    ]
    return own + passages


def question(task: Task, *, ids: bool) -> Parts:
    """The question with what it was asked in."""
    parts: Parts = [(f"{task.id}  ", "dim")] if ids else []
    parts.append((task.query if task.query is not None else "(no question; judge the text)", "strong"))
    about = [task.time] if task.time else []
    about += [
        f"{key}: {value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)}"
        for key, value in (task.context or {}).items()
    ]
    if about:
        parts.append(("\n" + " · ".join(about), "dim"))
    if task.skipped is not None:
        parts.append((f"\nskipped: {task.skipped}", "alert"))
    if task.stale is not None:
        parts.append((f"\nyour label no longer counts: {task.stale}", "alert"))
    if task.state is State.CLOSED:
        parts.append(("\nthis sample has all the labels it needs", "alert"))
    return parts


def passage_row(number: int, document: Document, scheme: Scheme, sheet: Sheet, room: int, longest_title: int) -> list[Part]:
    """A passage with what was said about it, in `room` columns: right behind the longest title, which keeps a third of them."""
    found: list[Part] = []
    for name, facet in scheme.facets.items():
        if (facet.on == "candidate") != (document.candidate is not None) or (document.candidate is None and not isinstance(facet, Spans)):
            continue
        value = sheet.value(name, document.candidate)
        if isinstance(facet, Spans):
            found.append((words_of(facet, value, scheme) if value is not None else "", 9, "good" if value else "dim"))
        else:
            # The words of a grade speak for themselves; a bare yes, name or number does not.
            called = "" if isinstance(facet, Grade) else f"{name}: "
            look = "strong" if value is not None else "dim"
            found.append((called + words_of(facet, value, scheme), len(called) + widest(facet, scheme) + 1, look))
    wanted, most = sum(columns for _, columns, _ in found), max(8, room * 2 // 3)
    if wanted > most:
        found = [(text, max(5, columns * most // wanted), look) for text, columns, look in found]
    rest = room - _LEFT - sum(columns for _, columns, _ in found)
    return [(f"{number} ", 3, "dim"), (document.title, max(0, min(rest, longest_title)), ""), ("", 2, ""), *found]


def sheet_lines(desk: Desk) -> Parts:
    """What was said about the sample as a whole, and the note."""
    parts: Parts = []
    for name, facet in desk.scheme.facets.items():
        if facet.on == "sample" and not isinstance(facet, Spans):
            value = desk.sheet.value(name, None)
            parts += [(f"{name}: ", "dim"), (words_of(facet, value, desk.scheme), "strong" if value is not None else "dim"), ("   ", "")]
    note = desk.sheet.note
    parts += [("note: ", "dim"), (" ".join(note.split()), "")] if note else [("no note", "dim")]
    return parts


def marks(spans: tuple[Span, ...], current: Span | None) -> Parts:
    """The marks of a passage, one a line, with their offsets in code points."""
    parts: Parts = [("marks in this passage\n", "strong")]
    for span in spans:
        look = "strong" if span == current else ""
        parts.append((f"{'▸' if span == current else ' '} {span.start} to {span.end}  ", "dim"))
        parts.append((f"{span.tag}: " if span.tag else "", "dim"))
        parts.append((" ".join(span.text.split())[:200] + "\n", look))
    return parts if spans else []


def signs() -> Parts:
    """What the signs of the queue mean."""
    return [part for state, sign in _SIGNS.items() for part in ((sign, "key"), (f" {state}  ", ""))]


def queue_row(desk: Desk, sample: str, place: int, *, ids: bool) -> list[Part]:
    """A sample in the queue: its place (from 0), where it stands, and its question; never its id, its groups or what others did."""
    state = desk.state(sample)
    said = desk.workspace.cases[sample].sample
    words = said.query if said.query is not None else (said.text or "")
    title = f"{sample}  {words}" if ids else words
    return [
        (str(place + 1), max(4, len(str(len(desk.list.ids))) + 1), "dim"),
        (_SIGNS[state], 2, "good" if state is State.LABELLED else ""),
        (title[:400], 0, ""),
    ]


def clock(seconds: float) -> str:
    """Minutes and seconds."""
    return f"{int(seconds) // 60}:{int(seconds) % 60:02d}"


def _moment(at: str, now: str) -> str:
    """A time of today as such, any other as its day; both are UTC, as in the records."""
    return f"{at[11:19]} UTC" if at[:10] == now[:10] else at[:10]


def status(desk: Desk, sha256: str, *, wide: bool) -> tuple[Parts, Parts]:
    """Position, time on this sample, whether it is saved, and the dataset SHA-256."""
    task = desk.task
    if task is None:
        return [], []
    seconds, resting = desk.time()
    state = desk.state(task.id)
    parts: Parts = [(f" {task.place + 1}/{task.total} ", "strong"), (f"{clock(seconds)}{' resting' if resting else ''}  ", "")]
    if desk.in_trouble:
        parts.append(("NOT saved", "alert"))
    elif state is State.UNFINISHED:
        counts = task.said_at is not None and task.stale is None
        parts.append(("changed; the old one counts" if counts else "unfinished, not submitted", ""))
    elif state in {State.LABELLED, State.SKIPPED}:
        when = _moment(task.said_at or "", desk.workspace.dataset.now())
        parts.append((f"saved {when}" if state is State.LABELLED else f"skipped, saved {when}", "good"))
    else:
        parts.append((state.value, ""))
    # Where both have no room, that one's own work stands open twice is what matters.
    twice = [("open in another window too ", "alert")] if desk.open_elsewhere else []
    kept: Parts = [(f"{desk.person}  " if wide else "", "dim"), (f"sha256 {sha256[:12] or '…':<12} ", "dim")]
    return parts, [*twice, *(kept if wide or not twice else [])]


def stand_in_parts(document: Document) -> Parts:
    """Every character of a text that is drawn as something else, with its offset."""
    found = stand_ins(document.text, MOST_STAND_INS)
    if not found:
        return [("Every character of this text is drawn as it is.\n", "")]
    parts: Parts = [("What stands in for what, with the offset in code points:\n", "dim")]
    for offset, drawn, meaning in found:
        parts += [(f"{offset:>8}  ", "dim"), (drawn.strip() or "→", "strong"), (f"  {meaning}\n", "")]
    return [*parts, (f"and more after the first {MOST_STAND_INS}\n", "dim")] if len(found) == MOST_STAND_INS else parts


def step_words(step: Step, task: Task) -> str:
    """What a step of undo changed, in which sample, since it may lead to another one."""
    return f"{_changed(step, task)}, in sample {task.place + 1}"


def step_candidate(step: Step) -> str | None:
    """The passage that a step of undo changed, None where it is about the sample."""
    return next((change["candidate"] for change in step.get("changes", ()) if change["candidate"]), None)


def _changed(step: Step, task: Task) -> str:
    if step["op"] == "note":
        return "the note"
    if step["op"] == "saved":
        return "the skip" if step["now"]["op"] == "skip" else "the submitted label"
    places = {passage.id: place for place, passage in enumerate(task.passages, start=1)}
    changes = step["changes"]
    first = changes[0]
    at = f" of passage {places[first['candidate']]}" if first["candidate"] in places else ""
    more = f" and {len(changes) - 1} more" if len(changes) > 1 else ""
    return f"{first['facet']}{at}{more}"
