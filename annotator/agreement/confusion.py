"""The confusion matrix of two reviewers over the declared scale."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from annotator.agreement.arrays import Floats, Ints
from annotator.agreement.ratings import Value
from annotator.agreement.scale import Category
from annotator.errors import Refused


@dataclass(frozen=True, eq=False)
class Confusion:
    """`counts[i, j]`: how many items the first reviewer put in `categories[i]` and the second in `categories[j]`."""

    categories: tuple[Category, ...]
    counts: Ints

    @classmethod
    def of(cls, left: Sequence[Value], right: Sequence[Value], categories: Sequence[Category]) -> Confusion:
        """Counted from two lists that belong together place by place.

        Raises Refused when a value is not on the scale: left out in silence it would make the others look better.
        """
        size = len(categories)
        cells = codes(left, categories) * size + codes(right, categories)
        return cls(tuple(categories), np.bincount(cells, minlength=size * size).reshape(size, size))

    @classmethod
    def from_table(cls, categories: Sequence[Category], table: Sequence[Sequence[int]]) -> Confusion:
        """From a printed table, rows the first reviewer. Raises ValueError unless it is square over `categories`."""
        counts = np.asarray(table, dtype=np.int64)
        if counts.shape != (len(categories), len(categories)):
            raise ValueError(f"a table of shape {counts.shape} does not stand over {len(categories)} categories")
        return cls(tuple(categories), counts)

    @property
    def n(self) -> int:
        """How many items stand in the matrix."""
        return int(self.counts.sum())

    @property
    def agreed(self) -> int:
        """How many items stand on the diagonal."""
        return int(np.trace(self.counts))

    @property
    def shares(self) -> Floats:
        """How often each category was used, by both reviewers together; NaN where the matrix is empty."""
        both = (self.counts.sum(axis=0) + self.counts.sum(axis=1)).astype(np.float64)
        return both / both.sum() if both.sum() else np.full(len(both), np.nan)


def codes(values: Sequence[Value], categories: Sequence[Category]) -> Ints:
    """The place of each value on the scale. Raises Refused for a value that is not on it."""
    place = {category: number for number, category in enumerate(categories)}
    try:
        return np.fromiter((place[value] for value in values), dtype=np.int64, count=len(values))  # type: ignore[index]  # a miss is the error below
    except KeyError as miss:
        declared = ", ".join(str(category) for category in categories)
        raise Refused(f"the value {miss.args[0]!r} is not on the declared scale ({declared})") from None
