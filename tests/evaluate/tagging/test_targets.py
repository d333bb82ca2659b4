"""Targets: green, yellow, red, and what decides."""

from typing import Any

import pytest

from annotator.evaluate.tagging.targets import Colour, held
from annotator.model.figure import Figure
from annotator.model.tagging import Target


def colour(value: float | None, **bound: Any) -> Colour:
    figure = Figure.none("nothing there") if value is None else Figure(value, 9)
    return held([Target(measure="micro-f1", **bound)], {"micro-f1": figure})[0].colour


@pytest.mark.parametrize(
    ("value", "bound", "expected"),
    [
        (0.75, {"at_least": 0.75, "yellow": 0.05}, "green"),
        (0.7499, {"at_least": 0.75, "yellow": 0.05}, "yellow"),
        # 0.75 - 0.70 is 0.050000000000000044 in binary, and still within 0.05.
        (0.70, {"at_least": 0.75, "yellow": 0.05}, "yellow"),
        (0.6999, {"at_least": 0.75, "yellow": 0.05}, "red"),
        (0.7499, {"at_least": 0.75}, "red"),
        (10.0, {"at_most": 10, "yellow": 2}, "green"),
        (10.0, {"below": 10, "yellow": 2}, "yellow"),
        (10.0, {"below": 10}, "red"),
        (9.99, {"below": 10}, "green"),
        (12.0, {"below": 10, "yellow": 2}, "yellow"),
        (12.1, {"below": 10, "yellow": 2}, "red"),
        (0.0, {"at_least": 0.0}, "green"),
        (None, {"at_least": 0.0, "yellow": 1}, "red"),
    ],
)
def test_colours(value: float | None, bound: dict[str, Any], expected: str):
    assert colour(value, **bound) == expected


@pytest.mark.parametrize(("required", "value", "ok"), [(True, 0.8, True), (True, 0.74, False), (False, 0.1, True), (True, None, False)])
def test_only_required_targets_decide_and_yellow_is_missed(required: bool, value: float | None, ok: bool):
    figure = Figure.none("nothing there") if value is None else Figure(value, 9)
    (found,) = held([Target(measure="micro-f1", at_least=0.75, yellow=0.05, required=required)], {"micro-f1": figure})
    assert found.ok is ok


def test_a_target_of_another_stage_is_not_held():
    assert held([Target(measure="section-hit", at_least=0.7, required=True)], {"micro-f1": Figure(0.1, 1)}) == []
