"""LabelFromDesk: the label screen, opened over the maintainer's desk and leading back to it."""

from __future__ import annotations

from collections.abc import Callable

from annotator.tui.screens.label import LabelScreen


class LabelFromDesk(LabelScreen, inherit_bindings=False):
    """`left` is called when the person is done."""

    left: Callable[[], object] = staticmethod(lambda: None)

    def depart(self) -> None:
        self.left()
