"""Who may decide what about a sample; a decision by anyone else counts for nothing."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from annotator.model.config import Config, Role
from annotator.model.events import Adjudicate, Confirm, Demote, Event, Promote, Unsettled
from annotator.model.status import Status

# Who may move samples below gold; gold itself is a maintainer's.
DECIDERS = {Role.ADJUDICATOR, Role.MAINTAINER}
CONFIRMERS = {Role.REVIEWER, *DECIDERS}


def has_role(config: Config, person: str, *roles: Role) -> bool:
    """Whether `person` is in the dataset with one of `roles`."""
    member = config.people.get(person)
    return member is not None and any(role in member.roles for role in roles)


def may_have_decided(config: Config, event: Event, voices: Collection[str]) -> bool:
    """Whether the decision counts by who made it; `voices` are the reviewers who ever said a word about the sample."""
    if isinstance(event, (Adjudicate, Unsettled)):
        return has_role(config, event.by, Role.ADJUDICATOR) and event.by not in voices
    if isinstance(event, Confirm):
        return has_role(config, event.by, *CONFIRMERS) and (event.by not in voices or config.workflow.same_person_after is not None)
    if isinstance(event, Promote) and event.to is Status.GOLD:
        return has_role(config, event.by, Role.MAINTAINER)
    return isinstance(event, (Promote, Demote)) and has_role(config, event.by, *DECIDERS)


def too_soon(config: Config, label_at: str, confirm_at: str) -> str | None:
    """Why the writer of a label may not confirm it at `confirm_at`, None when `workflow.same_person_after` allows it."""
    wait = config.workflow.may_confirm_oneself_after
    if wait is None:
        return "another person confirms (workflow.same_person_after is not set)"
    if datetime.fromisoformat(confirm_at) - datetime.fromisoformat(label_at) < wait:
        return f"the same person may confirm {config.workflow.same_person_after} after the label, not before"
    return None
