"""Two windows of one person: what was entered last holds, whichever window was left first, and undo reaches the rest."""

from pathlib import Path
from typing import Any

import pytest

from annotator.curate.joining import by_time, joined
from annotator.curate.labelling import Desk
from annotator.curate.unfinished import Step, Unfinished
from annotator.curate.workspace import Workspace
from tests.builders import a_dataset, a_sample


def begin(sample: str, taken: int, values: dict[str, Any] | None = None) -> Step:
    return {"op": "begin", "sample": sample, "taken": taken, "sample_sha256": "0", "values": values or {}, "note": None}


def grade(sample: str, taken: int, after: int | None, before: int | None = None) -> Step:
    change = {"facet": "grade", "candidate": None, "before": before, "after": after}
    return {"op": "set", "sample": sample, "taken": taken, "changes": [change]}


def note(sample: str, taken: int, after: str) -> Step:
    return {"op": "note", "sample": sample, "taken": taken, "before": None, "after": after}


def plain(op: str, sample: str, taken: int) -> Step:
    return {"op": op, "sample": sample, "taken": taken}


def saved(sample: str, taken: int, value: int) -> Step:
    return {
        **plain("saved", sample, taken),
        "sample_sha256": "0",
        "was": None,
        "now": {"op": "label"},
        "values": {"grade": value},
        "note": None,
    }


def sheets(work: Unfinished) -> dict[str, Any]:
    return {sample: sheet.values.get("grade") for sample, sheet in work.sheets.items()}


TABLE: dict[str, tuple[list[list[Step]], dict[str, Any]]] = {
    "one window": ([[begin("a", 1), grade("a", 2, 1)]], {"a": 1}),
    "the second was left first": (
        [[plain("at", "a", 1), begin("a", 5), grade("a", 6, 3)], [plain("at", "a", 2), begin("a", 3), grade("a", 4, 1)]],
        {"a": 3},
    ),
    "the first was left first": ([[begin("a", 1), grade("a", 2, 3)], [begin("a", 3), grade("a", 4, 1)]], {"a": 1}),
    "the one that was left last touched it first": (
        [[begin("a", 1), grade("a", 2, 3), begin("b", 8), grade("b", 9, 2)], [begin("a", 3), grade("a", 4, 1)]],
        {"a": 1, "b": 2},
    ),
    "an undo takes back a step of its own window": (
        [[begin("a", 1), grade("a", 2, 3), plain("undo", "a", 9)], [begin("b", 3), grade("b", 4, 1)]],
        {"a": None, "b": 1},
    ),
    "an undo counts as entering": (
        [[begin("a", 1), grade("a", 2, 3), grade("a", 3, 2, 3), plain("undo", "a", 9)], [begin("a", 4), grade("a", 5, 1)]],
        {"a": 3},
    ),
    "a redo too": (
        [
            [begin("a", 1), grade("a", 2, 3), plain("undo", "a", 3), plain("redo", "a", 9)],
            [begin("a", 4), grade("a", 5, 1)],
        ],
        {"a": 3},
    ),
    "saved in one, then begun in the other": (
        [[begin("a", 1), grade("a", 2, 3), saved("a", 3, 3)], [begin("a", 4), grade("a", 5, 1)]],
        {"a": 1},
    ),
    "begun in one, then saved in the other": ([[begin("a", 1), grade("a", 2, 3)], [begin("a", 4), grade("a", 5, 1), saved("a", 6, 1)]], {}),
    "to look, to count time and to drop is not to enter": (
        [[begin("a", 1), grade("a", 5, 3)], [begin("a", 2), grade("a", 3, 1), plain("at", "a", 8), plain("drop", "a", 9)]],
        {"a": 3},
    ),
    "three windows": (
        [
            [begin("a", 1), grade("a", 2, 3)],
            [begin("a", 7), grade("a", 8, 2)],
            [begin("a", 3), grade("a", 4, 1), begin("b", 9), grade("b", 10, 0)],
        ],
        {"a": 2, "b": 0},
    ),
}


@pytest.mark.parametrize("case", TABLE)
def test_what_was_entered_last_holds(case: str):
    windows, expected = TABLE[case]
    assert sheets(Unfinished(joined(windows))) == expected
    assert sheets(Unfinished(joined(windows[::-1]))) == expected


@pytest.mark.parametrize("case", TABLE)
def test_joining_again_changes_nothing(case: str):
    windows, expected = TABLE[case]
    assert sheets(Unfinished(joined([joined(windows), [plain("at", "a", 99)]]))) == expected


def test_undo_goes_back_into_the_other_window_and_mixes_nothing():
    windows = [[begin("a", 1), grade("a", 2, 3), note("a", 3, "long")], [begin("a", 4, {"grade": 0}), grade("a", 5, 1, 0)]]
    work, seen = Unfinished(joined(windows)), []
    while work.done:
        seen.append((work.sheets["a"].values.get("grade"), work.sheets["a"].note))
        work.take({"op": "undo", "sample": "a"})
    # What the second window entered, where it began, the note and the grade of the first, and before.
    assert seen == [(1, None), (0, None), (0, "long"), (3, "long"), (3, None)]
    assert sheets(work) == {"a": None}


def test_picks_say_all_about_their_sample_and_the_latest_holds():
    assert [step["taken"] for step in by_time([[plain("picks", "a", 1), plain("picks", "a", 9)], [plain("picks", "a", 4)]])] == [1, 4, 9]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return a_dataset(tmp_path / "set", samples=[a_sample(f"q-{n}") for n in range(4)])


def test_the_desk_shows_what_was_entered_last_in_whichever_window(root: Path):
    first = Desk(Workspace(root), "alice")
    sample, other = first.list.ids[:2]
    first.take_up(sample)
    second = Desk(Workspace(root), "alice")
    second.take_up(sample)
    second.put([("relevance", "p-1", 1)])
    second.take_up(other)
    second.put([("relevance", "p-2", 2)])
    first.put([("relevance", "p-1", 3)])
    first.write_note("typed last", more=False)
    second.put([("relevance", "p-1", 0)])
    first.leave()
    second.leave()
    for _ in range(2):
        with Desk(Workspace(root), "alice") as desk:
            desk.take_up(sample)
            assert (desk.sheet.values, desk.sheet.note) == ({"relevance": {"p-1": 3}}, "typed last")
            desk.take_up(other)
            assert desk.sheet.values == {"relevance": {"p-1": 0, "p-2": 2}}
