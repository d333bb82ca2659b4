"""Looks: how the parts of a widget look and what its rows are put through, worked out once: a screen full of rows asks for hundreds."""

from __future__ import annotations

from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.strip import Strip
from textual.widget import Widget


class Looks:
    """Those of one widget. Whoever has them clears them for another theme or focus."""

    def __init__(self, widget: Widget, kind: str) -> None:
        """The component classes of the widget are named `kind`--<look>."""
        self._widget = widget
        self._kind = kind
        self._styles: dict[tuple[str, ...], Style] = {}
        self._ground: Color | None = None

    def clear(self) -> None:
        """Nothing holds any more."""
        self._styles.clear()
        self._ground = None

    def style(self, *looks: str) -> Style:
        """The style of what has these looks, the last one on top; "" adds nothing."""
        style = self._styles.get(looks)
        if style is None:
            style = self._widget.rich_style
            for look in filter(None, looks):
                style += self._widget.get_component_rich_style(f"{self._kind}--{look}", partial=True)
            self._styles[looks] = style
        return style

    def passed(self, strip: Strip) -> Strip:
        """A row after the filters of all rows, the gate among them."""
        if self._ground is None:
            self._ground = self._widget.background_colors[1]
        segments: list[Segment] = list(strip)
        for line_filter in self._widget.get_line_filters():
            segments = line_filter.apply(segments, self._ground)
        return Strip(segments, strip.cell_length)
