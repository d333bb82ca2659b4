"""The rules of promotion and adjudication; each returns every reason against, in words."""

from __future__ import annotations

from collections.abc import Iterator

from annotator.model.config import Config, Role
from annotator.model.events import Adjudicate, Unsettled
from annotator.model.status import DEMOTIONS, PROMOTIONS, Status
from annotator.workflow.assignment import complete, labels_in, labels_needed
from annotator.workflow.authority import CONFIRMERS, DECIDERS, has_role, too_soon
from annotator.workflow.case import Case
from annotator.workflow.standing import Account

_SEALED = "its labels are in and still sealed; an adjudicator or maintainer with a key opens them with `annotator unseal`"
_ROLES = " (roles stand under `people` in dataset.yaml)"


def against_promotion(config: Config, case: Case, account: Account, to: Status, by: str, unproven: str | None = None) -> list[str]:
    """Why the sample may not go to `to`; empty when it may. The agreement rule of the dataset is checked apart.

    `unproven` is why history does not prove that its labels are independent; it stands in the way of gold alone.
    """
    if account.resolution.contested:
        return ["it is contested: two people adjudicated differently on the same labels; adjudicate it first"]
    if (account.level, to) not in PROMOTIONS:
        if account.level is to:
            return [f"it is {to} already"]
        first = "promote it to gold-candidate first" if to is Status.GOLD else "take it back with `annotator demote`"
        return [f"it is {account.level}; {first}"]
    if to is Status.GOLD:
        dependent = (
            [f"history does not prove its labels independent ({unproven}), which workflow.independence asks for"] if unproven else []
        )
        return [*_against_gold(config, account, by), *dependent]
    return list(_against_candidate(config, case, account, by))


def _against_candidate(config: Config, case: Case, account: Account, by: str) -> Iterator[str]:
    if not has_role(config, by, *DECIDERS):
        yield f"{by} is neither an adjudicator nor a maintainer{_ROLES}"
    needed = labels_needed(config, case.sample.id)
    if not complete(config, case):
        stale = [f"{entry.by}'s label is stale: {entry.stale}" for entry in case.reviews.values() if entry.stale]
        yield f"it has {labels_in(case)} of {needed} labels" + "".join(f"; {why}" for why in stale)
        return
    if case.sealed:
        yield _SEALED
    elif account.resolution.unsettled:
        yield "it was decided that it cannot be settled"
    elif account.resolution.open:
        yield f"the reviewers differ in {', '.join(account.resolution.open)}; adjudicate it first"
    elif account.resolution.values is None:
        yield "its single label is not confirmed by another person"


def _against_gold(config: Config, account: Account, by: str) -> Iterator[str]:
    if not has_role(config, by, Role.MAINTAINER):
        yield f"{by} is not a maintainer{_ROLES}"
    if account.candidate is None:
        yield "it is not gold-candidate"


def against_demotion(config: Config, account: Account, to: Status, by: str) -> list[str]:
    """Why the sample may not go back to `to`; empty when it may."""
    reasons = []
    if not has_role(config, by, *DECIDERS):
        reasons.append(f"{by} is neither an adjudicator nor a maintainer{_ROLES}")
    if account.lapsed or account.clash:
        if to is not Status.DRAFT:
            reasons.append(f"no promotion of it holds, so it cannot be taken back to {to}; demote it to draft")
        return reasons
    if (account.level, to) not in DEMOTIONS:
        settled = account.level is Status.DRAFT and account.next == "promote"
        how = "; to refuse it, promote and then demote it, or let an adjudicator decide it" if settled else ""
        reasons.append(f"it is {account.level}, so it cannot be taken back to {to}{how}")
    return reasons


def against_adjudication(config: Config, case: Case, by: str) -> list[str]:
    """Why `by` may not decide about the sample; empty when they may."""
    reasons = []
    if not has_role(config, by, Role.ADJUDICATOR):
        reasons.append(f"{by} is not an adjudicator{_ROLES}")
    if by in case.voices:
        reasons.append(f"{by} labelled it, and the adjudicator of a sample is none of its reviewers")
    needed = labels_needed(config, case.sample.id)
    if not complete(config, case):
        reasons.append(f"it has {labels_in(case)} of {needed} labels that count; adjudication begins when all are in")
    elif case.sealed:
        reasons.append(_SEALED)
    return reasons


def against_confirmation(config: Config, case: Case, by: str, now: str) -> list[str]:
    """Why `by` may not confirm the single label of the sample at `now`; empty when they may."""
    if case.sealed:
        return [_SEALED]
    if labels_needed(config, case.sample.id) != 1 or len(case.fresh) != 1:
        return [
            f"it has {len(case.fresh)} labels and needs {labels_needed(config, case.sample.id)}; only a single label that is enough is confirmed"
        ]
    reasons = []
    if not has_role(config, by, *CONFIRMERS):
        reasons.append(f"{by} is neither reviewer, adjudicator nor maintainer{_ROLES}")
    if by in case.fresh:
        soon = too_soon(config, case.fresh[by].event.at, now)
        reasons += [f"{by} labelled it, and {soon}"] if soon else []
    return reasons


def against_label(config: Config, case: Case, by: str) -> list[str]:
    """Why a label of `by` cannot be taken; empty when it can. The cap holds at saving, whatever was handed out before."""
    member = config.people.get(by)
    if member is None:
        return [f"{by} is not among the people of dataset.yaml"]
    if not {Role.REVIEWER, Role.AUTHOR, Role.JUDGE} & set(member.roles):
        return [f"{by} is no reviewer, author or judge{_ROLES}"]
    if any(isinstance(logged.event, (Adjudicate, Unsettled)) and logged.event.by == by for logged in case.decisions):
        return [f"{by} adjudicated it, and the adjudicator of a sample is none of its reviewers"]
    if Role.REVIEWER not in member.roles or by in case.words:
        return []
    needed = labels_needed(config, case.sample.id)
    if complete(config, case):
        return [f"it has its {needed} labels already (workflow.reviewers, workflow.overlap)"]
    return []
