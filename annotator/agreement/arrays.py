"""Array types, and the division that gives NaN where there is nothing to divide by."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


def ratio(part: ArrayLike, whole: ArrayLike) -> Floats:
    """Part / whole, element by element; NaN where `whole` is not positive."""
    above, below = np.broadcast_arrays(np.asarray(part, dtype=np.float64), np.asarray(whole, dtype=np.float64))
    out: Floats = np.divide(above, below, out=np.full(below.shape, np.nan), where=below > 0)
    return out
