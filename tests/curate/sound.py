"""A sound dataset with something of everything in it, and ways to spoil it."""

import hashlib
import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

from annotator.curate.decide import decide_from
from annotator.curate.promote import promote
from annotator.curate.verify import verify
from annotator.curate.workspace import Workspace
from annotator.model.canonical import line_of
from annotator.model.status import Status
from tests.builders import DIMENSIONS, EVIDENCE, REGISTRY, RELEVANCE, a_dataset, a_passage, a_sample, jsonl, labelled

PEOPLE = {
    "alice": {"roles": ["reviewer"], "email": "alice@example.org"},
    "bob": {"roles": ["reviewer"]},
    "carol": {"roles": ["adjudicator", "maintainer"]},
    "dave": {"roles": ["adjudicator"]},
}
FACETS = {"relevance": RELEVANCE, "evidence": EVIDENCE, "dimensions": DIMENSIONS}


def a_value(first: int, second: int = 0, tag: str = "skills") -> dict[str, Any]:
    def spans(grade: int) -> list[dict[str, Any]]:
        return [{"start": 4, "end": 8, "text": "text"}] if grade else []

    return {
        "relevance": {"p-1": first, "p-2": second},
        "evidence": {"p-1": spans(first), "p-2": spans(second)},
        "dimensions": [tag],
    }


def a_sound_dataset(root: Path) -> Path:
    """q-1 is gold, q-2 a candidate by adjudication, q-3 settled, q-4 open; several sessions of everyone."""
    a_dataset(
        root,
        samples=[a_sample(f"q-{number}") for number in range(1, 5)],
        passages=[a_passage(f"p-{number}") for number in range(1, 4)],
        facets=FACETS,
        people=PEOPLE,
        registry=REGISTRY,
    )
    labelled(root, "alice", {"q-1": a_value(3), "q-2": a_value(3)}, note="see the first line")
    labelled(root, "bob", {"q-1": a_value(3), "q-2": a_value(1), "q-3": a_value(0, 2)})
    labelled(root, "alice", {"q-3": a_value(0, 2), "q-4": a_value(1)})
    rulings = root.parent / "rulings.jsonl"
    rulings.write_bytes(jsonl([{"sample": "q-2", "values": a_value(2), "reason": "in between"}]))
    list(decide_from(Workspace(root), "dave", rulings))
    list(promote(Workspace(root), ["q-1", "q-2"], Status.CANDIDATE, "carol", "they agree"))
    list(promote(Workspace(root), ["q-1"], Status.GOLD, "carol"))
    return root


def sessions(root: Path, person: str) -> list[Path]:
    return sorted(path for kind in ("labels", "decisions") for path in (root / kind / person).glob("*.jsonl"))


def seal_of(path: Path) -> Path:
    return path.with_name(f"{path.name}.sha256")


def reseal(path: Path) -> None:
    seal_of(path).write_text(f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n")


def found(root: Path, **more: Any) -> list[tuple[str, str, int | None]]:
    return [(finding.kind.value, finding.path, finding.line) for finding in verify(root, **more).findings]


def below(root: Path, path: Path) -> str:
    return path.relative_to(root).as_posix()


def rewritten(path: Path, line: int, change: Callable[[dict[str, Any]], None]) -> None:
    """Change one record of a session and seal it again, as someone would who knows how."""
    lines = path.read_bytes().split(b"\n")
    record = json.loads(lines[line - 1])
    change(record)
    lines[line - 1] = line_of(record)
    path.write_bytes(b"\n".join(lines))
    reseal(path)


def sealed_files(root: Path) -> list[Path]:
    return sorted(path for kind in ("labels", "decisions") for path in (root / kind).rglob("*.jsonl"))


def git(root: Path, *words: str) -> str:
    done = subprocess.run(["git", "-c", "init.defaultBranch=main", *words], cwd=root, capture_output=True, text=True, check=True)
    return done.stdout
