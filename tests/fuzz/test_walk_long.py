"""The random walk of tests/tui/test_walk.py at length."""

from random import Random

import pytest

from tests.tui.conftest import dataset, opened
from tests.tui.walk import walk

__all__ = ["dataset", "opened"]


@pytest.mark.parametrize("seed", range(20))
async def test_long_random_walks(seed, dataset, opened):
    random = Random(seed)
    async with opened(dataset) as d:
        stored = [await walk(d, random, steps=120) for _ in range(40)]
    assert sum(stored) > 1000
