"""Spans: one documented unit, code points, half-open and exact. The names say which report of another tool a test is about."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from wcwidth import iter_graphemes

from annotator.model.characters import on_boundary
from annotator.model.facets.kind import Misfit
from annotator.model.facets.spans import Spans
from annotator.model.span import Span

FACET = Spans(kind="spans", on="candidate")
FIREMEN = "👨🏻\u200d🚒 firemen drive firetrucks"


def a_span(start: int, end: int, text: str, **more: Any) -> dict[str, Any]:
    return {"start": start, "end": end, "text": text, **more}


def taken(text: str, start: int, end: int, quote: str) -> bool:
    return FACET.parse([a_span(start, end, quote)], text) == (Span(start, end, quote),)


@pytest.mark.parametrize(
    "text, start, end, quote",
    [
        pytest.param("💩ok", 1, 3, "ok", id="doccano-2290 offsets are code points, not UTF-16"),
        pytest.param("💩This is an annotation.", 12, 22, "annotation", id="label-studio-1347 text begins with an emoji"),
        pytest.param(FIREMEN, 19, 29, "firetrucks", id="V11 joined emoji before the word"),
        pytest.param("ab👩\u200d🚒cd", 5, 7, "cd", id="V11 seven code points"),
        pytest.param("ab👩\u200d🚒cd", 2, 5, "👩\u200d🚒", id="V11 the joined emoji whole"),
        pytest.param("De\u0301partement de Me\u0301decine", 0, 12, "De\u0301partement", id="V11 decomposed accents count two"),
        pytest.param("Département de Médecine", 0, 11, "Département", id="V11 composed accents count one"),
        pytest.param("cafe\u0301 x", 0, 5, "cafe\u0301", id="doccano-2264 the accent belongs to the letter"),
        pytest.param("مرحبا بك", 6, 8, "بك", id="label-studio-2007 arabic, last word"),
        pytest.param("abc עברית def", 4, 9, "עברית", id="YEDDA-12 mixed directions"),
        pytest.param("a\U00020000b𠮷c", 2, 4, "b𠮷", id="brat-1115 CJK extension B"),
        pytest.param("第一行\n第二行", 4, 6, "第二", id="brat-1359 chinese after a line end"),
        pytest.param("John loves Mary.\r\nHe married her.", 18, 20, "He", id="anafora-17 CR LF are two code points"),
        pytest.param("John loves Mary.\r\nHe married her.", 29, 32, "her", id="anafora-17 CR LF, second span"),
        pytest.param("twelve chars", 6, 9, " ch", id="doccano-transformer-17 half-open marks three characters"),
        pytest.param("ab", 0, 2, "ab", id="the whole text"),
        pytest.param("a\nb\u2028c", 0, 5, "a\nb\u2028c", id="brat-1162 line ends inside"),
        pytest.param("Collé ", 0, 6, "Collé ", id="a blank that was meant is kept"),
        pytest.param("\ufeffab", 1, 3, "ab", id="inception-4791 a BOM inside a text counts one"),
    ],
)
def test_exact_span_is_taken(text: str, start: int, end: int, quote: str):
    assert taken(text, start, end, quote)


@pytest.mark.parametrize(
    "text, start, end, quote, why",
    [
        pytest.param(
            "💩ok", 2, 4, "ok", "span [2,4) lies outside the text of 3 code points", id="argilla-5729 UTF-16 offsets past the end"
        ),
        pytest.param(
            "💩This is an annotation.",
            13,
            23,
            "annotation",
            "span [13,23) quotes 'annotation', but the text there is 'nnotation.'",
            id="argilla-5729 UTF-16 offsets, both strings shown",
        ),
        pytest.param(
            "x word y", 2, 7, "word", "span [2,7) quotes 'word', but the text there is 'word '", id="doccano-1360 a blank too much"
        ),
        pytest.param(
            "مرحبا بك", 6, 9, "بك", "span [6,9) lies outside the text of 8 code points", id="label-studio-2007 end beyond the text"
        ),
        pytest.param("abc", 1, 1, "", "span [1,1) is empty", id="dkpro-statistics-13 empty"),
        pytest.param("abc", 2, 1, "", "span [2,1) is empty", id="turned round"),
        pytest.param("abc", -1, 1, "a", "span [-1,1) lies outside the text of 3 code points", id="negative"),
        pytest.param("", 0, 1, "a", "span [0,1) lies outside the text of 0 code points", id="no text"),
        pytest.param("a  b", 1, 3, "  ", "span [1,3) marks only white space", id="inception-2758 blank only"),
        pytest.param("a\n\u3000b", 1, 3, "\n\u3000", "span [1,3) marks only white space", id="inception-2758 wide blank only"),
        pytest.param(
            "cafe\u0301 x",
            0,
            4,
            "cafe",
            "span [0,4) cuts through a character at 4 (an accent, emoji or line end belongs to it)",
            id="doccano-2264 letter without its accent",
        ),
        pytest.param(
            FIREMEN,
            0,
            2,
            "👨🏻",
            "span [0,2) cuts through a character at 2 (an accent, emoji or line end belongs to it)",
            id="half a joined emoji",
        ),
        pytest.param(
            "a\r\nb",
            0,
            2,
            "a\r",
            "span [0,2) cuts through a character at 2 (an accent, emoji or line end belongs to it)",
            id="CR without its LF",
        ),
        pytest.param(
            "🇩🇪🇫🇷",
            1,
            3,
            "🇪🇫",
            "span [1,3) cuts through a character at 1 (an accent, emoji or line end belongs to it)",
            id="across two flags",
        ),
        pytest.param(
            "Me\u0301decine",
            0,
            9,
            "Médecine",
            "span [0,9) quotes 'Médecine', but the text there is 'Me\u0301decine'",
            id="V11 never normalised in silence",
        ),
        pytest.param("abc", 0, 1, "A", "span [0,1) quotes 'A', but the text there is 'a'", id="another case"),
    ],
)
def test_inexact_span_is_refused_in_words(text: str, start: int, end: int, quote: str, why: str):
    with pytest.raises(Misfit) as caught:
        FACET.parse([a_span(start, end, quote)], text)
    assert str(caught.value) == why


@pytest.mark.parametrize(
    "raw, why",
    [
        ("ab", "'ab' is not a list of spans"),
        ({"start": 0}, "is not a list of spans"),
        ([[0, 1]], "is not a span"),
        ([{"start": 0, "end": 1}], "is not a span"),
        ([a_span(0, 1, "a", colour="red")], "is not a span"),
        ([a_span(0, 1, "a", tag="x")], "span tag 'x' is not one of none"),
        ([{"start": 0.0, "end": 1, "text": "a"}], "0.0 is not a whole number"),
        ([{"start": False, "end": 1, "text": "a"}], "False is not a whole number"),
        ([{"start": 0, "end": 1, "text": 1}], "its text is not a string"),
        ([{"start": 0, "end": 1, "text": None}], "its text is not a string"),
        ([{"start": 0, "end": 1, "text": ["a"]}], "its text is not a string"),
    ],
)
def test_what_is_no_span_is_refused(raw: Any, why: str):
    with pytest.raises(Misfit, match=why):
        FACET.parse(raw, "abc")


def test_there_must_be_a_text_to_mark_in():
    assert FACET.parse([], None) == ()
    with pytest.raises(Misfit, match="there is no text"):
        FACET.parse([a_span(0, 1, "a")], None)


def test_touching_spans_are_two_and_in_order():
    spans = FACET.parse([a_span(2, 4, "cd"), a_span(0, 2, "ab")], "abcd")
    assert spans == (Span(0, 2, "ab"), Span(2, 4, "cd"))


def test_identical_stacked_spans_of_one_reviewer_are_one():
    spans = FACET.parse([a_span(0, 2, "ab"), a_span(0, 2, "ab")], "abcd")
    assert spans == (Span(0, 2, "ab"),)


def test_the_order_of_marking_makes_no_disagreement():
    one = FACET.parse([a_span(2, 4, "cd"), a_span(0, 2, "ab")], "abcd")
    other = FACET.parse([a_span(0, 2, "ab"), a_span(2, 4, "cd")], "abcd")
    assert FACET.settled([one, other]) == one
    assert FACET.settled([one, ()]) is None
    assert FACET.settled([(), ()]) == ()


def test_spans_with_tags_need_one_of_them():
    facet = Spans(kind="spans", on="candidate", tags=("who", "what"))
    assert facet.parse([a_span(0, 1, "a", tag="who")], "ab") == (Span(0, 1, "a", "who"),)
    with pytest.raises(Misfit, match="needs one of the tags who, what"):
        facet.parse([a_span(0, 1, "a")], "ab")
    with pytest.raises(Misfit, match="span tag 'why' is not one of who, what"):
        facet.parse([a_span(0, 1, "a", tag="why")], "ab")
    with pytest.raises(Misfit, match="is not one of who, what"):
        facet.parse([a_span(0, 1, "a", tag=["who"])], "ab")


def test_what_is_stored_is_read_back_the_same():
    stored = [{"start": 0, "end": 2, "text": "ab"}, {"start": 3, "end": 4, "text": "c"}]
    assert FACET.plain(FACET.parse(stored, "ab c")) == stored


ALPHABET = st.sampled_from("aé\u0301\u200d👩🚒🏻🇩🇪\r\n \u200b中한ᄀ\u1161\u11a8\U00020000\u0915\u094d\u0937ב،\ufe0f\u0e33")
TEXTS = st.lists(ALPHABET, max_size=30).map("".join)


@given(TEXTS)
def test_a_cut_is_allowed_exactly_between_grapheme_clusters(text: str):
    edges, at = {0}, 0
    for cluster in iter_graphemes(text):
        at += len(cluster)
        edges.add(at)
    assert {offset for offset in range(len(text) + 1) if on_boundary(text, offset)} == edges


@given(TEXTS, st.data())
def test_every_stretch_between_clusters_survives_a_round_trip(text: str, data: st.DataObject):
    edges = [offset for offset in range(len(text) + 1) if on_boundary(text, offset)]
    start, end = sorted((data.draw(st.sampled_from(edges)), data.draw(st.sampled_from(edges))))
    quote = text[start:end]
    if start == end or quote.isspace():
        return
    (span,) = FACET.parse([a_span(start, end, quote)], text)
    assert (span.start, span.end, text[span.start : span.end]) == (start, end, quote)
