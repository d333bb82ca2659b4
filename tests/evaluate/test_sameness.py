"""What differs between two documents, places in full."""

import pytest

from annotator.evaluate.sameness import differing

FIRST = {"run": {"started_at": "x", "seed": 1}, "list": [1, {"a": 2.0}], "retrievers": {"r": {"latency_ms": {"min": 1.0}, "value": None}}}


def changed(**more):
    return {**FIRST, **more}


@pytest.mark.parametrize(
    ("second", "places"),
    [
        (changed(), []),
        (changed(run={"started_at": "y", "seed": 1}), []),
        (changed(retrievers={"r": {"latency_ms": {"min": 2.0}, "value": None}}), []),
        (changed(run={"started_at": "x", "seed": 2}), ["run.seed"]),
        (changed(list=[1, {"a": 2.5}]), ["list[1].a"]),
        (changed(list=[1]), ["list"]),
        (changed(list=[True, {"a": 2.0}]), ["list[0]"]),
        (changed(list=[1.0, {"a": 2.0}]), ["list[0]"]),
        (changed(more=1), ["more"]),
        ({key: value for key, value in FIRST.items() if key != "list"}, ["list"]),
        (changed(retrievers={"s": {}}), ["retrievers.r", "retrievers.s"]),
        (5, [""]),
    ],
)
def test_places_that_differ(second, places):
    assert list(differing(FIRST, second)) == places
