"""Values of memories right and wrong: kind of memory, how fast it changes, what to do with it, how much it matters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from annotator.evaluate.average import Share
from annotator.evaluate.tagging.material import Guess, Truth

NOT_SAID = "(nothing)"
NOT_A_VALUE = "(another word)"


def accuracy_share(truth: Truth, guess: Guess, role: str) -> Share:
    """Memories whose value is the right one, of all memories; one about which nothing was said is wrong."""
    right, said = truth.choices.get(role, {}), guess.choices.get(role, {})
    return Share(sum(said.get(item) == value for item, value in right.items()), len(right))


def priority_shares(truth: Truth, guess: Guess, tolerance: float) -> dict[str, Share]:
    """Mean |predicted − right| over memories with a predicted number, and the share of all memories within `tolerance` of the right one."""
    said = guess.priority or {}
    apart = [abs(said[item] - value) for item, value in truth.priority.items() if item in said]
    return {
        "priority-mae": Share(sum(apart), len(apart)),
        "priority-within": Share(sum(distance <= tolerance for distance in apart), len(truth.priority)),
    }


def confused_values(rows: Iterable[tuple[Truth, Guess]], role: str, values: Iterable[str]) -> list[tuple[str, str, int]]:
    """How often a value was taken for another: (right, predicted, how often), the most frequent first.

    A word that is none of `values` is not repeated, since a report holds no text.
    """
    known = frozenset(values)
    seen: Counter[tuple[str, str]] = Counter()
    for truth, guess in rows:
        said = guess.choices.get(role, {})
        for item, value in truth.choices.get(role, {}).items():
            if (answer := said.get(item)) != value:
                seen[value, NOT_SAID if answer is None else answer if answer in known else NOT_A_VALUE] += 1
    return [(right, wrong, count) for (right, wrong), count in sorted(seen.items(), key=lambda entry: (-entry[1], entry[0]))]
