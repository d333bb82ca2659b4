"""Moves in words: what became of one's marks after a text was edited."""

from __future__ import annotations

from collections.abc import Iterable

from annotator.workflow.moving import Move

# A mark may be a page long; its first words are enough to know it by, and a line of the screen is short.
_LONGEST = 30


def moves_sentence(moves: Iterable[Move]) -> str:
    """All of them in one sentence, "" where there was no mark."""
    found = list(moves)
    if not found:
        return ""
    parts = []
    sure = sum(move.sure for move in found)
    if sure:
        parts.append(f"{sure} {'mark' if sure == 1 else 'marks'} went along with {'its' if sure == 1 else 'their'} words")
    groups = {
        "no longer found": [move for move in found if not move.times],
        "found more than once, to be marked anew": [move for move in found if move.times > 1 and move.after is None],
        "found more than once, left in place": [move for move in found if move.times > 1 and move.after is not None],
    }
    parts += [f"{words}: {', '.join(_quoted(move) for move in group)}" for words, group in groups.items() if group]
    return "; ".join([*parts, "nothing is saved before you submit"])


def move_line(move: Move, place: str) -> str:
    """One of them, with the facet and text (`place`) that it is in."""
    if move.sure:
        where = f"{move.before} → {move.after}" if move.after != move.before else f"stays at {move.before}"
    else:
        where = "is no longer found" if not move.times else f"is found {move.times} times"
    return f"{move.facet} {place}: {_quoted(move)} {where}"


def _quoted(move: Move) -> str:
    words = " ".join(move.text.split())
    return f"“{words if len(words) <= _LONGEST else words[:_LONGEST] + '…'}”"
