"""Scenes over repeated runs: how steady, how coarse."""

import pytest

from annotator.evaluate.tagging.scenes import granularity, granularity_note
from annotator.model.figure import Figure
from tests.evaluate.tagging.tagged import WHOLE_PLAN, guess, scored, truth, values

THREE = dict.fromkeys(("m0", "m1", "m2"), "skills")


def test_a_memory_is_steady_where_every_run_puts_it_in_one_scene():
    # m0 is; m1 moves; m2 is placed by one run alone; m9 is no memory of the sample.
    runs = [{"m0": "Work", "m1": "work", "m2": "home", "m9": "x"}, {"m0": "work ", "m1": "home", "m9": "y"}]
    found = scored([truth("s", THREE)], {"s": guess(scenes=runs)}, WHOLE_PLAN)
    assert values(found, "scene-coherence") == [1 / 3]


def test_one_run_says_nothing_about_steadiness():
    found = scored([truth("s", THREE)], {"s": guess(scenes=[{"m0": "work"}])}, WHOLE_PLAN)
    assert found.figures["scene-coherence"].undefined == "no memory was placed in repeated runs"
    assert scored([truth("s", THREE)], {"s": guess({})}, WHOLE_PLAN).figures["scene-granularity"].undefined == "no prediction holds scenes"


def test_granularity_is_memories_for_each_scene_of_all_samples():
    # Run 0: 3 memories in the scenes a and b over both samples; run 1: 3 in a alone.
    guesses = [guess(scenes=[{"m0": "a", "m1": "b"}, {"m0": "a", "m1": "A"}]), guess(scenes=[{"n0": "a"}, {"n0": "a"}])]
    assert granularity(guesses) == Figure(6 / 3, 3)


@pytest.mark.parametrize(("value", "word"), [(4.99, "too fine"), (5.0, None), (20.0, None), (20.1, "too coarse")])
def test_scenes_from_five_to_twenty_memories_bring_no_warning(value: float, word: str | None):
    note = granularity_note(Figure(value, 3))
    assert (note is None) if word is None else (note is not None and word in note)
