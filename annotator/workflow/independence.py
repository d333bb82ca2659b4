"""Independence: whether history proves that two reviewers' labels were made without sight of each other."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple


class Unproven(StrEnum):
    """Why history does not prove it; the words are shown."""

    SAME_COMMIT = "same commit"
    SQUASHED = "squashed"
    AFTER = "after the other"
    NOT_COMMITTED = "not committed"


@dataclass(frozen=True)
class Commit:
    """A commit as far as a proof needs it.

    `parents` are the nearest commits before it in the list; `brought` holds the session (its path) of each record, by digest, that
    stands in its tree and in no parent's.
    """

    id: str
    parents: tuple[str, ...] = ()
    brought: Mapping[str, str] | None = None


class Proof(NamedTuple):
    """What history says about one sample; `why` is None where independence is proven."""

    sample: str
    why: Unproven | None


@dataclass(frozen=True)
class Voice:
    """One person's part in a sample: the record that counts, and every record from which their words about it can be read.

    Those are the words themselves, or what opened them where they were sealed.
    """

    person: str
    record: str
    words: frozenset[str]


class Lineage:
    """Which commit brought in which record, and what could be seen at each."""

    def __init__(self, commits: Iterable[Commit]) -> None:
        """`commits` come with parents first."""
        self.origins: dict[str, list[str]] = {}
        self._brought: dict[str, Mapping[str, str]] = {}
        self._seen: dict[str, int] = {}
        self._bits: dict[str, int] = {}
        for commit in commits:
            seen = 0
            for parent in commit.parents:
                seen |= self._seen.get(parent, 0)
            if commit.brought:
                self._bits[commit.id] = 1 << len(self._bits)
                seen |= self._bits[commit.id]
                self._brought[commit.id] = commit.brought
                for record in commit.brought:
                    self.origins.setdefault(record, []).append(commit.id)
            self._seen[commit.id] = seen

    def stood(self, record: str, commit: str) -> bool:
        """Whether `record` was brought in by `commit` or by one before it: whoever made the commit could see it."""
        return any(self._seen[commit] & self._bits[origin] for origin in self.origins.get(record, ()))

    def sittings(self, commit: str, person: str) -> int:
        """How many sessions of `person` the commit brought in records of."""
        return len({path for path in self._brought[commit].values() if path.split("/")[1] == person})


def proof(sample: str, voices: Sequence[Voice], lineage: Lineage) -> Proof:
    """Whether each voice came in where no word of another could be seen, in some commit of the history.

    A commit that somebody picked onto another branch is a second way in; one way in that saw nothing is enough.
    """
    for one in voices:
        for other in voices:
            if one is not other and (why := _saw(one, other, lineage)) is not None:
                return Proof(sample, why)
    return Proof(sample, None)


def _saw(one: Voice, other: Voice, lineage: Lineage) -> Unproven | None:
    """What keeps history from proving that `one` was written without sight of `other`, None when it is proven."""
    ways_in = lineage.origins.get(one.record, [])
    if not ways_in or other.record not in lineage.origins:
        return Unproven.NOT_COMMITTED
    if any(not any(lineage.stood(word, commit) for word in other.words) for commit in ways_in):
        return None
    if any(lineage.sittings(commit, one.person) > 1 for commit in ways_in):
        return Unproven.SQUASHED
    together = set(lineage.origins[other.record]) & set(ways_in)
    if any(lineage.sittings(commit, other.person) > 1 for commit in together):
        return Unproven.SQUASHED
    return Unproven.SAME_COMMIT if together else Unproven.AFTER
