"""The path of every file in a dataset folder; the only place that names them."""

from __future__ import annotations

import re

from annotator.model.names import PERSON, SESSION, session_start

CONFIG = "dataset.yaml"
REGISTRY = "dimensions.yaml"
CORPUS = "corpus"
SAMPLES = "samples"
LABELS = "labels"
DECISIONS = "decisions"
RELEASES = "releases"
PRIVATE = ".annotator"
TEMPORARY = f"{PRIVATE}/unfinished"
QUARANTINE = f"{PRIVATE}/quarantine"
DRAFTS = f"{PRIVATE}/drafts"
PICKS = f"{PRIVATE}/picks"
ATTRIBUTES = ".gitattributes"
IGNORE = ".gitignore"
SEAL = ".sha256"

# What stands in a manifest: these files, and every file but seals below these folders.
HASHED_FILES = (CONFIG, REGISTRY, f"{CORPUS}.jsonl", f"{SAMPLES}.jsonl")
HASHED_FOLDERS = (CORPUS, SAMPLES, LABELS, DECISIONS)

_SESSION_PATH = re.compile(rf"({LABELS}|{DECISIONS})/({PERSON.pattern})/({SESSION.pattern})\.jsonl")
_PART_PATH = re.compile(rf"({CORPUS}|{SAMPLES})/[A-Za-z0-9][A-Za-z0-9._-]{{0,126}}\.jsonl")


def session_path(kind: str, person: str, name: str) -> str:
    """Where one sitting of one person is kept; `kind` is LABELS or DECISIONS."""
    return f"{kind}/{person}/{name}.jsonl"


def session_parts(path: str) -> tuple[str, str, str] | None:
    """(kind, person, name) of a session's path, or None when `path` is not one."""
    match = _SESSION_PATH.fullmatch(path)
    if match is None:
        return None
    try:
        session_start(match[3])
    except ValueError:
        return None
    return (match[1], match[2], match[3])


def expected(path: str) -> bool:
    """Whether the format has a file of this path below a hashed folder."""
    return session_parts(path) is not None or _PART_PATH.fullmatch(path) is not None
