"""Starts the screen on a terminal: the switches that Textual reads at import, then the app, then how it ended."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping

from annotator.curate.labelling import Desk
from annotator.errors import AnnotatorError, UsageError


class ScreenFailed(AnnotatorError):
    """The screen ended by an unexpected error; what was entered is kept."""

    exit_code = 1


def run(desk: Desk, *, theme: str | None, keys: Mapping[str, str], ids: bool) -> int:
    """Label until the person leaves; returns the exit code. Raises UsageError without a terminal, ScreenFailed after a crash."""
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        raise UsageError("the screen needs a terminal; use --plain for lines, or --from FILE for labels from a file")
    # Frames cost bytes over SSH, and a slide of rows costs many.
    os.environ.setdefault("TEXTUAL_ANIMATIONS", "none")
    os.environ.setdefault("TEXTUAL_SMOOTH_SCROLL", "0")
    if "SSH_CONNECTION" in os.environ:
        os.environ.setdefault("TEXTUAL_FPS", "30")
    from annotator.tui.app import LabelApp

    app = LabelApp(desk, theme=theme, keys=keys, ids=ids)
    app.run()
    if app.crashed is not None:
        raise ScreenFailed(app.crashed)
    return 128 + app.stopped if app.stopped is not None else 0
