"""Rows tile a text exactly, whatever is in it, and begin between grapheme clusters."""

from hypothesis import given
from hypothesis import strategies as st

from annotator.model.characters import on_boundary
from annotator.tui.rows import Rows

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


def test_only_what_is_looked_at_is_laid_out():
    rows = Rows("word " * 200_000, 78)
    rows.reach_row(40)
    assert 40 < len(rows) < 60 and not rows.done


def test_words_are_kept_whole_where_they_fit():
    rows = laid("the quick brown fox", 10)
    assert [rows.text[slice(*rows.bounds(row))] for row in range(len(rows))] == ["the quick ", "brown fox"]


class ByCluster(Rows):
    """Rows that are never broken in a faster way than cluster by cluster."""

    def _end_of_row(self, start: int) -> int:
        return self._end_by_cluster(start)


@given(st.lists(st.sampled_from(["a", "bb ", "word ", "\n", "\r\n", "\r", "喜", "\t", " ", "e\u0301", "longlongword"])), st.integers(2, 15))
def test_rows_are_broken_fast_where_they_would_be_broken_slowly(parts, width):
    fast, slow = Rows("".join(parts), width), ByCluster("".join(parts), width)
    fast.reach_offset(len(fast.text))
    slow.reach_offset(len(slow.text))
    assert fast.starts == slow.starts
