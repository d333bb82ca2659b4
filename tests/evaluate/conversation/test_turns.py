"""Passages as turns, and what is no conversation."""

from typing import Any

import pytest

from annotator.errors import CheckFailed
from annotator.evaluate.conversation.turns import sessions_of
from annotator.model.passage import Passage
from tests.evaluate.conversation.talk import a_turn


def test_turns_stand_in_their_order_by_session():
    sessions = sessions_of([a_turn(2, "b"), a_turn(1, "x", session="t"), a_turn(1, "a", after=("retry",))])
    assert [turn.text for turn in sessions["s"]] == ["a", "b"]
    assert sessions["s"][0].after == ("retry",)
    assert list(sessions) == ["s", "t"]


@pytest.mark.parametrize(
    ("meta", "words"),
    [
        (None, "p: is no turn: meta.session"),
        ({"session": "s", "turn": 1, "role": "robot", "event": "e"}, "p: is no turn: meta.role"),
        ({"session": "s", "turn": "1", "role": "user", "event": "e"}, "p: is no turn: meta.turn"),
        ({"session": "s", "turn": 1, "role": "user", "event": "e", "after": ["earthquake"]}, "p: is no turn: meta.after.0"),
        ({"session": "s", "turn": 1, "role": "user", "event": "e", "mood": "x"}, "p: is no turn: meta.mood"),
        ({"session": "s", "turn": 2, "role": "user", "event": "e"}, "p: the turns of s are not numbered"),
    ],
)
def test_what_is_no_turn_is_named(meta: dict[str, Any] | None, words: str):
    with pytest.raises(CheckFailed) as caught:
        sessions_of([Passage(id="p", text="x", meta=meta)])
    assert str(caught.value).startswith(words)


def test_an_event_belongs_to_one_turn():
    first, second = a_turn(1, "a"), a_turn(2, "b")
    assert first.meta is not None
    assert second.meta is not None
    second.meta["event"] = first.meta["event"]
    with pytest.raises(CheckFailed, match="s#2: its event s/e1 is that of s#1"):
        sessions_of([first, second])
