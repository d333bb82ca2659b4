"""Leaving: what the disk refused and is still on the screen only, and the sentence that says what of it would be lost."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from annotator.curate.saying import Word
from annotator.curate.unfinished import Sheet
from annotator.store.session_writer import NotSaved

# Beyond this many, samples are counted and not named.
_NAMED = 5


class Said(NamedTuple):
    """A word as a person said it: the sheet before them, the active and idle seconds spent on it, and why it is not saved, if so."""

    word: Word
    sheet: Sheet
    spent: tuple[float, float]
    denied: NotSaved | None = None

    @property
    def is_skip(self) -> bool:
        """Whether it was a skip, whose reason is written down nowhere else."""
        return bool(self.word["op"] == "skip")

    @property
    def called(self) -> str:
        """What is not saved, before the name of its sample."""
        return "the reason to skip" if self.is_skip else "the label of"

    def still_meant(self, sheet: Sheet) -> bool:
        """Whether the sheet is as it was, so that to say the word again is what the person asked for."""
        return (sheet.values, sheet.note) == (self.sheet.values, self.sheet.note)


def numbers(places: Sequence[int]) -> str:
    """Samples by their places in the list, which count from 0: "sample 5", "samples 1, 2 and 4"."""
    named = [str(place + 1) for place in sorted(places)]
    if len(named) == 1:
        return f"sample {named[0]}"
    last = named[-1] if len(named) <= _NAMED else f"{len(named) - _NAMED + 1} more"
    return f"samples {', '.join(named[: min(len(named), _NAMED) - 1])} and {last}"


def at_stake(denied: Mapping[int, Said], unkept: Collection[int], begun: Collection[int]) -> str:
    """What leaving does, such as "loses the label of sample 5", to words that were denied and values that are on no disk; "" where it does nothing.

    Samples are given by their places. A label that was denied is kept as unfinished where the values of its sample are on disk, as those
    of `begun` are but for the `unkept`.
    """
    lost = [f"{one.called} {numbers([place])}" for place, one in denied.items() if one.is_skip or place in unkept or place not in begun]
    kept = [place for place, one in denied.items() if not one.is_skip and place in begun and place not in unkept]
    values = [place for place in unkept if place not in denied or denied[place].is_skip]
    lost += [f"what you entered last in {numbers(values)}"] if values else []
    said = [f"loses {' and '.join(lost)}"] if lost else []
    return " and ".join([*said, f"keeps the label of {numbers(kept)} as unfinished only"] if kept else said)
