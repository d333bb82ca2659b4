"""Evaluate: retrievers against what a dataset has decided, with gates, as the report of design section 7."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

from annotator.curate.about_dataset import about_dataset
from annotator.curate.code_version import code_of
from annotator.curate.evaluation_request import Request, completed
from annotator.curate.gold_set import GoldSet, gold_set
from annotator.curate.library_rules import evaluation_findings
from annotator.curate.retrievers import retriever_named, run_notes
from annotator.curate.scratch_run import Kept
from annotator.curate.stored_reports import read_report
from annotator.errors import CheckFailed, Refused
from annotator.evaluate.experiment import Evaluated, Material, Plan, evaluate, rescored
from annotator.evaluate.gate_words import parse_gate
from annotator.evaluate.gates import BASELINE, Figures, GateResult, check
from annotator.evaluate.isolation import Isolation, isolation
from annotator.evaluate.measures import parse
from annotator.evaluate.recall import Recall
from annotator.evaluate.report import (
    comparison_json,
    comparisons,
    definition_sha256,
    gate_figures,
    material_sha256,
    retrievers_json,
)
from annotator.evaluate.sameness import differing
from annotator.evaluate.significance import require_coverage
from annotator.store.scratch import Scratch, scratch_root

if TYPE_CHECKING:
    from annotator.curate.workspace import Workspace
    from annotator.evaluate.noise import Noise
    from annotator.evaluate.retriever import Retriever
    from annotator.evaluate.significance import Comparison
    from annotator.model.config import Gate

# Precision is drawn at these recalls, as trec_eval prints it.
RECALLS = tuple(f"IPrec@{number / 10}" for number in range(11))
_SHOWN = 5
# What nobody may take the figures of private libraries for.
LIBRARY_NOTES = (
    "covers: search in each sample's own library, who may recall what, what is injected, and an estimate of its tokens",
    (
        "not verified: gold by people, a real person's library, semantic or vector quality, a model's tokens, latency of a service, other "
        "platforms, concurrency, crash recovery, how real questions are spread, ranking in production, larger libraries"
    ),
)


class Report(NamedTuple):
    """The evaluation with what it rests on. `document` is the whole JSON report: ids, hashes and figures, no text of the dataset.

    `by` is the group that tables are broken down by; `root` is where the state of a run over private libraries was left, None where
    it is gone. It names a folder of this machine, so it stands in no document.
    """

    gold: GoldSet
    evaluation: dict[str, Evaluated]
    gates: list[GateResult]
    comparisons: list[Comparison]
    noise: Noise | None
    document: dict[str, Any]
    by: str | None = None
    root: str | None = None

    @property
    def ok(self) -> bool:
        """Whether every gate and every invariant holds."""
        return bool(self.document["ok"])

    @property
    def summary(self) -> dict[str, Any]:
        """The document without what it says of single questions."""
        cut = {
            name: {
                **one,
                "projections": {
                    projection: {key: value for key, value in outcome.items() if key not in {"per_query", "precision_recall"}}
                    for projection, outcome in one["projections"].items()
                },
            }
            for name, one in self.document["retrievers"].items()
        }
        return {**self.document, "retrievers": cut}


def run_evaluation(workspace: Workspace, request: Request) -> Report:
    """Score the retrievers and hold the gates of dataset.yaml that speak of them, and those of the request.

    Raises UsageError, CheckFailed, Refused, RetrieverFailed and UnreadableInput as its parts do.
    """
    request = completed(workspace, request)
    if workspace.config.evaluation.library is None:
        return _once_or_twice(workspace, request, None)
    faults = evaluation_findings(workspace)
    if faults:
        raise CheckFailed(f"{faults[0]}; nothing was evaluated, `annotator verify` lists all")
    with scratch_root(request.work_root, keep=request.keep) as scratch:
        report = _once_or_twice(workspace, request, scratch)
        stays = request.keep or request.work_root is not None
        return report._replace(root=str(scratch.root) if stays else None)


def _once_or_twice(workspace: Workspace, request: Request, scratch: Scratch | None) -> Report:
    first, second = (None, None) if scratch is None else (scratch.part("run-1"), scratch.part("run-2") if request.twice else None)
    report = _once(workspace, request, first)
    if not request.twice:
        return report
    places = list(islice(differing(report.document, _once(workspace, request, second).document), _SHOWN + 1))
    detail = "two runs gave the same but for times"
    if places:
        detail = f"two runs differ in {', '.join(places[:_SHOWN])}{' and more' if len(places) > _SHOWN else ''}"
    report.document["invariants"].append({"id": "same-twice", "ok": not places, "detail": detail})
    report.document["ok"] = report.document["ok"] and not places
    return report


def _once(workspace: Workspace, request: Request, scratch: Scratch | None) -> Report:
    gold = gold_set(workspace, request.level, request.first)
    wanted = [parse_gate(text) for text in request.gates]
    with ExitStack() as stack:
        retrievers = _retrievers(workspace, request, scratch)
        for retriever in retrievers:
            if hasattr(retriever, "close"):
                stack.callback(retriever.close)
        own, unasked = _own_gates(workspace, retrievers)
        gates = [*own, *wanted]
        names = [*request.measures, *(gate.measure for gate in gates)]
        plan = Plan(list(dict.fromkeys(parse(name) for name in names)), request.k, request.seed)
        evaluation = evaluate(gold.material, retrievers, plan)
    figures = {**gate_figures(evaluation), **_baseline(workspace, request, gold.material)}
    results = [check(gate, figures) for gate in gates]
    compared, refusals = _compared(evaluation, plan)
    noise = _noise(workspace, gold, evaluation, plan) if request.noise else None
    about_runs = run_notes(workspace, retrievers, gold.material.judgments.keys())
    isolated = [] if scratch is None else _isolated(evaluation, plan)
    document = {
        "format": "annotator-report",
        "version": 1,
        "dataset": {**about_dataset(workspace, gold), "definition_sha256": definition_sha256(gold.material, retrievers, plan)},
        "code": code_of(workspace),
        "run": _run(workspace, request, scratch),
        "provisional": gold.provisional,
        "retrievers": _retrievers_json(evaluation, gold, isolated, with_text=request.with_text),
        "comparisons": [comparison_json(one) for one in compared],
        **({"noise": noise.as_json()} if noise is not None else {}),
        "gates": [gate._asdict() for gate in results],
        "invariants": [one.invariant() for one in isolated],
        "ok": all(gate.ok for gate in results) and not any(one.violations for one in isolated),
        "notes": [*gold.notes, *unasked, *_notes(retrievers, private=scratch is not None), *about_runs, *refusals],
    }
    return Report(gold, evaluation, results, compared, noise, document, request.by)


def _retrievers(workspace: Workspace, request: Request, scratch: Scratch | None) -> list[Retriever]:
    """The retrievers by name; over private libraries, programs keep to the scratch folder, and the reference memory leaves its state there."""
    if scratch is None:
        return [retriever_named(workspace, name, request.limits) for name in request.retrievers]
    environment = {**scratch.environment(), "ANNOTATOR_SEED": str(request.seed)}
    found = [retriever_named(workspace, name, request.limits._replace(environment=environment)) for name in request.retrievers]
    return [Kept(one, scratch) if isinstance(one, Recall) else one for one in found]


def _run(workspace: Workspace, request: Request, scratch: Scratch | None) -> dict[str, Any]:
    clock = {} if scratch is None else {"clock": "the time of each sample"}
    return {"started_at": workspace.dataset.now(), "seed": request.seed, "k": request.k, "sample_limit": request.first, **clock}


def _notes(retrievers: Sequence[Retriever], *, private: bool) -> Iterator[str]:
    if private:
        yield from LIBRARY_NOTES
        yield from filter(None, (getattr(one, "shared", "") for one in retrievers))
    yield from (note for one in retrievers for note in one.notes)


def _isolated(evaluation: dict[str, Evaluated], plan: Plan) -> list[Isolation]:
    """Every retriever under every isolation measure of the plan."""
    measures = [str(measure) for measure in plan.measures if measure.name == "Isolation"]
    return [isolation(one, measure) for one in evaluation.values() for measure in measures]


def _retrievers_json(evaluation: dict[str, Evaluated], gold: GoldSet, isolated: list[Isolation], *, with_text: bool) -> dict[str, Any]:
    statuses = {id_: status.value for id_, status in gold.statuses.items()}
    document = retrievers_json(evaluation, gold.material.queries, statuses, with_text=with_text)
    for one in isolated:
        document[one.retriever].setdefault("isolation", []).append(one.as_json())
    return _with_curves(evaluation, document, gold.material)


def _own_gates(workspace: Workspace, retrievers: Sequence[Retriever]) -> tuple[list[Gate], list[str]]:
    """The gates of dataset.yaml that speak of retrievers that were asked for, and a sentence on those that speak of others."""
    names = {one.name for one in retrievers} | {BASELINE}
    checked: list[Gate] = []
    absent: list[str] = []
    for gate in workspace.config.evaluation.gates:
        spoken_of = [name.split(":", 1)[0] for name in (gate.retriever, gate.against) if name is not None]
        missing = [name for name in spoken_of if name not in names]
        absent += missing[:1]
        checked += [] if missing else [gate]
    if not absent:
        return checked, []
    gates = "1 gate" if len(absent) == 1 else f"{len(absent)} gates"
    return checked, [f"{gates} of dataset.yaml not checked, since no such retriever was asked for: {', '.join(dict.fromkeys(absent))}"]


def _baseline(workspace: Workspace, request: Request, material: Material) -> Figures:
    """The figures of the stored report under the names that gates use for them."""
    if request.baseline is None:
        return {}
    stored = read_report(request.baseline)
    if not request.different_data:
        stored.require_same_data(workspace.dataset.sha256(), material_sha256(material), workspace.config.id)
    return {f"{BASELINE}:{name}": scored.figures for name, scored in stored.retrievers.items()}


def _noise(workspace: Workspace, gold: GoldSet, evaluation: dict[str, Evaluated], plan: Plan) -> Noise:
    from annotator.curate.label_noise import label_sets
    from annotator.evaluate.noise import noise

    return noise(gold.material, label_sets(workspace, gold), evaluation, plan)


def _with_curves(evaluation: dict[str, Evaluated], document: dict[str, Any], material: Material) -> dict[str, Any]:
    """Adds interpolated precision at eleven recalls to every projection."""
    plan = Plan([parse(name) for name in RECALLS])
    for name, one in evaluation.items():
        for projection, outcome in one.projections.items():
            figures = rescored(material.of(projection), outcome.ranked, plan)
            document[name]["projections"][projection]["precision_recall"] = [figures[at].value for at in RECALLS]
    return document


def _compared(evaluation: dict[str, Evaluated], plan: Plan) -> tuple[list[Comparison], list[str]]:
    """Every pair of retrievers that answered enough questions, and a sentence on each that did not."""
    able, refusals = {}, []
    for name, one in evaluation.items():
        outcome = next(iter(one.projections.values()), None)
        if outcome is None:
            refusals.append(f"{name} gave no projection for any question")
            continue
        try:
            require_coverage(name, sum(1 for passages in outcome.ranked.values() if passages), len(outcome.ranked))
            able[name] = one
        except Refused as refused:
            refusals.append(str(refused))
    measures = [str(measure) for measure in plan.measures if not measure.of_dataset]
    return (comparisons(able, measures, plan), refusals) if len(evaluation) > 1 else ([], [])
