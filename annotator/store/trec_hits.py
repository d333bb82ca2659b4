"""A TREC run file as hits by query, for a retriever whose answers were recorded."""

from __future__ import annotations

import hashlib

from annotator.errors import UnreadableInput
from annotator.evaluate.lines import finite
from annotator.evaluate.ranking import NotANumber
from annotator.store.trec import RUN_FIELDS, OddLines, first_run_fault, numbered, open_trec, regrouped


def read_hits(path: str) -> dict[str, list[tuple[str, float]]]:
    """Query id to (passage id, score) in the order of the file. Raises UnreadableInput with file and line."""
    hits: dict[str, list[tuple[str, float]]] = {}
    try:
        for fields in regrouped(path):
            of_query = hits.setdefault(fields[0].decode(), [])
            of_query += [(fields[at + 2].decode(), finite(fields[at + 4])) for at in range(0, len(fields), RUN_FIELDS)]
    except UnicodeDecodeError:
        raise _first_odd_id(path) from None
    except (OddLines, ValueError, NotANumber):
        raise first_run_fault(path, dedupe=True) from None
    return hits


def _first_odd_id(path: str) -> UnreadableInput:
    for number, line in numbered(path):
        words = line.split(None, 3)
        try:
            b" ".join(words[:3:2]).decode()
        except UnicodeDecodeError:
            return UnreadableInput(path, number, "holds an id that is not UTF-8", "save the run as UTF-8")
    return UnreadableInput(path, None, "changed while it was read", "try again")


def run_sha256(path: str) -> str:
    """SHA-256 of the run's (unpacked) bytes."""
    with open_trec(path) as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()
