"""FrontCompositor: draws of a frame what is in front only; Textual's own draws every widget behind it too, row by row."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import RenderableType
from textual._compositor import ChopsUpdate, Compositor
from textual._context import visible_screen_stack
from textual.geometry import Region
from textual.screen import Screen
from textual.strip import Strip


class FrontCompositor(Compositor):
    """For screens of widgets that cover each other wholly, cell by cell, as all of ours do."""

    def render_update(
        self,
        full: bool = False,
        screen_stack: list[Screen[object]] | None = None,
        simplify: bool = False,
    ) -> RenderableType | None:
        """What is dirty, as pieces of one widget each; the whole screen, for a picture of it, as Textual has it."""
        if full:
            return super().render_update(full, screen_stack, simplify)
        visible_screen_stack.set(screen_stack or [])
        screen = self.size.region
        spans = list(self._regions_to_spans([region.intersection(screen) for region in self._dirty_regions]))
        self._dirty_regions.clear()
        if not spans:
            return None
        chops: list[dict[int, Strip]] = [{} for _ in range(screen.height)]
        for y, x, strip in self._pieces(spans):
            chops[y][x] = strip
        return ChopsUpdate(chops, spans, [[x + strip.cell_length for x, strip in row.items()] for row in chops])

    def _pieces(self, spans: list[tuple[int, int, int]]) -> Iterator[tuple[int, int, Strip]]:
        """Row, column and strip of what is seen of `spans`, which are (row, first column, column behind the last)."""
        for widget, (region, clip) in self.visible_widgets.items():
            if not spans:
                return
            seen = region.intersection(clip)
            mine, spans = _shared(spans, seen)
            if mine:
                top, bottom = mine[0][0], mine[-1][0] + 1
                drawn = widget.render_lines(Region(seen.x - region.x, top - region.y, seen.width, bottom - top))
                for y, x1, x2 in mine:
                    strip = drawn[y - top]
                    yield y, x1, strip if x2 - x1 == seen.width else strip.crop(x1 - seen.x, x2 - seen.x)


def _shared(spans: list[tuple[int, int, int]], seen: Region) -> tuple[list[tuple[int, int, int]], list[tuple[int, int, int]]]:
    """The parts of `spans`, which are in order of rows, that lie in `seen`, and those that do not."""
    inside, outside = [], []
    left, right = seen.column_span
    for y, x1, x2 in spans:
        if not seen.y <= y < seen.bottom or x2 <= left or x1 >= right:
            outside.append((y, x1, x2))
            continue
        inside.append((y, max(x1, left), min(x2, right)))
        outside += [(y, x1, left)] if x1 < left else []
        outside += [(y, right, x2)] if x2 > right else []
    return inside, outside
