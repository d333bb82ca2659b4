"""What a terminal is given: nothing that steers it, nothing hidden, and columns that nobody disputes."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from wcwidth import wcwidth

from annotator.tui.shown import Safe, cells, copyable, drawn_as, shown, stand_ins

PIECES = st.sampled_from(
    [
        "a", "Z", " ", "0", ".", "\t", "\n", "\r", "\r\n", "\x00", "\x1b", "\x07", "\x7f", "\x85", "\x9b", "中", "文", "。", "　", "é", "e\u0301",
        "\u0301", "\u200b", "\u200c", "\u200d", "\u200e", "\u202e", "\u2066", "\u2028", "\ufeff", "\u00ad", "\U000e0041", "\U000e007f", "\ud800",
        "\udfff", "👩", "🚀", "👩\u200d🚀", "👍🏽", "❤\ufe0f", "1\ufe0f\u20e3", "🇨🇳", "🇨", "א", "ب", "क\u094d\u0937\u093f", "한", "\u1100\u1161", "\u3164",
        "\U0001fae9", "\ue000", "\ufffe", "[bold]", "[@click=app.quit]x[/]", "]8;;http://evil.example\x1b\\",
    ]
)  # fmt: skip
TEXTS = st.lists(PIECES, max_size=40).map("".join)


def steers(text: str) -> list[str]:
    """The characters of `text` that a terminal acts on or hides."""
    return [c for c in text if unicodedata.category(c) in {"Cc", "Cf", "Cs", "Zl", "Zp", "Cn"}]


@given(TEXTS)
def test_cells_tile_the_text_and_draw_nothing_that_steers(text):
    found = list(cells(text, 0, len(text)))
    assert [cell.start for cell in found[1:]] == [cell.end for cell in found[:-1]]
    assert not text or (found[0].start == 0 and found[-1].end == len(text))
    for cell in found:
        assert steers(cell.text) == []
        assert cell_len(cell.text) == cell.width > 0
        assert sum(wcwidth(c) for c in cell.text) == cell.width


@given(TEXTS)
def test_a_row_of_cells_takes_the_columns_of_its_cells(text):
    found = list(cells(text, 0, len(text)))
    assert cell_len("".join(cell.text for cell in found)) == sum(cell.width for cell in found)


@given(TEXTS, st.integers(0, 30))
def test_a_label_fits_its_columns_and_is_on_one_line(text, size):
    drawn = shown(text, size)
    assert cell_len(drawn) <= size
    assert steers(drawn) == []


@pytest.mark.parametrize(
    ("cluster", "drawn"),
    [
        ("\x1b", "␛"),
        ("\x7f", "␡"),
        ("\x9b", "‹009B›"),
        ("\u202e", "‹RLO›"),
        ("\u200b", "‹ZWSP›"),
        ("\ufeff", "‹BOM›"),
        ("\ud800", "‹D800›"),
        ("\u00a0", "␣"),
        ("\r", "␍"),
        ("👩\u200d🚀", "👩+🚀"),
        ("👍🏽", "👍▒"),
        ("❤\ufe0f", "❤"),
        ("1\ufe0f\u20e3", "‹1›"),
        ("🇨🇳", "CN"),
        ("🇨", "‹C›"),
        ("\u0301", "◌\u0301"),
        ("e\u0301", "e\u0301"),
        ("中", "中"),
        ("🏴\U000e0067\U000e0062\U000e007f", "🏴‹gb›"),
    ],
)
def test_stand_ins_are_visible(cluster, drawn):
    assert drawn_as(cluster)[0] == drawn


def test_a_tab_reaches_to_the_next_stop():
    assert [cell.width for cell in cells("\ta\tabc\t", 0, 7)] == [4, 1, 3, 1, 1, 1, 1]


def test_stand_ins_are_explained_with_offsets_in_code_points():
    assert stand_ins("a💩\u202eb", 9) == [(2, "‹RLO›", "U+202E RIGHT-TO-LEFT OVERRIDE")]


def test_a_long_mark_pile_is_cut_and_counted():
    assert drawn_as("e" + "\u0301" * 9) == ("e" + "\u0301" * 3 + "‹+6›", 5, True)


@given(TEXTS)
def test_the_gate_lets_no_control_code_and_no_link_through(text):
    segments = Safe().apply([Segment(text, Style(link="http://evil.example"))], Color(0, 0, 0))
    assert [c for c in "".join(segment.text for segment in segments) if unicodedata.category(c) in {"Cc", "Cs", "Zl", "Zp"}] == []
    assert not any("\u202a" <= c <= "\u202e" or "\u2066" <= c <= "\u2069" for segment in segments for c in segment.text)
    assert all(segment.style is None or not segment.style.link for segment in segments)


def test_what_is_copied_holds_no_control_code_but_line_ends():
    assert copyable("a\x1b]52;c;x\x07\tb\nc\u202e") == "a]52;c;x\tb\nc"
