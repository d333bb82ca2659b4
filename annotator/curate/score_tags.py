"""Score tags: one or two files of a tagger's predictions against what a dataset has decided, with targets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from pydantic import TypeAdapter

from annotator.curate.code_version import code_of
from annotator.curate.retrievers import split_name
from annotator.curate.scored_samples import ScoredSamples, any_not_gold, counts_of, scored_samples
from annotator.curate.tagging_truths import plan_of, truths_of, vocabulary_of
from annotator.errors import UnreadableInput, UsageError
from annotator.evaluate.tagging.comparison import Difference, differences
from annotator.evaluate.tagging.document import scores_json
from annotator.evaluate.tagging.material import Guess, Pairing
from annotator.evaluate.tagging.plan import STAGES
from annotator.evaluate.tagging.scores import Scores, score
from annotator.evaluate.tagging.targets import TargetResult, held
from annotator.interchange.predictions import PredictionLine, RunLine, guesses
from annotator.model.canonical import sha256
from annotator.store.outside import outside_head, outside_records, read_outside

if TYPE_CHECKING:
    from annotator.curate.workspace import Workspace


class Request(NamedTuple):
    """What to score: files of predictions as `FILE` or `NAME=FILE`, of which two are compared.

    `level` is the status from which samples count, `mode` one mode or all; `with_text` repeats words of the predictions in the report.
    """

    predictions: Sequence[str]
    level: str | None = None
    mode: str | None = None
    stages: Sequence[str] = STAGES
    with_text: bool = False


class Tagged(NamedTuple):
    """One tagger: its scores, its targets, the digest of its file, and its run as the report holds it."""

    scores: Scores
    targets: list[TargetResult]
    sha256: str
    run: dict[str, Any] | None


class TagReport(NamedTuple):
    """The scores with what they rest on. `document` is the whole JSON report."""

    scored: ScoredSamples
    taggers: dict[str, Tagged]
    differences: list[Difference]
    document: dict[str, Any]

    @property
    def ok(self) -> bool:
        """Whether every required target is met."""
        return bool(self.document["ok"])


def score_predictions(workspace: Workspace, request: Request) -> TagReport:
    """Score every file. Raises UsageError, UnreadableInput (a bad line, with its number), CheckFailed where nothing can be scored."""
    plan = plan_of(workspace, request.mode, request.stages)
    files = _named(request.predictions)
    scored = scored_samples(workspace, request.level, lambda _: None)
    truths, vocabulary = truths_of(workspace, scored), vocabulary_of(workspace)
    taggers = {}
    for name, path in files.items():
        run = _run(path, with_text=request.with_text)
        lines = outside_records(Path(path), TypeAdapter(PredictionLine), after=0 if run is None else 1)
        found = guesses(lines, path, vocabulary)
        _require_shared(found, scored, path)
        scores = score(Pairing.of(truths, found), plan)
        taggers[name] = Tagged(scores, held(workspace.config.evaluation.targets, scores.figures), sha256(read_outside(Path(path))), run)
    both = [one.scores for one in taggers.values()]
    moved = differences(both[0], both[1], plan.seed) if len(both) > 1 else []
    config = workspace.config
    document = {
        "format": "annotator-tag-report",
        "version": 1,
        "dataset": {
            "id": config.id,
            "version": config.version,
            "sha256": workspace.dataset.sha256(),
            "provenance": config.provenance,
            "samples": len(truths),
            "status": counts_of(scored.statuses),
            "left_out": scored.left_out,
        },
        "code": code_of(workspace),
        "run": {"started_at": workspace.dataset.now(), "seed": plan.seed, "stages": list(plan.stages), "modes": list(plan.modes)},
        "provisional": any_not_gold(scored.statuses),
        "taggers": {
            name: {
                "sha256": one.sha256,
                "run": one.run,
                **scores_json(one.scores, with_text=request.with_text),
                "targets": [target.as_json() for target in one.targets],
            }
            for name, one in taggers.items()
        },
        "differences": [one.as_json() for one in moved],
        "ok": all(target.ok for one in taggers.values() for target in one.targets),
        "notes": scored.notes,
    }
    return TagReport(scored, taggers, moved, document)


def _run(path: str, *, with_text: bool) -> dict[str, Any] | None:
    """What a file says of the run that gave it: the digest of that line, and its words, which may name a model, only `with_text`."""
    head = outside_head(Path(path), TypeAdapter(RunLine), "run")
    if head is None:
        return None
    line, data = head
    return {"sha256": sha256(data), **({"words": line.run} if with_text else {})}


def _require_shared(found: Mapping[str, Guess], scored: ScoredSamples, path: str) -> None:
    """Refuses a file that is of something else: all of it would count as missed."""
    if not found:
        raise UnreadableInput(path, None, "holds no prediction", "write one line a sample")
    if not found.keys() & scored.answers.keys():
        theirs, ours = next(iter(found)), next(iter(scored.answers))
        raise UnreadableInput(path, None, f"predicts no sample that is scored; it has {theirs!r}, the dataset has {ours!r}")


def _named(predictions: Sequence[str]) -> dict[str, str]:
    """Files by the names that reports use: the one given before `=`, else the file's own."""
    files: dict[str, str] = {}
    for words in predictions:
        given, path = split_name(words)
        name = given or path.rsplit("/", 1)[-1]
        if name in files:
            raise UsageError(f"two files of predictions are called {name}; write NAME=FILE to tell them apart")
        files[name] = path
    return files
