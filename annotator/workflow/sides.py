"""Which reviewer stands on which side of a dispute: shuffled for each sample, so that a side tells nothing about who it is."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable


def seated(sample: str, person: str, names: Iterable[str]) -> list[str]:
    """`names` in the order of their sides for `person`, who decides about `sample`; the same on every machine.

    The seed is the SHA-256 of `<sample id>` LF `<person>`; the names, sorted, are shuffled by it after Fisher and Yates.
    """
    order = sorted(names)
    seed = int.from_bytes(hashlib.sha256(f"{sample}\n{person}".encode()).digest())
    for last in range(len(order) - 1, 0, -1):
        seed, place = divmod(seed, last + 1)
        order[last], order[place] = order[place], order[last]
    return order
