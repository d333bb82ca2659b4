"""A command that is told to end leaves nothing temporary behind and nothing open."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from shlex import quote

import pytest

from tests.builders import a_dataset, a_sample, graded

SLOW = """
import json, sys, time
for line in sys.stdin:
    if "query" in json.loads(line):
        open({mark!r}, "w").close()
        time.sleep(60)
"""


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_a_scratch_root_goes_when_the_command_is_ended(tmp_path: Path, number: signal.Signals):
    evaluation = {"relevance": "relevance", "library": {"at_least": 1}}
    root = a_dataset(tmp_path / "small", samples=[a_sample("q-1")], evaluation=evaluation)
    for person in ("alice", "bob"):
        graded(root, person, {"q-1": {"p-1": 3, "p-2": 0}})
    temporary, mark = tmp_path / "temporary", tmp_path / "asked"
    temporary.mkdir()
    (tmp_path / "slow.py").write_text(SLOW.format(mark=str(mark)))
    words = ["evaluate", str(root), "--retriever", f"slow=command:{quote(sys.executable)} {quote(str(tmp_path / 'slow.py'))}"]
    environment = {**os.environ, "TMPDIR": str(temporary)}
    process = subprocess.Popen(
        [sys.executable, "-m", "annotator", *words], env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    )
    for _ in range(600):
        if mark.exists() or process.poll() is not None:
            break
        time.sleep(0.1)
    assert mark.exists(), process.stderr.read() if process.stderr else ""
    assert any(temporary.iterdir())
    process.send_signal(number)
    _, said = process.communicate(timeout=60)
    assert process.returncode == 128 + number, said
    assert "Traceback" not in said
    assert list(temporary.iterdir()) == []
