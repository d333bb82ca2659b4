"""What does not fit says so, and keys lead to the rest: the guideline, a long question, a long note."""

from pathlib import Path

import pytest

from tests.builders import EVIDENCE, RELEVANCE, a_dataset, a_passage, a_sample
from tests.tui.conftest import Driver

LONG = "这件事情到底应该怎么办才好呢？" * 12
SMALL = (60, 15)


@pytest.fixture
def wordy(tmp_path: Path) -> Path:
    """A question of 180 Chinese characters, and sixteen tags with boundaries."""
    tags = [{"id": f"tag-{number}", "name": f"Tag {number}", "boundaries": f"Where it is about {number}."} for number in range(16)]
    return a_dataset(
        tmp_path / "wordy",
        passages=[a_passage(f"p-{number}", f"Passage {number} begins here. " * 30) for number in range(6)],
        samples=[a_sample("q-1", [f"p-{number}" for number in range(6)], query=LONG)],
        facets={
            "relevance": RELEVANCE,
            "evidence": EVIDENCE,
            "dimensions": {"kind": "tags", "on": "sample", "registry": "dimensions.yaml", "min": 1},
        },
        registry={"dimensions": tags},
    )


def rows(d: Driver, pane: str) -> list[str]:
    """The rows of a pane, as they are read on the screen."""
    widget = d.screen.query_one(f"#{pane}")
    return [widget.render_line(y).text.strip() for y in range(widget.size.height)]


async def read_whole(d: Driver, pane: str) -> str:
    """Everything that is read in a pane from its beginning, line by line."""
    await d.do("guide_first")
    seen: list[str] = []
    for _ in range(80):
        await d.pilot.pause()
        seen += [row for row in rows(d, pane) if row not in seen]
        await d.do("guide_down")
    return "\n".join(seen)


@pytest.mark.parametrize(("size", "pane"), [((80, 24), "guide"), (SMALL, "guide"), ((120, 40), "side"), ((200, 50), "side")])
async def test_all_of_the_guideline_is_read_by_keys(size, pane, wordy, opened):
    async with opened(wordy, size=size) as d:
        await d.do("facet", *(["guideline"] if pane == "guide" else []), "next_area")
        assert d.app.focused.id == pane
        whole = await read_whole(d, pane)
        assert all(f"Where it is about {number}." in whole for number in range(16))
        await d.do("guide_last")
        await d.pilot.pause()
        assert any("about 15." in row for row in rows(d, pane))
        await d.do("guide_page_up", "guide_back")
        assert d.app.focused.id == "passages"


async def crowd(d: Driver, monkeypatch: pytest.MonkeyPatch, *, trouble: bool) -> None:
    """Have as many rows taken by other things as can be."""
    d.screen.tell("a sentence that takes two rows wherever it stands " * 5, stays=True)
    if trouble:
        monkeypatch.setattr(type(d.desk), "trouble", "NOT saved, and a reason that takes three rows where it stands " * 4)
        d.screen.show_status()
    await d.pilot.pause()
    assert d.screen.query_one("#message").size.height == 2


@pytest.mark.parametrize("trouble", [False, True], ids=["calm", "trouble"])
@pytest.mark.parametrize("size", [(80, 24), (80, 20), SMALL, (120, 15), (120, 20), (120, 24), (200, 50)])
async def test_every_row_of_the_passage_is_in_sight_whatever_is_said_below_it(size, trouble, wordy, opened, monkeypatch):
    async with opened(wordy, size=size) as d:
        await crowd(d, monkeypatch, trouble=trouble)
        passage = d.screen.passage
        assert passage.size.height >= 2 and passage.region.bottom <= d.screen.query_one("#sheet").region.y


@pytest.mark.parametrize("trouble", [False, True], ids=["calm", "trouble"])
@pytest.mark.parametrize("size", [(80, 24), (80, 20), SMALL])
async def test_the_guideline_has_rows_says_that_more_follows_and_leaves_the_passage_in_sight(size, trouble, wordy, opened, monkeypatch):
    async with opened(wordy, size=size) as d:
        await d.do("facet", "guideline")
        await crowd(d, monkeypatch, trouble=trouble)
        read = rows(d, "guide")
        assert len(read) >= 3 and read[-1].endswith("… Tab")
        assert "Passage 0 begins here." in "".join(rows(d, "passage")) and len(rows(d, "passage")) >= 2
        assert d.screen.query_one("#guide").region.bottom <= d.screen.query_one("#message").region.y
        await d.do("next_area", "guide_last")
        await d.pilot.pause()
        assert not rows(d, "guide")[-1].endswith("… Tab")


async def test_the_guideline_stays_that_of_where_one_came_from(wordy, opened):
    async with opened(wordy) as d:
        await d.do("guideline", "next_area")
        await d.pilot.pause()
        assert rows(d, "guide")[0].startswith("relevance")
        await d.do("next_area", "previous_area")
        await d.pilot.pause()
        assert rows(d, "guide")[0].startswith("evidence") and d.app.focused.id == "guide"
        await d.do("facet")
        await d.pilot.pause()
        assert rows(d, "guide")[0].startswith("dimensions")


async def test_samples_are_labelled_while_the_guideline_has_the_focus(wordy, opened):
    async with opened(wordy) as d:
        await d.do("guideline", "next_area", "digit_2", "next_passage")
        assert d.value("relevance", d.screen.documents[0].candidate) == 2


async def test_hiding_the_guideline_or_a_wider_window_takes_the_focus_back(wordy, opened):
    async with opened(wordy) as d:
        await d.do("guideline", "next_area", "guideline")
        assert d.app.focused.id == "passages"
        await d.do("guideline", "next_area")
        await d.pilot.resize_terminal(120, 40)
        await d.pilot.pause()
        assert d.app.focused.id == "passages"


@pytest.mark.parametrize("size", [(80, 24), SMALL])
async def test_a_long_question_says_so_and_is_read_whole_by_a_key(size, wordy, opened):
    async with opened(wordy, size=size) as d:
        assert rows(d, "question")[-1].endswith("… d")
        await d.do("question")
        await d.pilot.pause()
        assert LONG in d.picture().replace("\n", "").replace(" ", "")


async def test_a_question_that_fits_says_nothing_of_the_kind(dataset, opened):
    async with opened(dataset) as d:
        assert rows(d, "question") == ["What is 喜欢?"]


@pytest.mark.parametrize("note", ["all of it is unclear " * 20, "x" * 300])
async def test_a_long_note_says_that_more_follows(note, dataset, opened):
    async with opened(dataset, size=SMALL) as d:
        d.desk.write_note(note, more=False)
        d.screen.show_values()
        await d.pilot.pause()
        assert d.said("sheet").endswith("… e")
