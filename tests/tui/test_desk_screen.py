"""The maintainer's desk: what it shows, where it leads, and every key of it and of the gold review."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from annotator.curate.adjudication import Bench
from annotator.curate.workspace import Workspace
from annotator.model.status import Status
from annotator.tui.keymap import KEYS
from annotator.tui.screens.panels import AskPanel, HelpPanel
from tests.builders import PEOPLE, promoted
from tests.tui.desks import Driver, at_desk
from tests.tui.disputes import decisions, make
from tests.tui.test_pictures import compare

Look = Callable[[Driver], Any]
Steps = list[tuple[str, Look, Any]]
QUOTAS = {"kind": {"secret": 0.9, "open": 0.1}}


@pytest.fixture
def dataset(tmp_path: Path) -> Path:
    """q-1 and q-3 open, q-2 gold-candidate; dan is reviewer and maintainer; a quota that does not hold."""
    root = make(tmp_path / "set", people={**PEOPLE, "dan": {"roles": ["reviewer", "maintainer"]}}, quotas=QUOTAS)
    return promoted(root, "q-2", to=Status.CANDIDATE)


async def test_the_page_tells_where_the_set_stands(dataset):
    async with at_desk(dataset, size=(120, 40)) as d:
        wanted = (
            "2 draft · 1 gold-candidate · 0 gold",
            "adjudicate",
            "carol 2",
            "q-1, q-3",
            "alice",
            "kind   secret",
            "NO",
            "kappa-quadratic",
            "worst tags",
            "alice: the same marked words on 3 samples: q-1, q-2, q-3",
        )
        assert [words for words in wanted if words not in d.text] == []
        assert d.said("status").split()[-1] == Workspace(dataset).dataset.sha256()[:12]


async def test_what_is_suspicious_is_not_shown_to_others(dataset):
    async with at_desk(dataset, "alice") as d:
        assert "to look at" not in d.text
        await d.do("desk_review")
        assert d.said().startswith("alice is not a maintainer")
        await d.do("desk_adjudicate")
        assert d.said().startswith("alice is not an adjudicator")
        await d.do("desk_label")
        assert d.area == "passages"
        await d.do("quit")
        assert d.area == "desk"


async def test_adjudicating_from_the_desk_and_back(dataset):
    async with at_desk(dataset) as d:
        before = d.said("status").split()[-1]
        await d.do("desk_adjudicate")
        assert d.area == "adjudication"
        await d.do("take_1", "take_1", "take_1", "save", "dispute_leave")
        assert d.area == "desk"
        assert d.said("status").split()[-1] != before
        assert "to gold-candidate" in d.text and "carol 1" in d.text
    assert len(decisions(dataset)) == 2


async def test_a_place_that_is_not_taken_is_left(dataset, monkeypatch):
    left: list[str] = []
    real = Bench.leave

    def leave(bench: Bench) -> None:
        left.append(bench.person)
        real(bench)

    monkeypatch.setattr(Bench, "leave", leave)
    monkeypatch.setattr(Bench, "first", lambda bench: None)
    async with at_desk(dataset) as d:
        await d.do("desk_adjudicate")
        assert d.said() == "nothing waits for adjudication by you"
        assert left == ["carol"]


async def test_labelling_from_the_desk_is_kept(dataset):
    async with at_desk(dataset, "dan") as d:
        await d.do("desk_label")
        assert d.said() == "nothing waits for a label of yours"
        await d.do("desk_review", "review_leave")
        assert d.area == "desk"


KEYS_AT_THE_DESK: Steps = [
    ("desk_down", lambda d: d.app.screen.query_one("#page").scroll_y, 1),
    ("desk_up", lambda d: d.app.screen.query_one("#page").scroll_y, 0),
    ("desk_page_down", lambda d: d.app.screen.query_one("#page").scroll_y > 5, True),
    ("desk_page_up", lambda d: d.app.screen.query_one("#page").scroll_y, 0),
    ("desk_last", lambda d: d.app.screen.query_one("#page").scroll_y == d.app.screen.query_one("#page").max_scroll_y > 5, True),
    ("desk_first", lambda d: d.app.screen.query_one("#page").scroll_y, 0),
    ("desk_theme", lambda d: d.app.theme, "light"),
    ("desk_help", lambda d: type(d.app.screen), HelpPanel),
    ("help_done", lambda d: d.area, "desk"),
    ("desk_label", lambda d: d.said(), "carol is no reviewer, author or judge of small; dataset.yaml lists who is"),
    ("desk_confirm", lambda d: d.said(), "no single label waits for you to confirm it"),
    ("desk_adjudicate", lambda d: d.area, "adjudication"),
    ("dispute_leave", lambda d: d.area, "desk"),
    ("desk_review", lambda d: d.area, "review"),
    ("review_down", lambda d: d.app.screen.query_one("#page").scroll_y, 1),
    ("review_up", lambda d: d.app.screen.query_one("#page").scroll_y, 0),
    ("review_page_down", lambda d: d.app.screen.query_one("#page").scroll_y > 5, True),
    ("review_page_up", lambda d: d.app.screen.query_one("#page").scroll_y, 0),
    ("review_last", lambda d: d.app.screen.query_one("#page").scroll_y == d.app.screen.query_one("#page").max_scroll_y > 5, True),
    ("review_first", lambda d: d.app.screen.query_one("#page").scroll_y, 0),
    ("review_theme", lambda d: d.app.theme, "contrast"),
    ("review_help", lambda d: type(d.app.screen), HelpPanel),
    ("help_done", lambda d: d.area, "review"),
    ("review_next", lambda d: d.said(), "this is the last sample"),
    ("review_previous", lambda d: d.said(), "this is the first sample"),
    ("review_no", lambda d: type(d.app.screen), AskPanel),
    ("ask_drop", lambda d: d.area, "review"),
    ("review_back", lambda d: type(d.app.screen), AskPanel),
    ("ask_drop", lambda d: d.area, "review"),
    ("review_yes", lambda d: d.said(), "saved: gold-candidate → gold; n goes on"),
    ("review_leave", lambda d: d.area, "desk"),
    ("desk_leave", lambda d: d.app._exit, True),
]


async def test_each_key_does_what_it_says(dataset):
    async with at_desk(dataset) as d:
        for number, (id_, look, wanted) in enumerate(KEYS_AT_THE_DESK):
            await d.do(id_)
            assert look(d) == wanted, f"step {number}: {id_}"


def test_no_key_of_the_table_is_left_out():
    assert {entry.id for entry in KEYS if entry.area in {"desk", "review"}} <= {id_ for id_, _, _ in KEYS_AT_THE_DESK}


@pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=lambda size: f"{size[0]}x{size[1]}")
async def test_the_desk_looks_as_it_is_kept(size, dataset):
    async with at_desk(dataset, size=size) as d:
        compare(f"desk-{size[0]}x{size[1]}", d.picture())
