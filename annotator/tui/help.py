"""Help: every key by area, and the guideline of every facet, as parts of (text, look)."""

from __future__ import annotations

from collections.abc import Iterable

from annotator.model.scheme import Scheme
from annotator.tui.controls import Parts, guideline
from annotator.tui.keymap import AREAS, Key, spoken

_MOUSE = (
    "The mouse works on every list, on the passage (drag, double click for a word, triple for a sentence) and on the bottom line, and is\n"
    "needed nowhere. To select text for the terminal itself, hold Shift (Option on macOS) while dragging.\n"
)


def help_parts(table: Iterable[Key], scheme: Scheme) -> Parts:
    """The help of this dataset with these keys."""
    entries = list(table)
    parts: Parts = []
    for area, title in AREAS.items():
        parts.append((f"{title}\n", "strong"))
        for entry in entries:
            if entry.area == area and not (entry.id.startswith(("digit_", "tag_")) and not entry.id.endswith("_1")):
                keys = " ".join(spoken(key) for key in entry.keys)
                keys = "0 … 9" if entry.id == "digit_1" else "1 … 9" if entry.id == "tag_1" else keys
                words = (
                    entry.words.replace("key 1 ", "digit ").replace("tag 1 ", "one of the first nine ")
                    if entry.id.endswith("_1")
                    else entry.words
                )
                parts += [(f"  {keys:<24}", "strong"), (f"{words}\n", "")]
    parts += [("\nMouse\n", "strong"), (_MOUSE, ""), ("\nGuideline\n", "strong")]
    for name, facet in scheme.facets.items():
        parts += [*guideline(name, facet, scheme), ("\n", "")]
    return parts
