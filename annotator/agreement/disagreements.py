"""Every item on which two people say different things."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from annotator.agreement.ratings import Item, Marked, Ratings, Value
from annotator.agreement.reasons import category_text
from annotator.agreement.scale import Scale


class Disagreement(NamedTuple):
    """An item, the two reviewers, and what each says of it."""

    item: Item
    sample: str | None
    reviewers: tuple[str, str]
    values: tuple[Value, Value]


def disagreements(ratings: Ratings, scale: Scale) -> Iterator[Disagreement]:
    """Every disagreement between people, pair by pair in order of name; numbers within the facet's tolerance are none.

    What one of them skipped or has not done yet is no disagreement.
    """
    for names in ratings.people_pairs:
        pair = ratings.pair(*names)
        for item, left, right in zip(pair.items, pair.left, pair.right, strict=True):
            if not _same(left, right, scale):
                yield Disagreement(item, ratings.sample_of.get(item), names, (left, right))


def value_text(value: Value) -> str:
    """A value on one line; a set and a list of spans say so when they are empty."""
    if isinstance(value, Marked):
        return "; ".join(f"[{start}, {end})" + (f" {tag}" if tag else "") for start, end, tag in value.spans) or "nothing marked"
    if isinstance(value, frozenset):
        return " ".join(sorted(value)) or "no tag"
    return category_text(value)


def item_text(item: Item) -> str:
    """An item's id on one line; the parts of a compound id are joined by a slash."""
    return " / ".join(str(part) for part in item) if isinstance(item, tuple) else str(item)


def _same(left: Value, right: Value, scale: Scale) -> bool:
    if scale.kind == "number" and isinstance(left, int) and isinstance(right, int):
        return abs(left - right) <= scale.tolerance
    return left == right
