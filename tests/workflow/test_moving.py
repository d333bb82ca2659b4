"""Marks that go along with their words when a text was edited; right values by counting letters."""

from typing import Any

import pytest

from annotator.model.config import Config
from annotator.model.passage import Passage
from annotator.model.sample import Sample
from annotator.model.scheme import Scheme
from annotator.workflow.case import Case
from annotator.workflow.moving import moved
from tests.workflow.ledger import SHA, a_config

FACETS: dict[str, Any] = {
    "evidence": {"kind": "spans", "on": "candidate"},
    "names": {"kind": "spans", "on": "sample", "tags": ["person"]},
    "mood": {"kind": "number", "on": "sample", "lo": 0, "hi": 9},
}


def a_case(passage: str, text: str | None = None) -> Case:
    config: Config = a_config(facets=FACETS)
    sample = Sample(id="q-1", text=text, candidates=("p-1",))
    return Case(sample, {"q-1": SHA}, {"p-1": Passage(id="p-1", text=passage)}, Scheme(config.facets, None, SHA))


def mark(start: int, words: str, **more: Any) -> dict[str, Any]:
    return {"start": start, "end": start + len(words), "text": words, **more}


@pytest.mark.parametrize(
    "now, after, times",
    [
        ("So: alpha beta.", 4, 1),
        ("alpha beta.", 0, 1),
        ("beta gamma.", None, 0),
        ("alpha and alpha", 0, 2),
        ("Now alpha and alpha", None, 2),
        ("🍵🍵 alpha", 3, 1),
        ("alphabet", 0, 1),
    ],
)
def test_a_mark_goes_where_its_words_stand_once(now: str, after: int | None, times: int):
    values, (move,) = moved(a_case(now), {"evidence": {"p-1": [mark(0, "alpha")]}})
    assert (move.after, move.times, move.sure) == (after, times, times == 1)
    assert values["evidence"] == ({} if after is None else {"p-1": [mark(after, "alpha")]})


def test_words_that_overlap_themselves_stand_twice():
    assert moved(a_case("xanana"), {"evidence": {"p-1": [mark(0, "ana")]}})[1][0].times == 2


def test_words_within_a_letter_with_its_accent_are_not_found():
    assert moved(a_case("cafe\u0301"), {"evidence": {"p-1": [mark(0, "cafe")]}})[1][0].times == 0


def test_tags_stay_and_all_else_is_left_alone():
    before = {"names": [mark(0, "Ann", tag="person")], "evidence": {"p-1": []}, "mood": 4}
    values, moves = moved(a_case("Short.", "Then Ann came."), before)
    assert values == {"names": [mark(5, "Ann", tag="person")], "evidence": {"p-1": []}, "mood": 4}
    assert [(move.facet, move.candidate, move.before, move.after) for move in moves] == [("names", None, 0, 5)]


def test_marks_of_a_passage_that_is_no_candidate_any_more_are_dropped():
    values, moves = moved(a_case("alpha"), {"evidence": {"p-9": [mark(0, "alpha")]}})
    assert values["evidence"] == {} and moves == ()


def test_one_lost_mark_takes_no_other_with_it():
    values, moves = moved(a_case("Oh, beta."), {"evidence": {"p-1": [mark(0, "alpha"), mark(6, "beta")]}})
    assert values["evidence"]["p-1"] == [mark(4, "beta")]
    assert [move.sure for move in moves] == [False, True]
