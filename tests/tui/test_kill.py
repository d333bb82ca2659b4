"""kill -9 while keys are sent: nothing that was acknowledged is lost, and unfinished values come back."""

from pathlib import Path
from random import Random

from tests.tui.killing import a_life


def test_killed_a_few_times_it_loses_nothing(tmp_path: Path):
    random = Random(9)
    submitted = sum(a_life(tmp_path / f"set-{life}", random) for life in range(3))
    assert submitted > 0
