"""Invariants: what must hold in every run, however good its figures are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from typing import Any, NamedTuple

from annotator.evaluate.conversation.answer_key import Stored
from annotator.evaluate.conversation.memory import Item, Message, label

SUPERSEDED = "superseded_not_active"
SURVIVES = "evidence_survives_restart_compaction"
ISOLATED = "cross_session_isolation"
UNPOLLUTED = "pollution_not_extracted"
RETRIED = "retry_no_duplicate"
UNREPEATED = "no_duplicate_active_content"
RESTARTED = "restart_idempotent_event_count"
ADVANCED = "checkpoint_advanced"
NO_ERRORS = "no_pipeline_errors"
LABELLED = "injected_is_evidence_labelled"
PRIVATE = "no_paths_or_credentials"
IDS = (SUPERSEDED, SURVIVES, ISOLATED, UNPOLLUTED, RETRIED, UNREPEATED, RESTARTED, ADVANCED, NO_ERRORS, LABELLED, PRIVATE)


class Invariant(NamedTuple):
    """`ok` is None where nothing put it to the test; `detail` names ids alone."""

    id: str
    ok: bool | None
    detail: str

    def as_json(self) -> dict[str, Any]:
        """Its part of the report."""
        return self._asdict()


class Watch:
    """Counts every check and keeps those that failed, by invariant and session."""

    def __init__(self) -> None:
        self._checks: Counter[tuple[str, str]] = Counter()
        self._failed: list[tuple[str, str, str]] = []

    def check(self, invariant: str, session: str, where: str, *, ok: bool) -> None:
        """Take down one check; `where` says by ids what failed."""
        self._checks[invariant, session] += 1
        if not ok:
            self._failed.append((invariant, session, where))

    def results(self, sessions: Collection[str] | None = None) -> list[Invariant]:
        """Every invariant, over all sessions or those named."""
        return [self._result(invariant, sessions) for invariant in IDS]

    def _result(self, invariant: str, sessions: Collection[str] | None) -> Invariant:
        checks = sum(count for (name, of), count in self._checks.items() if name == invariant and (sessions is None or of in sessions))
        failed = [where for name, of, where in self._failed if name == invariant and (sessions is None or of in sessions)]
        if not checks:
            return Invariant(invariant, None, "nothing here puts it to the test")
        found = f": {failed[0]}{' and more' if len(failed) > 1 else ''}" if failed else ""
        return Invariant(invariant, not failed, f"{len(failed)} of {checks} failed{found}")


def watch_states(watch: Watch, items: Sequence[Item], stored: Stored) -> None:
    """A value that was corrected no longer holds, and the new one is alone in what it speaks of."""
    old = [turn for turn, state in stored.states.items() if state == "superseded"]
    if not old:
        return
    session = stored.place.session
    for turn in old:
        resting = [item for item in items if turn in item.evidence]
        ok = bool(resting) and not any(item.active for item in resting)
        watch.check(SUPERSEDED, session, f"{stored.id}: {turn} is not superseded", ok=ok)
    for turn in (turn for turn, state in stored.states.items() if state == "active"):
        current = next((item for item in items if item.active and turn in item.evidence), None)
        alone = current is not None and sum(item.active and item.about == current.about for item in items) == 1
        watch.check(SUPERSEDED, session, f"{stored.id}: {turn} is not the only active item of what it speaks of", ok=alone)


def watch_items(watch: Watch, session: str, items: Iterable[Item], tools: Collection[str], where: str) -> None:
    """No item rests on what a tool said, and no two active ones say the same."""
    seen: set[str] = set()
    repeated = polluted = ""
    for item in items:
        words = " ".join(item.text.casefold().split())
        if item.active and words in seen:
            repeated = item.evidence[0]
        seen |= {words} if item.active else set()
        polluted = next((turn for turn in item.evidence if turn in tools), polluted)
    watch.check(UNREPEATED, session, f"{where}: {repeated} is remembered twice", ok=not repeated)
    if tools:
        watch.check(UNPOLLUTED, session, f"{where}: an item rests on {polluted}, which a tool said", ok=not polluted)


def watch_message(watch: Watch, session: str, message: Message, own: Collection[str], where: str) -> None:
    """All evidence in a message bears its label, and none is of another session."""
    for block in message.blocks:
        if block.evidence:
            watch.check(LABELLED, session, f"{where}: {block.evidence[0]}", ok=block.text.startswith(label(block.evidence)))
    foreign = next((turn for block in message.blocks for turn in block.evidence if turn not in own), "")
    watch.check(ISOLATED, session, f"{where}: {foreign} is of another session", ok=not foreign)


def watch_found(watch: Watch, session: str, items: Sequence[Item], own: Collection[str], where: str) -> None:
    """Nothing that was found is of another session."""
    foreign = next((turn for item in items for turn in item.evidence if item.session != session or turn not in own), "")
    watch.check(ISOLATED, session, f"{where}: {foreign} is of another session", ok=not foreign)
