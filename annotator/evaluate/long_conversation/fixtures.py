"""Fixtures: every session of a profile with its questions and their key."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from annotator.evaluate.long_conversation.dice import Dice
from annotator.evaluate.long_conversation.isolation import SIDES, isolation, other_side
from annotator.evaluate.long_conversation.key import sample_of, values_of
from annotator.evaluate.long_conversation.long_haul import WORDINGS, long_haul
from annotator.evaluate.long_conversation.script import Script, spoken
from annotator.model.passage import Passage
from annotator.model.sample import Sample

DEFAULT_SEED = "long-conversation-v1"
PROFILES = {"seed": (90,), "smoke": (100, 200), "standard": (100, 200, 500), "full": (100, 200, 500, 1000)}
_ISOLATION = 40
_TINY = 20


class Fixtures(NamedTuple):
    """The turns of each session by its id, the samples, and the author's values by sample."""

    sessions: dict[str, list[Passage]]
    samples: list[Sample]
    values: dict[str, dict[str, Any]]


def fixtures(turns: Sequence[int], seed: str) -> Fixtures:
    """One long session of each size in `turns` and two that must not mix; a session of one size and seed is the same in every profile.

    Raises UsageError for a size that has no room for what is said.
    """
    made = Fixtures({}, [], {})
    for size in turns:
        _add(made, [long_haul(size, seed)], seed)
    _add(made, isolation(_TINY if max(turns) < PROFILES["smoke"][0] else _ISOLATION, seed), seed)
    return made


def _add(made: Fixtures, scripts: Sequence[Script], seed: str) -> None:
    """Speak scripts that know of each other, and put them with their key into `made`."""
    of = {script.session: spoken(script, WORDINGS, Dice(seed, script.session, "talk")) for script in scripts}
    for script, other in zip(scripts, [*scripts[1:], scripts[0]], strict=True):
        mine = of[script.session]
        turns = dict(mine.turns)
        if len(scripts) == len(SIDES):
            turns |= {other_side(name): turn for name, turn in of[other.session].turns.items()}
        dice = Dice(seed, script.session, "candidates")
        made.sessions[script.session] = mine.passages
        for ask in script.asks:
            sample = sample_of(script, ask, turns, mine.last[ask.after], dice)
            made.samples.append(sample)
            made.values[sample.id] = values_of(script, mine, ask, sample, turns)
