"""Why a statistic has no value, in words."""

from __future__ import annotations

import numpy as np

from annotator.agreement.confusion import Confusion

NO_SHARED_ITEM = "no shared item"
ONE_ITEM = "one shared item"


def no_variation(confusion: Confusion) -> str:
    """Why a chance-corrected statistic of this matrix is undefined.

    Chance can be told from agreement only where something varies: with one value on both sides the ratio is 0/0, which others print as NaN, 0 or 1.
    """
    if confusion.n == 0:
        return NO_SHARED_ITEM
    if confusion.n == 1:
        return one_item(confusion.agreed == 1)
    row, column = np.argwhere(confusion.counts)[0]
    left, right = (category_text(confusion.categories[place]) for place in (row, column))
    return f"no variation: all {confusion.n} pairs are {left}/{right}"


def one_item(agreed: bool) -> str:
    """Why one item is too few, and whether the reviewers agree on it."""
    return f"{ONE_ITEM} (n=1), {int(agreed)}/1 agree"


def category_text(category: object) -> str:
    """A value of a scale as people write it."""
    return ("yes" if category else "no") if isinstance(category, bool) else str(category)
