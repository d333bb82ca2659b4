"""What differs between two reports that should be one and the same."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

# Times are all that two runs need not have in common.
TIMES = frozenset({"latency_ms", "started_at", "latencyMs", "generatedAt", "wallMs"})


def differing(first: Any, second: Any, place: str = "") -> Iterator[str]:
    """The places of a JSON document where two of them differ, times left out: `retrievers.lexical.projections…`."""
    if isinstance(first, dict) and isinstance(second, dict):
        for key in [*first, *(key for key in second if key not in first)]:
            below = f"{place}.{key}" if place else key
            if key in TIMES:
                continue
            if key not in first or key not in second:
                yield below
            else:
                yield from differing(first[key], second[key], below)
    elif isinstance(first, list) and isinstance(second, list) and len(first) == len(second):
        for at, (mine, other) in enumerate(zip(first, second, strict=True)):
            yield from differing(mine, other, f"{place}[{at}]")
    # 1 and 1.0 and True are equal to Python, but not byte for byte.
    elif first != second or type(first) is not type(second):
        yield place
