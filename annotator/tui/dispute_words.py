"""Dispute words: what the adjudication screen says, as parts of (text, look); pure functions of the bench."""

from __future__ import annotations

import json
from collections.abc import Sequence

from rich.cells import cell_len

from annotator.curate.adjudication import FOLLOWS, Bench, Dispute, Place, Point, Recorded, Side
from annotator.model.events import Cause
from annotator.model.facets.tags import Tags
from annotator.model.scheme import Scheme
from annotator.tui.controls import Parts, named, words_of
from annotator.tui.shown import shown
from annotator.tui.widgets.row_list import Part

CAUSES = {
    Cause.GUIDELINE: "the guideline is unclear",
    Cause.SLIP: "a slip",
    Cause.AMBIGUITY: "it is really ambiguous",
    Cause.TEXT: "the text is faulty",
}
_RESULT = 22
_ALL = " e: all"


def question(dispute: Dispute) -> Parts:
    """The question with what it was asked in, and what was decided about it before."""
    parts: Parts = [
        (f"{dispute.sample}  ", "dim"),
        (dispute.query if dispute.query is not None else "(no question; judge the text)", "strong"),
    ]
    about = [dispute.time] if dispute.time else []
    about += [
        f"{key}: {value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)}"
        for key, value in (dispute.context or {}).items()
    ]
    parts += [("\n" + " · ".join(about), "dim")] if about else []
    return [*parts, *((f"\n{words}", "alert") for words in dispute.before)]


def summary(bench: Bench, dispute: Dispute, *, unfolded: bool) -> Parts:
    """How much there is to decide."""
    left = sum(point.place not in bench.picks for point in dispute.open)
    agreed = len(dispute.points) - len(dispute.open)
    folded = f"{agreed} agreed{'' if unfolded or not agreed else ', folded away (a shows them)'}"
    return [(f" {len(dispute.open)} disputed", "strong"), (f", {left} to decide · {folded}", "")]


def point_row(bench: Bench, point: Point, room: int) -> list[Part]:
    """A point: what it is about, what each side says, and what is to hold."""
    facet = bench.scheme.facets[point.place[0]]
    plain = [words_of(facet, bench.plain(point.place, value), bench.scheme) for value in point.values]
    columns = max(6, (room - 24 - _RESULT) // max(1, len(plain)))
    muted = "dim" if point.agreed is not None else ""
    sides = [part for number, words in enumerate(plain, start=1) for part in ((f"{number} {words}", columns - 1, muted), ("", 1, ""))]
    pick = bench.picks.get(point.place)
    sign = "✓" if pick is not None else "·" if point.agreed is None else "="
    look = "good" if pick is not None else "alert" if point.agreed is None else "dim"
    name, candidate = point.place
    number = str(bench.number(candidate)) if candidate is not None else ""
    return [(sign, 2, look), (number, 3, "dim"), (name, 0, "strong"), ("", 1, ""), *sides, (held(bench, point), _RESULT, look)]


def held(bench: Bench, point: Point) -> str:
    """What is to hold at a point, and how it came about."""
    pick = bench.picks.get(point.place)
    if pick is None:
        return "agreed" if point.agreed is not None else "to decide"
    how = {FOLLOWS: "too low for marks"}.get(pick.how, pick.how)
    return f"{how}: {words_of(bench.scheme.facets[point.place[0]], pick.value, bench.scheme)}"


def head(bench: Bench, point: Point, side: Side, name: str | None) -> Parts:
    """Over a side: its number, after the decision its name, and what it says at the point."""
    facet = bench.scheme.facets[point.place[0]]
    value = bench.plain(point.place, point.values[side.number - 1])
    called = f" {name}" if name is not None else " (decided before)" if side.decided is not None else ""
    return [(f" {side.number}{called}: ", "key"), (words_of(facet, value, bench.scheme), "strong")]


def tag_columns(point: Point, scheme: Scheme, names: Sequence[str]) -> list[Parts]:
    """The tags that all sides have, and for each side those that it has and not all; `names` are empty before the decision."""
    sides: list[frozenset[str]] = list(point.values)
    common = frozenset.intersection(*sides)
    two = len(sides) == 2
    columns = [_column("both" if two else "all", common, {}, scheme)]
    for number, side in enumerate(sides, start=1):
        others = {tag: [other for other, tags in enumerate(sides, start=1) if tag in tags and other != number] for tag in side - common}
        called = f"{number} {names[number - 1]}" if names else str(number)
        columns.append(_column(f"only {called}" if two else f"{called}, not all", side - common, others, scheme))
    return columns


def _column(title: str, tags: frozenset[str], others: dict[str, list[int]], scheme: Scheme) -> Parts:
    known = [tag for tag in (scheme.registry.dimensions if scheme.registry else ()) if tag.id in tags]
    also = {tag: f" (and {', '.join(map(str, numbers))})" for tag, numbers in others.items() if numbers}
    rows = [(f"\n{named(tag)}{also.get(tag.id, '')}", "") for tag in known]
    return [(title, "strong"), *(rows or [("\n–", "dim")])]


def notes(dispute: Dispute, names: Sequence[str], rows: int, columns: int) -> Parts:
    """The notes of all sides, and the reasons of earlier decisions, each cut to its share of the rows that there are for them."""
    share = rows // max(1, len(dispute.sides))
    # Words that wrap leave some columns of each row empty.
    room = share * (columns - 6) if share else rows * columns // len(dispute.sides) - 6
    parts: Parts = []
    for side in dispute.sides:
        title, said = _noted(side, names)
        # No more of a long note than could fit is looked at.
        line = " ".join(said[: 4 * room + 64].split())
        held = cell_len(title) + cell_len(line) <= room
        piece = line if held else shown(line, max(4, room - cell_len(title) - cell_len(_ALL)))
        parts += [(title, "dim"), (piece, ""), ("" if held else _ALL, "strong"), ("\n" if share else "  ", "")]
    return parts[:-1]


def all_notes(dispute: Dispute, names: Sequence[str]) -> Parts:
    """The question and the notes of all sides in full."""
    said = (part for side in dispute.sides for title, said in [_noted(side, names)] for part in ((f"\n\n{title}\n", "strong"), (said, "")))
    return [*question(dispute), *said]


def _noted(side: Side, names: Sequence[str]) -> tuple[str, str]:
    """Whose note or reason it is, and what it says."""
    called = f" {names[side.number - 1]}" if names else ""
    said = side.note if side.decided is None else side.decided
    return f"{'note' if side.decided is None else 'reason'} of {side.number}{called}: ", said or "–"


def alone(number: int, text: str, parts: Sequence[tuple[int, int, bool]]) -> Parts:
    """The words that a side marked and not every other side did."""
    words = [" ".join(text[start:end].split()) for start, end, shared in parts if not shared]
    return [(f"only {number}: ", "strong"), (" · ".join(word for word in words if word) or "–", "")]


def is_tags(bench: Bench, place: Place) -> bool:
    """Whether a point is about tags."""
    return isinstance(bench.scheme.facets[place[0]], Tags)


def status(bench: Bench, dispute: Dispute, *, wide: bool) -> tuple[Parts, Parts]:
    """Position, whether it is saved, what was noted, and the dataset SHA-256."""
    recorded = bench.recorded.get(dispute.sample)
    parts: Parts = [(f" {bench.ids.index(dispute.sample) + 1}/{len(bench.ids)} ", "strong")]
    parts.append(("saved" if recorded.op == "adjudicate" else "saved as not to be settled", "good") if recorded else ("not saved", ""))
    parts += [(", picks are NOT kept", "alert")] if bench.trouble is not None else []
    parts += [(f"  cause: {bench.cause.value}", "")] if bench.cause is not None else []
    parts += [(f"  reason: {bench.reason}", "")] if bench.reason else []
    return parts, [(f" {bench.person}  " if wide else " ", "dim"), (f"sha256 {bench.sha256[:12]} ", "dim")]


def revealed(recorded: Recorded) -> str:
    """Who stood on which side: for after the decision."""
    return ", ".join(f"{number} was {name}" for number, name in enumerate(recorded.names, start=1))
