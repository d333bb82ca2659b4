"""Starts a screen on a terminal: the switches that Textual reads at import, then the app, then how it ended."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Mapping
from contextlib import suppress
from typing import TYPE_CHECKING

from annotator.errors import AnnotatorError, UsageError
from annotator.tui.serve import DRIVER

if TYPE_CHECKING:
    from annotator.curate.adjudication import Bench
    from annotator.curate.labelling import Desk
    from annotator.curate.workspace import Workspace


class ScreenFailed(AnnotatorError):
    """The screen ended by an unexpected error; what was entered is kept."""

    exit_code = 1


class NotKept(AnnotatorError):
    """What was entered could not be written and is lost."""

    exit_code = 1


def run(desk: Desk, *, theme: str | None, keys: Mapping[str, str], ids: bool) -> int:
    """Label until the person leaves; returns the exit code. Raises UsageError without a terminal that can, ScreenFailed after a crash."""
    _prepare("use --plain for lines, or --from FILE for labels from a file")
    from annotator.tui.app import LabelApp

    app = LabelApp(desk, theme=theme, keys=keys, ids=ids)
    app.run()
    app.keep()
    return _ended(app.crashed, app.stopped, kept=not desk.lost)


def adjudicate(bench: Bench, *, theme: str | None, keys: Mapping[str, str]) -> int:
    """Decide until the person leaves; as `run`."""
    _prepare("use --from FILE for decisions from a file")
    from annotator.tui.adjudicate_app import AdjudicateApp

    app = AdjudicateApp(bench, theme=theme, keys=keys)
    app.run()
    lost = bench.unsaved() if bench.trouble is not None else []
    if lost and app.crashed is None and app.stopped is None:
        raise NotKept(f"what was picked for {', '.join(lost)} is lost: {bench.trouble}")
    return _ended(app.crashed, app.stopped, kept=not lost)


def at_desk(workspace: Workspace, person: str, *, first: str, theme: str | None, keys: Mapping[str, str]) -> int:
    """The maintainer's desk until the person leaves; as `run`."""
    _prepare("`annotator status` and `annotator agreement` print the same without one")
    from annotator.tui.desk_app import DeskApp

    app = DeskApp(workspace, person, first=first, theme=theme, keys=keys)
    app.run()
    app.keep()
    if app.lost:
        raise NotKept(app.lost)
    return _ended(app.crashed, app.stopped)


def _prepare(otherwise: str) -> None:
    if os.environ.get("TEXTUAL_DRIVER") != DRIVER:
        if not (sys.stdin.isatty() and sys.stderr.isatty()):
            raise UsageError(f"the screen needs a terminal; {otherwise}")
        if os.environ.get("TERM") == "dumb":
            raise UsageError(f"TERM=dumb is a terminal without a screen; {otherwise}")
    # Frames cost bytes over SSH, and a slide of rows costs many.
    os.environ.setdefault("TEXTUAL_ANIMATIONS", "none")
    os.environ.setdefault("TEXTUAL_SMOOTH_SCROLL", "0")
    if "SSH_CONNECTION" in os.environ:
        os.environ.setdefault("TEXTUAL_FPS", "30")


def _ended(crashed: str | None, stopped: int | None, *, kept: bool = True) -> int:
    if crashed is not None:
        raise ScreenFailed(crashed)
    if stopped is None:
        return 0
    # After SIGHUP there may be nobody to say it to.
    with suppress(OSError):
        sys.stderr.write(f"ended by {signal.Signals(stopped).name}{'; what you entered is kept' if kept else ''}\n")
        sys.stderr.flush()
    return 128 + stopped
