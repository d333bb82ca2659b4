"""An evaluation of a conversation as the plain values that the JSON report holds: ids and figures, no word of the dataset."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from annotator.evaluate.conversation.answer_key import Key
from annotator.evaluate.conversation.invariants import Watch
from annotator.evaluate.conversation.metrics import AXES, Metrics, cost, coverage, judged, metrics, only, rank1, recall
from annotator.evaluate.conversation.trial import Answered, Observed

_NO_ANSWERER = "no accuracy of answers is claimed: nothing wrote an answer, so llmAnswerAccuracy is null; what is measured is storage, retrieval and assembly"
_ANSWERER = (
    "llmAnswerAccuracy is the share of answers of the program that --answerer named that hold every word which the key says may not be lost; "
    "a right answer in other words counts as wrong, and one that says more, even wrongly, as right; questions without such words are not "
    "judged; the figure is reported by itself and is part of no other"
)
_NOTES = (
    "axes are kept apart on purpose: no figure here is made from several of them, and there is no overall score",
    "tokens are an estimate, ceil(cjk/1.6 + other/4) of each message; no tokeniser was run",
    "null means that a figure does not apply to a baseline; it is neither zero nor a win",
    "only what is asked is measured, so no figure says that nothing is forgotten",
    "a percentage that is a mean over questions stands beside the counts of all of them together; the two need not agree",
    "questions of one session are not independent of each other, so the true intervals are wider than those given",
)


def notes(*, answered: bool) -> list[str]:
    """What to know of the figures; `answered` where an answerer was brought along."""
    return [*_NOTES[:2], _ANSWERER if answered else _NO_ANSWERER, *_NOTES[2:]]


def metrics_json(of_baseline: Mapping[str, Metrics]) -> dict[str, Any]:
    """Metric to baseline to figure, in the order of AXES."""
    return {name: {baseline: _plain(its[name]) for baseline, its in of_baseline.items()} for name in AXES}


def _plain(value: Any) -> Any:
    return None if value is None else value.as_json()


def groups_of(key: Key) -> list[tuple[str, str, list[str]]]:
    """Each scenario and size with its sessions, by scenario and then by size as a number."""
    found: dict[tuple[str, str], dict[str, None]] = {}
    for one in key.all():
        found.setdefault((one.place.scenario, one.place.size), {})[one.place.session] = None
    return [(*group, sorted(found[group])) for group in sorted(found, key=lambda group: (group[0], _as_number(group[1])))]


def _as_number(size: str) -> tuple[int, str]:
    return (int(size) if size.isascii() and size.isdigit() else -1, size)


def per_scenario(key: Key, seen: Sequence[Observed], watch: Watch) -> list[dict[str, Any]]:
    """The figures and invariants of each scenario at each size."""
    rows = []
    for scenario, size, sessions in groups_of(key):
        part = [only(one, scenario=scenario, size=size) for one in seen]
        held = [held for one in part for held in one.stored]
        rows.append(
            {
                "scenario": scenario,
                "size": size,
                "sessionIds": sessions,
                "metrics": metrics_json({one.baseline: metrics(one) for one in part}),
                "storage": {"matched": sum(one.right for one in held), "expected": sum(one.of for one in held)} if held else None,
                "invariants": [one.as_json() for one in watch.results(sessions)],
            }
        )
    return rows


def per_size(key: Key, seen: Sequence[Observed]) -> list[dict[str, Any]]:
    """The figures at each size."""
    sizes = sorted({one.place.size for one in key.all()}, key=_as_number)
    return [{"size": size, "metrics": metrics_json({one.baseline: metrics(only(one, size=size)) for one in seen})} for size in sizes]


def questions(seen: Sequence[Observed], *, with_text: bool) -> list[dict[str, Any]]:
    """Every question with what came of it at each baseline; its words only `with_text`."""
    by_id: dict[str, dict[str, Any]] = {}
    for observed in seen:
        for answer in observed.answers:
            row = by_id.setdefault(answer.question.id, _question(answer, with_text=with_text))
            row["results"][observed.baseline] = _result(answer)
    return list(by_id.values())


def _question(answer: Answered, *, with_text: bool) -> dict[str, Any]:
    one = answer.question
    about = {"sessionId": one.place.session, "scenario": one.place.scenario, "behaviour": one.behaviour, "id": one.id}
    return {**about, "kind": one.kind, "lang": one.lang, **({"query": one.query} if with_text else {}), "results": {}}


def _result(answer: Answered) -> dict[str, Any]:
    searched, verdict = answer.found is not None, judged(answer)
    return {
        "retrievalRecall": _share(recall(answer)) if searched else None,
        "retrievalRank1": _share(rank1(answer)) if searched else None,
        "assemblyCoverage": _share(coverage(answer)),
        "extraTokensEstimate": cost(answer),
        "latencyMs": answer.milliseconds,
        "llmAnswerAccuracy": None if verdict is None else _share(verdict),
    }


def _share(counts: tuple[int, int]) -> float:
    right, of = counts
    return right / of


def missed(seen: Iterable[Observed]) -> dict[str, list[str]]:
    """The ids of assertions that were not all met, by baseline: about what is stored, tasks and replies."""
    return {
        one.baseline: [held.id for held in (*one.stored, *one.tasks, *one.guards) if held.right < held.of]
        for one in seen
        if one.dump is not None
    }
