"""Gates in the words of a command line."""

from __future__ import annotations

import re
from math import isfinite

from annotator.errors import UsageError
from annotator.evaluate.measures import parse
from annotator.model.config import Gate

GRAMMAR = (
    "MEASURE RETRIEVER at_least X, MEASURE RETRIEVER at_most X, or MEASURE RETRIEVER drop_at_most X against RETRIEVER, "
    "each with `where GROUP is VALUE` after it if it speaks of one group"
)
_WORDS = re.compile(
    r"(?P<measure>\S.*?)\s+(?P<retriever>\S+)\s+(?P<bound>at_least|at_most|drop_at_most)\s+(?P<number>\S+)(?:\s+against\s+(?P<against>\S+))?"
    r"(?:\s+where\s+(?P<key>\S+)\s+is\s+(?P<value>\S.*))?"
)


def parse_gate(text: str) -> Gate:
    """A gate as in "nDCG@10 lexical at_least 0.5". Raises UsageError with the grammar."""
    match = _WORDS.fullmatch(text.strip())
    number = _number(match["number"]) if match else None
    if match is None or number is None or (match["bound"] == "drop_at_most") != (match["against"] is not None):
        raise UsageError(f"gate {text!r}: write {GRAMMAR}; X is a number, and a drop is one of 0 or more")
    bound = match["bound"]
    if bound == "drop_at_most" and number < 0:
        raise UsageError(f"gate {text!r}: a drop is a number of 0 or more")
    parse(match["measure"])
    return Gate(
        measure=match["measure"],
        retriever=match["retriever"],
        at_least=number if bound == "at_least" else None,
        at_most=number if bound == "at_most" else None,
        drop_at_most=number if bound == "drop_at_most" else None,
        against=match["against"],
        group=None if match["key"] is None else {match["key"]: match["value"]},
    )


def _number(text: str) -> float | None:
    try:
        number = float(text)
    except ValueError:
        return None
    return number if isfinite(number) else None
