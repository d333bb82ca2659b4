"""Status: the states of a sample and the moves between them."""

from __future__ import annotations

from enum import StrEnum


class Status(StrEnum):
    """Where a sample stands."""

    DRAFT = "draft"
    CANDIDATE = "gold-candidate"
    GOLD = "gold"


class Standing(StrEnum):
    """What a report counts: a status, or that two people decided differently on the same basis."""

    DRAFT = "draft"
    CANDIDATE = "gold-candidate"
    GOLD = "gold"
    CONTESTED = "contested"


# Every move that a decision may make; a changed text makes a sample draft without one.
PROMOTIONS = {(Status.DRAFT, Status.CANDIDATE), (Status.CANDIDATE, Status.GOLD)}
DEMOTIONS = {(Status.CANDIDATE, Status.DRAFT), (Status.GOLD, Status.CANDIDATE), (Status.GOLD, Status.DRAFT)}
