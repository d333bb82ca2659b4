"""What is in front: a frame shows cell by cell what Textual's own compositor shows there."""

import random

import pytest
from textual._compositor import ChopsUpdate, Compositor, LayoutUpdate
from textual.geometry import Region
from textual.strip import Strip

from annotator.tui.front import FrontCompositor


def cells(strip: Strip) -> list:
    """Every character with its style."""
    return [(character, segment.style) for segment in strip for character in segment.text]


@pytest.mark.parametrize("keys", [(), ("queue",), ("tags",), ("help",)])
async def test_a_frame_shows_what_textual_would_show(dataset, opened, keys):
    async with opened(dataset) as d:
        await d.do(*keys)
        await d.pilot.pause()
        front, behind = d.app.screen._compositor, d.app._background_screens
        assert isinstance(front, FrontCompositor)
        width, height = front.size
        theirs = Compositor.render_update(front, full=True, screen_stack=behind)
        assert isinstance(theirs, LayoutUpdate)
        whole = [Strip.join(row) for row in theirs.strips]
        seeded = random.Random(1)
        spans = 0
        for _ in range(30):
            x, y = seeded.randrange(width), seeded.randrange(height)
            front._dirty_regions.update([Region(x, y, seeded.randrange(1, 60), seeded.randrange(1, 20)), Region(0, 2, 5, 3)])
            update = front.render_update(screen_stack=behind)
            assert isinstance(update, ChopsUpdate)
            for row, x1, x2 in update.spans:
                pieces = sorted((at, strip) for at, strip in update.chops[row].items() if x1 <= at < x2)
                assert cells(Strip.join([strip for _, strip in pieces])) == cells(whole[row].crop(x1, x2))
                spans += 1
        assert spans > 100


async def test_nothing_dirty_is_no_frame(dataset, opened):
    async with opened(dataset) as d:
        await d.pilot.pause()
        d.app.screen._compositor._dirty_regions.clear()
        assert d.app.screen._compositor.render_update() is None
