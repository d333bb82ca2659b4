"""Evaluate a conversation: baselines over its sessions against the answer key, with the invariants that must hold."""

from __future__ import annotations

import json
import platform
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import islice
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple

from annotator.curate.answerer import DETERMINISTIC, about_answerer, answerer_named
from annotator.curate.answers_given import answer_of
from annotator.curate.code_version import code_of
from annotator.curate.memories import memory_named, missing_modules
from annotator.errors import UsageError
from annotator.evaluate.conversation.answer_key import Key, answer_key
from annotator.evaluate.conversation.baselines import SkillOnly, WithMemory, baselines
from annotator.evaluate.conversation.invariants import PRIVATE, Invariant, Watch
from annotator.evaluate.conversation.metrics import AXES, metrics
from annotator.evaluate.conversation.report import groups_of, metrics_json, missed, notes, per_scenario, per_size, questions
from annotator.evaluate.conversation.trial import Observed, Trial
from annotator.evaluate.conversation.turns import sessions_of
from annotator.evaluate.sameness import differing
from annotator.model.status import Standing
from annotator.store.generated_folder import changed_since
from annotator.workflow.leaks import leaks

if TYPE_CHECKING:
    from annotator.curate.workspace import Workspace

Clock = Callable[[], float]


class ConversationRequest(NamedTuple):
    """Which baselines (none: all), whether twice, and whether the report may hold the questions' words.

    `memory` is python:MODULE:ATTRIBUTE, what the baseline `memory` keeps things in; "" for the reference store. `answerer` is
    command:WORDS or `deterministic`, `timeout` the seconds that one of its answers may take.
    """

    baselines: Sequence[str] = ()
    memory: str = ""
    twice: bool = False
    with_text: bool = False
    answerer: str = DETERMINISTIC
    timeout: float = 30.0


def evaluate_conversation(workspace: Workspace, request: ConversationRequest, clock: Clock = perf_counter) -> dict[str, Any]:
    """The JSON report; `ok` is False when an invariant does not hold, however good the figures are.

    `clock` gives seconds. Raises UsageError for a baseline that is none, CheckFailed for a session without a key and a question without
    an answer, UnreadableInput as reading the dataset does; MissingPrerequisite and RetrieverFailed for a memory that cannot be made
    and for an answerer that cannot be started or gives no answer.
    """
    made = baselines(memory_named(request.memory))
    unknown = next((name for name in request.baselines if name not in made), None)
    if unknown is not None:
        raise UsageError(f"there is no baseline {unknown!r}; there are {', '.join(made)}")
    if request.memory and request.baselines and WithMemory.name not in request.baselines:
        raise UsageError(f"--memory takes the place of the baseline {WithMemory.name}, which --baselines leaves out; name it there, too")
    chosen = [make for name, make in made.items() if not request.baselines or name in request.baselines]
    key = _key(workspace)
    document = _once(workspace, request, key, chosen, clock)
    if request.twice:
        places = list(islice(differing(document, _once(workspace, request, key, chosen, clock)), 1))
        detail = f"two runs differ, first in {places[0]}" if places else "two runs are alike but for times"
        document["invariants"].append(Invariant("same-twice", not places, detail).as_json())
        document["ok"] = document["ok"] and not places
    return document


def _key(workspace: Workspace) -> Key:
    data = workspace.dataset
    values = {id_: answer_of(workspace, id_) for id_ in data.samples}
    return answer_key(sessions_of(data.passages.values()), list(data.samples.values()), values, workspace.config.evaluation)


def _once(
    workspace: Workspace, request: ConversationRequest, key: Key, chosen: Sequence[Callable[[], SkillOnly]], clock: Clock
) -> dict[str, Any]:
    begun = clock()
    watch = Watch()
    with answerer_named(request.answerer, request.timeout) as answerer:
        seen = [Trial(make(), key, watch, clock, answerer).run() for make in chosen]
    status = Counter(account.status.value for account in workspace.accounts.values())
    provisional = set(status) != {Standing.GOLD.value}
    document = {
        "format": "annotator-conversation-report",
        "version": 1,
        "generatedAt": workspace.dataset.now(),
        **_provenance(workspace, key, status),
        **about_answerer(request.answerer),
        "provisional": provisional,
        "baselines": [one.baseline for one in seen],
        "memory": request.memory or "reference",
        "metricOrder": list(AXES),
        "axes": AXES,
        "metrics": metrics_json({one.baseline: metrics(one, intervals=True) for one in seen}),
        "perScenario": per_scenario(key, seen, watch),
        "perSize": per_size(key, seen),
        "questions": questions(seen, with_text=request.with_text),
        "missed": missed(seen),
        "wallMs": (clock() - begun) * 1000.0,
        "notes": [*_origin_notes(workspace), *_key_notes(provisional=provisional), *notes(answered=request.answerer != DETERMINISTIC)],
    }
    _watch_exports(watch, document, seen)
    results = watch.results()
    return {**document, "invariants": [one.as_json() for one in results], "ok": all(one.ok is not False for one in results)}


def _provenance(workspace: Workspace, key: Key, status: Counter[str]) -> dict[str, Any]:
    config = workspace.config
    generated = config.evaluation.conversation.generated if config.evaluation.conversation is not None else None
    groups = [
        {"scenario": scenario, "size": size, "sessionIds": sessions, "turns": sum(len(key.sessions[session]) for session in sessions)}
        for scenario, size, sessions in groups_of(key)
    ]
    return {
        "dataset": {
            "id": config.id,
            "version": config.version,
            "sha256": workspace.dataset.sha256(),
            "provenance": config.provenance,
            "samples": len(workspace.dataset.samples),
            "status": dict(status),
        },
        "code": code_of(workspace),
        "environment": {
            "python": platform.python_version(),
            "platform": f"{platform.system()} {platform.machine()}",
            "missingModules": missing_modules(),
        },
        "profile": None if generated is None else generated.profile,
        "seed": None if generated is None else generated.seed,
        "fixtures": {
            "generated": generated is not None,
            "regenerated": False,
            "sessions": len(key.sessions),
            "turns": sum(map(len, key.sessions.values())),
            "groups": groups,
        },
    }


def _origin_notes(workspace: Workspace) -> list[str]:
    """Profile and seed stand in the report, so it has to say where they do not give these words."""
    about = workspace.config.evaluation.conversation
    changed = changed_since(workspace.dataset.folder) if about is not None and about.generated is not None else []
    if not changed:
        return []
    return [f"changed since it was generated, in {changed[0]}{' and more' * (len(changed) > 1)}: profile and seed do not give these words"]


def _key_notes(*, provisional: bool) -> list[str]:
    return [
        "not every sample is gold: where nobody else decided, the key is what the author proposed, and figures are provisional"
    ] * provisional


def _watch_exports(watch: Watch, document: dict[str, Any], seen: Sequence[Observed]) -> None:
    """Neither the report nor what a memory writes down may hold a path of a machine or a credential; the rule is named, never the words."""
    exports = {"the report": json.dumps(document, ensure_ascii=False), **{one.baseline: one.dump for one in seen if one.dump is not None}}
    for name, text in exports.items():
        leak = next(leaks(text), None)
        watch.check(PRIVATE, "", f"{name} holds what looks like: {'' if leak is None else leak.rule}", ok=leak is None)
