"""The random histories of tests/test_histories.py at length."""

from pathlib import Path

import pytest

from tests.histories import check_history


@pytest.mark.parametrize("seed", range(1000, 1300))
def test_a_random_history(tmp_path: Path, seed: int):
    check_history(tmp_path, seed)
    assert (tmp_path / "main" / "set" / "dataset.yaml").is_file()
