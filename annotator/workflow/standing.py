"""Where a sample stands: its status as the sum of its decisions, what is open, and whose turn it is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from annotator.model.config import Config, Role
from annotator.model.events import Demote, Promote, Sealed
from annotator.model.session import Logged
from annotator.model.status import Standing, Status
from annotator.workflow.assignment import complete, labels_needed, skipped_by_all
from annotator.workflow.case import Case
from annotator.workflow.resolution import Resolution, effective, resolve


@dataclass(frozen=True)
class Account:
    """The standing of one sample.

    `resolution` is what today's labels come to; `held` is what a promotion that holds rests on, and else the same.
    `lapsed` are promotions that nobody took back and that hold no longer, each with the reason.
    """

    status: Standing
    resolution: Resolution
    held: Resolution
    next: str
    candidate: Logged | None = None
    gold: Logged | None = None
    lapsed: tuple[tuple[Logged, str], ...] = ()
    clash: tuple[Logged, ...] = ()

    @property
    def level(self) -> Status:
        """How far promotions that hold have brought it; a contested sample has one too."""
        if self.gold is not None:
            return Status.GOLD
        return Status.CANDIDATE if self.candidate is not None else Status.DRAFT


def account(config: Config, case: Case) -> Account:
    """The standing of `case`; the order of two people's decisions never matters, only what each rests on."""
    # While one label is sealed, what the others come to says nothing.
    resolution = resolve(case, () if case.sealed else case.fresh.values())
    demoted = {digest: logged for logged in case.decisions if isinstance(logged.event, Demote) for digest in logged.event.basis}
    alive = [logged for logged in case.decisions if isinstance(logged.event, Promote) and logged.digest not in demoted]
    reasons = {logged.digest: _why_not(config, case, logged, demoted) for logged in alive}
    holding: Mapping[Status, Logged] = {
        logged.event.to: logged for logged in alive if isinstance(logged.event, Promote) and reasons[logged.digest] is None
    }
    candidate, gold = holding.get(Status.CANDIDATE), holding.get(Status.GOLD)
    clash = tuple(logged for logged in alive if _crossed(logged, demoted)) if not holding else ()
    lapsed = tuple((logged, reason) for logged in alive if (reason := reasons[logged.digest])) if not holding else ()
    status = _status(resolution, candidate, gold, clash)
    held = resolution if candidate is None else _under(case, candidate)
    return Account(status, resolution, held, _next(config, case, resolution, status, clash), candidate, gold, lapsed, clash)


def _under(case: Case, candidate: Logged) -> Resolution:
    """What the labels that a promotion names come to; labels that came later do not change it."""
    event = candidate.event
    named = event.basis if isinstance(event, Promote) else ()
    return resolve(case, [entry for entry in case.fresh.values() if entry.logged.digest in named])


def _status(resolution: Resolution, candidate: Logged | None, gold: Logged | None, clash: tuple[Logged, ...]) -> Standing:
    if resolution.contested or clash:
        return Standing.CONTESTED
    if gold is not None:
        return Standing.GOLD
    return Standing.CANDIDATE if candidate is not None else Standing.DRAFT


def _next(config: Config, case: Case, resolution: Resolution, status: Standing, clash: tuple[Logged, ...]) -> str:
    if status is Standing.GOLD or resolution.unsettled:
        return "none"
    if status is Standing.CANDIDATE:
        return "promote"
    if not complete(config, case):
        shut = any(isinstance(logged.event, Sealed) for logged in case.words.values())
        return "unseal" if shut and skipped_by_all(config, case) else "label"
    if case.sealed:
        return "unseal"
    if resolution.open or resolution.contested or (clash and not _decided_since(case, resolution)) or refusals(case, resolution):
        return "adjudicate"
    return "confirm" if resolution.values is None else "promote"


def _decided_since(case: Case, resolution: Resolution) -> bool:
    """Whether what holds was decided after the promotions, none of which rests on it."""
    decision = resolution.decision
    promotions = [logged.event for logged in case.decisions if isinstance(logged.event, Promote)]
    return decision is not None and all(decision.digest not in event.basis for event in promotions)


def refusals(case: Case, resolution: Resolution) -> list[str]:
    """Why a promotion that rested on just what `resolution` rests on was taken back to draft: each reason of those who did."""
    rested = {
        logged.digest
        for logged in case.decisions
        if isinstance(logged.event, Promote) and logged.event.to is Status.CANDIDATE and set(logged.event.basis) == set(resolution.basis)
    }
    demotions = [logged.event for logged in case.decisions if isinstance(logged.event, Demote)]
    return [event.reason for event in demotions if event.to is Status.DRAFT and rested & set(event.basis)]


def _why_not(config: Config, case: Case, logged: Logged, demoted: Mapping[str, Logged]) -> str | None:
    """Why a promotion holds no longer, None when it does."""
    event = logged.event
    if not isinstance(event, Promote):
        return "is no promotion"
    if event.sample_sha256 != case.sample_sha256:
        return "the text changed since"
    if event.to is Status.GOLD:
        return _why_gold_not(config, case, event, demoted)
    current = {entry.logged.digest for entry in case.fresh.values()}
    decisions = {other.digest: other for other in case.decisions}
    labels = frozenset(event.basis) - decisions.keys()
    if not labels <= current:
        return "a label that it rests on was changed or taken back, or is stale"
    if len(labels) < labels_needed(config, case.sample.id):
        return f"it rests on {len(labels)} of the {labels_needed(config, case.sample.id)} labels that the workflow asks for"
    standing = {other.digest for other in effective(case, labels)}
    if any(digest not in standing for digest in event.basis if digest in decisions):
        return "the adjudication that it rests on was replaced or is stale"
    held = _under(case, logged)
    if not held.contested and held.values_digest(case) != event.values_sha256:
        return "what its labels come to was decided otherwise since"
    return None


def _why_gold_not(config: Config, case: Case, event: Promote, demoted: Mapping[str, Logged]) -> str | None:
    if Role.MAINTAINER not in config.people[event.by].roles if event.by in config.people else True:
        return f"{event.by} is no maintainer"
    below = [other for other in case.decisions if other.digest in event.basis and isinstance(other.event, Promote)]
    if not below:
        return "it names no promotion to gold-candidate"
    if any(isinstance(other.event, Promote) and other.event.values_sha256 != event.values_sha256 for other in below):
        return "it names other values than the promotion that it rests on"
    for other in below:
        if other.digest in demoted:
            return "the promotion to gold-candidate that it rests on was taken back"
        reason = _why_not(config, case, other, demoted)
        if reason is not None:
            return reason
    return None


def _crossed(logged: Logged, demoted: Mapping[str, Logged]) -> bool:
    """Whether someone else, in parallel, took back what this promotion rests on without knowing of it."""
    event = logged.event
    if not isinstance(event, Promote):
        return False
    return any(digest in demoted and demoted[digest].event.by != event.by for digest in event.basis)
