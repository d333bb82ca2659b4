"""kill -9 at two hundred random moments."""

from pathlib import Path
from random import Random

import pytest

from tests.tui.killing import a_life


@pytest.mark.parametrize("seed", range(200))
def test_killed_at_any_moment_it_loses_nothing(seed: int, tmp_path: Path):
    assert a_life(tmp_path / "set", Random(seed)) >= 0
