"""In the queue no key touches the sample behind it; a number leads to its sample; signs and empty lists are explained."""

from pathlib import Path

import pytest

from tests.builders import EVIDENCE, RELEVANCE, a_dataset, a_passage, a_sample
from tests.tui.conftest import Driver
from tests.tui.test_label_screen import records

SIZES = [(80, 24), (60, 15), (120, 40), (200, 50)]


@pytest.fixture
def many(tmp_path: Path) -> Path:
    """Thirty samples that ask for evidence."""
    return a_dataset(
        tmp_path / "many",
        passages=[a_passage("p-1", "Alpha beta gamma."), a_passage("p-2", "Short.")],
        samples=[a_sample(f"q-{number}", query=f"What about {number}?") for number in range(30)],
        facets={"relevance": RELEVANCE, "evidence": EVIDENCE},
    )


def row(d: Driver) -> int:
    """The number of the sample at the cursor of the queue."""
    return d.desk.list.place(d.screen.queue.samples[d.screen.queue.cursor]) + 1


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
async def test_no_key_in_the_queue_changes_the_sample_behind_it(size, many, opened):
    async with opened(many, size=size) as d:
        await d.do("queue", "queue_down", "queue_down")
        for id_ in ("digit_3", "rest", "submit", "skip", "delete", "note", "tags", "clear", "undo", "facet", "next_sample", "take_word"):
            await d.do(id_)
            assert (d.app.focused.id, len(d.app.screen_stack)) == ("queue", 1), id_
        assert d.desk.sheet.values == {} and records(many) == [] and d.screen.on_desk.place == 0


async def test_a_number_goes_to_its_sample_as_it_grows(many, opened):
    async with opened(many) as d:
        await d.do("queue", "to_1")
        assert (row(d), d.said()) == (1, "to sample 1")
        await d.do("to_7")
        assert (row(d), d.said()) == (17, "to sample 17")
        await d.do("to_5")
        assert (row(d), d.said()) == (17, "there is no sample 175; they go from 1 to 30")
        await d.do("to_2", "queue_down", "to_2")
        assert row(d) == 2
        await d.do("to_4", "queue_open")
        assert (d.screen.on_desk.place, d.app.focused.id, d.desk.sheet.values) == (23, "passages", {})


async def test_leaving_the_queue_ends_a_number(many, opened):
    async with opened(many) as d:
        await d.do("queue", "to_1", "queue_back", "queue", "to_2")
        assert row(d) == 2


async def test_a_number_that_the_filter_hides_is_said_to_be_hidden(many, opened):
    async with opened(many) as d:
        await d.do("next_sample", "digit_0", "queue", "queue_filter", "queue_filter", "to_1")
        assert (row(d), d.said()) == (2, "sample 1 is not among these")
        await d.do("queue_first", "to_2")
        assert (row(d), d.said()) == (2, "to sample 2")


async def test_a_sample_is_opened_by_its_number_from_anywhere(many, opened):
    async with opened(many) as d:
        await d.do("passages_enter", "go_to")
        await d.pilot.press("3", "1", "enter")
        assert "a whole number from 1 to 30 is wanted" in d.picture()
        await d.pilot.press("backspace", "0", "enter")
        assert (d.screen.on_desk.place, d.app.focused.id) == (29, "passages")


async def test_the_bottom_line_of_the_queue_tells_of_numbers_and_not_of_submitting(many, opened):
    async with opened(many) as d:
        await d.do("queue")
        await d.pilot.pause()
        assert "1 7 goes to 17" in d.said("keys") and "submit" not in d.said("keys")


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
async def test_every_sign_of_the_queue_is_explained_under_it(size, many, opened):
    async with opened(many, size=size) as d:
        await d.do("queue")
        await d.pilot.pause()
        for words in ("· waiting", "… unfinished", "✓ labelled", "– skipped", "! stale", "× closed"):
            assert words in d.picture()


async def test_filters_are_called_by_the_words_of_the_signs_and_an_empty_one_says_so(many, opened):
    async with opened(many) as d:
        await d.do("queue")
        seen = []
        for _ in range(6):
            await d.do("queue_filter")
            seen.append(d.said("queue-title"))
        assert seen == [
            "queue: waiting 30",
            "queue: unfinished 0",
            "queue: skipped 0",
            "queue: stale 0",
            "queue: labelled 0",
            "queue: all 30",
        ]
        await d.do("queue_filter", "queue_filter")
        await d.pilot.pause()
        assert "none is unfinished; c shows others" in d.picture()


async def test_labelled_samples_are_those_that_are_not_skipped(many, opened):
    async with opened(many) as d:
        await d.do("skip")
        await d.type("vague")
        await d.do("ask_done", "digit_0", "digit_0", "submit", "queue", *["queue_filter"] * 5)
        assert (d.said("queue-title"), row(d)) == ("queue: labelled 1", 2)


async def test_a_search_without_an_answer_says_so_and_its_title_fits_a_small_terminal(many, opened):
    async with opened(many, size=(60, 15)) as d:
        await d.do("search")
        await d.pilot.pause()
        assert "search: words of the question, or group=value; empty: all" in d.picture()
        await d.type("nothing")
        await d.do("ask_done")
        await d.pilot.pause()
        assert "none answers; Esc clears the search" in d.picture()


async def test_what_was_said_of_the_sample_is_not_said_in_the_queue(many, opened):
    async with opened(many) as d:
        await d.do("digit_3")
        assert d.said().startswith("now mark the evidence")
        await d.do("queue")
        assert d.said() == ""
