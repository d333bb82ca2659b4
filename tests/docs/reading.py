"""What stands in the documents: their code blocks, the files of the example, the commands they name."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[2]
DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("datasets/*.md")])
FORMAT = ROOT / "docs" / "format.md"
_FENCE = re.compile(r"^```([a-z]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_FILE = re.compile(r"^`tea/(\S+)`:\n\n```[a-z]+\n(.*?)^```$", re.MULTILINE | re.DOTALL)


class Block(NamedTuple):
    """A fenced block: its language ("" where none is named) and its text."""

    language: str
    text: str


def blocks(document: Path) -> list[Block]:
    """The fenced blocks of a document, in order."""
    return [Block(*found) for found in _FENCE.findall(document.read_text("utf-8"))]


def the_block(document: Path, language: str, beginning: str) -> str:
    """The text of the one block of `language` that begins so."""
    (found,) = [block.text for block in blocks(document) if block.language == language and block.text.startswith(beginning)]
    return found


def example_files() -> dict[str, str]:
    """The files of the whole dataset that docs/format.md prints, by path."""
    return dict(_FILE.findall(FORMAT.read_text("utf-8")))


def printed_manifest() -> str:
    """The manifest that docs/format.md prints for that dataset."""
    (found,) = [block.text for block in blocks(FORMAT) if block.language == "text" and "  dataset.yaml\n" in block.text]
    return found


def example_folder(root: Path) -> Path:
    """The dataset that docs/format.md prints, made below `root`; the seals come from its manifest."""
    folder = root / "tea"
    for path, text in example_files().items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(text.encode())
    for line in printed_manifest().splitlines():
        digest, path = line.split("  ")
        if path.startswith(("labels/", "decisions/")):
            (folder / f"{path}.sha256").write_bytes(f"{digest}  {Path(path).name}\n".encode())
    return folder


def walked(document: Path, folder: Path, **variables: str) -> str:
    """What the bash blocks of a document print, run one after another in `folder` with `variables` set."""
    commands = "\n".join(block.text for block in blocks(document) if block.language == "bash")
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path, "COLUMNS": "80", **variables}
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", commands], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def printed_json(folder: Path, *words: str) -> dict[str, Any]:
    """The document that a command prints in `folder`."""
    found: dict[str, Any] = json.loads(subprocess.check_output([sys.executable, "-m", "annotator", *words], cwd=folder))
    return found
