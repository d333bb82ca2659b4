"""Random histories of four people conflict nowhere, are all well to verify, and one random tampering in each is found where it was done."""

from pathlib import Path

import pytest

from tests.histories import check_history


@pytest.mark.parametrize("seed", range(15))
def test_a_random_history(tmp_path: Path, seed: int):
    assert check_history(tmp_path, seed) is not None
