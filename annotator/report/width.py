"""Text measured in terminal cells: what cannot be shown is replaced, wide characters count two."""

from __future__ import annotations

import unicodedata
from typing import Literal

from wcwidth import iter_graphemes, wcswidth, wcwidth

from annotator.model.characters import BIDI

REPLACED = "\ufffd"
# Characters that change direction or hide text, though some are not of a control category.
HIDDEN = BIDI | frozenset("\u200b\u2028\u2029\ufeff")


def shown(text: str) -> str:
    """Text that cannot steer a terminal: control, bidirectional, tag and unpaired characters become U+FFFD, line ends and tabs a space.

    Zero-width joiners stay, since emoji and several scripts are wrong without them.
    """
    return "".join(_shown_character(character) for character in text)


def _shown_character(character: str) -> str:
    if character in "\n\t\r":
        return " "
    if character.isascii():
        return character if character.isprintable() else REPLACED
    category = unicodedata.category(character)
    if character in HIDDEN or category in {"Cc", "Cs"} or 0xE0000 <= ord(character) <= 0xE007F:
        return REPLACED
    return character


def width_of(text: str) -> int:
    """Terminal cells that the text takes."""
    measured = wcswidth(text)
    return measured if measured >= 0 else sum(max(0, wcwidth(character)) for character in text)


def pad(text: str, size: int, side: Literal["left", "right"]) -> str:
    """Text filled with spaces to `size` cells; longer text is left as it is."""
    spaces = " " * max(0, size - width_of(text))
    return text + spaces if side == "left" else spaces + text


def cut(text: str, size: int) -> str:
    """Text of at most `size` cells; an ellipsis shows that something is missing."""
    if width_of(text) <= size:
        return text
    head, _ = _split(text, max(0, size - 1))
    return head + "…"


def fill(text: str, size: int) -> list[str]:
    """Text broken into lines of at most `size` cells, at spaces where it can be; never fewer than one line."""
    lines: list[str] = []
    line = ""
    for word in text.split(" "):
        wanted = f"{line} {word}" if line else word
        if width_of(wanted) <= size:
            line = wanted
            continue
        if line:
            lines.append(line)
        line = word
        while width_of(line) > size:
            head, line = _split(line, size)
            lines.append(head)
    return [*lines, line] if line or not lines else lines


def paragraph(text: str, size: int) -> str:
    """Text from elsewhere as lines of at most `size` cells that cannot steer a terminal."""
    return "\n".join(fill(shown(text), size))


def _split(text: str, size: int) -> tuple[str, str]:
    """The longest head of at most `size` cells and the rest; a grapheme stays whole, and the head has at least one."""
    used = end = 0
    for cluster in iter_graphemes(text):
        step = width_of(cluster)
        if end and used + step > size:
            break
        used += step
        end += len(cluster)
    return text[:end], text[end:]
