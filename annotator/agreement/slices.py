"""Ratings cut by a property of the item or of the label, and one person's first against second label of the same item."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from annotator.agreement.ratings import Item, Rating, Ratings, Value

FIRST, AGAIN = "first", "again"


class Repeat(NamedTuple):
    """A label in the order it was given: `place` grows with time within one reviewer (session name, then line)."""

    reviewer: str
    item: Item
    value: Value
    place: tuple[str, int]
    sample: str | None = None


def by_group(ratings: Ratings, group_of: Mapping[Item, str]) -> dict[str, Ratings]:
    """The ratings of each group of items (language, difficulty, source, month); items of no group are left out. Groups come in order of name."""

    def of_group(group: str) -> Ratings:
        return ratings.where(lambda _, item: group_of.get(item) == group)

    return {group: of_group(group) for group in sorted(set(group_of.values()))}


def over_time(ratings: Ratings, period_of: Mapping[tuple[str, Item], str]) -> dict[str, Ratings]:
    """The ratings of each period (a session's month, a guideline's digest), by `period_of[reviewer, item]`.

    Two labels meet only where both were given in the same period, so that a guideline is compared with itself.
    """

    def of_period(period: str) -> Ratings:
        return ratings.where(lambda name, item: period_of.get((name, item)) == period)

    return {period: of_period(period) for period in sorted(set(period_of.values()))}


def with_oneself(labels: Iterable[Repeat]) -> dict[str, Ratings]:
    """For each reviewer who labelled an item twice or more: the first and the last label as two raters, "first" and "again".

    Agreement of people with themselves bounds what can be hoped for between two of them.
    """
    given: dict[str, dict[Item, list[Repeat]]] = {}
    for label in labels:
        given.setdefault(label.reviewer, {}).setdefault(label.item, []).append(label)
    out = {}
    for reviewer in sorted(given):
        rows = []
        for item, several in given[reviewer].items():
            if len(several) < 2:
                continue
            ordered = sorted(several, key=lambda label: label.place)
            rows += [Rating(name, item, label.value, label.sample) for name, label in ((FIRST, ordered[0]), (AGAIN, ordered[-1]))]
        if rows:
            out[reviewer] = Ratings.of(rows)
    return out
