"""The files of a release: what is decided, its texts, who judged, and what is said about it; no clock takes part."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

from annotator.curate.agreement import agreement, bootstrap
from annotator.curate.export import Chosen, chosen_samples, judgements_of
from annotator.curate.grade_facet import grade_facet
from annotator.curate.workspace import Workspace
from annotator.errors import UsageError
from annotator.interchange import jsonl, trec
from annotator.interchange.croissant import About, croissant
from annotator.interchange.decided import Decided, Judgement
from annotator.model.digests import corpus_sha256
from annotator.model.passage import Passage
from annotator.model.sample import Sample
from annotator.store.release_folder import MANIFEST, RECORD, manifest_of


@dataclass(frozen=True)
class Content:
    """What a release is made of. `renamed` maps each person to the name that stands for them."""

    chosen: Chosen
    judgements: list[Judgement]
    renamed: dict[str, str]

    @property
    def decided(self) -> list[Decided]:
        """The samples, each with its outcome."""
        return self.chosen.decided


def content(workspace: Workspace, level: str, *, pseudonyms: bool) -> Content:
    """What goes into a release of the samples that are at least `level`."""
    renamed = _pseudonyms(workspace) if pseudonyms else {}
    chosen = chosen_samples(workspace, level)
    chosen.decided = [_decided(one, lambda name: renamed.get(name, name)) for one in chosen.decided]
    ids = {one.sample.id for one in chosen.decided}
    judged = [one for one in judgements_of(workspace)[0] if one.sample in ids]
    judgements = [one._replace(reviewer=renamed.get(one.reviewer, one.reviewer)) for one in judged]
    return Content(chosen, sorted(judgements, key=lambda one: (one.sample, one.reviewer)), renamed)


def _pseudonyms(workspace: Workspace) -> dict[str, str]:
    """The same for the same dataset; the order of the names shows in nothing."""
    people = sorted(workspace.config.people, key=lambda name: hashlib.sha256(f"{workspace.config.id}\n{name}".encode()).hexdigest())
    return {name: f"person-{place}" for place, name in enumerate(people, start=1)}


def _decided(one: Decided, rename: Callable[[str], str]) -> Decided:
    by = None if one.promoted_by is None else rename(one.promoted_by)
    return replace(one, decided_by=tuple(sorted(map(rename, one.decided_by))), promoted_by=by)


def files_of(workspace: Workspace, version: str, level: str, what: Content, dataset_sha256: str) -> dict[str, bytes]:
    """Every file of the release by name, its manifest among them; `dataset_sha256` is that of the dataset as it is released."""
    passages = workspace.dataset.passages
    # Notes are words about the work, which are nobody else's business.
    samples = [replace(one.sample, notes=None) for one in what.decided]
    facets = _agreement(workspace, what.renamed)
    files = {
        "gold.jsonl": jsonl.gold_lines(what.decided),
        "queries.jsonl": jsonl.record_lines(samples),
        "corpus.jsonl": jsonl.record_lines(passages.values()),
        "judgements.jsonl": jsonl.judgement_lines(what.judgements),
        "agreement.json": _text(facets),
    }
    facet = _graded(workspace)
    if facet is not None:
        files["qrels.trec"] = trec.qrels_text(what.decided, facet)
    record = {**_record(workspace, version, level, what), "dataset_sha256": dataset_sha256}
    files[RECORD] = _text({**record, "agreement": _main(facets), "qrels": facet, "corpus_sha256": corpus_sha256(passages)})
    listed = {name: (hashlib.sha256(data).hexdigest(), len(data)) for name, data in files.items()}
    files["croissant.json"] = croissant(_about(workspace, version, record, what), listed)
    return {**files, MANIFEST: manifest_of(files)}


def _text(document: Any) -> bytes:
    return (json.dumps(document, indent=2, sort_keys=True, ensure_ascii=False) + "\n").encode()


def _graded(workspace: Workspace) -> str | None:
    """The facet whose grades the qrels bear, None where no facet, or more than one that nobody chose, has grades on candidates."""
    try:
        return grade_facet(workspace.config, None)
    except UsageError:
        return None


def _record(workspace: Workspace, version: str, level: str, what: Content) -> dict[str, Any]:
    config = workspace.config
    overridden = sorted((one.sample.id, one.override) for one in what.decided if one.override is not None)
    return {
        "format": 1,
        "dataset": config.id,
        "title": config.title,
        "version": version,
        "dataset_version": config.version,
        "scheme_sha256": workspace.dataset.scheme.sha256,
        "license": config.license,
        "languages": list(config.languages),
        "provenance": config.provenance,
        "status": level,
        "samples": dict(sorted(Counter(one.status for one in what.decided).items())),
        "left_out": dict(sorted(what.chosen.left_out.items())),
        "passages": len(workspace.dataset.passages),
        "judgements": len(what.judgements),
        "reviewers": len({one.reviewer for one in what.judgements if one.role == "reviewer"}),
        "pseudonyms": bool(what.renamed),
        "overrides": [{"sample": sample, "reason": reason} for sample, reason in overridden],
    }


def _agreement(workspace: Workspace, renamed: dict[str, str]) -> dict[str, Any]:
    facets = {name: summary.as_json() for name, summary in agreement(workspace, None, bootstrap()).items()}
    return {name: _renamed(summary, renamed) for name, summary in facets.items()}


def _renamed(value: Any, renamed: dict[str, str]) -> Any:
    if isinstance(value, dict):
        return {
            key: [renamed.get(name, name) for name in below] if key == "reviewers" else _renamed(below, renamed)
            for key, below in value.items()
        }
    return [_renamed(below, renamed) for below in value] if isinstance(value, list) else value


def _main(facets: dict[str, Any]) -> dict[str, Any]:
    """Of each facet the statistic that counts most, pair by pair."""
    from annotator.agreement.explain import MAIN

    found = {}
    for name, summary in facets.items():
        measure = MAIN[summary["kind"]]
        pairs = [
            {"reviewers": pair["reviewers"], **pair["statistics"][measure]} for pair in summary["pairs"] if measure in pair["statistics"]
        ]
        found[name] = {"measure": measure, "pairs": pairs}
    return found


def _about(workspace: Workspace, version: str, record: dict[str, Any], what: Content) -> About:
    config = workspace.config
    counts = ", ".join(f"{count} {status}" for status, count in record["samples"].items())
    description = (
        f"{config.title}: {counts} samples over {record['passages']} passages, labelled by {record['reviewers']} people; "
        f"provenance {config.provenance}; dataset SHA-256 {record['dataset_sha256']}."
    )
    days = [moment[:10] for one in what.decided for moment in (one.promoted_at, one.decided_at) if moment is not None]
    return About(config.id, config.title, version, config.license, config.languages, description, max(days, default="1970-01-01"))


def _fields_but(value: Passage | Sample, left_out: set[str]) -> dict[str, Any]:
    return {field.name: getattr(value, field.name) for field in fields(value) if field.name not in left_out}


def texts(workspace: Workspace, what: Content) -> Iterator[tuple[str, str, bool]]:
    """Every text that is published: where it stands, its words, and whether it is about the work (where a name may stand)."""
    for passage in workspace.dataset.passages.values():
        yield from ((f"passage {passage.id}, {place}", text, False) for place, text in _strings(_fields_but(passage, {"id"})))
    for one in what.decided:
        sample = _fields_but(one.sample, {"id", "candidates", "groups", "notes"})
        yield from ((f"sample {one.sample.id}, {place}", text, False) for place, text in _strings(sample))
        if one.override is not None:
            yield f"sample {one.sample.id}, override", one.override, True
    for judgement in what.judgements:
        for place, text in (("note", judgement.note), ("skip", judgement.skip)):
            if text is not None:
                yield f"sample {judgement.sample}, {place} of {judgement.reviewer}", text, True
    yield from ((f"dataset.yaml, {name}", getattr(workspace.config, name), False) for name in ("title", "license"))


def _strings(value: Any, place: Sequence[str] = ()) -> Iterator[tuple[str, str]]:
    if isinstance(value, str):
        yield ".".join(place), value
    elif isinstance(value, dict):
        for key, below in value.items():
            yield from _strings(key, (*place, "key"))
            yield from _strings(below, (*place, str(key)))
    elif isinstance(value, (list, tuple)):
        for below in value:
            yield from _strings(below, place)
