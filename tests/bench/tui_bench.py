"""The label screen against a minimal Textual app: first paint, key to paint and bytes a key, each in the same run on the same machine.

Run it as a program. A frame is known by its end (synchronised output), a key by the frame that follows it. The machine may be busy with
other things: what is compared is measured in turn, and medians are printed. What a key must send at least are the cells that look
otherwise after it, in UTF-8, without a move of the cursor or a change of style.
"""

from __future__ import annotations

import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.tui.terminal import Terminal

FRAME_END = b"\x1b[?2026l"
SIZE = (100, 40)
SAMPLES = 100_000
MEGABYTE = 980_000
ROUNDS = 7
# Seconds between two keys of one that is held down.
REPEAT = 1 / 30
# The first "0" alone would be found in the modes that are set before anything is drawn.
MINIMAL = """
import random
from textual.app import App
from textual.widgets import Footer, Header, Static
class Minimal(App):
    count = 0
    def compose(self):
        yield Header()
        yield Static("count 0", id="count", markup=False)
        yield Footer()
    def on_key(self):
        self.count += 1
        self.query_one("#count", Static).update(WHAT)
Minimal().run()
"""
# What the installed `annotator` does.
LABEL = "import sys; from annotator.cli.main import main; sys.exit(main())"
PARSE = """
import gc, os, sys, time
gc.disable()
os.environ["PYDANTIC_DISABLE_PLUGINS"] = "__all__"
from pathlib import Path
from annotator.curate.workspace import Workspace
begun, computed = time.perf_counter(), time.process_time()
data = Workspace(Path(sys.argv[1])).dataset
data.samples, data.passages
"""
TELL = "print(time.perf_counter() - begun, time.process_time() - computed)"
COUNTING = MINIMAL.replace("WHAT", 'f"count {self.count}"')
# As much new text as a page of the passage brings.
PAGING = MINIMAL.replace("WHAT", '" ".join(random.choices("hello world it is fine and we label what was asked".split(), k=560))')
LEFT, RIGHT, DOWN, SHIFT_RIGHT, PAGE_DOWN, NEXT_WORD = "\x1b[D", "\x1b[C", "\x1b[B", "\x1b[1;2C", "\x1b[6~", "\x1b[1;5C"
ENGLISH = tuple("hello world it is fine and we label what was asked while others read on until nothing is left in their queue".split())  # noqa: SIM905 -- read as words
MIXED = (*ENGLISH, *"我 喜欢 标注 相关性 每天 早上 读 一 段 文字 问题 回答 地图 护照".split(), "👩\u200d🚀", "e\u0301tude")  # noqa: SIM905 -- as above


class Key(NamedTuple):
    """One key: milliseconds to the end of the frame that follows, all bytes that it brought, and the bytes of what changed on the screen."""

    milliseconds: float
    sent: int
    changed: int


def a_large_dataset(root: Path, samples: int) -> Path:
    """Samples of short passages, and of two of a megabyte for every fiftieth of them."""
    root.mkdir()
    facets = {
        "relevance": {"kind": "grade", "on": "candidate", "scale": {"0": "no", "1": "yes"}},
        "evidence": {"kind": "spans", "on": "candidate"},
    }
    config = {
        "format": 1, "id": "large", "title": "Large", "version": "1", "languages": ["en"], "license": "CC0-1.0", "provenance": "synthetic",
        "people": {"alice": {"roles": ["reviewer"]}}, "workflow": {"reviewers": 1}, "facets": facets,
    }  # fmt: skip
    (root / "dataset.yaml").write_text(json.dumps(config), "utf-8")
    seeded = random.Random(1)
    passages: list[dict[str, object]] = [
        {"id": "ascii", "text": _text(seeded, ENGLISH, " ", MEGABYTE)},
        {"id": "mixed", "text": _text(seeded, MIXED, "", MEGABYTE)},
    ]
    passages += [{"id": f"p-{number}", "text": _text(seeded, ENGLISH, " ", 340)} for number in range(1000)]
    _write(root / "corpus.jsonl", passages)
    records: list[dict[str, object]] = [
        {
            "id": f"q-{number:06d}",
            "query": f"What about {number}?",
            "candidates": ["mixed", "ascii"] if number % 50 == 0 else [f"p-{number % 1000}"],
        }
        for number in range(samples)
    ]
    _write(root / "samples.jsonl", records)
    return root


def _text(seeded: random.Random, words: Sequence[str], between: str, size: int) -> str:
    """Words in random order, `size` bytes of UTF-8 or a few less."""
    chosen = between.join(word if ord(word[0]) > 0x3000 else f"{word} " for word in seeded.choices(words, k=size // 3))
    return chosen.encode()[:size].decode("utf-8", "ignore")


def _write(path: Path, records: Sequence[dict[str, object]]) -> None:
    lines = (json.dumps(record, sort_keys=True, ensure_ascii=False, separators=(",", ":")) for record in records)
    path.write_text("\n".join(lines) + "\n", "utf-8")


def start(words: list[str], sign: str) -> tuple[Terminal, float, float]:
    """An app on a terminal, and the seconds until `sign` was painted, by the clock and computed."""
    begun = time.perf_counter()
    terminal = Terminal([sys.executable, "-c", *words], SIZE, {"TEXTUAL_ANIMATIONS": "none", "TEXTUAL_SMOOTH_SCROLL": "0"})
    fresh = b""
    while sign.encode() not in fresh:
        data = os.read(terminal.fd, 1 << 16) if terminal.readable(5) else b""
        terminal.answer(data)
        fresh += data
    seconds, computed = time.perf_counter() - begun, cpu_seconds(terminal.pid)
    terminal.screen.feed(fresh)
    terminal.read(1.5)
    return terminal, seconds, computed


def cpu_seconds(pid: int) -> float:
    """What a process has computed so far, on all its threads: other programs do not disturb it as they do the clock."""
    return sum(int(path.read_text("ascii").split()[0]) for path in Path(f"/proc/{pid}/task").glob("*/schedstat")) / 1e9


def first_paint(words: list[str], sign: str) -> tuple[float, float]:
    """Seconds to the first frame that shows `sign`, by the clock and computed."""
    terminal, seconds, computed = start(words, sign)
    terminal.close()
    return seconds, computed


def press(terminal: Terminal, keys: str) -> Key:
    """Press keys once nothing moves any more, and wait until nothing moves again."""
    before = [row.copy() for row in terminal.screen.rows]
    begun, fresh = time.perf_counter(), b""
    terminal.press(keys)
    while FRAME_END not in fresh and time.perf_counter() - begun < 5:
        fresh += os.read(terminal.fd, 1 << 16) if terminal.readable(0.5) else b""
    milliseconds = (time.perf_counter() - begun) * 1000
    terminal.screen.feed(fresh)
    sent = len(fresh) + quiet(terminal)
    return Key(milliseconds, sent, terminal.screen.changed_bytes(before))


def hold(terminal: Terminal, keys: str, count: int) -> list[float]:
    """Send keys at the pace of one that is held down, whatever is still drawn: milliseconds to the end of the frame that follows each, in order of size."""
    found: list[float] = []
    due = time.perf_counter()
    for _ in range(count):
        terminal.read(max(0.0, due - time.perf_counter()))
        begun, fresh = time.perf_counter(), b""
        terminal.press(keys)
        while FRAME_END not in fresh and time.perf_counter() - begun < REPEAT:
            fresh += os.read(terminal.fd, 1 << 16) if terminal.readable(REPEAT / 10) else b""
        found.append((time.perf_counter() - begun) * 1000)
        terminal.screen.feed(fresh)
        due = max(due + REPEAT, time.perf_counter())
    return sorted(found)


def quiet(terminal: Terminal) -> int:
    """Wait until nothing moves; the bytes that still came."""
    came = 0
    while data := terminal.read(0.03):
        came += len(data)
    return came


def resident(terminal: Terminal) -> float:
    """Megabytes of memory that the process holds."""
    status = Path(f"/proc/{terminal.pid}/status").read_text("ascii")
    return int(next(line.split()[1] for line in status.splitlines() if line.startswith("VmRSS"))) * 1024 / 1e6


def parsing(dataset: Path) -> tuple[float, float]:
    """Seconds to parse the files once into checked values, by the clock and computed, all that does it being loaded."""
    done = subprocess.run([sys.executable, "-c", PARSE + TELL, str(dataset)], capture_output=True, text=True, check=True)
    clock, computed = map(float, done.stdout.split())
    return clock, computed


def starts(dataset: Path) -> None:
    """First paint, in turn with that of a minimal app and of one that parses the files first."""
    label = [LABEL, "label", str(dataset), "--as", "alice"]
    first_paint(label, "sha256 ")  # so that all bytecode is there, as after an installation
    rounds = [
        (
            first_paint([COUNTING], "count 0"),
            first_paint([PARSE + COUNTING, str(dataset)], "count 0"),
            parsing(dataset),
            first_paint(label, "sha256 "),
        )
        for _ in range(ROUNDS)
    ]
    print(f"{dataset.name}: first paint, and what is beyond the parsing of the files, as a ratio to a minimal app (goal 1.5)")
    for how, at in (("by the clock", 0), ("computed", 1)):
        minimal, parser, parse, ours = (statistics.median(one[at] for one in times) for times in zip(*rounds, strict=True))
        print(
            f"  {how:12} {ours:.2f} s, minimal app {minimal:.2f} s, one that parses the files first {parser:.2f} s: "
            f"{(ours - (parser - minimal)) / minimal:.2f}   parsing without loading what does it {parse:.2f} s: {(ours - parse) / minimal:.2f}"
        )


class Keys:
    """The keys of the label screen in turn with those of the minimal app."""

    def __init__(self, minimal: Terminal, paging: Terminal, terminal: Terminal) -> None:
        """`minimal` counts keys in one line, `paging` shows a page of new text for each."""
        self.minimal, self.paging, self.terminal = minimal, paging, terminal

    def case(self, name: str, keys: str, count: int = 40, after: str = "", *, page: bool = False) -> None:
        """Press `keys` `count` times, `after` unmeasured after each, and print what that took, also beside a bare `page`."""
        base: list[float] = []
        pages: list[float] = []
        found: list[Key] = []
        for _ in range(count):
            base.append(press(self.minimal, "x").milliseconds)
            found.append(press(self.terminal, keys))
            if page:
                pages.append(press(self.paging, "x").milliseconds)
            if after:
                self.go(after)
        times, base = sorted(key.milliseconds for key in found), sorted(base)
        p50, p95 = statistics.median(times), times[int(count * 0.95)]
        base50, base95 = statistics.median(base), base[int(count * 0.95)]
        sent, changed = statistics.median(key.sent for key in found), statistics.median(key.changed for key in found)
        print(
            f"{name:28} p50 {p50:5.1f} ms ({p50 / base50:.2f})   p95 {p95:5.1f} ms ({p95 / base95:.2f})   "
            f"{sent:5.0f} bytes a key, {changed:5.0f} changed on the screen ({sent / max(1, changed):.2f})"
        )
        if page:
            bare = sorted(pages)
            print(
                f"  beside a bare page of text   p50 {p50 / statistics.median(bare):.2f}   p95 {p95 / bare[int(count * 0.95)]:.2f}   of {bare[count // 2]:.1f} ms"
            )

    def held(self, name: str, keys: str, count: int = 60) -> None:
        """Hold `keys` down, and print how long each took to be seen."""
        base, found = hold(self.minimal, "x", count), hold(self.terminal, keys, count)
        p50, p95 = statistics.median(found), found[int(count * 0.95)]
        print(
            f"{name:28} p50 {p50:5.1f} ms ({p50 / statistics.median(base):.2f})   p95 {p95:5.1f} ms ({p95 / base[int(count * 0.95)]:.2f})"
        )

    def go(self, *keys: str) -> None:
        """Press keys one after the other without measuring."""
        for key in keys:
            self.terminal.press(key)
            self.terminal.read(1)


def main() -> None:
    """Measure and print."""
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_STATE_HOME"] = folder
        starts(a_large_dataset(Path(folder) / "200-samples", 200))
        large = a_large_dataset(Path(folder) / "100000-samples", SAMPLES)
        starts(large)
        minimal, *_ = start([COUNTING], "count 0")
        paging, *_ = start([PAGING], "count 0")
        terminal, *_ = start([LABEL, "label", str(large), "--as", "alice"], "sha256 ")
        print(f"memory: minimal app {resident(minimal):.0f} MB, label screen at the start {resident(terminal):.0f} MB")
        keys = Keys(minimal, paging, terminal)
        keys.case("next sample", "n")
        keys.held("next sample, held", "n")
        keys.go("g")
        keys.case("queue, down", DOWN)
        keys.held("queue, down held", DOWN)
        keys.case("queue, page down", PAGE_DOWN, 30)
        keys.go("/What about 500?\r", "\r", "\r")
        for title in ("mixed", "ascii"):
            for name, key in (("right", RIGHT), ("select right", SHIFT_RIGHT), ("down", DOWN), ("page down", PAGE_DOWN)):
                keys.case(f"1 MB {title}, {name}", key, page=key == PAGE_DOWN)
            keys.held(f"1 MB {title}, page down held", PAGE_DOWN)
            keys.held(f"1 MB {title}, right held", RIGHT)
            keys.go("\x1b[1;5F")
            keys.case(f"1 MB {title}, left at the end", LEFT)
            keys.go(".")
        print(f"memory: label screen after two passages of a megabyte {resident(terminal):.0f} MB")
        keys.go(",", "\x1b[1;5H")
        keys.case("1 MB mixed, next word", NEXT_WORD)
        print(f"memory: label screen once the dictionary of Chinese words is there {resident(terminal):.0f} MB")
        keys.case("help, opened first", "?", 1, after="\x1b")
        keys.case("help, opened again", "?", after="\x1b")
        minimal.close()
        paging.close()
        terminal.close()


if __name__ == "__main__":
    main()
