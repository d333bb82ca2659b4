"""Steps by word and sentence, in English, Chinese and mixtures."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.tui import steps

TEXTS = st.text(st.sampled_from("ab 中文标注。.!\n\r\u0301👩\u200dא'-3"), max_size=60)


def test_chinese_words_come_from_a_segmenter():
    text = "我喜欢标注相关性"
    assert [text[start:end] for start, end in steps.words(text, 0, len(text))] == ["我", "喜欢", "标注", "相关性"]


def test_words_keep_apostrophes_hyphens_and_decimals_and_leave_punctuation_out():
    text = "Dr. Quill's e-mail, 3.5 km (really)! 👩 ok"
    assert [text[start:end] for start, end in steps.words(text, 0, len(text))] == [
        "Dr",
        "Quill's",
        "e-mail",
        "3.5",
        "km",
        "really",
        "👩",
        "ok",
    ]


def test_word_steps_go_to_the_end_forwards_and_to_the_start_backwards():
    text = "alpha beta  gamma"
    assert steps.word_after(text, 0) == 5 and steps.word_after(text, 5) == 10 and steps.word_after(text, 17) == 17
    assert steps.word_before(text, 17) == 12 and steps.word_before(text, 12) == 6 and steps.word_before(text, 0) == 0


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("It rained. We stayed in! Why? Well…", ["It rained.", "We stayed in!", "Why?", "Well…"]),
        ("今天下雨。我们没出门！为什么？", ["今天下雨。", "我们没出门！", "为什么？"]),
        ('He said "no." Then 3.5 km on.', ['He said "no."', "Then 3.5 km on."]),
        ("Dr. Quill's test, e.g. for nuts, by J. Doe. Done.", ["Dr. Quill's test, e.g. for nuts, by J. Doe.", "Done."]),
        ("Mr. A. B. Lee met Mrs. Oh at 5 p.m. on Monday. It was late.", ["Mr. A. B. Lee met Mrs. Oh at 5 p.m. on Monday.", "It was late."]),
        ("Nüsse, z.B. Mandeln, z. B. gesalzen, d.h. nicht süß. Ende.", ["Nüsse, z.B. Mandeln, z. B. gesalzen, d.h. nicht süß.", "Ende."]),
        ("Is it vitamin C? Nuts etc... Done.", ["Is it vitamin C?", "Nuts etc...", "Done."]),
        ("first line\nsecond line\r\nthird", ["first line", "second line", "third"]),
    ],
)
def test_sentences(text, sentences):
    assert [text[slice(*steps.sentence_at(text, text.index(sentence)))] for sentence in sentences] == sentences


def test_sentence_steps_visit_every_sentence_in_both_directions():
    text = "One. Two. Three."
    ends, place = [], 0
    while place < len(text):
        place = steps.sentence_after(text, place)
        ends.append(place)
    starts = []
    while place > 0:
        place = steps.sentence_before(text, place)
        starts.append(place)
    assert ends == [4, 9, 16] and starts == [10, 5, 0]


@given(TEXTS)
def test_steps_always_advance_and_stay_inside(text):
    for offset in range(len(text) + 1):
        for after in (steps.word_after, steps.sentence_after):
            assert offset < after(text, offset) <= len(text) or offset == len(text) == after(text, offset)
        for before in (steps.word_before, steps.sentence_before):
            assert 0 <= before(text, offset) < offset or offset == 0 == before(text, offset)


@given(TEXTS)
def test_words_are_in_order_and_apart(text):
    found = list(steps.words(text, 0, len(text)))
    assert all(start < end for start, end in found)
    assert all(first[1] <= second[0] for first, second in pairwise(found))


def test_a_word_far_into_a_long_line_is_found():
    text = "word " * 50_000
    assert steps.word_after(text, 200_001) == 200_004 and steps.word_before(text, 200_003) == 200_000
