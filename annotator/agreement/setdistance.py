"""How far two sets of tags lie apart, under the names and conventions that are in use."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import numpy as np

from annotator.agreement.arrays import Floats, ratio

SetDistance = Literal["jaccard", "masi", "masi-dkpro", "nested"]
Sets = list[frozenset[str]]


def set_distances(sets: Sequence[frozenset[str]], distance: SetDistance) -> Floats:
    """A symmetric matrix of distances between 0 (the same set) and 1 (nothing in common); two empty sets are the same.

    - `jaccard`: 1 − J, J = |A∩B| / |A∪B|.
    - `masi`: 1 − J·M (Passonneau 2006, also NLTK); M = 1 for the same set, 2/3 where one holds the other, 1/3 where they overlap, else 0.
    - `masi-dkpro`: (1 − J)·(1 − M), which dkpro-statistics calls MASI: smaller distances, other alphas.
    - `nested`: 1 − M (dkpro-statistics' set distance).
    """
    tags = sorted({tag for value in sets for tag in value})
    held = np.array([[tag in value for tag in tags] for value in sets], dtype=np.float64).reshape(len(sets), len(tags))
    met = held @ held.T
    sizes = held.sum(axis=1)
    either = sizes[:, None] + sizes[None, :] - met
    jaccard = np.where(either > 0, ratio(met, either), 1.0)
    if distance == "jaccard":
        return 1.0 - jaccard
    inside = met == np.minimum(sizes[:, None], sizes[None, :])
    overlap = np.where(met == either, 1.0, np.where(inside, 2 / 3, np.where(met > 0, 1 / 3, 0.0)))
    by_name: dict[SetDistance, Floats] = {
        "masi": 1.0 - jaccard * overlap,
        "masi-dkpro": (1.0 - jaccard) * (1.0 - overlap),
        "nested": 1.0 - overlap,
    }
    return by_name[distance]
