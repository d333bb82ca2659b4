"""Sealer: turns the records of one person into records that only some can open."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

from annotator.model.canonical import line_of, sha256
from annotator.store.age import box_for

# What a sealed record says in the clear of the one it holds.
_IN_CLEAR = ("n", "at", "by", "sample", "sample_sha256", "scheme_sha256", "repeat")
_SEALED = ("label", "skip")
# A box is as long as what it holds, and a long label tells of many spans; so boxes come in steps of this many bytes.
_STEP = 1024


class Sealer:
    """Seals labels and skips for `recipients` (public keys); other records pass through."""

    def __init__(self, recipients: Sequence[str]) -> None:
        """Raises Refused for a recipient that is no public key, MissingPrerequisite without pyrage."""
        self._recipients = tuple(dict.fromkeys(recipients))
        box_for(self._recipients, b"")  # what keeps boxes from being made is told before a label is asked for

    def sealed(self, record: dict[str, Any]) -> dict[str, Any]:
        """The record that is stored for `record`, whose `n` is final."""
        if record["op"] not in _SEALED:
            return record
        # Grades are few, so without a number that nobody knows the digest would tell them to anyone who tries them all.
        line = line_of({**record, "nonce": os.urandom(16).hex()})
        clear = {field: record[field] for field in _IN_CLEAR if field in record}
        box = box_for(self._recipients, line + b"\n" * (_STEP - len(line) % _STEP))
        return {**clear, "op": "sealed", "what": record["op"], "plain_sha256": sha256(line), "box": box}
