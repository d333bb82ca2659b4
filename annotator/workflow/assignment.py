"""Which samples wait for whom, and in which order each reviewer sees them."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection

from annotator.model.config import Config, Role
from annotator.workflow.case import Case


def in_overlap(sample: str, overlap: float) -> bool:
    """Whether the sample is of the share that needs all reviewers: a pure function of its id, the same everywhere."""
    return overlap >= 1 or int(hashlib.sha256(sample.encode()).hexdigest()[:8], 16) < overlap * 2**32


def labels_needed(config: Config, sample: str) -> int:
    """How many independent labels the sample needs; where it is one, another person confirms it."""
    return config.workflow.reviewers if in_overlap(sample, config.workflow.overlap) else 1


def labels_in(case: Case, shut: Collection[str] = ()) -> int:
    """How many reviewers' labels are in, sealed or not; sealed ones whose digest is in `shut` do not count."""
    return len(case.fresh) + sum(entry.logged.digest not in shut for entry in case.sealed.values())


def complete(config: Config, case: Case, shut: Collection[str] = ()) -> bool:
    """Whether every label that the workflow asks for is in (see `labels_in`), so that nothing is given away by showing them."""
    return labels_in(case, shut) >= labels_needed(config, case.sample.id)


def skipped_by_all(config: Config, case: Case, shut: Collection[str] = ()) -> bool:
    """Whether every reviewer has said that they cannot judge the sample, sealed or not; lines whose digest is in `shut` do not count.

    Then nobody is left who was not heard, and no label is there that could be given away.
    """
    skips = {by for by, entry in case.reviews.items() if not entry.is_label and entry.stale is None and entry.logged.digest not in shut}
    return bool(skips) and skips.issuperset(config.with_role(Role.REVIEWER))


def waits_for(config: Config, case: Case, person: str) -> bool:
    """Whether `person` (a reviewer) is still to judge the sample."""
    if Role.REVIEWER not in config.people[person].roles:
        return False
    own = case.reviews.get(person)
    if own is not None and own.stale is None:
        return False
    return not complete(config, case)


def labels_to_come(config: Config, case: Case) -> int:
    """How many labels the sample still needs and reviewers can give; fewer than those it waits for where more may label than are needed."""
    able = sum(waits_for(config, case, person) for person in config.with_role(Role.REVIEWER))
    return min(able, max(0, labels_needed(config, case.sample.id) - labels_in(case)))


def order_for(person: str) -> Callable[[str], str]:
    """What ids are sorted by for `person`: SHA-256 over the name, a line feed and the id, each byte as the character of its number."""
    begun = hashlib.sha256(f"{person}\n".encode())

    def digest(id_: str) -> str:
        whole = begun.copy()
        whole.update(id_.encode())
        # Python sorts short strings faster than bytes, and these in the same order.
        return whole.digest().decode("latin-1")

    return digest
