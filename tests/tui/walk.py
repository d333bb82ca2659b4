"""A random walk of span keys over random texts, and what must hold after every step."""

from random import Random

from annotator.model.facets.spans import inexact
from annotator.model.span import Span
from tests.tui.conftest import Driver

PIECES = [
    "a", "word", " ", "  ", ". ", "\t", "\n", "\r\n", "\r", "中文", "标注相关性", "。", "e\u0301", "\u0301", "👩\u200d🚀", "👍🏽", "🇨🇳", "🇨", "❤\ufe0f", "1\ufe0f\u20e3",
    "\u202e", "\u2066", "\u200b", "\u200d", "\ufeff", "שלום", "مرحبا", "क\u094d\u0937\u093f", "\x1b[31m", "\x00", "\x9b", "\u2028", "\x0b", "\U000e0041",
    "[bold]", "x" * 90, "\U00020000", "💩",
]  # fmt: skip
WAYS = ["left", "right", "word_left", "word_right", "sentence_left", "sentence_right", "up", "down", "row_start", "row_end", "page_up", "page_down", "start", "end"]  # fmt: skip
EDGES = [(edge, way, unit) for edge in ("start", "end") for way in ("out", "in") for unit in ("word", "character")]


def random_text(random: Random) -> str:
    """A text of every kind of character."""
    return "".join(random.choice(PIECES) for _ in range(random.randrange(1, 60)))


async def walk(d: Driver, random: Random, steps: int) -> int:
    """Take `steps` random steps over one random text; returns how many marks were stored on the way."""
    text, view, stored = random_text(random), d.screen.passage, 0
    d.desk.put([("evidence", "p-1", None)])
    view.lay(text, ())
    for _ in range(steps):
        _step(view, random)
        await d.pilot.pause()
        spans = tuple(Span(mark["start"], mark["end"], mark["text"]) for mark in d.desk.sheet.value("evidence", "p-1") or [])
        stored += len(spans)
        assert spans == view.spans, ascii(text)
        for span in spans:
            assert text[span.start : span.end] == span.text, ascii(text)
            assert inexact(span, text) is None, ascii(text)
            assert span.text == span.text.strip() or "\u0301" in span.text or "\u200d" in span.text, ascii(text)
        drawn_on_exactly_their_cells(d, text, spans)
    return stored


def _step(view, random: Random) -> None:
    match random.randrange(14):
        case 0 | 1 | 2 | 3:
            view.action_move(random.choice(WAYS), random.random() < 0.6)
        case 4:
            view.action_take_word()
        case 5:
            view.action_take_sentence()
        case 6 | 7 | 8:
            view.action_mark()
        case 9 | 10:
            view.action_edge(*random.choice(EDGES))
        case 11:
            view.action_walk(random.random() < 0.5)
        case 12:
            random.choice([view.action_split, view.action_hold, view.action_drop])()
        case 13:
            random.choice([view.action_reopen, view.action_delete])()


def drawn_on_exactly_their_cells(d: Driver, text: str, spans: tuple[Span, ...]) -> None:
    """Every cell on screen is underlined if and only if a span holds it."""
    view = d.screen.passage
    for y in range(view.size.height):
        row = y + int(view.scroll_offset.y)
        if row >= len(view.rows):
            break
        columns = [bool(segment.style and segment.style.underline) for segment in view.render_line(y) for _ in range(segment.cell_length)]
        left = view.GUTTER
        for cell in view.rows.cells(row):
            wanted = any(span.start <= cell.start < span.end for span in spans)
            assert columns[left : left + cell.width] == [wanted] * cell.width, ascii(text)
            left += cell.width
        assert not any(columns[left:]), ascii(text)
