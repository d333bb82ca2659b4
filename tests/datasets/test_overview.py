"""datasets/README.md names every bundled folder, with the counts that its files have."""

import re
from pathlib import Path

DATASETS = Path(__file__).resolve().parents[2] / "datasets"
_ROW = re.compile(r"^\| \[([a-z-]+)\]\(\1/\S+\) \|[^|]*\| *(\d*) *\| *(\d*) *\|", re.MULTILINE)
_LINES = {"samples": ("samples.jsonl", "samples/*.jsonl"), "passages": ("corpus.jsonl", "corpus/*.jsonl")}


def counted(folder: Path, kind: str) -> str:
    """How many records the folder has, as the table writes it: nothing for a folder that is no dataset."""
    files = [path for pattern in _LINES[kind] for path in folder.glob(pattern)]
    return str(sum(len(path.read_bytes().splitlines()) for path in files)) if (folder / "dataset.yaml").exists() else ""


def test_every_folder_has_a_row_with_its_counts() -> None:
    rows = {name: (samples, passages) for name, samples, passages in _ROW.findall((DATASETS / "README.md").read_text("utf-8"))}
    folders = [path for path in sorted(DATASETS.iterdir()) if path.is_dir()]
    assert rows == {folder.name: (counted(folder, "samples"), counted(folder, "passages")) for folder in folders}
