"""The first lines of a report: which dataset, how far it is gold, what was scored and what was not."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def heading(document: Mapping[str, Any]) -> str:
    """Those lines for the JSON document of a report; samples that were left out stand there with the reason."""
    from annotator.report.width import shown

    about = document["dataset"]
    standing = "PROVISIONAL, not gold" if document["provisional"] else "gold"
    lines = [
        f"{about['id']} {shown(about['version'])} ({about['provenance']}) · {standing} · {_counted(about['status'])}",
        f"SHA-256 {about['sha256']}",
    ]
    if about["left_out"]:
        lines.append(f"left out: {_counted(about['left_out'])}")
    return "\n".join(lines)


def _counted(samples: Mapping[str, int]) -> str:
    return ", ".join(f"{count} {what}" for what, count in samples.items())
