"""Every key of the adjudication screen does what it says; a key without a line here fails the last test."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from annotator.tui.keymap import KEYS
from annotator.tui.screens.panels import AskPanel, HelpPanel, TagsPanel
from annotator.tui.screens.value_panel import ValuePanel
from tests.tui.disputes import TEXT, Driver, adjudicating, make

Look = Callable[[Driver], Any]
Steps = list[tuple[str, Look, Any]]


def cursor(d: Driver) -> int:
    return d.screen.point_list.cursor


def panel(d: Driver) -> type:
    return type(d.app.screen)


def how(d: Driver) -> list[str]:
    return [pick.how for pick in d.bench.picks.values()]


def grade(d: Driver) -> Any:
    pick = d.bench.picks.get(("relevance", "p-1"))
    return pick.value if pick else None


def sample(d: Driver) -> str:
    return d.screen.on_bench.sample


def said(d: Driver) -> str:
    return d.said()


POINTS: Steps = [
    ("point_down", cursor, 1),
    ("point_up", cursor, 0),
    ("point_last", cursor, 2),
    ("point_first", cursor, 0),
    ("take_1", how, ["took 1"]),
    ("union", how, ["took 1", "union"]),
    ("intersection", how, ["took 1", "union", "intersection"]),
    ("unpick", how, ["took 1", "union"]),
    ("take_2", how, ["took 1", "union", "took 2"]),
    *((f"take_{side}", said, f"there is no side {side}") for side in range(3, 10)),
    ("agreed", lambda d: len(d.screen.points), 9),
    ("agreed", lambda d: len(d.screen.points), 3),
    ("notes", panel, HelpPanel),
    ("help_done", lambda d: panel(d) is HelpPanel, False),
    ("reason", panel, AskPanel),
    ("ask_drop", lambda d: d.bench.reason, ""),
    ("cause", panel, TagsPanel),
    ("tag_3", lambda d: str(d.bench.cause), "ambiguity"),
    ("unsettled", panel, AskPanel),
    ("ask_drop", lambda d: d.bench.recorded, {}),
    ("next_dispute", sample, "q-3"),
    ("previous_dispute", sample, "q-1"),
    ("save", lambda d: panel(d) is AskPanel, True),
    ("ask_drop", lambda d: d.bench.recorded, {}),
]
OWN: Steps = [
    ("own", panel, ValuePanel),
    ("value_4", panel, ValuePanel),
    ("value_5", panel, ValuePanel),
    ("value_6", panel, ValuePanel),
    ("value_7", panel, ValuePanel),
    ("value_8", panel, ValuePanel),
    ("value_9", panel, ValuePanel),
    *((f"value_{way}", panel, ValuePanel) for way in ("down", "up", "page_down", "page_up", "last", "first")),
    ("value_drop", grade, None),
    ("own", panel, ValuePanel),
    ("value_3", grade, 3),
    ("point_first", cursor, 0),
    ("own", panel, ValuePanel),
    ("value_2", grade, 2),
    ("point_first", cursor, 0),
    ("own", panel, ValuePanel),
    ("value_1", grade, 1),
    ("own", lambda d: d.screen.area, "own_marks"),
    ("own_marks_help", panel, HelpPanel),
    ("help_done", lambda d: d.screen.area, "own_marks"),
    ("own_marks_done", lambda d: d.screen.area, "adjudication"),
    ("point_first", cursor, 0),
    ("own", panel, ValuePanel),
    ("value_0", grade, 0),
]
AROUND: Steps = [
    ("sides_down", cursor, 0),
    ("sides_up", cursor, 0),
    ("guide", panel, HelpPanel),
    ("help_done", lambda d: panel(d) is HelpPanel, False),
    ("dispute_stand_ins", panel, HelpPanel),
    ("help_done", lambda d: panel(d) is HelpPanel, False),
    ("dispute_help", panel, HelpPanel),
    ("help_done", lambda d: panel(d) is HelpPanel, False),
    ("dispute_theme", lambda d: d.app.theme, "light"),
    ("dispute_leave", lambda d: d.app._exit, True),
]
SCENARIOS = {"points": POINTS, "own": OWN, "around": AROUND}


@pytest.mark.parametrize("name", SCENARIOS)
async def test_each_key_does_what_it_says(name, tmp_path):
    async with adjudicating(make(tmp_path / "set")) as d:
        for number, (id_, look, wanted) in enumerate(SCENARIOS[name]):
            await d.do(id_)
            await d.pilot.pause()
            assert look(d) == wanted, f"step {number}: {id_}"


async def test_a_long_passage_is_read_on_on_all_sides(tmp_path: Path):
    root = make(tmp_path / "set", text=TEXT + "\nAnd so on." * 40)
    async with adjudicating(root) as d:
        views = [d.screen.query_one(f"#view-{number}") for number in (1, 2)]
        await d.do("sides_down")
        assert views[0].scroll_y == views[1].scroll_y > 0
        await d.do("sides_up")
        assert views[0].scroll_y == views[1].scroll_y == 0


def test_no_key_of_the_table_is_left_out():
    tried = {id_ for steps in SCENARIOS.values() for id_, _, _ in steps}
    assert {entry.id for entry in KEYS if entry.area in {"adjudication", "value", "own_marks"}} <= tried
