"""Files outside any dataset: what is read of them, and that nothing there is overwritten."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

import pytest
from pydantic import TypeAdapter

from annotator.errors import MissingPrerequisite, Refused, UnreadableInput
from annotator.store import outside
from annotator.store.outside import folder_sha256, outside_head, outside_records, read_outside, replace_outside, write_outside


def test_the_digest_of_a_folder_is_over_names_and_contents_in_order(tmp_path: Path):
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "weights").write_bytes(b"1")
    (tmp_path / "config").write_bytes(b"2")
    written = b"config\0" + sha256(b"2").digest() + b"sub/weights\0" + sha256(b"1").digest()
    assert folder_sha256(str(tmp_path)) == sha256(written).hexdigest()


def test_a_folder_that_is_none_has_no_digest(tmp_path: Path):
    with pytest.raises(MissingPrerequisite, match="absent: is no folder; name the folder of a model"):
        folder_sha256(str(tmp_path / "absent"))


def test_a_file_is_read_up_to_the_limit_and_not_beyond(tmp_path: Path, monkeypatch):
    monkeypatch.setattr(outside, "MAX_BYTES", 4)
    (tmp_path / "file").write_bytes(b"1234")
    assert read_outside(tmp_path / "file") == b"1234"
    (tmp_path / "file").write_bytes(b"12345")
    with pytest.raises(UnreadableInput, match="file: is larger than 4 bytes"):
        read_outside(tmp_path / "file")
    with pytest.raises(UnreadableInput, match="cannot be read \\(No such file"):
        read_outside(tmp_path / "absent")


def test_a_first_line_is_taken_by_its_key_and_the_records_begin_after_it(tmp_path: Path):
    words = TypeAdapter(dict[str, str])
    path = tmp_path / "lines"
    path.write_bytes(b'{"head": "1"}\n{"a": "2"}\n')
    assert outside_head(path, words, "head") == ({"head": "1"}, b'{"head": "1"}')
    assert outside_records(path, words, after=1) == [(2, {"a": "2"})]
    for other in (b"", b"\n", b'{"a": "2"}\n{"head": "1"}\n', b'["head"]\n', b'{"head"\n'):
        path.write_bytes(other)
        assert outside_head(path, words, "head") is None
    path.write_bytes(b'{"head": 1}\n')
    with pytest.raises(UnreadableInput, match="lines:1: head: "):
        outside_head(path, words, "head")


def test_nothing_is_written_where_one_file_is_there_already(tmp_path: Path):
    (tmp_path / "b").write_bytes(b"old")
    with pytest.raises(Refused, match="b: is there already; nothing was written"):
        write_outside(tmp_path, {"a": b"1", "b": b"2"})
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {"b": b"old"}


def test_a_file_is_replaced_where_it_says_something_else(tmp_path: Path):
    path = tmp_path / "sub" / "file"
    assert replace_outside(path, b"1")
    assert not replace_outside(path, b"1")
    assert replace_outside(path, b"2")
    assert path.read_bytes() == b"2"
    assert [one.name for one in path.parent.iterdir()] == ["file"]
