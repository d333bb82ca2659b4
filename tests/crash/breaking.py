"""Break `annotator label --from` at its system calls, one by one, and look at what is left.

A fault is put in by strace at the n-th call of a name: SIGKILL on entry, an errno once, or (torn) SIGKILL at a write
after part of its bytes were put into the file by hand. Every trial has a folder and a state folder of its own.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from annotator.cli.main import main
from annotator.model.canonical import sha256
from tests.builders import a_dataset, a_sample, jsonl

CALLS = (
    "write,pwrite64,writev,fsync,fdatasync,rename,renameat,renameat2,open,openat,creat,unlink,unlinkat,"
    "mkdir,mkdirat,ftruncate,truncate,link,linkat,symlink,symlinkat,chmod,fchmod,fchmodat,flock"
)
OPENING = ("open", "openat", "creat")
MODES = ("kill", "torn", "ENOSPC", "EIO")
LINE = re.compile(r"^(?:\d+ +)?(\w+)\((.*)$")
PATH = re.compile(r'[<"](/[^">]*)[">]')
SAVED = re.compile(r"^saved (\S+) ([0-9a-f]{12})$", re.MULTILINE)


@dataclass(frozen=True)
class Point:
    """The `nth` call of `name`, and the path below the scratch folder that it touches."""

    name: str
    nth: int
    path: str


class Trial:
    """One scratch folder with a dataset, a file of labels, and a state folder."""

    def __init__(self, scratch: Path, samples: int = 3) -> None:
        shutil.rmtree(scratch, ignore_errors=True)
        scratch.mkdir(parents=True)
        self.scratch = scratch
        self.root = a_dataset(scratch / "small", samples=[a_sample(f"q-{number}") for number in range(samples)])
        self.source = scratch / "labels.jsonl"
        values = {"relevance": {"p-1": 3, "p-2": 0}}
        self.source.write_bytes(jsonl([{"sample": f"q-{number}", "values": values, "note": "树 " * 9} for number in range(samples)]))
        subprocess.run(["git", "init", "-q", self.root], env=self.environment, check=True)
        self.acknowledged: dict[str, str] = {}

    @property
    def environment(self) -> dict[str, str]:
        """No settings of the machine, no byte code written, the same order of everything."""
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("GIT_", "XDG_", "PYTHON"))}
        own = {"XDG_STATE_HOME": str(self.scratch / "state"), "HOME": str(self.scratch), "GIT_CONFIG_NOSYSTEM": "1"}
        return {**kept, **own, "PYTHONDONTWRITEBYTECODE": "1", "PYTHONHASHSEED": "0", "PYTHONPATH": os.fspath(Path(__file__).parents[2])}

    def annotator(self, *words: str) -> tuple[int, str]:
        """One call of the command in this process, which saves two starts of Python a trial: exit code, and all it printed."""
        printed = io.StringIO()
        before = dict(os.environ)
        os.environ.update(self.environment)
        try:
            with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
                return main([*words]), printed.getvalue()
        finally:
            os.environ.clear()
            os.environ.update(before)

    def label(self, inject: str | None = None) -> tuple[int, str]:
        """The run that is broken: its exit code and the trace. What it printed as saved is kept."""
        trace = self.scratch / "trace"
        strace = ["strace", "-qq", "-y", "-s", "65536", "-xx", "-o", str(trace), "-e", f"trace={CALLS}"]
        strace += ["-e", f"inject={inject}"] if inject else []
        command = [*strace, sys.executable, "-m", "annotator", "label", str(self.root), "--as", "alice", "--from", str(self.source)]
        done = subprocess.run(command, env=self.environment, capture_output=True, text=True)
        self.acknowledged = dict(SAVED.findall(done.stdout))
        return done.returncode, trace.read_text(errors="replace")

    def points(self) -> list[Point]:
        """Every call of an unbroken run that changes something below the scratch folder."""
        code, trace = self.label()
        if code != 0:
            raise RuntimeError("the unbroken run failed")
        return [point for point, _ in self._calls(trace)]

    def _calls(self, trace: str) -> Iterator[tuple[Point, str]]:
        counts: Counter[str] = Counter()
        for line in trace.splitlines():
            match = LINE.match(line)
            if match is None:
                continue
            name, rest = match[1], match[2]
            counts[name] += 1
            if name in OPENING and "O_CREAT" not in rest and "O_TRUNC" not in rest:
                continue
            paths = [path for path in PATH.findall(_plain(rest)) if path.startswith(f"{self.scratch}/") and not path.endswith("/trace")]
            if paths:
                yield Point(name, counts[name], paths[0].removeprefix(f"{self.scratch}/")), rest

    def tear(self, point: Point, trace: str, share: float) -> bool:
        """Put part of what the killed write held into its file; whether there was a part to put."""
        calls = [(found, rest) for found, rest in self._calls(trace) if (found.name, found.nth) == (point.name, point.nth)]
        if not calls:
            return False
        # The path is that of this run: the names of sessions and temporaries are drawn anew each time.
        ((torn, rest),) = calls
        data = bytes.fromhex("".join(re.findall(r"\\x([0-9a-f]{2})", (re.findall(r'"((?:\\x[0-9a-f]{2})*)"', rest) or [""])[0])))
        size = {0.0: 1, 1.0: len(data) - 1}.get(share, int(len(data) * share))
        if not 0 < size < len(data):
            return False
        with (self.scratch / torn.path).open("ab") as file:
            file.write(data[:size])
        return True

    def faults(self) -> list[str]:
        """What is wrong with what is left; nothing when the promises hold."""
        lines = [line for path in self.root.glob("labels/*/*.jsonl") for line in path.read_bytes().split(b"\n")[:-1]]
        found = self._lost(lines, "before repair")
        code, said = self.annotator("repair", str(self.root))
        if code != 0:
            return [*found, f"repair exits {code}: {said.strip()}"]
        lines = [line for path in self.root.glob("labels/*/*.jsonl") for line in path.read_bytes().split(b"\n")[:-1]]
        found += self._lost(lines, "after repair")
        code, said = self.annotator("verify", str(self.root))
        if code != 0:
            found.append(f"verify exits {code}: {said.strip()}")
        before = self._snapshot()
        if self.annotator("repair", str(self.root)) != (0, "nothing to mend\n"):
            found.append("a second repair finds more to mend")
        if self._snapshot() != before:
            found.append("a second repair changes bytes")
        return found

    def _lost(self, lines: list[bytes], when: str) -> list[str]:
        there = {(json.loads(line).get("sample"), sha256(line)[:12]) for line in lines}
        return [
            f"{sample} was acknowledged and is not there {when}"
            for sample, digest in self.acknowledged.items()
            if (sample, digest) not in there
        ]

    def _snapshot(self) -> dict[str, bytes]:
        return {os.fspath(path): path.read_bytes() for path in sorted(self.root.rglob("*")) if path.is_file()}


def _plain(text: str) -> str:
    """strace's hexadecimal strings and paths as text."""
    return re.sub(r"(?:\\x[0-9a-f]{2})+", lambda found: bytes.fromhex(found[0].replace("\\x", "")).decode("utf-8", "replace"), text)


def trials(scratch: Path, mode: str, step: int = 1) -> Iterator[tuple[str, list[str]]]:
    """Each `step`-th point broken in `mode`: what was broken, and the faults that were found. Points never reached are faults."""
    points = Trial(scratch).points()
    chosen = [point for point in points if point.name == "write"] if mode == "torn" else points
    for point in chosen[::step]:
        for share in (0.0, 0.5, 1.0) if mode == "torn" else (None,):
            trial = Trial(scratch)
            effect = "signal=KILL" if mode in {"kill", "torn"} else f"error={mode}"
            code, trace = trial.label(f"{point.name}:{effect}:when={point.nth}")
            what = f"{mode} at {point.name}#{point.nth} {point.path}"
            if ("killed by SIGKILL" if "KILL" in effect else "(INJECTED)") not in trace:
                yield what, [f"the call was not reached (exit code {code})"]
                continue
            if share is not None and not trial.tear(point, trace, share):
                continue
            yield what, trial.faults()


def why_not() -> str | None:
    """Why nothing can be broken here, None when it can."""
    if sys.platform != "linux" or shutil.which("strace") is None:
        return "strace is not installed (apt-get install strace)"
    probe = subprocess.run(
        ["strace", "-qq", "-o", os.devnull, "-e", "inject=write:error=EIO:when=9999", "true"], capture_output=True, text=True
    )
    return None if probe.returncode == 0 else f"strace cannot trace here: {probe.stderr.strip()}"
