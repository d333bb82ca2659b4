"""Values of memories: accuracy over all of them, distance of numbers over those that were said, and scikit-learn's confusion matrix."""

import random

import pytest
from sklearn.metrics import accuracy_score, confusion_matrix, mean_absolute_error

from annotator.evaluate.tagging.values import NOT_A_VALUE, NOT_SAID
from tests.evaluate.tagging.tagged import WHOLE_PLAN, guess, scored, truth, values

TRUTH = truth(
    "s",
    {"m0": "skills", "m1": "skills", "m2": "skills", "m3": "skills"},
    choices={"type": {"m0": "persona", "m1": "persona", "m2": "episodic", "m3": "episodic"}},
    priority={"m0": 50, "m1": 50, "m2": 50, "m3": 50},
)


def test_accuracy_counts_every_memory_by_hand():
    found = scored([TRUTH], {"s": guess(choices={"type": {"m0": "persona", "m1": "episodic", "m2": "a fact"}})}, WHOLE_PLAN)
    assert values(found, "type-accuracy") == [1 / 4]
    assert found.figures["type-accuracy"].n == 4
    assert found.confused_values["type"] == [("episodic", NOT_A_VALUE, 1), ("episodic", NOT_SAID, 1), ("persona", "episodic", 1)]
    assert found.figures["velocity-accuracy"].undefined == "no prediction holds velocity"


def test_priority_by_hand():
    # Apart by 0, 10 and 11, one not said: MAE 21/3 over 3, within 10 are 2 of 4.
    found = scored([TRUTH], {"s": guess(priority={"m0": 50, "m1": 60, "m2": 39, "m9": 0})}, WHOLE_PLAN)
    assert values(found, "priority-mae", "priority-within") == [7.0, 0.5]
    assert [found.figures[name].n for name in ("priority-mae", "priority-within")] == [3, 4]


def test_scikit_learn_agrees_on_random_values():
    rng = random.Random(7)
    kinds = ("persona", "episodic")
    memories = [f"m{number}" for number in range(60)]
    right, said = ([rng.choice(kinds) for _ in memories] for _ in range(2))
    numbers, guessed = ([rng.randint(0, 100) for _ in memories] for _ in range(2))
    one = truth(
        "s",
        dict.fromkeys(memories, "skills"),
        choices={"type": dict(zip(memories, right, strict=True))},
        priority=dict(zip(memories, numbers, strict=True)),
    )
    theirs = guess(choices={"type": dict(zip(memories, said, strict=True))}, priority=dict(zip(memories, guessed, strict=True)))
    found = scored([one], {"s": theirs}, WHOLE_PLAN)
    assert values(found, "type-accuracy", "priority-mae") == pytest.approx(
        [accuracy_score(right, said), mean_absolute_error(numbers, guessed)]
    )
    table = confusion_matrix(right, said, labels=kinds)
    assert sorted(found.confused_values["type"]) == [("episodic", "persona", table[1, 0]), ("persona", "episodic", table[0, 1])]
