"""Whatever the text and whatever the keys: every stored span is exact and drawn on exactly its cells."""

from random import Random

from tests.tui.walk import walk


async def test_random_walks_store_and_draw_exact_spans(dataset, opened):
    random = Random(20261130)
    async with opened(dataset) as d:
        stored = [await walk(d, random, steps=40) for _ in range(8)]
    assert sum(stored) > 60
