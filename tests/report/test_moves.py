"""What is said of moved marks."""

import pytest

from annotator.report.moves import move_line, moves_sentence
from annotator.workflow.moving import Move

SURE = Move("evidence", "p-1", "80 °C", 16, 22, 1)
STILL = Move("evidence", "p-1", "two\n minutes", 4, 4, 1)
GONE = Move("evidence", "p-1", "boiling", 0, None, 0)
TWICE = Move("evidence", "p-1", "tea", 9, None, 2)
KEPT = Move("evidence", "p-1", "tea", 9, 9, 3)


@pytest.mark.parametrize(
    "moves, sentence",
    [
        ([], ""),
        ([SURE], "1 mark went along with its words; nothing is saved before you submit"),
        (
            [SURE, STILL, GONE, TWICE],
            (
                "2 marks went along with their words; no longer found: “boiling”; found more than once, to be marked anew: “tea”; "
                "nothing is saved before you submit"
            ),
        ),
        ([KEPT], "found more than once, left in place: “tea”; nothing is saved before you submit"),
    ],
)
def test_all_of_them_in_one_sentence(moves: list[Move], sentence: str):
    assert moves_sentence(moves) == sentence


@pytest.mark.parametrize(
    "move, line",
    [
        (SURE, "evidence of passage 2: “80 °C” 16 → 22"),
        (STILL, "evidence of passage 2: “two minutes” stays at 4"),
        (GONE, "evidence of passage 2: “boiling” is no longer found"),
        (KEPT, "evidence of passage 2: “tea” is found 3 times"),
    ],
)
def test_each_on_a_line(move: Move, line: str):
    assert move_line(move, "of passage 2") == line


def test_a_long_mark_is_cut():
    assert move_line(SURE._replace(text="x" * 100), "of the text") == f"evidence of the text: “{'x' * 30}…” 16 → 22"
