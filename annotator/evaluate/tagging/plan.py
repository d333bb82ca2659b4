"""What is scored of a tagger: the measures, their stages, and the settings of a dataset."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from annotator.evaluate.average import SEED
from annotator.evaluate.tagging.material import Guess

STAGES = ("l1", "l15", "l2", "search")


class Measure(NamedTuple):
    """A figure: the stage it belongs to, the part of a prediction it reads, what to say where it has nothing to divide by."""

    stage: str
    part: str
    empty: str


# Every measure but these two pools what each sample adds.
PROFILE, GRANULARITY = "profile-quality", "scene-granularity"
MEASURES = {
    "micro-precision": Measure("l1", "dimensions", "no dimension was predicted"),
    "micro-recall": Measure("l1", "dimensions", "no dimension is right"),
    "micro-f1": Measure("l1", "dimensions", "no dimension is right or predicted"),
    "strict-match": Measure("l1", "dimensions", "no sample"),
    "relaxed-match": Measure("l1", "dimensions", "no dimension is right"),
    "type-accuracy": Measure("l1", "type", "no memory"),
    "velocity-accuracy": Measure("l1", "velocity", "no memory"),
    "priority-mae": Measure("l1", "priority", "no number was predicted"),
    "priority-within": Measure("l1", "priority", "no memory"),
    "action-accuracy": Measure("l15", "action", "no memory"),
    "section-hit": Measure("l2", "sections", "no memory belongs in a section"),
    "section-wrong": Measure("l2", "sections", "no memory was put in a section"),
    "section-missed": Measure("l2", "sections", "no memory belongs in a section"),
    PROFILE: Measure("l2", "sections", "micro-f1 or section-hit is undefined"),
    "injection-hit": Measure("l2", "injected", "no block was injected"),
    "reference-coverage": Measure("l2", "injected", "no memory is referenced"),
    "scene-coherence": Measure("l2", "scenes", "no memory was placed in repeated runs"),
    GRANULARITY: Measure("l2", "scenes", "no memory was placed"),
    "nDCG@10": Measure("search", "ranked", "no sample asks what a memory answers"),
    "RR@10": Measure("search", "ranked", "no sample asks what a memory answers"),
    "R@10": Measure("search", "ranked", "no sample asks what a memory answers"),
}

_IN_WORDS = {"injected": "injected blocks", "ranked": "a ranking"}


class Plan(NamedTuple):
    """How to score: the dimensions of the registry, the parts that the dataset has answers for, modes, values of choices, bounds, the seed."""

    dimensions: Sequence[str]
    parts: frozenset[str]
    modes: Sequence[str] = ()
    values: Mapping[str, Sequence[str]] = {}
    tolerance: float = 0
    relaxed_at_least: float = 0.5
    problem_below: float = 0.6
    needs_work_below: float = 0.7
    stages: Sequence[str] = STAGES
    seed: int = SEED

    @property
    def measures(self) -> list[str]:
        """The measures of the stages that are asked for, as far as the dataset has answers for them."""
        return [name for name, measure in MEASURES.items() if measure.stage in self.stages and measure.part in self.parts]

    def mark(self, f1: float | None) -> str | None:
        """What a dimension with this F1 is called."""
        if f1 is None or f1 >= max(self.problem_below, self.needs_work_below):
            return None
        return "problem" if f1 < self.problem_below else "needs work"


def unsaid(guesses: Iterable[Guess], plan: Plan) -> dict[str, str]:
    """For each part about which no prediction says anything, a sentence: such a figure is undefined, not 0."""
    guesses = list(guesses)
    said = {
        "dimensions": any(guess.tags is not None for guess in guesses),
        "priority": any(guess.priority is not None for guess in guesses),
        "injected": any(guess.injected is not None for guess in guesses),
        "ranked": any(guess.ranked is not None for guess in guesses),
        "scenes": any(guess.scenes is not None for guess in guesses),
        **{role: any(role in guess.choices for guess in guesses) for role in plan.values},
    }
    reasons = {part: f"no prediction holds {_IN_WORDS.get(part, part)}" for part, found in said.items() if not found}
    modes = [mode for mode in plan.modes if not any(mode in guess.sections for guess in guesses)]
    if modes:
        reasons["sections"] = f"no prediction holds sections of {', '.join(modes)}"
    return reasons
