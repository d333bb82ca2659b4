"""The notes of all sides below a dispute: none is out of sight, however long another one is."""

from pathlib import Path

import pytest

from tests.builders import labelled
from tests.tui.disputes import ALICE, BOB, adjudicating, make

LONG = "the older note was true once " * 100
ESCAPE = "\x1b[31mred"


def noted(root: Path) -> Path:
    """One side has much to say and the other little."""
    labelled(root, "alice", {"q-1": ALICE}, note=LONG + "and ends so")
    labelled(root, "bob", {"q-1": BOB}, note=f"short, {ESCAPE}")
    return root


@pytest.mark.parametrize("size", [(80, 24), (60, 15), (120, 40), (200, 50)])
async def test_both_notes_are_on_the_screen_and_what_is_cut_says_so(tmp_path: Path, size: tuple[int, int]):
    async with adjudicating(noted(make(tmp_path / "set")), size) as d:
        said = d.said("notes")
        assert "note of 1: " in said and "note of 2: " in said
        assert "the o" in said and "short" in said and ESCAPE not in said
        assert said.count("… e: all") == 1 + (size == (60, 15))


async def test_the_notes_are_read_in_full(tmp_path: Path):
    async with adjudicating(noted(make(tmp_path / "set")), (80, 24)) as d:
        await d.do("notes")
        assert "How much tea?" in d.picture()
        seen = ""
        for _ in range(6):
            seen += d.picture()
            await d.do("help_page_down")
        assert "and ends so" in seen and "short, ␛[31mred" in seen


async def test_before_the_decision_no_note_has_a_name_and_after_it_each_has(tmp_path: Path):
    async with adjudicating(noted(make(tmp_path / "set")), (80, 24)) as d:
        await d.do("notes")
        assert "alice" not in d.picture() and "bob" not in d.picture()
        await d.do("help_done", "take_1", "take_1", "take_1", "save", "notes")
        assert "of 1 alice:" in d.picture() or "of 1 bob:" in d.picture()
