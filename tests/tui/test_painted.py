"""What is sent for a frame, held to a terminal that takes it."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from textual._compositor import ChopsUpdate, LayoutUpdate
from textual.geometry import Region, Size
from textual.strip import Strip

from annotator.tui.painted import Look, Painted, turn
from tests.tui.emulated import Emulated

WIDTH, HEIGHT = 24, 3
STYLES = [
    Style.parse(words) for words in ("none", "white on blue", "bold white on blue", "red on blue", "underline", "reverse red", "on red")
]
texts = st.text(alphabet="ab  喜欢é👩", max_size=9).map(lambda text: text.replace("é", "e\u0301"))
rows = st.lists(st.tuples(texts, st.sampled_from(STYLES)), max_size=4)
frames = st.lists(st.lists(rows, min_size=HEIGHT, max_size=HEIGHT), min_size=1, max_size=4)


def console() -> Console:
    return Console(color_system="256", force_terminal=True)


def strip(parts: list[tuple[str, Style]]) -> Strip:
    """The parts, cut and filled to the width of the screen."""
    return Strip([Segment(text, style) for text, style in parts]).adjust_cell_length(WIDTH, STYLES[1])


def whole(strips: list[Strip]) -> LayoutUpdate:
    return LayoutUpdate([[one] for one in strips], Region(0, 0, WIDTH, HEIGHT))


def seen(data: str) -> Emulated:
    terminal = Emulated(WIDTH, HEIGHT)
    terminal.feed(data.encode())
    return terminal


@settings(max_examples=300, deadline=None)
@given(frames)
def test_after_any_frames_the_terminal_shows_the_last_one(drawn):
    painted, terminal = Painted(), Emulated(WIDTH, HEIGHT)
    for frame in drawn:
        strips = [strip(parts) for parts in frame]
        terminal.feed(painted.difference(whole(strips), console()).encode())
        assert terminal.rows == seen(whole(strips).render_segments(console()).replace("\n", "")).rows


def test_what_stands_already_is_not_sent_again():
    painted, strips = Painted(), [strip([("one", STYLES[1])]), strip([("two", STYLES[2])]), strip([])]
    assert "one" in painted.difference(whole(strips), console())
    assert painted.difference(whole(strips), console()) == ""


def test_only_the_part_that_changed_is_sent_with_one_style():
    painted = Painted()
    painted.difference(whole([strip([("a word and another", STYLES[0])])] * HEIGHT), console())
    changed = whole([strip([("a WORD and another", STYLES[0])]), *[strip([("a word and another", STYLES[0])])] * 2])
    assert painted.difference(changed, console()) == "\x1b[1;3HWORD"


def test_a_part_of_the_screen_leaves_the_rest_as_it_stands():
    painted, terminal = Painted(), Emulated(WIDTH, HEIGHT)
    terminal.feed(painted.difference(whole([strip([("one two", STYLES[0])])] * HEIGHT), console()).encode())
    chops: list[dict[int, Strip | None]] = [{0: None, 4: None}, {0: None, 4: Strip([Segment("six", STYLES[3])])}, {0: None, 4: None}]
    part = ChopsUpdate(chops, [(1, 4, 6)], [[4, 7]] * HEIGHT)
    terminal.feed(painted.difference(part, console()).encode())
    assert [line.rstrip() for line in terminal.text().splitlines()] == ["one two", "one sio", "one two"]


def test_once_forgotten_everything_is_sent():
    painted, strips = Painted(), [strip([("one", STYLES[1])])] * HEIGHT
    assert painted.forget() is False
    first = painted.difference(whole(strips), console())
    assert painted.forget() is True
    assert painted.difference(whole(strips), console()) == first


@pytest.mark.parametrize(
    ("old", "new", "sent"),
    [
        (Look(), Look(), ""),
        (Look(fore="31"), Look(("1",), "31"), "\x1b[1m"),
        (Look(("1",), "31", "44"), Look((), "31", "44"), "\x1b[0;31;44m"),
        (Look(fore="38;5;1", back="48;5;2"), Look(fore="38;5;9", back="48;5;2"), "\x1b[38;5;9m"),
        (Look(fore="38;5;1", back="48;5;2"), Look(), "\x1b[0m"),
        (Look(fore="38;5;1", back="48;5;2"), Look(fore="38;5;1"), "\x1b[49m"),
    ],
)
def test_a_turn_of_style_says_only_what_is_new(old, new, sent):
    assert turn(old, new) == sent


def test_looks_follow_one_another_without_what_was_before():
    looks = [Look(), Look(("1", "4"), "31", "44"), Look(("4",), "32"), Look((), "", "44"), Look()]
    for old, new in pairwise(looks):
        terminal = Emulated(2, 1)
        terminal.feed((turn(Look(), old) + "x" + turn(old, new) + "y").encode())
        alone = Emulated(2, 1)
        alone.feed(("x" + turn(Look(), new) + "y").encode())
        assert terminal.rows[0][1] == alone.rows[0][1]


def test_a_frame_larger_than_the_terminal_spoils_no_row_that_is_painted_later():
    painted, terminal = Painted(), Emulated(WIDTH - 4, HEIGHT - 1)
    size = Size(WIDTH - 4, HEIGHT - 1)
    late = [strip([(text * WIDTH, STYLES[1])]) for text in ("a", "b", "c")]
    terminal.feed(painted.difference(whole(late), console(), size).encode())
    assert terminal.text().split() == ["a" * (WIDTH - 4), "b" * (WIDTH - 4)]
    fitting = LayoutUpdate([[one.crop(0, WIDTH - 4)] for one in late[:2]], Region(0, 0, WIDTH - 4, HEIGHT - 1))
    assert painted.difference(fitting, console(), size) == ""
