"""Tune: search a grid of settings for the two routes and their fusion, and say what may be concluded; nothing is written."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from annotator.curate.about_dataset import about_dataset
from annotator.curate.code_version import code_of
from annotator.curate.gold_set import GoldSet, gold_set
from annotator.curate.grid_workers import Workers, hired
from annotator.curate.retrievers import retriever_named
from annotator.errors import CheckFailed, Refused, UsageError
from annotator.evaluate.average import SEED
from annotator.evaluate.experiment import Material, Plan
from annotator.evaluate.lexical import Bm25, lexical
from annotator.evaluate.report import definition_sha256
from annotator.evaluate.retriever import ByText, Passage, Retriever
from annotator.evaluate.tuning.fused import MEASURES, searched
from annotator.evaluate.tuning.grid import Grid, parse_grid
from annotator.evaluate.tuning.trial import trial_of
from annotator.evaluate.tuning.tuned import Tuned, tuned, tuned_json

if TYPE_CHECKING:
    from annotator.curate.workspace import Workspace

_ROUTES = ("token-hash", "alias")
_NOTES = (
    "the highest of many settings is found on the questions that it is scored on, so its value flatters it; try it on others",
    "Jaccard also depends on the lengths of the lists: a short list of BM25 beside a long one of the vector route is low whatever they share",
    "rrf_k moves only passages that both routes found, at different ranks; where few are, it cannot show",
    "near the ceiling (the best order of all that was found) an effect cannot show either",
)
_KEEP = "not conclusive: keep the settings you have, and look again when the corpus, the questions or the routes have changed"


class Request(NamedTuple):
    """What to tune: the vector route by name, lists of the grid in words, from which status samples count, the seed of intervals."""

    vector: str = "token-hash"
    grid: Sequence[str] = ()
    level: str | None = None
    seed: int = SEED
    workers: Workers = Workers()


class Report(NamedTuple):
    """The outcome, and the whole JSON report: ids, hashes and figures, no text of the dataset."""

    outcome: Tuned
    document: dict[str, Any]


def tune(workspace: Workspace, request: Request) -> Report:
    """Search BM25 once for each (k1, b) and the vector route once, and fuse them under every setting.

    Raises UsageError for a route or grid that cannot be, Refused where every question has a library of its own, MissingPrerequisite
    and RetrieverFailed as workers and routes do.
    """
    grid = parse_grid(request.grid)
    if request.vector not in _ROUTES and not request.vector.startswith("dense:"):
        raise UsageError(f"--vector {request.vector!r}: is {', '.join(_ROUTES)} or dense:FOLDER")
    vector = retriever_named(workspace, request.vector)
    gold = _gold(workspace, request.level)
    with hired(request.workers) as each:
        trial = trial_of(gold.material, vector, max(grid.top_k))
        searches = each(searched, (trial, grid), grid.searches)
    outcome = tuned(trial, grid, searches)
    figures = tuned_json(outcome, request.seed)
    keep = [] if outcome.recommended is not None else [_KEEP]
    document = {
        "format": "annotator-tuning",
        "version": 1,
        "dataset": {**about_dataset(workspace, gold), "definition_sha256": _definition(gold, vector, grid, request.seed)},
        "code": code_of(workspace),
        "run": {"started_at": workspace.dataset.now(), "seed": request.seed},
        "provisional": gold.provisional,
        "routes": ["bm25", vector.name],
        "corpus_count": len(trial.ids),
        "gt_mode": _mode(gold.material),
        **figures,
        "notes": [*gold.notes, *vector.notes, *keep, *_NOTES],
    }
    return Report(outcome, document)


def _gold(workspace: Workspace, level: str | None) -> GoldSet:
    """What is scored; nothing at all where no sample has an answer, which is a conclusion too."""
    try:
        gold = gold_set(workspace, level)
    except CheckFailed as failed:
        passages = [Passage(one.id, one.text, one.title or "") for one in workspace.dataset.passages.values()]
        return GoldSet(Material([], passages, {}), {}, {}, [str(failed)])
    if any(query.library is not None for query in gold.material.queries):
        raise Refused(f"{workspace.config.id}: every question has a library of its own, and tune needs one corpus; nothing was tuned")
    return gold


def _definition(gold: GoldSet, vector: Retriever, grid: Grid, seed: int) -> str:
    """The digest of all that could change a figure, the grid being part of what searches."""
    definition = {"kind": "grid", "grid": grid._asdict(), "routes": [lexical().definition, vector.definition]}
    return definition_sha256(gold.material, [ByText("tune", Bm25(), definition)], Plan(MEASURES, max(grid.top_k), seed))


def _mode(material: Material) -> str:
    """How questions are judged: `graded` where some grade says more than "relevant"."""
    return "graded" if any(grade > 1 for grades in material.judgments.values() for grade in grades.values()) else "binary"
