"""Generate long conversations: a dataset with its answer key, the same bytes for the same words on every machine."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from string import Template
from typing import NamedTuple

from annotator.curate.label import Draft, event_of
from annotator.curate.workspace import Workspace
from annotator.errors import Refused, UsageError
from annotator.evaluate.long_conversation.fixtures import PROFILES, Fixtures, fixtures
from annotator.interchange.jsonl import record_lines
from annotator.model.events import plain
from annotator.model.names import check_line, session_stamp
from annotator.store import layout
from annotator.store.folder import Folder
from annotator.store.generated_folder import finish, found_listing, put_in_place, workshop
from annotator.store.home import Mirror
from annotator.store.session_writer import SessionWriter
from annotator.store.templates import template

AUTHOR = "drafter-example"
_WHEN = datetime(2026, 1, 1, tzinfo=UTC)
_DEVICE = "generator"


class Made(NamedTuple):
    """What stands in the folder now; `fresh` is False where it stood there already."""

    fresh: bool
    sha256: str
    sessions: int
    turns: int
    samples: int


def generate_conversation(root: Path, profile: str, turns: Sequence[int], seed: str, *, regenerate: bool = False) -> Made:
    """Make the dataset of `profile` (or of sessions of `turns`, where there are any) at `root`.

    A folder that is as this call would make it is left alone. One that another call made is replaced with `regenerate` only, one
    that was changed since never. Raises UsageError and Refused; nothing is touched then.
    """
    if not seed.strip() or _unshowable(seed):
        raise UsageError("--seed: give one line of text that holds a word")
    sizes = tuple(dict.fromkeys(turns)) or PROFILES[profile]
    made = fixtures(sizes, seed)
    stands = found_listing(root)
    with workshop(root) as place:
        hashed = _write(place, made, {"profile": "own" if turns else profile, "turns": list(sizes), "seed": seed})
        listing = finish(place)
        if stands is not None and stands != listing and not regenerate:
            raise Refused(f"{root}: was generated with other words or by another version; give --regenerate to replace it, or name another")
        if stands != listing:
            put_in_place(place, root)
    return Made(stands != listing, hashed, len(made.sessions), sum(map(len, made.sessions.values())), len(made.samples))


def _unshowable(text: str) -> bool:
    try:
        check_line(text)
    except ValueError:
        return True
    return False


def _write(place: Path, made: Fixtures, generated: dict[str, object]) -> str:
    """Write the dataset, and return its SHA-256."""
    folder = Folder(place)
    words = {name: json.dumps(value, ensure_ascii=False) if name != "profile" else str(value) for name, value in generated.items()}
    folder.replace(layout.CONFIG, Template(template("long-conversation")).substitute(words).encode())
    folder.replace(layout.ATTRIBUTES, b"* -text\n")
    folder.replace(f"{layout.SAMPLES}.jsonl", record_lines(made.samples))
    for session, passages in made.sessions.items():
        folder.replace(f"{layout.CORPUS}/{session}.jsonl", record_lines(passages))
    workspace = Workspace(place, lambda: _WHEN)
    _label(workspace, made, sha256(json.dumps(generated, sort_keys=True).encode()).hexdigest()[:8])
    return workspace.dataset.sha256()


def _label(workspace: Workspace, made: Fixtures, name: str) -> None:
    """The author's labels in one session, whose name, times and device are fixed so that its bytes are."""
    folder = workspace.dataset.folder
    events = [event_of(workspace, AUTHOR, Draft(sample=id_, values=values), id_) for id_, values in made.values.items()]
    opening = {"by": AUTHOR, "device": _DEVICE, "format": 1, "n": 0, "op": "open", "prev": None}
    mirror = Mirror(folder)
    # A second copy is kept of work that could be lost; this can be generated anew.
    mirror.works = False
    path = layout.session_path(layout.LABELS, AUTHOR, f"{session_stamp(_WHEN)}-{name}")
    writer = SessionWriter(folder, path, opening, workspace.dataset.digests, mirror)
    writer.append_together([plain(event) for event in events])
    writer.close()
