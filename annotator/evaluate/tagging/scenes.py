"""Scenes that memories were sorted into over repeated runs: how steady, and how coarse. There is no right answer to compare them with."""

from __future__ import annotations

from collections.abc import Iterable

from annotator.evaluate.average import Share
from annotator.evaluate.tagging.material import Guess, Truth
from annotator.evaluate.tagging.names import folded
from annotator.model.figure import Figure

FEWEST, MOST = 5, 20


def coherence_share(truth: Truth, guess: Guess) -> Share:
    """Memories that every run put in one and the same scene, of those that any run put in one; nothing with fewer than two runs."""
    runs = guess.scenes or ()
    if len(runs) < 2:
        return Share(0.0, 0.0)
    placed = [memory for memory in truth.tags if any(memory in run for run in runs)]
    steady = sum(len({folded(run[memory]) if memory in run else None for run in runs}) == 1 for memory in placed)
    return Share(steady, len(placed))


def granularity(guesses: Iterable[Guess]) -> Figure:
    """Memories for each scene, over all samples of a run, the runs pooled; n counts scenes. From 5 to 20 is neither too fine nor too coarse."""
    memories = 0
    scenes: set[tuple[int, str]] = set()
    for guess in guesses:
        for number, run in enumerate(guess.scenes or ()):
            memories += len(run)
            scenes |= {(number, folded(scene)) for scene in run.values()}
    return Figure(memories / len(scenes), len(scenes)) if scenes else Figure.none("no prediction holds scenes")


def granularity_note(figure: Figure) -> str | None:
    """A warning where scenes are too fine or too coarse."""
    if figure.value is None or FEWEST <= figure.value <= MOST:
        return None
    what = "too fine: fewer than" if figure.value < FEWEST else "too coarse: more than"
    return f"scenes are {what} {FEWEST if figure.value < FEWEST else MOST} memories a scene ({figure.value:.2f})"
