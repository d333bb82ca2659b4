"""Gold rule: whether the agreement that gold rests on is there today."""

from __future__ import annotations

from typing import TYPE_CHECKING

from annotator.curate.agreement import rule_failures
from annotator.model.events import Promote
from annotator.model.finding import Finding, FindingKind
from annotator.store import layout

if TYPE_CHECKING:
    from annotator.curate.workspace import Workspace


def gold_rule_findings(workspace: Workspace) -> list[Finding]:
    """A finding when the agreement rule of dataset.yaml does not hold and gold samples bear no override. The dataset is sound otherwise."""
    if workspace.config.workflow.agreement is None:
        return []
    gold = {id_: account.gold.event for id_, account in workspace.accounts.items() if account.gold is not None}
    without = [id_ for id_, event in gold.items() if isinstance(event, Promote) and event.override is None]
    failures = rule_failures(workspace) if without else []
    if not failures:
        return []
    advice = "demote them to gold-candidate and promote them with --override REASON, or change workflow.agreement"
    message = f"the agreement rule does not hold ({failures[0]}), and no override is recorded for {', '.join(without)}; {advice}"
    return [Finding(FindingKind.STALE, layout.CONFIG, None, message)]
