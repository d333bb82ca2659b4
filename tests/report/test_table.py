"""Tables: they keep to the width, cannot steer a terminal, and cannot be run by a spreadsheet."""

from __future__ import annotations

import csv
import io

import pytest

from annotator.model.figure import Figure
from annotator.report.table import Column, Table, cell_text, csv_cell, csv_text, interval_text, markdown_text, short, value_text
from annotator.report.width import fill, paragraph, shown, width_of


def a_table(*rows: tuple[str | int | float | None, ...]) -> Table:
    return Table((Column("name"), Column("n", "right")), rows, title="Title", notes=("a note",))


def test_plain_aligns_names_left_and_numbers_right() -> None:
    assert a_table(("ab", 7), ("c", 123)).plain().splitlines() == [
        "Title",
        "name    n",
        "----  ---",
        "ab      7",
        "c     123",
        "a note",
    ]


def test_wide_characters_count_two_cells() -> None:
    lines = a_table(("知识点", 1), ("abcdef", 2)).plain().splitlines()
    assert lines[3] == "知识点  1"
    assert width_of(lines[3]) == width_of(lines[4]) == 9


def test_no_line_is_wider_than_asked_and_nothing_is_lost() -> None:
    table = a_table(("one two three four five six seven eight nine ten 中文字符也要换行" * 3, 1), ("z" * 100, 2))
    lines = table.plain(40).splitlines()
    assert max(width_of(line) for line in lines) <= 40
    assert "".join("".join(lines).split()).count("z") == 100


def test_a_word_is_broken_only_where_nothing_else_makes_the_line_fit() -> None:
    table = Table((Column("name"), Column("found")), (("evidence_survives_restart", "four of seven failed, and more besides"),))
    assert table.plain(40).splitlines() == [
        "name                       found",
        "-------------------------  -------------",
        "evidence_survives_restart  four of seven",
        "                           failed, and",
        "                           more besides",
    ]
    assert max(width_of(line) for line in table.plain(24).splitlines()) <= 24


def test_a_row_with_too_few_cells_is_refused() -> None:
    with pytest.raises(ValueError, match="a row of 1 cells stands under 2 columns"):
        a_table(("alone",))


@pytest.mark.parametrize("hostile", ["\x1b]52;c;QUJD\x07", "\u202eabc", "\x9b31m", "a\x00b", "\U000e0041", "\ud800"])
def test_text_cannot_steer_the_terminal(hostile: str) -> None:
    text = a_table((hostile, 1)).plain()
    assert not any(character in text for character in "\x1b\x07\u202e\x9b\x00\U000e0041\ud800")
    assert "\ufffd" in text


def test_markup_of_others_is_only_text() -> None:
    assert shown("[/]boom") == "[/]boom"
    assert markdown_text("a|b\n<img>") == "a\\|b \\<img\\>"
    assert a_table(("a|b", 1)).markdown().splitlines()[-3:] == ["| a\\|b | 1 |", "", "a note"]


@pytest.mark.parametrize("formula", ["=HYPERLINK(1)", "+1", "-1.5", "@x", "\tx", "\rx", "\nx", "＝1+1", "－1", "  =1", "\u3000=1"])
def test_csv_text_that_looks_like_a_formula_is_guarded(formula: str) -> None:
    assert csv_cell(formula) == "'" + formula


def test_csv_keeps_numbers_as_numbers_and_reads_back() -> None:
    text = csv_text(["name", "n"], [('say "hi", 好', -1.5), ("=x", None)])
    assert text.splitlines()[1] == '"say ""hi"", 好",-1.5'
    assert list(csv.reader(io.StringIO(text))) == [["name", "n"], ['say "hi", 好', "-1.5"], ["'=x", ""]]


def test_figures_are_words_where_there_is_no_number() -> None:
    assert value_text(Figure(0.5, 4)) == "0.500"
    assert value_text(Figure.none("no shared item")) == "undefined"
    assert interval_text(Figure(0.5, 4, 0.25, 1.0)) == "0.250 to 1.000"
    assert interval_text(Figure(0.5, 1)) == "-"


def test_cells_are_read_as_people_write_them() -> None:
    assert [cell_text(cell) for cell in (None, True, False, 7, 0.25, "a\tb")] == ["-", "yes", "no", "7", "0.250", "a b"]
    assert [csv_cell(cell) for cell in (None, True, False, 7, 0.25)] == ["", "true", "false", 7, 0.25]


def test_short_marks_what_it_cut() -> None:
    assert short("知识点教学", 6) == "知识…"
    assert short("abc", 6) == "abc"


def test_fill_gives_one_line_for_nothing() -> None:
    assert fill("", 10) == [""]
    assert fill("ab cd", 2) == ["ab", "cd"]


def test_a_paragraph_keeps_to_the_width_and_cannot_steer_the_terminal() -> None:
    assert paragraph("note: one two\x1b[31m three", 12) == "note: one\ntwo\ufffd[31m\nthree"
