"""Characters of spans: united, half-open, counted once."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.evaluate.context import overlap, united

SPANS = st.lists(st.tuples(st.integers(0, 40), st.integers(0, 40)).map(sorted).map(tuple), max_size=8)


@pytest.mark.parametrize(
    ("spans", "expected"),
    [
        ([(50, 150), (120, 220)], [(50, 220)]),
        ([(0, 10), (2, 3)], [(0, 10)]),
        ([(0, 5), (5, 9)], [(0, 9)]),
        ([(4, 4), (7, 9)], [(7, 9)]),
        ([(7, 9), (0, 2)], [(0, 2), (7, 9)]),
        ([], []),
    ],
)
def test_spans_are_united(spans, expected):
    assert united(spans) == expected


def test_overlapping_chunks_count_each_character_once():
    # Gold [100,200), chunks [50,150) and [120,220): 170 characters returned, 100 of them wanted.
    found = overlap({"d": [(100, 200)]}, {"d": [(50, 150), (120, 220)]})
    assert (found.recall, found.precision) == (1.0, 100 / 170)
    twice = overlap({"d": [(100, 200)]}, {"d": [(50, 150), (50, 150)]})
    assert (twice.recall, twice.precision) == (0.5, 0.5)


def test_equal_words_elsewhere_are_not_a_hit():
    assert overlap({"a": [(0, 5)]}, {"b": [(0, 5)]}) == (5, 5, 0)


def test_nothing_returned_is_zero_and_no_error():
    assert (overlap({"a": [(0, 5)]}, {}).recall, overlap({"a": [(0, 5)]}, {}).precision) == (0.0, 0.0)


@given(SPANS, SPANS)
def test_counts_are_those_of_sets_of_characters(gold, found):
    wanted, returned = ({at for start, end in spans for at in range(start, end)} for spans in (gold, found))
    assert overlap({"d": gold}, {"d": found}) == (len(wanted), len(returned), len(wanted & returned))
