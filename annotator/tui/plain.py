"""Plain: line by line, for screen readers and simple terminals, with the same keys and the same records."""

from __future__ import annotations

from collections.abc import Mapping

from annotator.curate.labelling import Desk


def run(desk: Desk, keys: Mapping[str, str], *, ids: bool) -> int:
    """Label."""
    return 0
