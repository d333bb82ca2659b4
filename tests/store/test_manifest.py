"""The manifest and the dataset SHA-256, against coreutils."""

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from annotator.store.folder import Folder
from annotator.store.manifest import Digests, dataset_sha256, manifest
from tests.builders import a_dataset, graded

LISTED = (
    'set -o pipefail; cd "$1" && { for f in dataset.yaml dimensions.yaml corpus.jsonl samples.jsonl; do [ ! -e $f ] || echo $f; done;'
    " for d in corpus samples labels decisions; do [ ! -d $d ] || find $d -type f ! -name '*.sha256'; done; } | LC_ALL=C sort"
)


def by_coreutils(root: Path, more: str) -> str:
    done = subprocess.run(["bash", "-c", f"{LISTED} | xargs sha256sum{more}", "bash", root], capture_output=True, text=True, check=True)
    return done.stdout


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = a_dataset(tmp_path / "small")
    graded(root, "alice", {"q-1": {"p-1": 3, "p-2": 0}})
    graded(root, "bob", {"q-1": {"p-1": 2, "p-2": 0}})
    for name in ("b", "B", "a-b", "a.b"):
        (root / "corpus").mkdir(exist_ok=True)
        (root / "corpus" / f"{name}.jsonl").write_text(f'{{"id":"{name}","text":"树"}}\n')
    (root / "releases" / "1").mkdir(parents=True)
    (root / "releases" / "1" / "gold.jsonl").write_text("{}\n")
    (root / "README.md").write_text("left out")
    return root


def test_it_is_what_sha256sum_prints(root: Path):
    folder = Folder(root)
    assert manifest(folder, Digests(folder)).decode() == by_coreutils(root, "")
    assert dataset_sha256(folder, Digests(folder)) == by_coreutils(root, " | sha256sum").split()[0]


def test_sha256sum_checks_it(root: Path):
    folder = Folder(root)
    done = subprocess.run(["sha256sum", "--strict", "-c"], cwd=root, input=manifest(folder, Digests(folder)), capture_output=True)
    assert done.returncode == 0
    assert done.stdout.count(b": OK\n") == 9


@pytest.mark.parametrize("path", [".annotator/x", "labels/alice/x.sha256", "releases/1/x", "notes.txt", ".gitattributes", ".git/x"])
def test_what_is_left_out_changes_nothing(root: Path, path: str):
    before = dataset_sha256(Folder(root), Digests(Folder(root)))
    (root / path).parent.mkdir(exist_ok=True)
    (root / path).write_text("changed")
    assert dataset_sha256(Folder(root), Digests(Folder(root))) == before


@pytest.mark.parametrize(
    "path", ["dataset.yaml", "dimensions.yaml", "corpus.jsonl", "corpus/new.jsonl", "samples.jsonl", "labels/x/y.jsonl", "decisions/z"]
)
def test_everything_else_changes_it(root: Path, path: str):
    before = dataset_sha256(Folder(root), Digests(Folder(root)))
    (root / path).parent.mkdir(exist_ok=True, parents=True)
    with (root / path).open("a") as file:
        file.write("\n")
    assert dataset_sha256(Folder(root), Digests(Folder(root))) != before


def test_one_hasher_sees_every_change_but_reads_no_file_twice(root: Path, monkeypatch: pytest.MonkeyPatch):
    folder = Folder(root)
    digests = Digests(folder)
    first = dataset_sha256(folder, digests)
    read: list[str] = []
    chunks = Folder.chunks

    def noted(self: Folder, path: str) -> Iterator[bytes]:
        read.append(path)
        yield from chunks(self, path)

    monkeypatch.setattr(Folder, "chunks", noted)
    assert dataset_sha256(folder, digests) == first
    assert read == []
    # Same size and, where the clock is coarse, the same second: the inode's change time still tells.
    data = (root / "samples.jsonl").read_bytes()
    status = (root / "samples.jsonl").stat()
    (root / "samples.jsonl").write_bytes(data.replace(b"q-1", b"q-9"))
    os.utime(root / "samples.jsonl", ns=(status.st_atime_ns, status.st_mtime_ns))
    assert dataset_sha256(folder, digests) == by_coreutils(root, " | sha256sum").split()[0] != first
    assert read == ["samples.jsonl"]
