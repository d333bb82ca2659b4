"""A spinner on stderr for what takes longer than a second, only on a terminal."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

_SECONDS = 1.0


@contextmanager
def patience(what: str) -> Iterator[None]:
    """Shows `what` and the seconds gone while the block runs, from its second second on."""
    if not sys.stderr.isatty():
        yield
        return
    shown: list[object] = []
    timer = threading.Timer(_SECONDS, lambda: shown.append(_spinner(what)))
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()
        for spinner in shown:
            spinner.stop()  # type: ignore[attr-defined]  # a rich Progress, whose type would import rich


def _spinner(what: str) -> object:
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    console = Console(stderr=True)
    columns = (SpinnerColumn(), TextColumn("{task.description}", markup=False), TimeElapsedColumn())
    progress = Progress(*columns, console=console, transient=True, redirect_stdout=False, redirect_stderr=False)
    progress.add_task(what, total=None)
    progress.start()
    return progress
