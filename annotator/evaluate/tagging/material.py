"""What is right for a sample, and what was predicted for it, as plain values.

An item is what a tag or value belongs to: the id of a memory (a candidate of the sample), or "" for the sample as a whole.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from annotator.evaluate.tagging.names import Labels

WHOLE = ""
# What choice facets hold, by their role in evaluation.tagging.
CHOICES = ("type", "velocity", "action")


@dataclass(frozen=True)
class Truth:
    """What holds for one sample.

    `choices` maps a role to values by item; `sections` a mode to the section of each memory that the sample says something about,
    None for "in no section". `referenced` is None where the sample takes no part in injection figures. `grades` are empty where it
    asks no question.
    """

    sample: str
    tags: Mapping[str, frozenset[str]]
    choices: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    priority: Mapping[str, float] = field(default_factory=dict)
    sections: Mapping[str, Mapping[str, str | None]] = field(default_factory=dict)
    referenced: frozenset[str] | None = None
    grades: Mapping[str, int] = field(default_factory=dict)
    groups: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Guess:
    """What was predicted for one sample; None, or a role or mode that is not there, is what nothing was said about.

    `sections` maps a mode to the section of each memory that its query returned. `injected` are the blocks that were present, each
    with the memories in it; `scenes` hold one map from memory to scene for each repeated run.
    """

    tags: Mapping[str, Labels] | None = None
    choices: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    priority: Mapping[str, float] | None = None
    sections: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    injected: Sequence[frozenset[str]] | None = None
    ranked: Sequence[str] | None = None
    scenes: Sequence[Mapping[str, str]] | None = None


NOTHING = Guess()


@dataclass(frozen=True)
class Pairing:
    """Truths in order of their ids' bytes, each with its guess, and what of the predictions belongs to none of them."""

    rows: Sequence[tuple[Truth, Guess]]
    missing: Sequence[str]
    ignored: Sequence[str]

    @classmethod
    def of(cls, truths: Sequence[Truth], guesses: Mapping[str, Guess]) -> Pairing:
        """Pair them; a sample without a guess counts as one for which nothing was said, a guess without a sample is ignored."""
        ordered = sorted(truths, key=lambda truth: truth.sample.encode())
        known = {truth.sample for truth in ordered}
        return cls(
            [(truth, guesses.get(truth.sample, NOTHING)) for truth in ordered],
            [truth.sample for truth in ordered if truth.sample not in guesses],
            sorted((sample for sample in guesses if sample not in known), key=str.encode),
        )
