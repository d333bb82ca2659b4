"""Identifiers: what may name a sample, a person, a digest, a moment."""

from datetime import UTC, datetime, timedelta, timezone

import pytest
from pydantic import TypeAdapter, ValidationError

from annotator.model.names import FacetName, Id, Person, Sha256, Time, Version, Words, report_stamp, session_stamp, session_start, time_text

IDS = TypeAdapter(Id)
PEOPLE = TypeAdapter(Person)


@pytest.mark.parametrize("text", ["q-001", "notes#3", "007", "a/b", "问题一", "é", "💩", "../x", "x" * 256, "مرحبا"])
def test_id_is_taken_as_it_is(text: str):
    assert IDS.validate_python(text) == text


@pytest.mark.parametrize(
    "text, why",
    [
        ("", "at least 1 character"),
        ("x" * 257, "at most 256 characters"),
        ("q 1", "U\\+0020"),
        ("q\t1", "U\\+0009"),
        ("q\n1", "U\\+000A"),
        ("q1\n", "U\\+000A"),
        ("q\u00a01", "U\\+00A0"),
        ("q\u30001", "U\\+3000"),
        ("q\u20281", "U\\+2028"),
        ("q\x1b[2J", "U\\+001B"),
        ("q\x00", "U\\+0000"),
        ("q\x9b", "U\\+009B"),
        ("q\u202egnp", "U\\+202E"),
        ("q\u200f", "U\\+200F"),
        ("q\u2066", "U\\+2066"),
        ("q\u200b", "U\\+200B"),
        ("q\ufeff", "U\\+FEFF"),
        ("q\ue000", "U\\+E000"),
        ("e\u0301", "NFC"),
        ("\u212b", "NFC"),
    ],
)
def test_id_is_refused_with_the_character(text: str, why: str):
    with pytest.raises(ValidationError, match=why):
        IDS.validate_python(text)


def test_id_is_no_number():
    with pytest.raises(ValidationError, match="valid string"):
        IDS.validate_python(7, strict=True)


@pytest.mark.parametrize("text", ["a", "alice", "0", "a.b_c-d", "a" * 63, "console", "com10", "a.con"])
def test_person_is_taken(text: str):
    assert PEOPLE.validate_python(text) == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        ".",
        "..",
        "../bob",
        "/etc",
        "a/b",
        "a\\b",
        "a\x00",
        "alice\n",
        " alice",
        "Alice",
        "-rf",
        "~root",
        "a" * 64,
        "álice",
        "a b",
        "%2e%2e",
        "..%2f",
    ],
)
def test_person_that_could_leave_the_folder_or_fool_a_reader_is_refused(text: str):
    with pytest.raises(ValidationError):
        PEOPLE.validate_python(text)


@pytest.mark.parametrize("text", ["con", "nul", "com1", "lpt9", "aux.old", "prn."])
def test_a_person_is_no_device(text: str):
    with pytest.raises(ValidationError, match=f"'{text}' is the name of a device on some systems; choose another"):
        PEOPLE.validate_python(text)


@pytest.mark.parametrize(
    ("text", "fits"),
    [
        ("1.0.0", True),
        ("2026-11", True),
        ("1.0+a", True),
        (f"{'9' * 31}.{'9' * 31}", True),
        (f"{'9' * 31}.{'9' * 30}.9", False),
        ("", False),
        (".1", False),
        ("1..0", False),
        ("1/0", False),
    ],
)
def test_a_version_is_a_plain_name_of_a_folder(text: str, fits: bool):
    if fits:
        assert TypeAdapter(Version).validate_python(text) == text
    else:
        with pytest.raises(ValidationError):
            TypeAdapter(Version).validate_python(text)


@pytest.mark.parametrize("text", ["0" * 63, "0" * 65, "A" * 64, "0" * 64 + "\n", "", "d41d8cd98f00b204e9800998ecf8427e"])
def test_digest_is_64_lower_case_hexadecimal_digits(text: str):
    with pytest.raises(ValidationError):
        TypeAdapter(Sha256).validate_python(text)


@pytest.mark.parametrize("text", ["relevance", "a", "no_answer-2"])
def test_facet_name_is_taken(text: str):
    assert TypeAdapter(FacetName).validate_python(text) == text


@pytest.mark.parametrize("text", ["", "Relevance", "0", "a b", "a\n", "../a"])
def test_facet_name_is_refused(text: str):
    with pytest.raises(ValidationError):
        TypeAdapter(FacetName).validate_python(text)


@pytest.mark.parametrize(
    "text",
    [
        "2026-11-30T05:09:00",
        "2026-11-30 05:09:00Z",
        "2026-11-30T05:09:00+01:00",
        "2026-11-30T05:09:00.5Z",
        "2026-13-30T05:09:00Z",
        "2026-02-30T05:09:00Z",
        "2026-11-30T25:09:00Z",
        "２０２６-11-30T05:09:00Z",
    ],
)
def test_time_is_utc_to_the_second_and_exists(text: str):
    with pytest.raises(ValidationError):
        TypeAdapter(Time).validate_python(text)


def test_a_reason_is_not_empty_and_not_endless():
    words = TypeAdapter(Words)
    assert words.validate_python("x" * 10_000)
    for text in ("", " \n\u3000", "x" * 10_001):
        with pytest.raises(ValidationError):
            words.validate_python(text)


def test_moments_are_written_in_utc_whatever_zone_they_came_in():
    moment = datetime(2026, 11, 30, 6, 9, 0, 999_999, timezone(timedelta(hours=1)))
    assert time_text(moment) == "2026-11-30T05:09:00Z"
    assert session_stamp(moment) == "20261130T050900Z"
    assert report_stamp(moment) == "2026-11-30T05-09-00-999Z"
    assert report_stamp(datetime(2026, 10, 29, 11, 33, 36, tzinfo=UTC)) == "2026-10-29T11-33-36-000Z"
    assert session_start("20261130T050900Z-1f2e3d4c") == datetime(2026, 11, 30, 5, 9, tzinfo=UTC)
