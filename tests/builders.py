"""Small datasets and the records in them, so that a test says only what it is about."""

import itertools
import json
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from annotator.curate.label import Draft, event_of, save
from annotator.curate.promote import promote
from annotator.curate.workspace import Workspace
from annotator.model.canonical import line_of
from annotator.model.status import Status
from annotator.store import layout
from annotator.store.dataset import utc_now

PEOPLE: dict[str, Any] = {
    "alice": {"roles": ["reviewer"], "email": "alice@example.org"},
    "bob": {"roles": ["reviewer"], "email": "bob@example.org"},
    "carol": {"roles": ["adjudicator", "maintainer"], "email": "carol@example.org"},
}
RELEVANCE: dict[str, Any] = {
    "kind": "grade",
    "on": "candidate",
    "scale": {"0": "not relevant", "1": "supports", "2": "answers in part", "3": "answers"},
}
EVIDENCE: dict[str, Any] = {"kind": "spans", "on": "candidate", "needs": {"relevance": 1}}
DIMENSIONS: dict[str, Any] = {"kind": "tags", "on": "sample", "registry": "dimensions.yaml", "min": 1, "max": 3}
REGISTRY: dict[str, Any] = {"dimensions": [{"id": "skills", "name": "Skills"}, {"id": "habits", "name": "Habits"}]}


def a_passage(id_: str, text: str | None = None, **more: Any) -> dict[str, Any]:
    """One line of corpus.jsonl."""
    return {"id": id_, "text": f"The text of {id_}." if text is None else text, **more}


def a_sample(id_: str, candidates: Sequence[str] = ("p-1", "p-2"), **more: Any) -> dict[str, Any]:
    """One line of samples.jsonl."""
    return {"id": id_, "query": f"What about {id_}?", "candidates": list(candidates), **more}


def jsonl(records: Sequence[Mapping[str, Any]]) -> bytes:
    """Canonical lines."""
    return b"".join(line_of(record) + b"\n" for record in records)


def a_config(facets: Mapping[str, Any], **more: Any) -> dict[str, Any]:
    """What dataset.yaml holds, as JSON data; `more` are further keys, such as workflow={"reviewers": 3}."""
    return {
        "format": 1,
        "id": "small",
        "title": "A small set",
        "version": "0.1.0",
        "languages": ["en"],
        "license": "CC0-1.0",
        "provenance": "synthetic",
        "facets": dict(facets),
        **more,
    }


def a_dataset(
    root: Path,
    *,
    passages: Sequence[Mapping[str, Any]] = (a_passage("p-1"), a_passage("p-2")),
    samples: Sequence[Mapping[str, Any]] = (a_sample("q-1"), a_sample("q-2")),
    facets: Mapping[str, Any] | None = None,
    people: Mapping[str, Any] | None = None,
    registry: Mapping[str, Any] | None = None,
    **config: Any,
) -> Path:
    """A valid dataset folder at `root`: two reviewers, an adjudicator, grades on candidates unless said otherwise.

    `config` are further keys of dataset.yaml, as for `a_config`. Returns `root`.
    """
    root.mkdir(parents=True, exist_ok=True)
    whole = a_config({"relevance": RELEVANCE} if facets is None else facets, people=dict(PEOPLE if people is None else people), **config)
    # JSON is YAML, and a test needs no comments in it.
    (root / layout.CONFIG).write_text(json.dumps(whole, indent=2, ensure_ascii=False) + "\n", "utf-8")
    if registry is not None:
        (root / layout.REGISTRY).write_text(json.dumps(registry, indent=2, ensure_ascii=False) + "\n", "utf-8")
    (root / f"{layout.CORPUS}.jsonl").write_bytes(jsonl(passages))
    (root / f"{layout.SAMPLES}.jsonl").write_bytes(jsonl(samples))
    (root / layout.ATTRIBUTES).write_text("* -text\n", "utf-8")
    return root


def ticking(start: str = "2026-11-30T05:09:00Z") -> Callable[[], datetime]:
    """A clock that goes on by one second each time it is read."""
    moment, seconds = datetime.fromisoformat(start).astimezone(UTC), itertools.count()
    return lambda: moment + timedelta(seconds=next(seconds))


def labelled(
    root: Path,
    person: str,
    values: Mapping[str, Mapping[str, Any]],
    note: str | None = None,
    clock: Callable[[], datetime] = utc_now,
    *,
    repeat: bool = False,
) -> Path:
    """Labels of `person` in one sitting, or repeats of those: sample id to values by facet. Returns `root`."""
    workspace = Workspace(root, clock)
    with workspace.sitting(layout.LABELS, person) as sitting:
        for sample, of_sample in values.items():
            draft = Draft(sample=sample, values=dict(of_sample), note=note, repeat=repeat)
            save(workspace, sitting, event_of(workspace, person, draft, "test"))
    return root


def graded(root: Path, person: str, grades: Mapping[str, Mapping[str, int]]) -> Path:
    """As `labelled`, for a dataset whose only facet is relevance: sample id to candidate id to grade."""
    return labelled(root, person, {sample: {"relevance": dict(of_sample)} for sample, of_sample in grades.items()})


def promoted(root: Path, *samples: str, to: Status = Status.GOLD, by: str = "carol") -> Path:
    """Promotions of resolved samples, to gold-candidate first and then as far as `to`. Returns `root`."""
    for step in (Status.CANDIDATE, Status.GOLD) if to is Status.GOLD else (Status.CANDIDATE,):
        list(promote(Workspace(root), samples, step, by))
    return root
