"""Marks stay exact whatever is done to them."""

import pytest

from annotator.model.characters import trimmed
from annotator.model.facets.spans import inexact
from annotator.model.span import Span
from annotator.tui import marking


def span(text: str, words: str, tag: str | None = None) -> Span:
    start = text.index(words)
    return Span(start, start + len(words), words, tag)


def test_white_space_at_the_edges_is_left_out():
    assert trimmed("a Collé b", 1, 8) == (2, 7)
    assert trimmed("a　中文\t\r\n", 1, 7) == (2, 4)


def test_blank_stretches_are_no_mark():
    assert trimmed("a  b", 1, 3) is None
    assert marking.add((), "a  b", 1, 3, None) is None


def test_a_space_that_bears_a_mark_is_no_white_space_to_cut_at():
    text = "a \u0301b"
    assert trimmed(text, 0, 3) == (0, 3)


def test_a_mark_is_made_once():
    text = "alpha beta"
    marks = marking.add((), text, 0, 5, None)
    assert marks == (span(text, "alpha"),)
    assert marking.add(marks, text, 0, 6, None) is None


def test_touching_marks_are_two():
    marks = marking.add((span("abcdef", "abc"),), "abcdef", 3, 6, None)
    assert marks == (Span(0, 3, "abc"), Span(3, 6, "def"))


def test_an_edge_moves_and_keeps_the_tag():
    text = "alpha beta"
    old = span(text, "alpha", "T")
    assert marking.change((old,), text, old, 0, 10) == (Span(0, 10, "alpha beta", "T"),)
    assert marking.change((old,), text, old, 3, 3) is None
    assert marking.change((old,), text, old, 0, 6) is None


def test_a_split_trims_both_halves():
    text = "alpha beta"
    old = span(text, text)
    assert marking.split((old,), text, old, 6) == (Span(0, 5, "alpha"), Span(6, 10, "beta"))
    assert marking.split((old,), text, old, 5) == (Span(0, 5, "alpha"), Span(6, 10, "beta"))
    assert marking.split((old,), text, old, 0) is None


def test_marks_are_found_and_walked():
    text = "one two three"
    marks = (span(text, "one"), span(text, "two three"), span(text, "two"))
    assert marking.at(marks, 5) == span(text, "two")
    assert marking.at(marks, 9) == span(text, "two three")
    assert marking.at(marks, 3) == span(text, "one")
    ordered = tuple(sorted(marks, key=lambda mark: (mark.start, mark.end)))
    assert marking.following(ordered, 0) == span(text, "two")
    assert marking.following(ordered, 4) == span(text, "one")
    assert marking.following(ordered, 4, back=True) == span(text, "one")
    assert marking.following((), 0) is None


@pytest.mark.parametrize("text", ["\u202eabc\u202c d", "👩\u200d🚀 x", "مرحبا بك", "a\u2028b"])
def test_marks_of_odd_texts_are_exact(text):
    marks = marking.add((), text, 0, len(text), None)
    assert marks is not None
    assert [inexact(mark, text) for mark in marks] == [None]
