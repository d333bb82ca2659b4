"""Reading 100,000 double-labelled samples, and what one more record costs, as ratios within this run; prints, asserts nothing.

python tests/bench/dataset_bench.py [SAMPLES]      default 100000
"""

import gc
import hashlib
import json
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import orjson

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from annotator.curate.workspace import Workspace  # noqa: E402  the checkout must be on the path first
from annotator.model.canonical import line_of  # noqa: E402
from annotator.model.events import label_event  # noqa: E402
from annotator.store import layout  # noqa: E402
from annotator.store.session_reader import read_session  # noqa: E402
from tests.builders import a_dataset, a_passage, a_sample  # noqa: E402

NAME = "20261130T050900Z-1f2e3d4c"
TEXT = "Some words of passage {}, enough of them to look like a real one. " * 5


def timed(action: Callable[[], Any]) -> tuple[float, Any]:
    """Seconds that an action takes, and what it gives."""
    start = time.perf_counter()
    result = action()
    return time.perf_counter() - start, result


def build(root: Path, count: int) -> None:
    """`count` samples of two passages, each graded by two people in one sealed session each."""
    passages = [a_passage(f"p-{n}", TEXT.replace("{}", str(n))) for n in range(count)]
    samples = [a_sample(f"q-{n}", (f"p-{n}", f"p-{(n + 1) % count}")) for n in range(count)]
    a_dataset(root, passages=passages, samples=samples)
    data = Workspace(root).dataset
    for shift, person in enumerate(("alice", "bob")):
        path = root / layout.session_path(layout.LABELS, person, NAME)
        path.parent.mkdir(parents=True)
        with path.open("wb") as file:
            file.write(line_of({"by": person, "device": "x", "format": 1, "n": 0, "op": "open", "prev": None}) + b"\n")
            for n, (id_, digest) in enumerate(data.sample_digests.items(), start=1):
                grades = {f"p-{n - 1}": n % 4, f"p-{n % count}": (n + shift * (n % 7 == 0)) % 4}
                record = {"op": "label", "n": n, "at": "2026-11-30T05:09:00Z", "by": person, "sample": id_, "sample_sha256": digest}
                record |= {"scheme_sha256": data.scheme.sha256, "values": {"relevance": grades}, "note": None, "seconds": 9}
                file.write(line_of(record) + b"\n")
        path.with_name(path.name + layout.SEAL).write_text(f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n")


def main() -> None:
    """Measure and print."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    with tempfile.TemporaryDirectory() as name:
        root = Path(name) / "d"
        build(root, count)
        session = layout.session_path(layout.LABELS, "alice", NAME)
        data = (root / session).read_bytes()
        lines = data.split(b"\n")[1:-1]
        print(f"{count} label records of {len(data) // count} bytes")
        plain, _ = timed(lambda: [orjson.loads(line) for line in lines])
        standard, _ = timed(lambda: [json.loads(line) for line in lines])
        collected, kept = timed(lambda: [label_event.validate_json(line) for line in lines])
        del kept
        gc.disable()
        paused, kept = timed(lambda: [label_event.validate_json(line) for line in lines])
        gc.enable()
        del kept
        workspace = Workspace(root)
        ours, _ = timed(lambda: read_session(workspace.dataset.folder, session))
        print(f"  orjson to dict       {plain:6.2f} s   1.0")
        for what, seconds in (
            ("json to dict", standard),
            ("pydantic", collected),
            ("pydantic, no collector", paused),
            ("read_session, in all", ours),
        ):
            print(f"  {what:<22} {seconds:4.2f} s {seconds / plain:5.1f}")
        first, _ = timed(workspace.dataset.sha256)
        again, _ = timed(workspace.dataset.sha256)
        raw, _ = timed(lambda: [hashlib.sha256(path.read_bytes()).hexdigest() for path in root.rglob("*.jsonl")])
        print(f"dataset SHA-256: first {first * 1e3:.1f} ms ({first / raw:.1f} x hashing the bytes), unchanged {again * 1e3:.2f} ms")
        # As every command runs.
        gc.disable()
        reading, _ = timed(lambda: workspace.cases)
        accounts, _ = timed(lambda: workspace.accounts)
        print(f"reading the whole folder {reading:.2f} s; the standing of all samples on top {accounts:.2f} s ({accounts / reading:.1f} x)")


if __name__ == "__main__":
    main()
