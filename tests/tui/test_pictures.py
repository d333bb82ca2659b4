"""The screen as plain text at three sizes, and what is on disk while it looks like that.

RENEW_SNAPSHOTS=1 writes tests/snapshots anew; read the difference before committing it.
"""

import os
import re
from pathlib import Path

import pytest

from tests.builders import PEOPLE, a_dataset, a_passage, a_sample
from tests.tui.conftest import Driver

SNAPSHOTS = Path(__file__).resolve().parents[1] / "snapshots"
SIZES = [(80, 24), (120, 40), (200, 50)]
ODD = "Tab\there, \x1b[31mred\x1b[0m, \u202eright\u202c, [bold]markup[/bold], e\u0301, 👩\u200d🚀, 🇨🇳, שלום עולם.\r\nSecond line 喜欢标注。"


@pytest.fixture
def odd(tmp_path: Path) -> Path:
    """One sample with text of every kind."""
    return a_dataset(
        tmp_path / "odd",
        people=PEOPLE,
        passages=[a_passage("p-1", ODD, title="Odd [b]title\x1b[2J"), a_passage("p-2", "Plain.")],
        samples=[a_sample("q-1", query="What \x1b]52;c;eA==\x07 is [/] this?", context={"channel": "c\x9b1"})],
    )


def as_kept(picture: str) -> str:
    """The picture without what differs from run to run."""
    return re.sub(r"sha256 [0-9a-f]{12}", "sha256 ············", picture) + "\n"


def compare(name: str, picture: str) -> None:
    """Hold the picture to the one that is kept."""
    path = SNAPSHOTS / f"{name}.txt"
    if os.environ.get("RENEW_SNAPSHOTS"):
        path.write_text(as_kept(picture), "utf-8")
    assert as_kept(picture) == path.read_text("utf-8")


async def begin(d: Driver) -> None:
    """As it opens."""


async def marking(d: Driver) -> None:
    """A mark, and a selection that is being made."""
    await d.do("digit_3", "take_word", "mark", "move_word_right", "move_word_right", "hold", "move_word_right")


async def tags(d: Driver) -> None:
    """The tags with a filter."""
    await d.do("tags", "tag_1")
    await d.type("he")


async def note(d: Driver) -> None:
    """A note that is being written."""
    await d.do("note")
    await d.type("unclear 3")


async def incomplete(d: Driver) -> None:
    """A label that was not taken."""
    await d.do("digit_0", "submit")


async def guide(d: Driver) -> None:
    """The guideline beside or below the passage."""
    await d.do("guideline")


async def keys(d: Driver) -> None:
    """The help."""
    await d.do("help")


async def queue(d: Driver) -> None:
    """The queue."""
    await d.do("digit_1", "queue")


SCENES = [begin, marking, tags, note, incomplete, guide, keys, queue]


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.__name__)
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
async def test_the_screen_looks_as_it_is_kept(scene, size, dataset, opened):
    async with opened(dataset, size=size) as d:
        await scene(d)
        await d.pilot.pause()
        compare(f"{scene.__name__}-{size[0]}x{size[1]}", d.picture())
        assert not (dataset / "labels").exists()


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
async def test_odd_text_is_shown_whole_and_harmless(size, odd, opened):
    async with opened(odd, size=size) as d:
        picture = d.picture()
        compare(f"odd-{size[0]}x{size[1]}", picture)
        assert not [c for c in picture if c < " " and c != "\n"]
        assert "[bold]markup[/bold]" in picture and "is [/] this?" in picture and "␛[31m" in picture and "‹RLO›" in picture


async def test_colour_says_nothing_that_words_do_not(dataset, opened, monkeypatch):
    async with opened(dataset) as d:
        await marking(d)
        with_colour = d.picture()
    (dataset / ".annotator").rename(dataset.parent / "put-aside")
    monkeypatch.setenv("NO_COLOR", "1")
    async with opened(dataset) as d:
        await marking(d)
        assert d.picture() == with_colour
        assert d.app.no_color


@pytest.mark.parametrize("theme", ["dark", "light", "contrast", "terminal"])
async def test_every_theme_draws_the_same_words(theme, dataset, opened):
    async with opened(dataset, theme=theme) as d:
        compare("begin-80x24", d.picture())
        assert d.app.theme == theme


async def test_a_small_terminal_keeps_the_passage_in_sight(dataset, opened):
    async with opened(dataset, size=(80, 24)) as d:
        await d.do("digit_3", "take_word", "mark")
        await d.pilot.resize_terminal(60, 15)
        await d.pilot.pause()
        assert "Alpha beta gamma." in d.picture() and d.marked() == ["Alpha"]
        compare("small-60x15", d.picture())
        await d.pilot.resize_terminal(80, 24)
        await d.pilot.pause()
        assert d.marked() == ["Alpha"] and d.screen.passage.size.height > 3
