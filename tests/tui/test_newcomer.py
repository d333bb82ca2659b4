"""What a newcomer at 80x24 stumbled over: each is seen on the screen, and on disk where it is kept."""

from pathlib import Path

import pytest

from tests.builders import DIMENSIONS, PEOPLE, a_dataset, a_passage, a_sample
from tests.tui.test_label_screen import records

NINE = ["Tea", "Walks", "Sleep", "Bread", "Music", "Rain", "Trains", "Moss", "Ice"]


def small(root: Path, **facets: dict) -> Path:
    """Two samples of one passage with the facets named."""
    return a_dataset(
        root,
        people=PEOPLE,
        passages=[a_passage("p-1", "Alpha beta gamma.")],
        samples=[a_sample("q-1", ["p-1"], query="Which one?"), a_sample("q-2", ["p-1"], query="Which other?")],
        facets=facets,
        registry={"dimensions": [{"id": name.lower(), "name": name} for name in NINE]} if "dimensions" in facets else None,
    )


@pytest.fixture
def nine(tmp_path: Path) -> Path:
    """Nine tags, of which six rows are on the screen."""
    return small(tmp_path / "nine", dimensions=DIMENSIONS)


async def test_a_digit_takes_the_bar_to_its_tag_and_scrolls_it_into_sight(nine, opened):
    async with opened(nine) as d:
        await d.do("tags")
        assert "3   Sleep" in d.picture() and "8   Moss" not in d.picture()
        await d.do("tag_8")
        assert "▸ 8 ✓ Moss" in d.picture() and d.value("dimensions") == ["moss"]
        await d.do("tag_1")
        assert "▸ 1 ✓ Tea" in d.picture()


async def test_enter_right_after_a_digit_is_done_and_untakes_nothing(nine, opened):
    async with opened(nine) as d:
        await d.do("tags")
        assert "Enter take" in d.picture()
        await d.do("tag_9")
        assert "Enter done" in d.picture() and "Enter take" not in d.picture()
        await d.do("tags_take")
        assert d.app.screen is d.screen and d.value("dimensions") == ["ice"]
        await d.do("tags", "tag_8", "tags_down")
        assert "Enter take" in d.picture()
        await d.do("tags_take")
        assert d.value("dimensions") == ["moss"] and d.app.screen is not d.screen


async def test_a_digit_of_a_tag_that_the_filter_hides_shows_all_tags_again(nine, opened):
    async with opened(nine) as d:
        await d.do("tags")
        await d.type("tea")
        await d.do("tag_7")
        assert "▸ 7 ✓ Trains" in d.picture() and "type to filter" in d.picture()


async def test_after_a_refused_label_t_opens_the_tags_and_digits_take_them(nine, opened):
    async with opened(nine) as d:
        await d.do("submit")
        assert "NOT submitted: dimensions: 0 tags, at least 1 wanted; press t for the tags" in d.picture()
        assert "filter:" not in d.picture() and not (nine / "labels").exists()
        await d.pilot.press("t")
        assert "type to filter" in d.picture()
        await d.do("tags_done", "digit_4", "submit")
        assert [record["values"] for record in records(nine)] == [{"dimensions": ["bread"]}]


async def test_what_is_missing_names_the_key_that_the_person_chose(nine, opened):
    async with opened(nine, keys={"tags": "f9"}) as d:
        assert "F9 tags" in d.picture().splitlines()[-1]
        await d.do("submit")
        assert d.said() == "NOT submitted: dimensions: 0 tags, at least 1 wanted; press F9 for the tags"


@pytest.mark.parametrize(("size", "rows"), [((80, 24), 2), ((80, 23), 2), ((60, 15), 2), ((60, 24), 4), ((120, 40), 4)])
async def test_the_words_of_every_grade_are_seen_where_there_are_rows_for_them(size, rows, tmp_path, opened):
    scale = ["has nothing to do with it", "touches upon the subject", "substantially answers the question", "answers all of it, fully"]
    grade = {"kind": "grade", "on": "candidate", "scale": {str(n): said for n, said in enumerate(scale)}}
    root = small(tmp_path / "wordy", relevance=grade)
    async with opened(root, size=size) as d:
        picture = d.picture()
        assert [f"{n} {said}" in picture for n, said in enumerate(scale)] == [True, True, size != (60, 15), size != (60, 15)]
        assert d.screen.query_one("#legend").size.height == rows and " 1/1 Alpha beta gamma." in picture
        assert ("…" in picture.splitlines()[2]) is (size == (60, 15))
        await d.pilot.resize_terminal(80, 24)
        await d.pilot.pause()
        assert f"3 {scale[3]}" in d.picture()


@pytest.mark.parametrize("width", [79, 80, 81, 82, 83])
async def test_words_that_end_at_the_edge_are_not_cut(width, tmp_path, opened):
    scale = {"0": "not relevant", "1": "useful supporting evidence", "2": "substantially answers it", "3": "directly answers"}
    root = small(tmp_path / "edge", relevance={"kind": "grade", "on": "candidate", "scale": scale})
    first = "relevance 0 not relevant  1 useful supporting evidence  2 substantially answers it"
    async with opened(root, size=(width, 24)) as d:
        rows = d.picture().splitlines()[1:3]
        assert rows == (
            [first, "3 directly answers"] if width >= len(first) else [first[:54], "2 substantially answers it  3 directly answers"]
        )


async def test_the_bottom_line_offers_no_marks_and_tags_where_there_are_none(tmp_path, dataset, opened):
    root = small(tmp_path / "bare", register={"kind": "choice", "on": "sample", "values": {"formal": "as in a letter", "plain": "talk"}})
    async with opened(root, size=(200, 50)) as d:
        for enter in (None, "next_area"):
            await d.do(*[enter] if enter else [])
            offered = d.picture().splitlines()[-1]
            assert "s submit" in offered
            assert not [word for word in ("mark", "tags", "edges", "rest lowest") if word in offered], offered
    async with opened(dataset, size=(200, 50)) as d:
        offered = d.picture().splitlines()[-1]
        assert "Enter mark words" in offered and "t tags" in offered and "z rest lowest" in offered


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_the_queue_says_how_a_search_is_cleared_and_esc_clears_it_first(size, nine, opened):
    async with opened(nine, size=size) as d:
        await d.do("search")
        await d.type("nothing like it at all")
        await d.do("ask_done", "queue_open", "previous_area", "queue")
        title, bottom = d.picture().splitlines()[0], d.picture().splitlines()[-1]
        assert ' all "noth' in title and " 0  Esc clears" in title and "Esc clear search" in bottom
        await d.do("queue_back")
        assert d.said("queue-title") == "queue: all 2"
        assert d.app.focused.id == "queue" and "Which other?" in d.picture() and "Esc back" in d.picture()
        await d.do("queue_back")
        assert d.app.focused.id == "passage"
