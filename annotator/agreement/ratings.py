"""Who said what about which item: the one input of every statistic, paired by item id and never by position."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import NamedTuple

import numpy as np

from annotator.agreement.arrays import Ints
from annotator.errors import Refused

Item = Hashable
Span = tuple[int, int, str | None]


class Marked(NamedTuple):
    """Spans that one reviewer marked in one text of `length` code points; no span is a value ("marked nothing")."""

    spans: tuple[Span, ...]
    length: int

    @classmethod
    def of(cls, spans: Iterable[tuple[int, int] | Span], length: int) -> Marked:
        """Half-open spans in canonical order, the same span marked twice counted once.

        Raises Refused for a span that is empty or outside the text.
        """
        full = {(span[0], span[1], span[2] if len(span) == 3 else None) for span in spans}
        for start, end, _ in full:
            if not 0 <= start < end <= length:
                raise Refused(f"the span [{start}, {end}) is empty or outside a text of {length} characters")
        return cls(tuple(sorted(full, key=lambda span: (span[0], span[1], span[2] or ""))), length)


Value = int | str | bool | frozenset[str] | Marked


class Rating(NamedTuple):
    """One reviewer's value of one item; `sample` is what moves together when samples are drawn anew."""

    reviewer: str
    item: Item
    value: Value
    sample: str | None = None
    scheme: str | None = None


@dataclass(frozen=True)
class Pair:
    """What two reviewers both judged: `left[i]` and `right[i]` are their values of `items[i]`, which belongs to cluster `clusters[i]`."""

    reviewers: tuple[str, str]
    items: tuple[Item, ...]
    left: tuple[Value, ...]
    right: tuple[Value, ...]
    clusters: Ints

    @property
    def n(self) -> int:
        """How many items both judged."""
        return len(self.items)


@dataclass(frozen=True)
class Ratings:
    """The ratings of one facet.

    An item that a reviewer skipped or has not done yet is absent and enters no statistic; a value that says "none" (an empty set, no span) is present.
    `waiting`, `skipped` and `stale` count what is absent, and are only shown. `machines` are compared with people and count as none of them.
    """

    by_reviewer: Mapping[str, Mapping[Item, Value]]
    sample_of: Mapping[Item, str] = field(default_factory=dict)
    machines: frozenset[str] = frozenset()
    waiting: int = 0
    skipped: int = 0
    stale: int = 0
    schemes: Mapping[str, int] = field(default_factory=dict)

    @classmethod
    def of(cls, rows: Iterable[Rating], machines: Iterable[str] = (), *, waiting: int = 0, skipped: int = 0, stale: int = 0) -> Ratings:
        """Ratings from rows in any order.

        Raises Refused when a reviewer has two rows for one item: counted twice they would push kappa out of its range.
        """
        by_reviewer: dict[str, dict[Item, Value]] = {}
        sample_of: dict[Item, str] = {}
        schemes: Counter[str] = Counter()
        for row in rows:
            mine = by_reviewer.setdefault(row.reviewer, {})
            if row.item in mine:
                raise Refused(f"{row.reviewer} has two ratings of {row.item!r}; keep the one that counts")
            mine[row.item] = row.value
            if row.sample is not None:
                sample_of[row.item] = row.sample
            if row.scheme is not None:
                schemes[row.scheme] += 1
        return cls(by_reviewer, sample_of, frozenset(machines), waiting, skipped, stale, schemes=dict(schemes))

    @property
    def people(self) -> list[str]:
        """The human reviewers, by name."""
        return sorted(name for name in self.by_reviewer if name not in self.machines)

    @property
    def people_pairs(self) -> list[tuple[str, str]]:
        """Every two human reviewers, in order of name."""
        return list(combinations(self.people, 2))

    @property
    def machine_pairs(self) -> list[tuple[str, str]]:
        """Every machine with every person."""
        return [(machine, person) for machine in sorted(self.machines & set(self.by_reviewer)) for person in self.people]

    def pair(self, left: str, right: str) -> Pair:
        """What two reviewers both judged, joined by item id."""
        ours, theirs = self.by_reviewer.get(left, {}), self.by_reviewer.get(right, {})
        items = tuple(item for item in ours if item in theirs)
        clusters = cluster_numbers(items, self.sample_of)
        return Pair((left, right), items, tuple(ours[item] for item in items), tuple(theirs[item] for item in items), clusters)

    def by_item(self) -> dict[Item, list[Value]]:
        """The values that people gave each item, in order of reviewer's name."""
        values: dict[Item, list[Value]] = {}
        for name in self.people:
            for item, value in self.by_reviewer[name].items():
                values.setdefault(item, []).append(value)
        return values

    def where(self, keep: Callable[[str, Item], bool]) -> Ratings:
        """The ratings for which `keep(reviewer, item)` holds; the counts of what is absent are not split and become 0."""
        kept = {name: {item: value for item, value in mine.items() if keep(name, item)} for name, mine in self.by_reviewer.items()}
        return replace(self, by_reviewer=kept, waiting=0, skipped=0, stale=0, schemes={})


def cluster_numbers(items: Sequence[Item], sample_of: Mapping[Item, str]) -> Ints:
    """For each item the number of its sample; an item of no named sample is a sample by itself."""
    if not sample_of:
        return np.arange(len(items), dtype=np.int64)
    numbers: dict[Hashable, int] = {}
    keys = ((True, sample_of[item]) if item in sample_of else (False, item) for item in items)
    return np.fromiter((numbers.setdefault(key, len(numbers)) for key in keys), dtype=np.int64, count=len(items))
