"""What the labels of a sample come to: agreed, adjudicated, confirmed, open or contested."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from annotator.model.digests import values_sha256
from annotator.model.events import Adjudicate, Confirm, Unsettled
from annotator.model.facet import Facet
from annotator.model.scheme import Unfit, Values
from annotator.model.session import Logged
from annotator.workflow.case import Case, Entry

Rule = Literal["agreed", "adjudicated", "confirmed"]


@dataclass(frozen=True)
class Resolution:
    """The outcome of a set of labels.

    `values` are typed and set when nothing is open; `basis` are the digests that a promotion names; `open` are the
    facets that still need a decision; `contested` are adjudications that differ on the same basis.
    """

    values: Values | None
    rule: Rule | None
    basis: tuple[str, ...]
    open: tuple[str, ...] = ()
    decision: Logged | None = None
    contested: tuple[Logged, ...] = ()
    unsettled: bool = False

    def values_digest(self, case: Case) -> str | None:
        """The digest of the resolved values, None while there are none."""
        return None if self.values is None else values_sha256(case.scheme.plain(self.values))


def resolve(case: Case, entries: Iterable[Entry]) -> Resolution:
    """What `entries` (labels that count, by different people) come to under the decisions of `case`."""
    labels = sorted(entries, key=lambda entry: entry.by)
    digests = tuple(sorted(entry.logged.digest for entry in labels))
    outcomes = effective(case, frozenset(digests))
    if len({outcome_key(case, logged) for logged in outcomes}) > 1:
        return Resolution(None, None, digests, disputed(case, labels), contested=tuple(outcomes))
    decision = outcomes[0] if outcomes else None
    event = decision.event if decision else None
    if decision and isinstance(event, Adjudicate):
        values = case.scheme.parse(event.values, case.sample, case.passages)
        return Resolution(values, "adjudicated", (*digests, decision.digest), decision=decision)
    if decision and isinstance(event, Unsettled):
        return Resolution(None, None, digests, disputed(case, labels), decision=decision, unsettled=True)
    return _undecided(case, labels, digests, decision)


def _undecided(case: Case, labels: list[Entry], digests: tuple[str, ...], confirmation: Logged | None) -> Resolution:
    if not labels:
        return Resolution(None, None, digests)
    if len(labels) == 1:
        if confirmation is None:
            return Resolution(None, None, digests)
        return Resolution(labels[0].values, "confirmed", (*digests, confirmation.digest), decision=confirmation)
    settled, still_open = _settle(case.scheme.facets, [entry.values or {} for entry in labels])
    if still_open:
        return Resolution(None, None, digests, tuple(still_open))
    return Resolution(settled, "agreed", digests)


def disputed(case: Case, labels: Sequence[Entry]) -> tuple[str, ...]:
    """The facets on which `labels` differ."""
    return tuple(_settle(case.scheme.facets, [entry.values or {} for entry in labels])[1]) if labels else ()


def rules_of(case: Case, labels: Sequence[Entry], values: Values) -> dict[str, Literal["agreed", "adjudicated"]]:
    """For each facet of decided `values`, whether it is what two or more `labels` agree on."""
    agreed = _settle(case.scheme.facets, [entry.values or {} for entry in labels])[0] if len(labels) > 1 else {}
    return {name: "agreed" if name in agreed and agreed[name] == value else "adjudicated" for name, value in values.items()}


def _settle(facets: Mapping[str, Facet], labels: list[Values]) -> tuple[Values, list[str]]:
    """The values that all `labels` agree on, and the facets where they do not."""
    settled: Values = {}
    still_open: list[str] = []
    for name, facet in facets.items():
        found: Any
        if facet.on == "sample":
            found = facet.settled([label[name] for label in labels])
        else:
            found = {candidate: facet.settled([label[name][candidate] for label in labels]) for candidate in labels[0][name]}
            found = None if any(value is None for value in found.values()) else found
        if found is None:
            still_open.append(name)
        else:
            settled[name] = found
    return settled, still_open


def effective(case: Case, labels: frozenset[str]) -> list[Logged]:
    """The adjudications and confirmations that rest on exactly these label digests and that none replaced.

    A later one by the same person replaces an earlier one; so does one whose basis names it.
    """
    resting = [logged for logged in case.decisions if _rests_on(case, logged, labels)]
    named = {digest for logged in resting for digest in _basis(logged)}
    last = {logged.event.by: logged for logged in resting}
    return [logged for logged in last.values() if logged.digest not in named]


def outcome_key(case: Case, logged: Logged) -> str:
    """Equal for two decisions that come to the same."""
    event = logged.event
    if isinstance(event, Adjudicate):
        return values_sha256(case.scheme.plain(case.scheme.parse(event.values, case.sample, case.passages)))
    return event.op


def _basis(logged: Logged) -> tuple[str, ...]:
    event = logged.event
    return event.basis if isinstance(event, (Adjudicate, Unsettled, Confirm)) else ()


def _rests_on(case: Case, logged: Logged, labels: frozenset[str]) -> bool:
    event = logged.event
    if not isinstance(event, (Adjudicate, Unsettled, Confirm)) or event.sample_sha256 != case.sample_sha256:
        return False
    earlier = {other.digest for other in case.decisions}
    if frozenset(event.basis) - earlier != labels:
        return False
    if isinstance(event, Adjudicate):
        try:
            case.scheme.parse(event.values, case.sample, case.passages)
        except Unfit:
            return False
    return True
