"""JSON Lines: bytes split on LF only, every refusal with file and line."""

from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter

from annotator.errors import UnreadableInput
from annotator.model.canonical import MAX_LINE
from annotator.model.passage import Passage
from annotator.store.collection import read_collection
from annotator.store.folder import Folder
from annotator.store.jsonl import Line, record, split_lines
from annotator.store.outside import outside_records

PASSAGE = TypeAdapter(Passage)


def numbered(data: bytes) -> list[Line]:
    return list(split_lines([data], "x.jsonl"))


def test_lines_end_at_lf_and_nowhere_else():
    data = 'a\u2028b\x0b\x0c\x85\r\n\n"c\u2029"\rtail'.encode()
    assert numbered(data) == [
        Line(1, "a\u2028b\x0b\x0c\x85\r".encode(), True),
        Line(2, b"", True),
        Line(3, '"c\u2029"\rtail'.encode(), False),
    ]


@given(st.lists(st.binary(max_size=5), max_size=8), st.lists(st.integers(0, 40), max_size=5))
def test_where_the_pieces_were_cut_makes_no_difference(parts: list[bytes], cuts: list[int]):
    data = b"\n".join(parts)
    edges = [0, *sorted(cut for cut in cuts if cut < len(data)), len(data)]
    pieces = [data[start:end] for start, end in pairwise(edges)]
    lines = list(split_lines(pieces, "x"))
    assert lines == numbered(data)
    assert b"".join(line.data + b"\n" * line.complete for line in lines) == data


def test_an_over_long_line_stops_before_it_is_held_whole():
    pulled = 0

    def chunks():
        nonlocal pulled
        while True:
            pulled += 1
            yield b"x" * (1 << 19)

    with pytest.raises(UnreadableInput, match=r"x.jsonl:1: the line is longer than 1,048,576 bytes"):
        list(split_lines(chunks(), "x.jsonl"))
    assert pulled == 3


def test_the_longest_line_is_taken():
    assert numbered(b"x" * MAX_LINE + b"\n") == [Line(1, b"x" * MAX_LINE, True)]


@pytest.mark.parametrize(
    "data, why",
    [
        (b'{"id":"a","text":"t"', "x.jsonl:7: the line is not JSON"),
        (b'\xef\xbb\xbf{"id":"a","text":"t"}', "x.jsonl:7: the line begins with a byte order mark"),
        (b'{"id":"a"}', "x.jsonl:7: text: is missing"),
        (b'{"id":"a","text":1}', "x.jsonl:7: text: input should be a valid string"),
        (b'{"id":"a b","text":"t"}', "x.jsonl:7: id: an id holds no white space"),
        (b'{"id":"a","text":"t","colour":1}', "x.jsonl:7: colour: there is no such field"),
        (b'{"colour":1}', r"x.jsonl:7: id: is missing \(and 2 more\)"),
        (b"[]", "x.jsonl:7: the line is not a JSON object"),
    ],
)
def test_a_refusal_names_file_line_and_field(data: bytes, why: str):
    with pytest.raises(UnreadableInput, match=why):
        record(Line(7, data, True), PASSAGE, "x.jsonl")


def test_a_session_line_has_one_form():
    odd = Line(1, b'{"text":"t", "id":"a"}', True)
    assert record(odd, PASSAGE, "x").id == "a"
    with pytest.raises(UnreadableInput, match="x:1: the line is not in canonical form"):
        record(odd, PASSAGE, "x", canonical=True)
    with pytest.raises(UnreadableInput, match="x:1: the line ends in CR LF, as after a conversion by git"):
        record(Line(1, b'{"id":"a","text":"t"}\r', True), PASSAGE, "x", canonical=True)


def test_a_collection_names_every_fault_at_once_and_keeps_the_rest(tmp_path: Path):
    (tmp_path / "corpus.jsonl").write_bytes(
        b'{"id":"a","text":"1"}\nnonsense\n\n{"id":"b","text":"a\\nb\xe2\x80\xa8c"}\n{"id":"a","text":"2"}\n{"id":"c"}\n'
    )
    (tmp_path / "corpus").mkdir()
    (tmp_path / "corpus" / "more.jsonl").write_bytes(b'{"id":"b","text":"again"}\n{"id":"d","text":"4"}')
    found = read_collection(Folder(tmp_path), "corpus", Passage)
    assert {id_: passage.text for id_, passage in found.values.items()} == {"a": "1", "b": "a\nb\u2028c", "d": "4"}
    assert {id_: found.place(id_) for id_ in found.values} == {
        "a": ("corpus.jsonl", 1),
        "b": ("corpus.jsonl", 4),
        "d": ("corpus/more.jsonl", 2),
    }
    assert [str(finding) for finding in found.findings] == [
        "invalid: corpus.jsonl:2: the line is not JSON: Expecting value at character 1",
        "invalid: corpus.jsonl:5: id 'a' stands at corpus.jsonl:1 already",
        "invalid: corpus.jsonl:6: text: is missing",
        "invalid: corpus/more.jsonl:1: id 'b' stands at corpus.jsonl:4 already",
    ]


def test_ids_that_look_like_numbers_stay_words(tmp_path: Path):
    (tmp_path / "corpus.jsonl").write_bytes(b'{"id":"007","text":"1"}\n{"id":"7","text":"2"}\n')
    assert list(read_collection(Folder(tmp_path), "corpus", Passage).values) == ["007", "7"]


def test_a_file_that_a_person_names_is_read_with_its_line_numbers(tmp_path: Path):
    source = tmp_path / "source.jsonl"
    source.write_bytes(b'{"text":"t", "id":"a"}\r\n\r\n  \n{"id":"b","text":"t"}')
    assert [(number, passage.id) for number, passage in outside_records(source, PASSAGE)] == [(1, "a"), (4, "b")]


def test_a_file_that_is_not_there_or_is_a_folder_is_refused_in_words(tmp_path: Path):
    for path, why in ((tmp_path / "nothing", "No such file"), (tmp_path, "Is a directory")):
        with pytest.raises(UnreadableInput, match=rf"cannot be read \({why}"):
            outside_records(path, PASSAGE)
