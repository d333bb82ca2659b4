"""Answers given: the values that a sample counts with before and after it is decided."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from annotator.model.config import Role
from annotator.model.events import Label
from annotator.model.status import Standing

if TYPE_CHECKING:
    from annotator.curate.workspace import Workspace


def answer_of(workspace: Workspace, id_: str) -> Mapping[str, Any] | None:
    """The typed values of a sample: what holds, else (drafts) its author's proposal, else None. A single reviewer's label is none."""
    account = workspace.accounts[id_]
    if account.held.values is not None:
        return account.held.values
    case = workspace.cases[id_]
    for author in workspace.config.with_role(Role.AUTHOR):
        logged = case.proposals.get(author)
        if logged is not None and isinstance(logged.event, Label) and account.status is Standing.DRAFT:
            entry = case.entry(author, logged)
            if entry.counts:
                return entry.values
    return None
