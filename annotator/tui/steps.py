"""Steps through a text by word and sentence; Chinese words come from a segmenter, since no spaces part them."""

from __future__ import annotations

import re
from collections.abc import Iterator

_WINDOW = 600
_FAR = 5_000
# Compiled by the first step, not by the start of the screen; `re` keeps what it compiled.
_RUN = r"\w+(?:['’.\-]\w+)*|[^\w\s]+"
_HAN = "[\u3400-\u9fff\U00020000-\U000323af]"
_CLOSE = "[\"'”’»)\\]}）」』》]*"
# A sole full stop behind one of these, or behind an initial, ends no sentence; the spaced "z. B." is two of them.
_SHORT = (
    "Dr|Mr|Ms|Mrs|Mx|Prof|St|Jr|Sr|vs|etc|cf|ca|approx|Fig|e\\.g|i\\.e|a\\.m|p\\.m|et al"
    "|z\\.B|d\\.h|u\\.a|o\\.ä|z|d|u|bzw|usw|vgl|Nr|Hr|Fr|Str|Abs|[A-ZÀ-ÖØ-ÞА-Я]"
)
_NOT_SHORT = "".join(rf"(?<!\b{short})" for short in _SHORT.split("|"))
_STOP = rf"(?:(?:{_NOT_SHORT}\.|\.(?=[.!?…])|[!?…])[.!?…]*{_CLOSE}(?=\s|$)|[。！？；]+{_CLOSE}|\r\n|\n|\r)"

Stretch = tuple[int, int]


def words(text: str, start: int, end: int) -> Iterator[Stretch]:
    """The words in text[start:end], as code point offsets into `text`; punctuation is none, an emoji is one."""
    for run in re.compile(_RUN).finditer(text, start, end):
        found = run.group()
        if re.search(_HAN, found):
            yield from _segmented(found, run.start())
        elif any(character.isalnum() or ord(character) > 0x2190 for character in found) and not _punctuation(found):
            yield run.span()


def _segmented(run: str, start: int) -> Iterator[Stretch]:
    import rjieba

    for _, first, last in rjieba.tokenize(run, "default"):
        if any(character.isalnum() for character in run[first:last]):
            yield start + first, start + last


def _punctuation(run: str) -> bool:
    return all(
        ord(character) < 0x2190 or 0x3000 <= ord(character) <= 0x303F or 0xFF00 <= ord(character) <= 0xFF65 for character in run
    ) and not any(character.isalnum() for character in run)


def word_after(text: str, offset: int) -> int:
    """The end of the word at or after `offset`; the end of the text when there is none."""
    window = _paragraph(text, offset)[0]
    while window < len(text):
        for _, end in words(text, window, min(len(text), max(window, offset) + _WINDOW)):
            if end > offset:
                return end
        window = max(window, offset) + _WINDOW
    return len(text)


def word_before(text: str, offset: int) -> int:
    """The start of the word before `offset`; 0 when there is none."""
    last = offset
    while last > 0:
        first = max(0, last - _WINDOW) if _paragraph(text, last)[0] < last - _WINDOW else _paragraph(text, last - 1)[0]
        starts = [start for start, _ in words(text, first, min(len(text), last + _WINDOW // 4)) if start < offset]
        if starts:
            return starts[-1]
        last = first
    return 0


def word_at(text: str, offset: int) -> Stretch | None:
    """The word that holds the character at `offset`, or None between words."""
    first = _paragraph(text, offset)[0]
    for start, end in words(text, first, min(len(text), offset + _WINDOW)):
        if start <= offset < end:
            return start, end
        if start > offset:
            return None
    return None


def sentence_at(text: str, offset: int) -> Stretch:
    """The sentence around `offset`, with its stop and without the white space around it."""
    first = max(0, offset - _FAR)
    start = first
    for stop in re.compile(_STOP).finditer(text, first, min(len(text), offset + _FAR)):
        end = stop.end()
        if end > offset:
            return _within(text, start, end if text[stop.start()] not in "\r\n" else stop.start())
        start = end
    return _within(text, start, min(len(text), offset + _FAR))


def _within(text: str, start: int, end: int) -> Stretch:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end


def sentence_after(text: str, offset: int) -> int:
    """The end of the sentence at or after `offset`."""
    place = offset
    while place < len(text):
        end = sentence_at(text, place)[1]
        if end > offset:
            return end
        place = max(place, end) + 1
    return len(text)


def sentence_before(text: str, offset: int) -> int:
    """The start of the sentence before `offset`."""
    place = offset - 1
    while place >= 0:
        start = sentence_at(text, place)[0]
        if start < offset:
            return start
        place = min(place, start) - 1
    return 0


def _paragraph(text: str, offset: int) -> Stretch:
    """The line around `offset`, but no further than a window away, and never from inside a run of ASCII letters."""
    lowest = max(0, offset - _WINDOW)
    start = max(text.rfind("\n", lowest, offset), text.rfind("\r", lowest, offset)) + 1
    start = max(start, lowest)
    while start > 0 and text[start - 1].isascii() and text[start - 1].isalnum() and start > lowest - _WINDOW:
        start -= 1
    return start, min(len(text), offset + _WINDOW)
