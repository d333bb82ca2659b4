"""Help: every key by area, and the guideline of every facet, as parts of (text, look)."""

from __future__ import annotations

from collections.abc import Iterable

from annotator.model.scheme import Scheme
from annotator.tui.controls import Parts, guideline
from annotator.tui.keymap import AREAS, LABELLING, Key, spoken

_MOUSE = (
    "  The mouse works on every list, on the passage (drag, double click for a word, triple for a sentence) and on the bottom line, and is "
    "needed nowhere. To select text for the terminal itself, hold Shift (Option on macOS) while dragging.\n"
)


# Keys that differ by their digit alone take one line together.
_SERIES = {"digit_": "0 … 9", "to_": "0 … 9", "tag_": "1 … 9", "take_": "1 … 9", "value_": "0 … 9"}


def help_parts(table: Iterable[Key], scheme: Scheme, areas: Iterable[str] = LABELLING) -> Parts:
    """The help of this dataset with the keys of these areas."""
    entries = list(table)
    parts: Parts = []
    for area in areas:
        parts.append((f"{AREAS[area]}\n", "strong"))
        for entry in [entry for entry in entries if entry.area == area]:
            series = next((start for start in _SERIES if entry.id.startswith(start) and entry.id.removeprefix(start).isdecimal()), None)
            if series is None or entry.id == f"{series}1":
                keys = _SERIES[series] if series is not None else " ".join(spoken(key) for key in entry.keys)
                words = entry.words if series is None else _any_digit(entry.words)
                parts += [(f"  {keys:<22}  ", "strong"), (f"{words}\n", "")]
    parts += [("\nMouse\n", "strong"), (_MOUSE, ""), ("\nGuideline\n", "strong")]
    for name, facet in scheme.facets.items():
        parts += [*guideline(name, facet, scheme), ("\n", "")]
    return parts


def _any_digit(words: str) -> str:
    return (
        words.replace("key 1", "digit").replace("tag 1 ", "one of the first nine ").replace("side 1 says", "the side of that number says")
    )
