"""From what each sample adds to the figure over all of them, with a bootstrap interval over samples."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import prod
from typing import TYPE_CHECKING

from annotator.evaluate.average import Share, bounds, ratio, resampled
from annotator.evaluate.tagging.plan import PROFILE
from annotator.model.figure import Figure

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

# Figure to what one sample adds to it.
Shares = Mapping[str, Share]
_FACTORS = {PROFILE: ("micro-f1", "section-hit")}


def pooled(name: str, shares: Sequence[Shares], empty: str, seed: int | None) -> Figure:
    """Sum of numerators over sum of denominators, which is n; a product of two such (n counts samples) where `name` is one.

    The interval draws the samples that have a part in it; without a seed there is none. `empty` says why there is no value.
    """
    own = [one for one in shares if takes_part(name, one)]
    ratios = [ratio([one[factor] for one in own], empty) for factor in _factors(name)]
    values = [figure.value for figure in ratios if figure.value is not None]
    if len(values) < len(ratios):
        return Figure.none(empty)
    count = len(own) if len(ratios) > 1 else int(sum(one[name].denominator for one in own))
    drawn = None if seed is None else resamples(name, own, seed)
    low, high = (None, None) if drawn is None else bounds(drawn)
    return Figure(prod(values), count, low, high)


def takes_part(name: str, shares: Shares) -> bool:
    """Whether a sample adds anything to the figure."""
    return any(shares[factor].denominator for factor in _factors(name))


def resamples(name: str, shares: Sequence[Shares], seed: int) -> NDArray[np.float64] | None:
    """The figure of every resample, the same draws for as many samples; None where it has no interval."""
    factors = [resampled([one[factor] for one in shares], seed) for factor in _factors(name)]
    found = [values for values in factors if values is not None]
    return prod(found[1:], start=found[0]) if len(found) == len(factors) else None


def _factors(name: str) -> Sequence[str]:
    return _FACTORS.get(name, (name,))
