"""The profile that a mode's query returns, and the blocks that were injected."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from annotator.evaluate.average import Share
from annotator.evaluate.tagging.material import Guess, Truth

SECTION_MEASURES = ("section-hit", "section-wrong", "section-missed")


def section_shares(truth: Truth, guess: Guess, modes: Iterable[str]) -> dict[str, Share]:
    """What one sample adds to the section figures of some modes together.

    Expected are memories that belong in a section; returned are those that the query put in one. hit = in the right section /
    expected; missed = in no section / expected; wrong = in another than the right one, or where none was right / returned.
    """
    expected = returned = hits = wrong = missed = 0
    for mode in modes:
        said = guess.sections.get(mode, {})
        for memory, section in truth.sections.get(mode, {}).items():
            answer = said.get(memory)
            expected += section is not None
            returned += answer is not None
            hits += section is not None and answer == section
            wrong += answer is not None and answer != section
            missed += section is not None and answer is None
    return dict(zip(SECTION_MEASURES, (Share(hits, expected), Share(wrong, returned), Share(missed, expected)), strict=True))


class Injection(NamedTuple):
    """The counts behind the injection figures: blocks that were present, those with a referenced memory, referenced memories, those in a block."""

    blocks: int
    relevant_blocks: int
    referenced: int
    covered: int

    def shares(self) -> dict[str, Share]:
        """Hit rate = relevant blocks / blocks; coverage = referenced memories in a block / referenced memories."""
        return {
            "injection-hit": Share(self.relevant_blocks, self.blocks),
            "reference-coverage": Share(self.covered, self.referenced),
        }


NO_INJECTION = Injection(0, 0, 0, 0)


def injection(truth: Truth, guess: Guess) -> Injection:
    """Count one sample; a block is relevant when at least one referenced memory is in it, and no judgement of any model takes part."""
    if truth.referenced is None:
        return NO_INJECTION
    blocks = guess.injected or ()
    present = frozenset(memory for block in blocks for memory in block)
    relevant = sum(bool(block & truth.referenced) for block in blocks)
    return Injection(len(blocks), relevant, len(truth.referenced), len(truth.referenced & present))
