"""Evaluate: retrievers against what a dataset has decided, with gates, as the report of design section 7."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from annotator import __version__
from annotator.curate.gold_set import GoldSet, gold_set
from annotator.curate.outside_retrievers import USUAL, Limits
from annotator.curate.retrievers import retriever_named
from annotator.curate.stored_reports import read_report
from annotator.errors import Refused
from annotator.evaluate.experiment import DEFAULT_MEASURES, Evaluated, Material, Plan, evaluate, rescored
from annotator.evaluate.gate_words import parse_gate
from annotator.evaluate.gates import BASELINE, Figures, GateResult, check
from annotator.evaluate.measures import parse
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
from annotator.store.manifest import hashed_paths

if TYPE_CHECKING:
    from annotator.curate.workspace import Workspace
    from annotator.evaluate.noise import Noise
    from annotator.evaluate.retriever import Retriever
    from annotator.evaluate.significance import Comparison
    from annotator.model.config import Gate

# Precision is drawn at these recalls, as trec_eval prints it.
RECALLS = tuple(f"IPrec@{number / 10}" for number in range(11))
_SHOWN = 5


class Request(NamedTuple):
    """What to evaluate: retrievers by name, measures (none: the usual ones), how deep, the status from which samples count.

    `gates` are further ones in words; `baseline` is a stored report that gates speak of; `twice` and `noise` ask for a second run
    and for the label-noise floor; `with_text` puts the questions' words beside their values.
    """

    retrievers: Sequence[str]
    measures: Sequence[str] = ()
    k: int = 100
    level: str | None = None
    gates: Sequence[str] = ()
    baseline: Path | None = None
    different_data: bool = False
    twice: bool = False
    noise: bool = False
    with_text: bool = False
    limits: Limits = USUAL


class Report(NamedTuple):
    """The evaluation with what it rests on. `document` is the whole JSON report: ids, hashes and figures, no text of the dataset."""

    gold: GoldSet
    evaluation: dict[str, Evaluated]
    gates: list[GateResult]
    comparisons: list[Comparison]
    noise: Noise | None
    document: dict[str, Any]

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
    report = _once(workspace, request)
    if not request.twice:
        return report
    places = list(islice(differing(report.document, _once(workspace, request).document), _SHOWN + 1))
    detail = "two runs gave the same but for times"
    if places:
        detail = f"two runs differ in {', '.join(places[:_SHOWN])}{' and more' if len(places) > _SHOWN else ''}"
    report.document["invariants"].append({"id": "same-twice", "ok": not places, "detail": detail})
    report.document["ok"] = report.document["ok"] and not places
    return report


def _once(workspace: Workspace, request: Request) -> Report:
    gold = gold_set(workspace, request.level)
    wanted = [parse_gate(text) for text in request.gates]
    with ExitStack() as stack:
        retrievers = [retriever_named(workspace, name, request.limits) for name in request.retrievers]
        for retriever in retrievers:
            if hasattr(retriever, "close"):
                stack.callback(retriever.close)
        gates = [*_own_gates(workspace, retrievers), *wanted]
        names = list(dict.fromkeys([*(request.measures or DEFAULT_MEASURES), *(gate.measure for gate in gates)]))
        plan = Plan(list(dict.fromkeys(parse(name) for name in names)), request.k)
        evaluation = evaluate(gold.material, retrievers, plan)
    figures = {**gate_figures(evaluation), **_baseline(workspace, request, gold.material)}
    results = [check(gate, figures) for gate in gates]
    compared, refusals = _compared(evaluation, plan)
    noise = _noise(workspace, gold, evaluation, plan) if request.noise else None
    document = {
        "format": "annotator-report",
        "version": 1,
        "dataset": {**_about(workspace, gold), "definition_sha256": definition_sha256(gold.material, retrievers, plan)},
        "code": _code(workspace),
        "run": {"started_at": workspace.dataset.now(), "seed": plan.seed, "k": plan.k},
        "provisional": gold.provisional,
        "retrievers": _with_curves(
            evaluation, retrievers_json(evaluation, gold.material.queries, with_text=request.with_text), gold.material
        ),
        "comparisons": [comparison_json(one) for one in compared],
        **({"noise": noise.as_json()} if noise is not None else {}),
        "gates": [gate._asdict() for gate in results],
        "invariants": [],
        "ok": all(gate.ok for gate in results),
        "notes": [*gold.notes, *(note for one in retrievers for note in one.notes), *refusals],
    }
    return Report(gold, evaluation, results, compared, noise, document)


def _own_gates(workspace: Workspace, retrievers: Sequence[Retriever]) -> Iterator[Gate]:
    """The gates of dataset.yaml that speak of a retriever that was asked for."""
    names = {one.name for one in retrievers}
    return (gate for gate in workspace.config.evaluation.gates if gate.retriever.split(":", 1)[0] in names)


def _about(workspace: Workspace, gold: GoldSet) -> dict[str, Any]:
    return {
        "id": workspace.config.id,
        "version": workspace.config.version,
        "sha256": workspace.dataset.sha256(),
        "provenance": workspace.config.provenance,
        "samples": len(gold.material.queries),
        "status": gold.counts,
        "left_out": gold.left_out,
        "material_sha256": material_sha256(gold.material),
    }


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
            figures = rescored(material, outcome.ranked, plan)
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


def _code(workspace: Workspace) -> dict[str, Any]:
    """The tool's version, the commit that holds the dataset (None outside git), and whether the folder differs from it."""
    from annotator.git import Repository

    folder = workspace.dataset.folder
    repository = Repository.around(folder.root)
    commit = None if repository is None else repository.head()
    if repository is None or commit is None:
        return {"version": __version__, "commit": None, "dirty": None}
    clean = repository.holds(commit, {path: b"".join(folder.chunks(path)) for path in hashed_paths(folder)})
    return {"version": __version__, "commit": commit, "dirty": not clean}
