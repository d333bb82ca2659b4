"""Written answers: which hold the words that the key asks for, and which lines are answers at all."""

import pytest

from annotator.errors import RetrieverFailed
from annotator.evaluate.conversation.answering import right, text_of_json, wanted
from tests.evaluate.conversation.talk import a_question

DRIFT = a_question("drift", {"a": ("7 mV", "after calibration")})
SPAN = a_question("span", {"a": ("from 22:00 to 5",)})


@pytest.mark.parametrize(
    ("answer", "whole"),
    [
        ("It drifts by 7 mV after calibration.", True),
        ("AFTER  Calibration\nit is 7mV", True),
        ("after calibration: ７ ｍＶ", True),  # full-width letters and digits
        ("1. 7 mV, after calibration", True),
        ("用后，7 mV (after calibration)", True),  # a Chinese comma before the number is no decimal one
        ("7 mV", False),
        ("7 V after calibration", False),
        ("17 mV after calibration", False),
        ("0.7 mV after calibration", False),
        ("seven millivolts once calibrated", False),  # right in other words counts as wrong
        ("not 7 mV after calibration but 9", True),  # and what is added is not looked at
        ("", False),
    ],
)
def test_an_answer_is_right_with_every_word_and_no_other_number(answer: str, whole: bool):
    assert right(DRIFT, answer) is whole


@pytest.mark.parametrize(("answer", "whole"), [("From 22:00 to 5.", True), ("from 22:00 to 5.5", False), ("from 22:00 to 53", False)])
def test_a_number_at_the_end_goes_no_further(answer: str, whole: bool):
    assert right(SPAN, answer) is whole


def test_the_words_are_those_of_every_turn_that_answers():
    both = a_question("both", {"a": ("7 mV",), "b": ("78 %", "without the edge rows"), "c": ()})
    assert wanted(both) == ("7 mV", "78 %", "without the edge rows")
    assert right(both, "7 mV; 78% without the edge rows")
    assert not right(both, "7 mV; 78%")


def test_an_answer_of_a_program_is_a_text():
    assert text_of_json({"text": "", "model": "x"}) == ""
    with pytest.raises(RetrieverFailed, match="it says 'no quota left'"):
        text_of_json({"error": "no quota left"})
    for document in ({"text": 7}, {"answer": "x"}, ["x"], None):
        with pytest.raises(RetrieverFailed, match="its answer is not"):
            text_of_json(document)
