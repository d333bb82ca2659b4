"""Canonical lines: one form, and every form that is refused, each with its reason."""

import hashlib
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.model.canonical import MAX_DEPTH, MAX_LINE, NotARecord, digest_of, line_of, parse_line

CANONICAL = [
    pytest.param(b"{}", id="empty object"),
    pytest.param(b'{"a":1,"b":[true,false,null]}', id="plain"),
    pytest.param('{"text":"第一行\\n第二行"}'.encode(), id="chinese, not escaped"),
    pytest.param('{"text":"a\\tb\u2028c\u2029d\x7f"}'.encode(), id="line separators inside a text"),
    pytest.param('{"text":"💩 \U00020000 👨🏻\u200d🚒"}'.encode(), id="beyond the basic plane"),
    pytest.param('{"Z":1,"a":2,"é":3,"中":4,"💩":5}'.encode(), id="keys in order of code points"),
    pytest.param(b'{"text":"\\u0000\\u001f\\b\\f\\n\\r\\t\\"\\\\/"}', id="controls escaped the short way"),
    pytest.param(b'{"n":-1,"x":0.5,"y":-0.0,"z":1.0}', id="numbers"),
    pytest.param(b'{"n":123456789012345678901234567890}', id="integer beyond 64 bits"),
    pytest.param(b'{"n":1e+16,"x":1e-05}', id="exponents as Python writes them"),
]

READABLE = [
    pytest.param(b'{"b":1,"a":2}', id="keys out of order"),
    pytest.param(b'{"a": 1}', id="a space"),
    pytest.param(b'{"a":1}\r', id="carriage return"),
    pytest.param(b'{"a":"\\u4e2d"}', id="needless escape"),
    pytest.param(b'{"a":"\\/"}', id="escaped slash"),
    pytest.param(b'{"a":"\\u001F"}', id="upper-case escape"),
    pytest.param(b'{"n":1e16,"x":1e-5}', id="exponents as other writers write them"),
    pytest.param(b'{"n":0.00001}', id="small number without an exponent"),
    pytest.param(b'{"n":-1e-6}', id="exponent of one digit"),
    pytest.param(b'{"n":1.50}', id="trailing zero"),
    pytest.param(b'{"n":-0}', id="minus zero"),
]

REFUSED = [
    pytest.param(b'\xef\xbb\xbf{"a":1}', "byte order mark", id="BOM"),
    pytest.param(b'{"a":1,"a":2}', "the key 'a' twice", id="duplicate key"),
    pytest.param(b'{"x":1,"a":1,"a":2}', "the key 'a' twice", id="duplicate key after another"),
    pytest.param(b'{"x":{"a":1,"b":2,"a":1}}', "the key 'a' twice", id="duplicate key, nested and equal"),
    pytest.param(b'{"a":1,"\\u0061":2}', "the key 'a' twice", id="duplicate key through an escape"),
    pytest.param(b'{"a":NaN}', "holds NaN", id="NaN"),
    pytest.param(b'{"a":Infinity}', "holds Infinity", id="Infinity"),
    pytest.param(b'{"a":-Infinity}', "holds -Infinity", id="minus Infinity"),
    pytest.param(b'{"a":1e999}', "not finite", id="a number that overflows"),
    pytest.param(b'{"a":[1,-1e999]}', "not finite", id="a number that overflows, nested"),
    pytest.param(b'{"a":"\\ud83d"}', "lone surrogate", id="lone high surrogate"),
    pytest.param(b'{"a":"\\udca9\\ud83d"}', "lone surrogate", id="surrogates in the wrong order"),
    pytest.param(b'{"\\ud800":1}', "lone surrogate", id="lone surrogate in a key"),
    pytest.param(b'{"a":"\xed\xa0\xbd"}', "not UTF-8", id="surrogate encoded as UTF-8"),
    pytest.param(b'{"a":"\xff"}', r"not UTF-8 \(byte 7\)", id="invalid byte"),
    pytest.param(b'{"a":"\xe4\xb8"}', "not UTF-8", id="cut inside a character"),
    pytest.param(b'{"a":"\xc0\xaf"}', "not UTF-8", id="overlong encoding"),
    pytest.param('{"a":1}'.encode("utf-16"), "not UTF-8", id="UTF-16"),
    pytest.param(b"[1]", "not a JSON object", id="array"),
    pytest.param(b'"x"', "not a JSON object", id="string"),
    pytest.param(b"null", "not a JSON object", id="null"),
    pytest.param(b"", "not JSON", id="nothing"),
    pytest.param(b'{"a":1', "not JSON", id="torn"),
    pytest.param(b'{"a":1}{"a":1}', "not JSON", id="two objects"),
    pytest.param(b"{'a':1}", "not JSON", id="single quotes"),
    pytest.param(b'{"a":1,}', "not JSON", id="trailing comma"),
    pytest.param(b'{"a":"\t"}', "not JSON", id="raw tab in a string"),
    pytest.param(b'{"a":01}', "not JSON", id="leading zero"),
    pytest.param(b'{"a":' + b"1" * 5000 + b"}", "too many digits", id="more digits than Python reads"),
    pytest.param(b'{"a":' + b"[" * 32 + b"]" * 32 + b"}", "deeper than 32", id="33 levels"),
    pytest.param(b'{"a":' + b"[" * 5000 + b"]" * 5000 + b"}", "deeper than 32", id="5001 levels"),
    pytest.param(b'{"a":' * 200_000 + b"1" + b"}" * 100, "longer than|deeper than|not JSON", id="bomb"),
    pytest.param(b'{"a":"' + b"x" * MAX_LINE + b'"}', "longer than 1048576 bytes", id="over-long"),
]


@pytest.mark.parametrize("line", CANONICAL)
def test_canonical_line_is_taken_and_written_back_byte_for_byte(line: bytes):
    record, canonical = parse_line(line)
    assert canonical
    assert line_of(record) == line


@pytest.mark.parametrize("line", READABLE)
def test_other_forms_are_read_but_told_apart(line: bytes):
    record, canonical = parse_line(line)
    assert not canonical
    assert record == json.loads(line)
    assert parse_line(line_of(record)) == (record, True)


@pytest.mark.parametrize("line, why", REFUSED)
def test_refused_with_its_reason(line: bytes, why: str):
    with pytest.raises(NotARecord, match=why):
        parse_line(line)


def test_the_deepest_and_the_longest_that_are_allowed():
    deepest = b'{"a":' + b"[" * (MAX_DEPTH - 1) + b"]" * (MAX_DEPTH - 1) + b"}"
    longest = b'{"a":"' + b"x" * (MAX_LINE - 8) + b'"}'
    assert parse_line(deepest)[1]
    assert len(longest) == MAX_LINE
    assert parse_line(longest)[1]


def test_brackets_inside_a_text_are_no_depth():
    line = b'{"a":"' + b"[{" * 500 + b'"}'
    assert parse_line(line) == ({"a": "[{" * 500}, True)


@pytest.mark.parametrize("value", [float("nan"), float("inf"), -float("inf")])
def test_what_is_not_finite_is_never_written(value: float):
    with pytest.raises(ValueError, match="JSON compliant"):
        line_of({"a": value})


def test_a_lone_surrogate_is_never_written():
    with pytest.raises(UnicodeEncodeError):
        line_of({"a": "\ud83d"})


def test_digest_is_that_of_the_line_without_its_end():
    by_hand = hashlib.sha256(b'{"a":"\xc3\xa9","b":1}').hexdigest()
    assert digest_of({"b": 1, "a": "é"}) == by_hand


TEXTS = st.text(st.characters(exclude_categories=["Cs"]))
SCALARS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | TEXTS
RECORDS = st.dictionaries(
    TEXTS, st.recursive(SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3))
)


@given(RECORDS)
def test_every_record_has_one_line_and_it_reads_back(record: dict[str, Any]):
    line = line_of(record)
    assert b"\n" not in line
    assert parse_line(line) == (record, True)


@given(RECORDS)
def test_python_alone_writes_the_same_line(record: dict[str, Any]):
    assert line_of(record) == json.dumps(record, sort_keys=True, ensure_ascii=False, separators=(",", ":")).encode()


@given(RECORDS, st.data())
def test_no_other_spelling_counts_as_canonical(record: dict[str, Any], data: st.DataObject):
    line = line_of(record)
    at = data.draw(st.integers(0, len(line)))
    other = line[:at] + data.draw(st.sampled_from([b" ", b"\r", b"e", b"+", b"0", b"\\u0061"])) + line[at:]
    try:
        read, canonical = parse_line(other)
    except NotARecord:
        return
    assert canonical == (line_of(read) == other)


@given(st.dictionaries(st.text(max_size=5), st.text(max_size=20), max_size=6))
def test_a_record_of_texts_alone_is_written_as_any_other(record: dict[str, str]):
    assert line_of(record) == json.dumps(record, sort_keys=True, ensure_ascii=False, separators=(",", ":")).encode()
