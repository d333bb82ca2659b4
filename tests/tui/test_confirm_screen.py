"""Confirming single labels by keys: what the page shows, every key of it, and what is on disk after each answer."""

from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from annotator.cli.main import main
from annotator.curate.verify import verify
from annotator.curate.workspace import Workspace
from annotator.store.dataset import utc_now
from annotator.tui.keymap import KEYS
from annotator.tui.screens.panels import AskPanel, HelpPanel
from tests.builders import EVIDENCE, PEOPLE, RELEVANCE, a_dataset, a_passage, a_sample, labelled, ticking
from tests.tui.desks import Driver, at_desk
from tests.tui.disputes import decisions
from tests.tui.test_pictures import compare

TEXT = "Green tea wants 80 °C, two minutes."
VALUES: dict[str, Any] = {"relevance": {"p-1": 3, "p-2": 0}, "evidence": {"p-1": [{"start": 16, "end": 21, "text": "80 °C"}], "p-2": []}}
MIA = {**PEOPLE, "mia": {"roles": ["maintainer"]}}


def make(root: Path, clock: Callable[[], datetime] = utc_now, **workflow: Any) -> Path:
    """Three samples of which each needs one label and one confirmation; alice has labelled two, bob one."""
    a_dataset(
        root,
        passages=[a_passage("p-1", TEXT, title="Tea"), a_passage("p-2", "Short.")],
        samples=[a_sample(f"q-{n}", query="How hot for green tea?") for n in (1, 2, 3)],
        facets={"relevance": RELEVANCE, "evidence": EVIDENCE},
        people=MIA,
        workflow={"overlap": 0.0, **workflow},
    )
    labelled(root, "alice", {"q-1": VALUES, "q-2": VALUES}, note="the words themselves", clock=clock)
    return labelled(root, "bob", {"q-3": VALUES}, clock=clock)


@pytest.fixture
def dataset(tmp_path: Path) -> Path:
    return make(tmp_path / "set")


def said(root: Path) -> list[tuple[str, str, str | None]]:
    return [(line["op"], line["sample"], line["reason"]) for line in decisions(root)]


async def test_the_page_shows_the_single_label_and_not_whose_it_is(dataset):
    async with at_desk(dataset, first="confirm") as d:
        assert d.said("title") == "1/3 q-1  does this label hold?"
        wanted = ("How hot for green tea?", "the label", "3 answers", "“80 °C”", "note: the words themselves", "nothing yet", TEXT)
        assert [words for words in wanted if words not in d.text] == []
        assert "alice" not in d.picture() and "bob" not in d.picture()


async def test_yes_confirms_and_no_with_a_reason_leaves_it_draft(dataset):
    async with at_desk(dataset, first="confirm") as d:
        shas = [d.said("status").split()[-1]]
        await d.do("confirm_yes")
        assert d.said() == "saved: confirmed; n goes on, 2 left"
        shas.append(d.said("status").split()[-1])
        await d.do("confirm_yes")
        assert d.said().startswith("it is decided already")
        await d.do("confirm_next", "confirm_no", "ask_done")
        assert len(decisions(dataset)) == 1
        await d.type("the title only")
        await d.do("ask_done")
        assert d.said() == "saved: not confirmed, it stays draft; n goes on, 1 left"
        shas.append(d.said("status").split()[-1])
        assert len(set(shas)) == 3
    assert said(dataset) == [("confirm", "q-1", None), ("unsettled", "q-2", "the title only")]
    accounts = Workspace(dataset).accounts
    assert (accounts["q-1"].next, accounts["q-1"].resolution.rule) == ("promote", "confirmed")
    assert (accounts["q-2"].next, accounts["q-2"].resolution.unsettled) == ("none", True)
    assert verify(dataset).findings == []


async def test_deciding_it_anew_leads_to_adjudication_and_back(dataset):
    async with at_desk(dataset, first="confirm") as d:
        await d.do("confirm_back")
        assert d.area == "adjudication" and "0 disputed" in d.picture()
        await d.do("point_first", "own", "value_0", "save")
        assert d.said().startswith("NOT saved: evidence of passage 1")
        await d.do("point_first", "own", "value_2", "save")
        await d.type("it is in part")
        await d.do("ask_done", "dispute_leave")
        assert d.area == "confirm" and "it is in part" in d.text
    assert said(dataset) == [("adjudicate", "q-1", "it is in part")]
    assert Workspace(dataset).accounts["q-1"].next == "promote"


async def test_its_writer_is_not_asked_unless_the_workflow_allows_it_later(tmp_path):
    root = make(tmp_path / "set")
    async with at_desk(root, "alice") as d:
        await d.do("desk_confirm")
        assert d.said("title") == "1/1 q-3  does this label hold?"
        await d.do("confirm_no")
        await d.type("no")
        await d.do("ask_done")
        assert "alice is not an adjudicator" in d.said()
        await d.do("confirm_yes", "confirm_leave", "desk_confirm")
        assert d.said() == "no single label waits for you to confirm it; 2 wait for someone else"


@pytest.mark.parametrize("labelled_at, waiting", [("2026-11-30T05:00:00Z", "1/1 q-3"), ("2026-11-30T04:00:00Z", "1/3 q-1")])
async def test_where_the_workflow_allows_it_the_same_person_confirms_an_hour_later(tmp_path, labelled_at, waiting):
    root = make(tmp_path / "set", ticking(labelled_at), same_person_after="1h")
    # At the desk it is nine minutes past five.
    async with at_desk(root, "alice") as d:
        await d.do("desk_confirm")
        assert d.said("title").startswith(waiting)


async def test_what_changed_meanwhile_is_shown_and_nothing_saved(dataset):
    async with at_desk(dataset, first="confirm") as d:
        labelled(dataset, "alice", {"q-1": {**VALUES, "relevance": {"p-1": 1, "p-2": 0}}})
        await d.do("confirm_yes")
        assert d.said().startswith("NOT saved: it changed while it was open")
        assert "1 supports" in d.text
        await d.do("confirm_yes")
        assert d.said().startswith("saved: confirmed")


Look = Callable[[Driver], Any]
KEYS_OF_IT: list[tuple[str, Look, Any]] = [
    ("desk_confirm", lambda d: d.area, "confirm"),
    ("confirm_down", lambda d: d.app.screen.query_one("#page").scroll_y, 1),
    ("confirm_up", lambda d: d.app.screen.query_one("#page").scroll_y, 0),
    ("confirm_page_down", lambda d: d.app.screen.query_one("#page").scroll_y > 2, True),
    ("confirm_page_up", lambda d: d.app.screen.query_one("#page").scroll_y, 0),
    ("confirm_last", lambda d: d.app.screen.query_one("#page").scroll_y == d.app.screen.query_one("#page").max_scroll_y > 2, True),
    ("confirm_first", lambda d: d.app.screen.query_one("#page").scroll_y, 0),
    ("confirm_theme", lambda d: d.app.theme, "light"),
    ("confirm_help", lambda d: type(d.app.screen), HelpPanel),
    ("help_done", lambda d: d.area, "confirm"),
    ("confirm_next", lambda d: d.said("title").split()[0], "2/3"),
    ("confirm_previous", lambda d: d.said("title").split()[0], "1/3"),
    ("confirm_previous", lambda d: d.said(), "this is the first sample"),
    ("confirm_no", lambda d: type(d.app.screen), AskPanel),
    ("ask_drop", lambda d: d.area, "confirm"),
    ("confirm_back", lambda d: d.area, "adjudication"),
    ("dispute_leave", lambda d: d.area, "confirm"),
    ("confirm_yes", lambda d: d.said(), "saved: confirmed; n goes on, 2 left"),
    ("confirm_leave", lambda d: d.area, "desk"),
]


async def test_each_key_does_what_it_says(dataset):
    async with at_desk(dataset, size=(80, 16)) as d:
        for number, (id_, look, wanted) in enumerate(KEYS_OF_IT):
            await d.do(id_)
            assert look(d) == wanted, f"step {number}: {id_}"


def test_no_key_of_the_table_is_left_out():
    assert {entry.id for entry in KEYS if entry.area == "confirm"} <= {id_ for id_, _, _ in KEYS_OF_IT}


@pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=lambda size: f"{size[0]}x{size[1]}")
async def test_it_looks_as_it_is_kept(size, dataset):
    async with at_desk(dataset, first="confirm", size=size) as d:
        compare(f"confirm-{size[0]}x{size[1]}", d.picture())


def test_without_a_single_label_to_confirm_it_says_so(dataset, capsys):
    assert main(["adjudicate", str(dataset), "--as", "carol"]) == 0
    assert "3 single labels wait to be confirmed: --confirm" in capsys.readouterr().out
    labelled(dataset, "bob", {"q-3": VALUES})
    source = dataset.parent / "confirm.jsonl"
    source.write_text("".join(f'{{"sample":"q-{n}","confirm":true}}\n' for n in (1, 2, 3)), "utf-8")
    assert main(["adjudicate", str(dataset), "--as", "carol", "--from", str(source)]) == 0
    capsys.readouterr()
    assert main(["adjudicate", str(dataset), "--as", "carol", "--confirm"]) == 0
    assert "no single label waits for carol to confirm it" in capsys.readouterr().out
    assert main(["adjudicate", str(dataset), "--as", "carol", "--confirm", "--from", str(source)]) == 2
