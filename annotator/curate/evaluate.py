"""Evaluate: retrievers against what a dataset has decided, with gates, as the report of design section 7."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from annotator import __version__
from annotator.curate.gold_set import GoldSet, gold_set
from annotator.curate.retrievers import retriever_named
from annotator.errors import Refused
from annotator.evaluate.experiment import DEFAULT_MEASURES, Evaluated, Plan, evaluate
from annotator.evaluate.gates import GateResult, check
from annotator.evaluate.measures import parse
from annotator.evaluate.report import comparison_json, comparisons, definition_sha256, gate_figures, retrievers_json
from annotator.evaluate.significance import require_coverage
from annotator.store.manifest import hashed_paths

if TYPE_CHECKING:
    from annotator.curate.workspace import Workspace
    from annotator.evaluate.significance import Comparison


class Request(NamedTuple):
    """What to evaluate: retrievers by name, measures (none: the usual ones), how deep, the status from which samples count."""

    retrievers: Sequence[str]
    measures: Sequence[str] = ()
    k: int = 100
    level: str | None = None
    per_query: bool = False


class Report(NamedTuple):
    """The evaluation with what it rests on. `document` is the JSON report: ids, hashes and figures, no text of the dataset."""

    gold: GoldSet
    evaluation: dict[str, Evaluated]
    gates: list[GateResult]
    comparisons: list[Comparison]
    document: dict[str, Any]

    @property
    def ok(self) -> bool:
        """Whether every gate holds."""
        return all(gate.ok for gate in self.gates)


def run_evaluation(workspace: Workspace, request: Request) -> Report:
    """Score the retrievers and hold the gates of dataset.yaml that speak of them.

    Raises UsageError, CheckFailed and UnreadableInput as its parts do.
    """
    gold = gold_set(workspace, request.level)
    retrievers = [retriever_named(workspace, name) for name in request.retrievers]
    gates = [gate for gate in workspace.config.evaluation.gates if gate.retriever.split(":", 1)[0] in {one.name for one in retrievers}]
    names = list(dict.fromkeys([*(request.measures or DEFAULT_MEASURES), *(gate.measure for gate in gates)]))
    plan = Plan([parse(name) for name in names], request.k)
    evaluation = evaluate(gold.material, retrievers, plan)
    results = [check(gate, gate_figures(evaluation)) for gate in gates]
    compared, refusals = _compared(evaluation, plan)
    document = {
        "format": "annotator-report",
        "version": 1,
        "dataset": {
            "id": workspace.config.id,
            "version": workspace.config.version,
            "sha256": workspace.dataset.sha256(),
            "provenance": workspace.config.provenance,
            "samples": len(gold.material.queries),
            "status": gold.counts,
            "left_out": gold.left_out,
            "definition_sha256": definition_sha256(gold.material, retrievers, plan),
        },
        "code": _code(workspace),
        "run": {"started_at": workspace.dataset.now(), "seed": plan.seed, "k": plan.k},
        "provisional": gold.provisional,
        "retrievers": retrievers_json(evaluation, per_query=request.per_query),
        "comparisons": [comparison_json(one) for one in compared],
        "gates": [gate._asdict() for gate in results],
        "invariants": [],
        "ok": all(gate.ok for gate in results),
        "notes": [*gold.notes, *(note for one in retrievers for note in one.notes), *refusals],
    }
    return Report(gold, evaluation, results, compared, document)


def _compared(evaluation: dict[str, Evaluated], plan: Plan) -> tuple[list[Comparison], list[str]]:
    """Every pair of retrievers that answered enough questions, and a sentence on each that did not."""
    able, refusals = {}, []
    for name, one in evaluation.items():
        outcome = next(iter(one.projections.values()))
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
