"""`annotator --help` starts at once: it loads the standard library and three modules of ours, nothing else."""

import json
import subprocess
import sys

import pytest

OURS = {"annotator", "annotator.cli", "annotator.cli.main", "annotator.errors"}
# What an installed environment loads by itself through .pth files, before any code of ours.
SITE = {"sitecustomize", "usercustomize"}

PROBE = """
import json, sys
before = set(sys.modules)
from annotator.cli.main import main
code = main(ARGUMENTS)
print("\\n" + json.dumps({"code": code, "loaded": sorted(set(sys.modules) - before)}))
"""


def loaded_after(*arguments: str) -> set[str]:
    """The modules that one call of the command adds to a fresh interpreter."""
    probe = PROBE.replace("ARGUMENTS", repr(list(arguments)))
    done = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True, check=True)
    report = json.loads(done.stdout.splitlines()[-1])
    assert report["code"] == 0
    return set(report["loaded"])


@pytest.mark.parametrize("argument", ["--help", "--version"])
def test_loads_only_the_standard_library_and_the_dispatcher(argument: str) -> None:
    loaded = loaded_after(argument)
    ours = {name for name in loaded if name.split(".")[0] == "annotator"}
    foreign = {name.split(".")[0] for name in loaded} - {"annotator"} - set(sys.stdlib_module_names) - SITE
    assert ours == OURS
    assert foreign == set()


def test_loads_no_heavy_part_of_the_standard_library() -> None:
    assert loaded_after("--help") & {"asyncio", "logging", "subprocess", "tempfile", "unittest", "urllib.request"} == set()
