"""Scores as a whole: groups, stages, intervals, and what the report says of them."""

import json
from typing import get_args

import pytest

from annotator.evaluate.average import Share, interval
from annotator.evaluate.tagging.document import scores_json
from annotator.evaluate.tagging.plan import MEASURES
from annotator.model.tagging import TargetMeasure
from tests.evaluate.tagging.tagged import PLAN, WHOLE_PLAN, guess, scored, truth, values

TRUTHS = [
    truth("s0", {"m0": "skills"}, groups={"difficulty": "easy"}),
    truth("s1", {"m1": "skills habits"}, groups={"difficulty": "hard", "lang": "zh"}),
    truth("s2", {"m2": "family"}, groups={"difficulty": "hard"}),
]
GUESSES = {"s0": guess({"m0": "skills"}), "s1": guess({"m1": "skills family"}), "s2": guess({"m2": "?Sippe"})}


def test_groups_are_scored_alone():
    found = scored(TRUTHS, GUESSES)
    # easy: right. hard: TP 1, FP 2, FN 2.
    assert found.groups["difficulty"]["easy"]["micro-f1"].value == 1.0
    assert found.groups["difficulty"]["hard"]["micro-f1"].value == 2 / 6
    assert found.groups["lang"]["zh"]["micro-f1"].value == 1 / 2


def test_an_interval_is_the_bootstrap_of_what_samples_add():
    figure = scored(TRUTHS, GUESSES).figures["micro-f1"]
    assert (figure.low, figure.high) == interval([Share(2, 2), Share(2, 4), Share(0, 2)], PLAN.seed)


@pytest.mark.parametrize("stage", ["l1", "l15", "l2", "search"])
def test_a_stage_has_its_figures_alone(stage: str):
    plan = WHOLE_PLAN._replace(stages=(stage,))
    assert set(scored(TRUTHS, GUESSES, plan).figures) == {name for name, measure in MEASURES.items() if measure.stage == stage}


def test_every_measure_that_a_target_may_name_is_made():
    assert set(scored(TRUTHS, GUESSES, WHOLE_PLAN).figures) == set(MEASURES) == set(get_args(TargetMeasure))


def test_no_sample_in_common_is_no_score():
    assert values(scored(TRUTHS, {}), "micro-f1") == [None]


def test_the_report_holds_no_word_of_a_prediction_unless_asked():
    found = scored(TRUTHS, {**GUESSES, "s1": guess({"m1": "skills family", "m7": "skills"})})
    document = scores_json(found)
    assert "Sippe" not in json.dumps(document)
    assert document["unknown"] == {"labels": 1, "times": 1, "places": [{"sample": "s2", "item": "m2", "n": 1}]}
    assert document["strangers"] == [{"sample": "s1", "item": "m7"}]
    assert scores_json(found, with_text=True)["unknown"]["words"] == {"Sippe": 1}


def test_errors_add_up_and_are_broken_down_by_group():
    faults = scores_json(scored(TRUTHS, GUESSES))["faults"]
    assert faults["kinds"] == {"normalisation failure": 1, "boundary confusion": 1, "missed": 0, "over-labelled": 0}
    assert faults["items"] == 3
    assert list(faults["groups"]["difficulty"]) == ["hard"]
    assert faults["list"][0] == {
        "sample": "s1",
        "item": "m1",
        "kind": "boundary confusion",
        "missed": ["habits"],
        "extra": ["family"],
        "unknown": 0,
    }


def test_the_same_input_gives_the_same_report():
    assert scores_json(scored(TRUTHS, GUESSES)) == scores_json(scored(list(reversed(TRUTHS)), dict(reversed(GUESSES.items()))))
