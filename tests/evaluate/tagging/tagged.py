"""Truths and guesses in few words: tags of an item are written with spaces between, unknown labels with a question mark before."""

from collections.abc import Mapping, Sequence
from typing import Any

from annotator.evaluate.tagging.material import Guess, Pairing, Truth
from annotator.evaluate.tagging.names import Labels
from annotator.evaluate.tagging.plan import Plan
from annotator.evaluate.tagging.scores import Scores, score

DIMENSIONS = ("family", "habits", "skills")
PLAN = Plan(DIMENSIONS, frozenset({"dimensions"}))
# Everything that a dataset may hold.
WHOLE_PLAN = Plan(
    DIMENSIONS,
    frozenset({"dimensions", "type", "velocity", "action", "priority", "sections", "injected", "ranked", "scenes"}),
    modes=("daily", "coding"),
    values={"type": ("persona", "episodic"), "velocity": ("static", "dynamic"), "action": ("store", "skip")},
    tolerance=10,
)


def truth(sample: str, tags: Mapping[str, str], **more: Any) -> Truth:
    return Truth(sample, {item: frozenset(words.split()) for item, words in tags.items()}, **more)


def guess(tags: Mapping[str, str] | None = None, **more: Any) -> Guess:
    return Guess(None if tags is None else {item: _labels(words.split()) for item, words in tags.items()}, **more)


def _labels(words: Sequence[str]) -> Labels:
    return Labels(frozenset(word for word in words if word[0] != "?"), tuple(word[1:] for word in words if word[0] == "?"))


def scored(truths: Sequence[Truth], guesses: Mapping[str, Guess], plan: Plan = PLAN) -> Scores:
    return score(Pairing.of(truths, guesses), plan)


def values(scores: Scores, *names: str) -> list[float | None]:
    return [scores.figures[name].value for name in names]
