"""Scored samples: which samples count in an evaluation, what is right for them, and what whoever reads the figures has to know."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from annotator.curate.answers_given import answer_of
from annotator.curate.workspace import Workspace
from annotator.errors import CheckFailed, UsageError
from annotator.model.status import Standing
from annotator.workflow.case import Case

LEVELS = ("gold", "gold-candidate", "draft")


class ScoredSamples(NamedTuple):
    """`answers` are the typed values by sample; `left_out` counts the other samples by reason; `notes` are for the report."""

    answers: dict[str, Mapping[str, Any]]
    statuses: dict[str, Standing]
    left_out: dict[str, int]
    notes: list[str]


def counts_of(statuses: Mapping[str, Standing]) -> dict[str, int]:
    """How many samples of each status are scored."""
    return dict(Counter(status.value for status in statuses.values()))


def any_not_gold(statuses: Mapping[str, Standing]) -> bool:
    """Whether figures over these samples are provisional."""
    return any(status is not Standing.GOLD for status in statuses.values())


def scored_samples(
    workspace: Workspace, level: str | None, lacking: Callable[[Case], str | None], first: int | None = None
) -> ScoredSamples:
    """The samples of at least `level` with their answers; without one, gold, or everything while nothing is gold.

    A draft counts with what its labels came to, else with its author's proposal; such figures are provisional. `lacking` says why a
    sample cannot be scored whatever its status. Of these, the `first` by the bytes of their ids where so many are asked for. Raises
    CheckFailed when no sample has an answer, UsageError where there are not so many.
    """
    accounts = workspace.accounts
    if level is None:
        level = "gold" if any(account.status is Standing.GOLD for account in accounts.values()) else "draft"
    wanted = {Standing(name) for name in LEVELS[: LEVELS.index(level) + 1]}
    left_out: Counter[str] = Counter()
    answers: dict[str, Mapping[str, Any]] = {}
    for id_, case in workspace.cases.items():
        status = accounts[id_].status
        values = answer_of(workspace, id_) if status in wanted else None
        why = lacking(case) or (status.value if status not in wanted else "no answer yet" if values is None else None)
        if why is None and values is not None:
            answers[id_] = values
        else:
            left_out[why or ""] += 1
    if not answers:
        raise CheckFailed(
            f"{workspace.config.id}: no sample of status {level} has an answer to score against; promote some, or give --status draft"
        )
    if first is not None:
        chosen = _first(answers, first)
        left_out += Counter({f"not among the first {first}": len(answers) - len(chosen)})
        answers = chosen
    statuses = {id_: accounts[id_].status for id_ in answers}
    return ScoredSamples(answers, statuses, dict(left_out), [*_standing_notes(workspace, statuses), *_override_notes(workspace, answers)])


def _first(answers: dict[str, Mapping[str, Any]], count: int) -> dict[str, Mapping[str, Any]]:
    if not 1 <= count <= len(answers):
        raise UsageError(f"--samples {count}: give a number from 1 to {len(answers)}, since so many samples are scored")
    chosen = set(sorted(answers, key=str.encode)[:count])
    return {id_: values for id_, values in answers.items() if id_ in chosen}


def groups_of(workspace: Workspace, id_: str) -> dict[str, str]:
    """What figures are broken down by: the sample's groups, its language, and `hard` where it could not be settled."""
    sample = workspace.cases[id_].sample
    groups = dict(sample.groups or {})
    if sample.lang is not None:
        groups.setdefault("lang", sample.lang)
    if workspace.accounts[id_].resolution.unsettled:
        groups["difficulty"] = "hard"
    return groups


def _standing_notes(workspace: Workspace, statuses: Mapping[str, Standing]) -> Iterator[str]:
    open_ = sum(1 for status in statuses.values() if status is not Standing.GOLD)
    if open_:
        yield (
            f"provisional, not gold: {open_} of {len(statuses)} scored samples are not gold, so no score here is a gold score, and none "
            "is a gate for a release"
        )
    if workspace.config.provenance == "synthetic":
        yield (
            "synthetic: the samples were made up, so scores describe a pipeline on made-up samples and not on what people ask; where "
            "questions keep the words of their answers, word search is near perfect and proves little"
        )


def _override_notes(workspace: Workspace, answers: Mapping[str, Any]) -> Iterator[str]:
    for id_ in answers:
        gold = workspace.accounts[id_].gold
        reason = getattr(gold.event, "override", None) if gold is not None else None
        if reason is not None:
            yield f"{id_} is gold although the agreement rule did not hold: {reason}"
