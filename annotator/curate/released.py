"""Released: whether releases are as they were published, whether their corpus still means what it did, and how two of them differ."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from annotator.curate.workspace import Workspace
from annotator.errors import Refused, UnreadableInput
from annotator.model.canonical import NotARecord, parse_line, sha256
from annotator.model.digests import corpus_sha256
from annotator.model.events import Release
from annotator.model.finding import Finding, FindingKind
from annotator.model.passage import Passage
from annotator.model.session import Logged, Session
from annotator.store import layout
from annotator.store.folder import Folder
from annotator.store.release_folder import MANIFEST, RECORD, inspect_release, release_path, released, versions

_MAX_RECORD = 1 << 24
GOLD, CORPUS = "gold.jsonl", "corpus.jsonl"


def check_releases(folder: Folder, sessions: Iterable[Session]) -> Iterator[Finding]:
    """Released files against their manifest, and each manifest against the decision that published it."""
    events = {logged.event.version: logged for session in sessions for logged in session.events if isinstance(logged.event, Release)}
    there = versions(folder)
    for version in there:
        yield from inspect_release(folder, version)
        if version not in events and folder.exists(release_path(version, MANIFEST)):
            yield Finding(
                FindingKind.UNATTESTED,
                release_path(version, MANIFEST),
                None,
                f"no decision releases {version}; if its making was cut short, give the same `annotator release` again",
            )
    for version, logged in events.items():
        path = release_path(version, MANIFEST)
        if not folder.exists(path):
            yield Finding(FindingKind.TAMPERED, path, None, f"was released ({logged.path}:{logged.line}) and is gone")
        elif sha256(b"".join(folder.chunks(path))) != _manifest(logged):
            yield Finding(FindingKind.TAMPERED, path, None, f"is not the manifest that was released ({logged.path}:{logged.line})")


def _manifest(logged: Logged) -> str:
    return logged.event.manifest_sha256 if isinstance(logged.event, Release) else ""


def check_corpus(workspace: Workspace, passages: Mapping[str, Passage]) -> Iterator[Finding]:
    """Whether the corpus means something else than in a release of the same version of the dataset."""
    folder, version = workspace.dataset.folder, workspace.config.version
    today: str | None = None
    for release in versions(folder):
        record = _record(folder, release)
        if record.get("dataset_version") != version or "corpus_sha256" not in record:
            continue
        today = today or corpus_sha256(passages)
        if record["corpus_sha256"] != today:
            message = (
                f"the corpus changed since release {release}, and version is {version!r} still; bump it, since scores cannot be compared"
            )
            yield Finding(FindingKind.INVALID, layout.CONFIG, None, message)


def released_sha256(folder: Folder, version: str) -> str | None:
    """The dataset SHA-256 that the folder of `version` bears, None where there is none."""
    found = _record(folder, version).get("dataset_sha256")
    return found if isinstance(found, str) else None


def _record(folder: Folder, version: str) -> dict[str, Any]:
    path = release_path(version, RECORD)
    if not folder.exists(path):
        return {}
    try:
        record = json.loads(folder.read(path, _MAX_RECORD))
    except (ValueError, RecursionError):
        return {}  # the manifest of the release names it
    return record if isinstance(record, dict) else {}


def ids_in(folder: Folder, version: str) -> set[str]:
    """The samples in a release; none where it is gone. Raises UnreadableInput for a line that is no record."""
    path = release_path(version, GOLD)
    return set(_by_id(b"".join(folder.chunks(path)), folder.show(path))) if folder.exists(path) else set()


class Apart(NamedTuple):
    """One difference between two releases; `what` is a sample or a passage."""

    what: str
    change: str

    def __str__(self) -> str:
        return f"{self.what}: {self.change}"


def between(root: Path, first: str, second: str) -> list[Apart]:
    """What `second` says otherwise than `first`, by meaning: samples, outcomes, status, passages. Raises Refused for a version that is not there."""
    folder = Workspace(root).dataset.folder
    old, new = (_content(folder, version) for version in (first, second))
    return [*_samples(old[GOLD], new[GOLD]), *_passages(old[CORPUS], new[CORPUS])]


def release_of(path: Path) -> tuple[Path, str] | None:
    """The dataset and the version of a release folder, None for any other path."""
    return (path.parent.parent, path.name) if path.parent.name == layout.RELEASES and (path / RECORD).exists() else None


def _content(folder: Folder, version: str) -> dict[str, dict[str, dict[str, Any]]]:
    if version not in versions(folder):
        raise Refused(f"{folder.shown}: has no release {version}; it has {', '.join(versions(folder)) or 'none'}")
    files = released(folder, version)
    return {name: _by_id(files.get(name, b""), folder.show(release_path(version, name))) for name in (GOLD, CORPUS)}


def _by_id(data: bytes, shown: str) -> dict[str, dict[str, Any]]:
    records = {}
    for number, line in enumerate(data.split(b"\n")[:-1], start=1):
        try:
            record = parse_line(line)[0]
            records[str(record["id"])] = record
        except (NotARecord, KeyError) as problem:
            raise UnreadableInput(shown, number, f"is no line of a release ({problem})") from None
    return records


def _samples(old: Mapping[str, dict[str, Any]], new: Mapping[str, dict[str, Any]]) -> Iterator[Apart]:
    for id_ in dict.fromkeys([*old, *new]):
        if id_ not in old or id_ not in new:
            yield Apart(id_, "added" if id_ in new else "removed")
            continue
        before, after = old[id_], new[id_]
        for field in ("query", "candidates", "status", "rule", "override"):
            if before.get(field) != after.get(field):
                yield Apart(id_, f"{field} {_shown(before.get(field))} → {_shown(after.get(field))}")
        for facet in dict.fromkeys([*before["values"], *after["values"]]):
            yield from _values(id_, facet, before["values"].get(facet), after["values"].get(facet))


def _values(id_: str, facet: str, before: Any, after: Any) -> Iterator[Apart]:
    if isinstance(before, dict) and isinstance(after, dict):
        for candidate in dict.fromkeys([*before, *after]):
            if before.get(candidate) != after.get(candidate):
                yield Apart(f"{id_} / {candidate}", f"{facet} {_shown(before.get(candidate))} → {_shown(after.get(candidate))}")
    elif before != after:
        yield Apart(id_, f"{facet} {_shown(before)} → {_shown(after)}")


def _passages(old: Mapping[str, dict[str, Any]], new: Mapping[str, dict[str, Any]]) -> Iterator[Apart]:
    for id_ in dict.fromkeys([*old, *new]):
        if id_ not in old or id_ not in new:
            yield Apart(f"passage {id_}", "added" if id_ in new else "removed")
        elif any(old[id_].get(field) != new[id_].get(field) for field in ("text", "title")):
            yield Apart(f"passage {id_}", "text changed")


def _shown(value: Any) -> str:
    if value is None:
        return "nothing"
    if isinstance(value, list):
        return "[" + ", ".join(repr(one["text"]) if isinstance(one, dict) else str(one) for one in value) + "]"
    return str(value)
