"""Folders outside any dataset: several files together or none, and nothing overwritten."""

from __future__ import annotations

from pathlib import Path

import pytest

from annotator.errors import Refused, UnreadableInput
from annotator.store.foreign_folder import make_dataset_folder, names_in, write_or_same, write_together


def content(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_names_are_sorted_and_of_files_alone(tmp_path: Path):
    for name in ("b.tsv", "a.tsv", "c.txt"):
        (tmp_path / name).write_bytes(b"")
    (tmp_path / "d.tsv").mkdir()
    assert names_in(tmp_path, ".tsv") == ["a.tsv", "b.tsv"]
    assert names_in(tmp_path / "absent", ".tsv") == []
    assert names_in(tmp_path / "c.txt", ".tsv") == []


def test_files_are_written_together_with_the_folders_they_need(tmp_path: Path):
    write_together(tmp_path / "out", {"a": b"1", "qrels/test.tsv": b"2"}, outside=tmp_path / "dataset")
    assert content(tmp_path / "out") == {"a": b"1", "qrels/test.tsv": b"2"}


def test_nothing_is_written_where_one_is_there_already(tmp_path: Path):
    (tmp_path / "qrels").mkdir()
    (tmp_path / "qrels" / "test.tsv").write_bytes(b"old")
    with pytest.raises(Refused, match=r"qrels/test\.tsv: is there already; nothing was written"):
        write_together(tmp_path, {"a": b"1", "qrels/test.tsv": b"2"}, outside=tmp_path / "dataset")
    assert content(tmp_path) == {"qrels/test.tsv": b"old"}


@pytest.mark.parametrize("name", ["dataset", "dataset/exports", "dataset/../dataset"])
def test_nothing_is_written_into_the_dataset_itself(tmp_path: Path, name: str):
    (tmp_path / "dataset").mkdir()
    with pytest.raises(Refused, match="lies in the dataset's own folder"):
        write_together(tmp_path / name, {"a": b"1"}, outside=tmp_path / "dataset")
    assert content(tmp_path) == {}


def test_a_file_where_a_folder_is_wanted_is_an_error_that_names_it(tmp_path: Path):
    (tmp_path / "out").write_bytes(b"")
    with pytest.raises(UnreadableInput, match="out: cannot be written"):
        write_together(tmp_path / "out", {"a": b"1"}, outside=tmp_path / "dataset")


def test_the_same_file_may_be_written_again_and_another_may_not(tmp_path: Path):
    path = tmp_path / "map.jsonl"
    write_or_same(path, b"1")
    write_or_same(path, b"1")
    with pytest.raises(Refused, match=r"map\.jsonl: is there already and says something else"):
        write_or_same(path, b"2")
    with pytest.raises(Refused, match="is no plain file"):
        write_or_same(tmp_path, b"1")
    assert content(tmp_path) == {"map.jsonl": b"1"}


def test_a_dataset_folder_is_made_where_nothing_or_nothing_but_a_folder_stands(tmp_path: Path):
    (tmp_path / "empty").mkdir()
    for name in ("new", "empty"):
        make_dataset_folder(tmp_path / name, {"dataset.yaml": b"1"})
        assert content(tmp_path / name) == {"dataset.yaml": b"1"}
    (tmp_path / "file").write_bytes(b"")
    for name in ("new", "file"):
        with pytest.raises(Refused, match="is there already and not empty"):
            make_dataset_folder(tmp_path / name, {"samples.jsonl": b"2"})
    assert content(tmp_path / "new") == {"dataset.yaml": b"1"}
