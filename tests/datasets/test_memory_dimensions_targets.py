"""The targets of memory-dimensions are the bounds of its protocol, and those that decide are its first priority."""

from annotator.curate.workspace import Workspace
from tests.docs.reading import ROOT

# Measure, kind of bound, bound, and whether a miss ends the command with 1.
PROTOCOL = {
    ("micro-f1", "at_least", 0.75, True),
    ("strict-match", "at_least", 0.50, True),
    ("type-accuracy", "at_least", 0.85, False),
    ("velocity-accuracy", "at_least", 0.80, False),
    ("priority-mae", "below", 10.0, False),
    ("section-hit", "at_least", 0.70, True),
    ("profile-quality", "at_least", 0.50, True),
    ("nDCG@10", "at_least", 0.60, False),
}


def test_they_are_those_of_the_protocol() -> None:
    targets = Workspace(ROOT / "datasets" / "memory-dimensions").config.evaluation.targets
    found = {
        (target.measure, kind, bound, target.required)
        for target in targets
        for kind in ("at_least", "at_most", "below")
        if (bound := getattr(target, kind)) is not None
    }
    assert found == PROTOCOL
    assert all(target.yellow > 0 for target in targets)


def test_a_dimension_is_marked_below_both_of_its_bounds() -> None:
    tagging = Workspace(ROOT / "datasets" / "memory-dimensions").config.evaluation.tagging
    assert tagging is not None
    assert (tagging.problem_below, tagging.needs_work_below) == (0.6, 0.7)
