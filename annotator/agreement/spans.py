"""How far two reviewers mark the same words: exact and overlap F1, character F1 and kappa."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple, cast

import numpy as np

from annotator.agreement.arrays import Floats, ratio
from annotator.agreement.coverage import TagSet, by_tag, covered, shared, size, tagged_segments, touches
from annotator.agreement.interval import SHARE, Bootstrap, Bounds, Estimates, estimate, units_of
from annotator.agreement.kappa import disagreement_weights, kappa_values, one_minus_ratio
from annotator.agreement.ratings import Marked, Pair
from annotator.agreement.reasons import NO_SHARED_ITEM

NAMES = ("items", "equal", "same", "same_untagged", "left", "right", "left_untagged", "right_untagged", "left_met", "right_met",
         "left_characters", "right_characters", "both_characters", "left_tagged", "right_tagged", "both_tagged", "length")  # fmt: skip
COLUMN = {name: place for place, name in enumerate(NAMES)}
BOTH_EMPTY = (1, 1) + (0,) * (len(NAMES) - 3)


class SpanPair(NamedTuple):
    """Figures of two reviewers' spans, and how many spans and characters they rest on."""

    estimates: Estimates
    spans: tuple[int, int]
    characters: int


def span_pair(pair: Pair, plan: Bootstrap | None) -> SpanPair:
    """Every span statistic of a pair; values must be `Marked`.

    - `observed`: share of items with the same set of spans; both marked nothing is agreement.
    - `f1-exact`: 2 · same / (left + right) over all items, a span being its two offsets and its tag; one marked nothing gives 0.
    - `f1-overlap`: harmonic mean of the shares of either reviewer's spans that share a character with one of the other's of the same tag.
    - `character-f1`, `character-kappa`: whether a character is marked at all, over all characters of the items' texts.
    - `…-untagged` and `…-by-tag`: the same without regard to tags, or for character and tag together; there only where a span has a tag.
    """
    left, right = (cast("Sequence[Marked]", side) for side in (pair.left, pair.right))
    both = list(zip(left, right, strict=True))
    tagged = any(span[2] is not None for marked in (*left, *right) for span in marked.spans)
    rows = np.array([_features(ours, theirs) for ours, theirs in both], dtype=np.float64).reshape(-1, len(NAMES))
    cells, by_cell = _cells(both) if tagged else ([], np.zeros((pair.n, 0)))
    units = units_of(np.hstack([rows, by_cell]), pair.clusters)
    total = dict(zip(NAMES, rows.sum(axis=0).astype(int).tolist(), strict=True))
    bounds = {**BOUNDS, **(TAGGED_BOUNDS if tagged else {})}

    def every(sums: Floats) -> Mapping[str, Floats]:
        values = _values(sums[:, : len(NAMES)])
        if tagged:
            values["character-kappa-by-tag"] = _kappa_of_cells(sums[:, len(NAMES) :], cells)
        return values

    def reason(_: str) -> str:
        if pair.n == 0:
            return NO_SHARED_ITEM
        if total["left"] + total["right"] == 0:
            return f"no variation: neither marked anything in {_all(pair.n)}, which is agreement on each"
        return f"no variation: both marked every character of {_all(pair.n)} alike"

    return SpanPair(estimate(units, pair.n, every, bounds, reason, plan), (total["left"], total["right"]), total["length"])


# One text is enough: the statistic counts its characters.
CHARACTERS = Bounds(-1.0, 1.0, one_is_enough=True)
BOUNDS = {
    "observed": SHARE,
    "f1-exact": SHARE,
    "f1-overlap": SHARE,
    "character-f1": SHARE,
    "character-kappa": CHARACTERS,
}
TAGGED_BOUNDS = {"f1-exact-untagged": SHARE, "character-f1-by-tag": SHARE, "character-kappa-by-tag": CHARACTERS}


def _all(n: int) -> str:
    return "the one shared item" if n == 1 else f"all {n} shared items"


def _features(left: Marked, right: Marked) -> tuple[int, ...]:
    """The columns `NAMES` of one item."""
    ours, theirs = left.spans, right.spans
    if not ours and not theirs:
        return (*BOTH_EMPTY, left.length)
    our_set, their_set = set(ours), set(theirs)
    our_places, their_places = {span[:2] for span in ours}, {span[:2] for span in theirs}
    our_cover, their_cover = covered(ours), covered(theirs)
    our_tags, their_tags = by_tag(ours, our_cover), by_tag(theirs, their_cover)
    return (
        1,
        int(our_set == their_set),
        len(our_set & their_set),
        len(our_places & their_places),
        len(our_set),
        len(their_set),
        len(our_places),
        len(their_places),
        sum(touches(span, their_tags.get(span[2], [])) for span in our_set),
        sum(touches(span, our_tags.get(span[2], [])) for span in their_set),
        size(our_cover),
        size(their_cover),
        shared(our_cover, their_cover),
        sum(map(size, our_tags.values())),
        sum(map(size, their_tags.values())),
        sum(shared(stretches, their_tags.get(tag, [])) for tag, stretches in our_tags.items()),
        left.length,
    )


def _cells(both: Sequence[tuple[Marked, Marked]]) -> tuple[list[tuple[TagSet, TagSet]], Floats]:
    """Which pairs of tag sets characters got, and how many characters of each item did; shape (items, cells)."""
    counted: Counter[tuple[int, tuple[TagSet, TagSet]]] = Counter()
    for row, (left, right) in enumerate(both):
        for length, ours, theirs in tagged_segments(left.spans, right.spans, left.length):
            counted[row, (ours, theirs)] += length
    # Sorted, so that the order of rows decides nothing.
    cells = sorted({cell for _, cell in counted})
    place = {cell: number for number, cell in enumerate(cells)}
    by_cell = np.zeros((len(both), len(cells)))
    for (row, cell), count in counted.items():
        by_cell[row, place[cell]] = count
    return cells, by_cell


def _values(sums: Floats) -> dict[str, Floats]:
    """Every statistic that can be had from sums of `NAMES`."""
    column = {name: sums[:, place] for name, place in COLUMN.items()}
    a, b, both, length = (column[name] for name in ("left_characters", "right_characters", "both_characters", "length"))
    tables = np.stack([np.stack([both, a - both], axis=-1), np.stack([b - both, length - a - b + both], axis=-1)], axis=-2)
    met, met_too = column["left_met"], column["right_met"]
    all_spans = column["left"] + column["right"]
    # With whole numbers up to the one division, overlap F1 is never below exact F1 by a rounding.
    weighed = met * column["right"] + met_too * column["left"]
    return {
        "observed": ratio(column["equal"], column["items"]),
        "f1-exact": ratio(2 * column["same"], all_spans),
        "f1-overlap": np.where((weighed == 0) & (all_spans > 0), 0.0, ratio(2 * met * met_too, weighed)),
        "character-f1": ratio(2 * both, a + b),
        "character-kappa": kappa_values(tables, disagreement_weights(2, "none")),
        "f1-exact-untagged": ratio(2 * column["same_untagged"], column["left_untagged"] + column["right_untagged"]),
        "character-f1-by-tag": ratio(2 * column["both_tagged"], column["left_tagged"] + column["right_tagged"]),
    }


def _kappa_of_cells(by_cell: Floats, cells: list[tuple[TagSet, TagSet]]) -> Floats:
    """Cohen's kappa over tag sets as categories, from the observed cells alone."""
    kinds = sorted({kind for cell in cells for kind in cell})
    place = {kind: number for number, kind in enumerate(kinds)}
    rows, columns = np.zeros((len(by_cell), len(kinds))), np.zeros((len(by_cell), len(kinds)))
    apart = np.zeros(len(by_cell))
    for number, (ours, theirs) in enumerate(cells):
        rows[:, place[ours]] += by_cell[:, number]
        columns[:, place[theirs]] += by_cell[:, number]
        if ours != theirs:
            apart += by_cell[:, number]
    total = rows.sum(axis=1)
    return one_minus_ratio(apart * total, total**2 - (rows * columns).sum(axis=1))
