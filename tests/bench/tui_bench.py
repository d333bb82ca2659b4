"""The label screen against a minimal Textual app: first paint, key to paint and bytes a key, each in the same run on the same machine.

Run it as a program. A frame is known by its end (synchronised output), a key by the frame that follows it.
"""

from __future__ import annotations

import json
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.tui.terminal import Terminal, command

FRAME_END = b"\x1b[?2026l"
SIZE = (100, 40)
SAMPLES = 100_000
MINIMAL = """
from textual.app import App
from textual.widgets import Footer, Header, Static
class Minimal(App):
    count = 0
    def compose(self):
        yield Header()
        yield Static("0", id="count")
        yield Footer()
    def on_key(self):
        self.count += 1
        self.query_one("#count", Static).update(str(self.count))
Minimal().run()
"""
LEFT, RIGHT, DOWN, SHIFT_RIGHT, PAGE_DOWN = "\x1b[D", "\x1b[C", "\x1b[B", "\x1b[1;2C", "\x1b[6~"


def a_large_dataset(root: Path) -> Path:
    """100,000 samples; the passages of every one of them begin with a megabyte."""
    root.mkdir()
    mixed = "我喜欢标注相关性 hello 👩\u200d🚀 world, and more of it. "
    facets = {
        "relevance": {"kind": "grade", "on": "candidate", "scale": {"0": "no", "1": "yes"}},
        "evidence": {"kind": "spans", "on": "candidate"},
    }
    config = {
        "format": 1, "id": "large", "title": "Large", "version": "1", "languages": ["en"], "license": "CC0-1.0", "provenance": "synthetic",
        "people": {"alice": {"roles": ["reviewer"]}}, "workflow": {"reviewers": 1}, "facets": facets,
    }  # fmt: skip
    (root / "dataset.yaml").write_text(json.dumps(config), "utf-8")
    passages: list[dict[str, object]] = [
        {"id": "ascii", "text": "hello world it is fine. " * 41_000},
        {"id": "mixed", "text": mixed * 13_500},
    ]
    passages += [{"id": f"p-{number}", "text": "A short passage. " * 20} for number in range(1000)]
    _write(root / "corpus.jsonl", passages)
    samples: list[dict[str, object]] = [
        {
            "id": f"q-{number:06d}",
            "query": f"What about {number}?",
            "candidates": ["mixed", "ascii"] if number % 50 == 0 else [f"p-{number % 1000}"],
        }
        for number in range(SAMPLES)
    ]
    _write(root / "samples.jsonl", samples)
    return root


def _write(path: Path, records: Sequence[dict[str, object]]) -> None:
    lines = (json.dumps(record, sort_keys=True, ensure_ascii=False, separators=(",", ":")) for record in records)
    path.write_text("\n".join(lines) + "\n", "utf-8")


def start(words: list[str], sign: str) -> tuple[Terminal, float]:
    """An app on a terminal, and the seconds until `sign` was painted."""
    begun = time.perf_counter()
    terminal = Terminal(words, SIZE, {"TEXTUAL_ANIMATIONS": "none", "TEXTUAL_SMOOTH_SCROLL": "0"})
    terminal.wait_for(sign)
    seconds = time.perf_counter() - begun
    terminal.read(1.5)
    return terminal, seconds


def frame(terminal: Terminal, keys: str) -> tuple[float, int]:
    """Milliseconds from the keys to the end of the frame that follows, and its bytes."""
    terminal.read(0.02)
    begun, fresh = time.perf_counter(), b""
    terminal.press(keys)
    while FRAME_END not in fresh and time.perf_counter() - begun < 5:
        fresh += os.read(terminal.fd, 1 << 16) if terminal.readable(0.5) else b""
    return (time.perf_counter() - begun) * 1000, len(fresh)


def measure(terminal: Terminal, keys: str, count: int = 60) -> tuple[float, float, float]:
    """p50 and p95 of key to paint in milliseconds, and the median of bytes a key."""
    found = [frame(terminal, keys) for _ in range(count)]
    times = sorted(milliseconds for milliseconds, _ in found)
    return statistics.median(times), times[int(len(times) * 0.95)], statistics.median(size for _, size in found)


def resident(terminal: Terminal) -> float:
    """Mebibytes of memory that the process holds."""
    status = Path(f"/proc/{terminal.pid}/status").read_text("ascii")
    return int(next(line.split()[1] for line in status.splitlines() if line.startswith("VmRSS"))) / 1024


def parse_seconds(dataset: Path) -> float:
    """Seconds to read the files once into checked values."""
    from annotator.curate.workspace import Workspace

    begun = time.perf_counter()
    workspace = Workspace(dataset)
    total = len(workspace.dataset.samples) + len(workspace.dataset.passages)
    return time.perf_counter() - begun if total else 0.0


def main() -> None:
    """Measure and print."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_STATE_HOME"] = folder
        dataset = a_large_dataset(Path(folder) / "large")
        minimal, first_minimal = start([sys.executable, "-c", MINIMAL], "0")
        base = measure(minimal, "x")
        print(
            f"minimal app          first paint {first_minimal:5.2f} s   p50 {base[0]:5.1f} ms   p95 {base[1]:5.1f} ms   {base[2]:6.0f} bytes a key   {resident(minimal):4.0f} MiB"
        )
        minimal.close()
        parsed = parse_seconds(dataset)
        terminal, first = start(command(dataset), "sha256 ")
        print(
            f"label, 100k samples  first paint {first:5.2f} s = {(first - parsed) / first_minimal:.2f} of the minimal app's beyond {parsed:.2f} s to parse the files once   {resident(terminal):4.0f} MiB"
        )
        _case("next sample", terminal, "n", base)
        terminal.press("g")
        terminal.read(1)
        _case("queue, down held", terminal, DOWN, base)
        _case("queue, page down", terminal, PAGE_DOWN, base, 30)
        terminal.press("/What about 500?\r")
        terminal.read(3)
        terminal.press("\r")
        terminal.read(3)
        terminal.press("\r")
        terminal.read(1)
        for title in ("mixed", "ascii"):
            for name, keys in (
                ("right", RIGHT),
                ("select right", SHIFT_RIGHT),
                ("down", DOWN),
                ("page down", PAGE_DOWN),
                ("next word", "\x1b[1;5C"),
            ):
                _case(f"1 MB {title}, {name}", terminal, keys, base)
            terminal.press("\x1b[1;5F")
            terminal.read(3)
            _case(f"1 MB {title}, left at the end", terminal, LEFT, base)
            terminal.press(".")
            terminal.read(2)
        print(f"memory at the end {resident(terminal):4.0f} MiB")
        terminal.close()


def _case(name: str, terminal: Terminal, keys: str, base: tuple[float, float, float], count: int = 60) -> None:
    p50, p95, size = measure(terminal, keys, count)
    print(f"{name:28} p50 {p50:6.1f} ms ({p50 / base[0]:.2f})   p95 {p95:6.1f} ms ({p95 / base[1]:.2f})   {size:6.0f} bytes a key")


if __name__ == "__main__":
    main()
