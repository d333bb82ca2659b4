"""docs/tagging.md: the example runs and prints what stands there, the form of a line is one, every figure has its row."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from annotator.evaluate.tagging.plan import MEASURES
from annotator.interchange.predictions import PredictionLine
from tests.docs.reading import ROOT

GUIDE = ROOT / "docs" / "tagging.md"
TEXT = GUIDE.read_text("utf-8")
EXAMPLE = TEXT[TEXT.index("## 8.") :]


@pytest.fixture(scope="module")
def printed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[int, str]]:
    """The example's commands, run one after another in an empty folder: exit code and output by command."""
    folder = tmp_path_factory.mktemp("tagger")
    shutil.copytree(ROOT / "datasets" / "memory-dimensions", folder / "memory-dimensions")
    name, script = re.findall(r"`(\w+\.py)`:\n\n```python\n(.*?)^```$", EXAMPLE, re.MULTILINE | re.DOTALL)[0]
    (folder / name).write_text(script, "utf-8")
    environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}", "COLUMNS": "80"}
    found = {}
    for line in re.findall(r"^    (\w.*)$", re.sub(r"^```.*?^```$", "", EXAMPLE, flags=re.MULTILINE | re.DOTALL), re.MULTILINE):
        done = subprocess.run(["bash", "-c", line], cwd=folder, env=environment, capture_output=True, text=True, check=False)
        assert done.stderr == ""
        found[line] = (done.returncode, done.stdout)
    return found


def test_the_example_prints_what_stands_there(printed: dict[str, tuple[int, str]]):
    calls = [outcome for line, outcome in printed.items() if line.startswith("annotator")]
    blocks = re.findall(r"```text\n(.*?)```", EXAMPLE, re.DOTALL)
    assert len(calls) == len(blocks) == 2
    for (code, output), block in zip(calls, blocks, strict=True):
        assert code == 1
        for part in block.strip().split("\n\n"):
            assert part in output


def test_every_figure_has_its_row_with_its_stage():
    table = TEXT[TEXT.index("## 2.") : TEXT.index("## 3.")]
    rows = re.findall(r"^\| (`.+?) \| (\w+) \|", table, re.MULTILINE)
    assert {name: stage for names, stage in rows for name in re.findall(r"`([^`]+)`", names)} == {
        name: measure.stage for name, measure in MEASURES.items()
    }


def test_the_line_that_is_shown_is_one():
    (shown,) = re.findall(r"```json\n(.*?)```", TEXT, re.DOTALL)
    line = PredictionLine.model_validate_json(json.dumps(json.loads(shown)))
    assert set(PredictionLine.model_fields) == {name for name in PredictionLine.model_fields if getattr(line, name) is not None}
