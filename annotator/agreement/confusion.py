"""The confusion matrix of two reviewers over the declared scale."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from annotator.agreement.arrays import Ints
from annotator.agreement.ratings import Value
from annotator.agreement.scale import Category
from annotator.errors import Refused


@dataclass(frozen=True, eq=False)
class Confusion:
    """`counts[i, j]`: how many items the first reviewer put in `categories[i]` and the second in `categories[j]`."""

    categories: tuple[Category, ...]
    counts: Ints

    @property
    def n(self) -> int:
        """How many items stand in the matrix."""
        return int(self.counts.sum())

    @property
    def agreed(self) -> int:
        """How many items stand on the diagonal."""
        return int(np.trace(self.counts))


def codes(values: Sequence[Value], categories: Sequence[Category]) -> Ints:
    """The place of each value on the scale. Raises Refused for a value that is not on it."""
    place = {category: number for number, category in enumerate(categories)}
    try:
        return np.fromiter((place[value] for value in values), dtype=np.int64, count=len(values))  # type: ignore[index]  # a miss is the error below
    except KeyError as miss:
        declared = ", ".join(str(category) for category in categories)
        raise Refused(f"the value {miss.args[0]!r} is not on the declared scale ({declared})") from None
