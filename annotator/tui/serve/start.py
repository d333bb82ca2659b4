"""Starts the web server with the command that labels, or says what to install."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

from annotator.errors import MissingPrerequisite


def run(dataset: Path, person: str, *, port: int, announce: Callable[[str], None]) -> None:
    """Serve until a signal; `announce` gets the address. Raises MissingPrerequisite without the extra, UsageError for a taken port."""
    try:
        from annotator.tui.serve.server import serve
    except ModuleNotFoundError as missing:
        if missing.name is None or missing.name.split(".")[0] not in {"aiohttp", "textual_serve"}:
            raise
        raise MissingPrerequisite(
            "serving to a browser needs textual-serve, which is not installed; install gold-annotator[serve]: pip install 'gold-annotator[serve]'"
        ) from None
    serve(words_for(dataset, person), port, announce)


def words_for(dataset: Path, person: str) -> list[str]:
    """What each connection starts: this interpreter, without the current folder among the places to import from."""
    return [sys.executable, "-P", "-m", "annotator", "label", str(dataset.absolute()), "--as", person]
