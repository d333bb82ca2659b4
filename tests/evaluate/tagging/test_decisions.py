"""Tags right and wrong: hand arithmetic, the four kinds of error, and scikit-learn on random sets."""

import random

import numpy as np
import pytest
from sklearn.metrics import accuracy_score, multilabel_confusion_matrix, precision_recall_fscore_support

from annotator.evaluate.tagging.decisions import Kind, items, unknown_labels
from tests.evaluate.tagging.tagged import DIMENSIONS, PLAN, guess, scored, truth, values

# eval-1 has skills and family right, family too much and habits missed; eval-2 has habits missed: TP 2, FP 1, FN 2.
TRUTHS = [truth("eval-1", {"m0": "skills habits", "m1": "family"}), truth("eval-2", {"m0": "habits"})]
GUESSES = {"eval-1": guess({"m0": "skills family", "m1": "family"}), "eval-2": guess({"m0": ""})}


def test_figures_by_hand():
    found = scored(TRUTHS, GUESSES)
    assert values(found, "micro-precision", "micro-recall", "micro-f1") == [2 / 3, 2 / 4, 4 / 7]
    # No sample is right as a whole; eval-1 has 2 of its 3 tags, eval-2 none.
    assert values(found, "strict-match", "relaxed-match") == [0.0, 0.5]
    assert [found.figures[name].n for name in ("micro-precision", "micro-recall", "micro-f1", "strict-match")] == [3, 4, 7, 2]


def test_each_dimension_by_hand():
    found = scored(TRUTHS, GUESSES).dimensions
    # family: right once, too much once, so P 1/2, R 1/1, F1 2/3. habits: missed twice, never predicted. skills: right.
    assert [(name, one.right, one.extra, one.missed, one.mark) for name, one in found.items()] == [
        ("family", 1, 1, 0, "needs work"),
        ("habits", 0, 0, 2, "problem"),
        ("skills", 1, 0, 0, None),
    ]
    assert [found["family"].figures[name].value for name in ("precision", "recall", "f1")] == [1 / 2, 1.0, 2 / 3]
    assert found["habits"].figures["precision"].undefined == "never predicted"
    assert found["habits"].figures["f1"].value == 0.0


def test_a_strict_match_is_one_of_the_whole_sample():
    found = scored(TRUTHS, {**GUESSES, "eval-2": guess({"m0": "habits"})})
    assert values(found, "strict-match") == [0.5]
    almost = {"eval-1": guess({"m0": "skills habits", "m1": "family ?nonsense"}), "eval-2": guess({"m0": "habits"})}
    assert values(scored(TRUTHS, almost), "strict-match") == [0.5]


@pytest.mark.parametrize(("threshold", "share"), [(0.5, 0.5), (2 / 3, 0.5), (0.67, 0.0)])
def test_a_relaxed_match_is_a_share_of_the_right_tags(threshold: float, share: float):
    assert values(scored(TRUTHS, GUESSES, PLAN._replace(relaxed_at_least=threshold)), "relaxed-match") == [share]


def test_a_label_that_the_registry_does_not_know_is_a_false_positive():
    found = scored(TRUTHS, {**GUESSES, "eval-2": guess({"m0": "?nonsense ?rubbish"})})
    # TP 2, FP 1 + 2, FN 2.
    assert values(found, "micro-precision", "micro-f1") == [2 / 5, 4 / 9]
    assert [(label, len(its)) for label, its in unknown_labels(found.items).items()] == [("nonsense", 1), ("rubbish", 1)]


def test_labels_of_a_memory_that_the_sample_does_not_have_are_false_positives():
    found = scored(TRUTHS, {**GUESSES, "eval-2": guess({"m0": "habits", "m9": "skills"})})
    # TP 3, FP 1 + 1, FN 1; and eval-2 is no strict match.
    assert values(found, "micro-precision", "micro-recall", "strict-match") == [3 / 5, 3 / 4, 0.0]


def test_of_a_sample_without_a_prediction_everything_is_missed():
    found = scored(TRUTHS, {"eval-1": GUESSES["eval-1"], "eval-7": guess({"m0": "skills"})})
    assert values(found, "micro-recall", "strict-match") == [2 / 4, 0.0]
    assert (found.pairing.missing, found.pairing.ignored) == (["eval-2"], ["eval-7"])


def test_a_sample_without_any_tag_is_matched_by_saying_so_and_not_by_silence():
    truths = [truth("a", {"m": ""}), truth("b", {"m": ""}), truth("c", {"m": ""})]
    found = scored(truths, {"a": guess({"m": ""}), "b": guess()})
    assert values(found, "strict-match", "relaxed-match") == [1 / 3, None]


def test_what_no_prediction_speaks_of_is_undefined_and_not_0():
    found = scored(TRUTHS, {"eval-1": guess(), "eval-2": guess()})
    assert {figure.undefined for figure in found.figures.values()} == {"no prediction holds dimensions"}
    assert (found.items, found.dimensions) == ([], {})


@pytest.mark.parametrize(
    ("right", "said", "kind"),
    [
        ("skills", "skills", None),
        ("skills", "habits", Kind.CONFUSION),
        ("skills habits", "skills", Kind.MISSED),
        ("skills", "", Kind.MISSED),
        ("skills", "skills habits", Kind.OVER_LABELLED),
        ("skills", "?nonsense", Kind.NORMALISATION),
        ("skills", "skills ?nonsense", Kind.NORMALISATION),
        ("skills", "habits ?nonsense", Kind.NORMALISATION),
    ],
)
def test_every_faulty_item_has_one_kind_of_error(right: str, said: str, kind: Kind | None):
    (item,) = items(truth("s", {"m": right}), guess({"m": said}))
    assert item.kind == kind


def test_what_was_taken_for_what_has_a_direction():
    truths = [truth("s", {"m0": "skills", "m1": "skills habits", "m2": "family"})]
    found = scored(truths, {"s": guess({"m0": "family", "m1": "family skills", "m2": "skills"})})
    assert found.confused == [("family", "skills", 1), ("habits", "family", 1), ("skills", "family", 1)]


def test_scikit_learn_agrees_on_random_sets():
    rng = random.Random(20261130)
    for _ in range(20):
        count = rng.randint(2, 40)
        right, said = (np.array([[rng.random() < 0.4 for _ in DIMENSIONS] for _ in range(count)], dtype=int) for _ in range(2))
        sets = [[" ".join(np.array(DIMENSIONS)[row == 1]) for row in side] for side in (right, said)]
        truths = [truth(f"s{number:02}", {"m": tags}) for number, tags in enumerate(sets[0])]
        found = scored(truths, {f"s{number:02}": guess({"m": tags}) for number, tags in enumerate(sets[1])})
        micro = precision_recall_fscore_support(right, said, average="micro", zero_division=np.nan)
        assert values(found, "micro-precision", "micro-recall", "micro-f1") == pytest.approx(micro[:3], abs=1e-12)
        assert values(found, "strict-match") == pytest.approx([accuracy_score(right, said)])
        each = precision_recall_fscore_support(right, said, average=None, zero_division=np.nan)
        tables = multilabel_confusion_matrix(right, said)
        for place, dimension in enumerate(DIMENSIONS):
            one = found.dimensions[dimension]
            theirs = [None if np.isnan(side[place]) else side[place] for side in each[:3]]
            assert [one.figures[name].value for name in ("precision", "recall", "f1")] == pytest.approx(theirs, abs=1e-12)
            assert [[one.extra], [one.missed, one.right]] == [[tables[place][0, 1]], tables[place][1].tolist()]
