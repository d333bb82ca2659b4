"""Rows tile a text exactly, whatever is in it, and begin between grapheme clusters."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.model.characters import on_boundary
from annotator.tui.rows import HangingRows, Rows

PIECES = st.sampled_from(
    ["a", "word ", " ", "  ", "\t", "\n", "\r", "\r\n", "中文", "。", "e\u0301", "\u0301", "👩\u200d🚀", "🇨🇳", "🇨", "\u202e", "א", "\u200d", "\x1b", "\ud800", "长" * 9, "x" * 30]
)  # fmt: skip
TEXTS = st.lists(PIECES, max_size=40).map("".join)


def laid(text: str, width: int) -> Rows:
    rows = Rows(text, width)
    rows.reach_offset(len(text))
    return rows


@given(TEXTS, st.integers(2, 40))
def test_rows_and_cells_tile_the_text(text, width):
    rows = laid(text, width)
    place = 0
    for row in range(len(rows)):
        start, end = rows.bounds(row)
        assert start == place
        for cell in rows.cells(row):
            assert cell.start == place
            place = cell.end
        assert place == end
    assert rows.done and place == len(text)


@given(TEXTS, st.integers(2, 40))
def test_every_edge_of_a_cell_and_no_other_offset_is_a_boundary(text, width):
    rows = laid(text, width)
    edges = {0, len(text)} | {cell.end for row in range(len(rows)) for cell in rows.cells(row)}
    assert edges == {offset for offset in range(len(text) + 1) if on_boundary(text, offset)}


@given(TEXTS, st.integers(8, 40))
def test_a_row_fits_its_width_but_for_a_space_or_line_end_behind_it(text, width):
    rows = laid(text, width)
    for row in range(len(rows)):
        found = rows.cells(row)
        used = sum(cell.width for cell in found)
        assert used <= width + 1 or len(found) == 1


@given(TEXTS, st.integers(2, 40), st.data())
def test_an_offset_and_its_column_lead_back_to_each_other(text, width, data):
    rows = laid(text, width)
    offset = rows.snapped(data.draw(st.integers(0, len(text))), up=False)
    row = rows.row_of(offset)
    assert rows.bounds(row)[0] <= offset <= rows.bounds(row)[1]
    cell = rows.at_column(row, rows.column_of(offset))
    assert cell is None or cell.start == offset


@given(TEXTS, st.integers(2, 40))
def test_walking_by_character_visits_every_boundary(text, width):
    rows = laid(text, width)
    forth, place = [0], 0
    while place < len(text):
        place = rows.after(place)
        forth.append(place)
    back = [place]
    while place > 0:
        place = rows.before(place)
        back.append(place)
    assert forth == back[::-1] == [offset for offset in range(len(text) + 1) if on_boundary(text, offset)]


def test_lines_end_at_lf_cr_and_crlf_only():
    rows = laid("a\r\nb\rc\nd\u2028e\x0bf\x85g", 40)
    assert [rows.text[slice(*rows.bounds(row))] for row in range(len(rows))] == ["a\r\n", "b\r", "c\n", "d\u2028e\x0bf\x85g"]


def test_a_text_that_ends_in_a_line_end_has_an_empty_row_after_it():
    assert len(laid("a\n", 10)) == 2 and len(laid("a", 10)) == 1 and len(laid("", 10)) == 1


def parted(text: str, width: int, kind: type[Rows] = Rows) -> list[str]:
    """The rows as texts, each behind what is left free before it."""
    rows = kind(text, width)
    rows.reach_offset(len(text))
    return [" " * rows.indent(row) + text[slice(*rows.bounds(row))] for row in range(len(rows))]


@pytest.mark.parametrize(
    ("text", "width", "rows"),
    [
        # The full stop does not fit, so that the character before it goes along, and so it does with more than one sign.
        ("喜欢标注相关性。好", 14, ["喜欢标注相关", "性。好"]),
        ("喜欢标注相关》。”好", 12, ["喜欢标注相", "关》。”好"]),
        ("喜欢标注相ab，好", 12, ["喜欢标注相", "ab，好"]),
        ("喜欢 abcdefghi，好", 12, ["喜欢 ", "abcdefghi，", "好"]),
        # A word that fills the row gives its last character; a row of nothing else gives none.
        ("abcdefghijklmn。好", 14, ["abcdefghijklm", "n。好"]),
        ("。。。。。。。。。", 14, ["。。。。。。。", "。。"]),
        # Where the sign stands behind a space, it closes nothing.
        ("abcdefg … hij", 8, ["abcdefg ", "… hij"]),
    ],
)
def test_no_row_begins_with_what_closes_the_one_before(text, width, rows):
    assert parted(text, width) == rows


@given(
    st.lists(st.sampled_from(["喜", "欢", "，", "。", "”", ")", ",", "a", "word", " ", "👩\u200d🚀", "e\u0301", "\n"]), max_size=60).map(
        "".join
    ),
    st.integers(8, 30),
)
def test_a_row_begins_with_a_closing_sign_only_where_nothing_can_go_along(text, width):
    rows = laid(text, width)
    for row in range(1, len(rows)):
        start, end = rows.bounds(row)
        before = text[slice(*rows.bounds(row - 1))]
        if end > start and text[start] in "，。”),":
            # A line end or a space stands before it, or the row before has no character to give but its first.
            assert before[-1] in " \n" or not before[1:].strip("，。”),") or len(rows.cells(row - 1)) == 1


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("  s F2    submit the label\nn", ["  s F2    submit the ", "          label\n", "n"]),
        ("3 answers it in full and more", ["3 answers it in full ", "  and more"]),
        ("  Body and sleep, and how to rest", ["  Body and sleep, and ", "  how to rest"]),
        ("Skills also: knowing, being able", ["Skills also: knowing, ", "  being able"]),
        # A column further right than half the width would leave no room.
        ("  a very long name  of it", ["  a very long name  ", "          of it"]),
    ],
)
def test_what_goes_on_with_a_line_stands_under_its_words(text, rows):
    assert parted(text, 21, HangingRows) == rows


@given(TEXTS, st.integers(2, 40))
def test_hanging_rows_tile_the_text_and_fit_their_width(text, width):
    rows = HangingRows(text, width)
    rows.reach_offset(len(text))
    assert "".join(text[slice(*rows.bounds(row))] for row in range(len(rows))) == text
    for row in range(len(rows)):
        assert rows.indent(row) + sum(cell.width for cell in rows.cells(row)) <= rows.width + 1 or len(rows.cells(row)) == 1 or width < 8


def test_only_what_is_looked_at_is_laid_out():
    rows = Rows("word " * 200_000, 78)
    rows.reach_row(40)
    assert 40 < len(rows) < 60 and not rows.done


def test_words_are_kept_whole_where_they_fit():
    rows = laid("the quick brown fox", 10)
    assert [rows.text[slice(*rows.bounds(row))] for row in range(len(rows))] == ["the quick ", "brown fox"]


class ByCluster(Rows):
    """Rows that are never broken in a faster way than cluster by cluster."""

    def _end_of_row(self, start: int, width: int) -> int:
        return self._end_by_cluster(start, width)


@given(st.lists(st.sampled_from(["a", "bb ", "word ", "\n", "\r\n", "\r", "喜", "\t", " ", "e\u0301", "longlongword"])), st.integers(2, 15))
def test_rows_are_broken_fast_where_they_would_be_broken_slowly(parts, width):
    fast, slow = Rows("".join(parts), width), ByCluster("".join(parts), width)
    fast.reach_offset(len(fast.text))
    slow.reach_offset(len(slow.text))
    assert fast.starts == slow.starts
