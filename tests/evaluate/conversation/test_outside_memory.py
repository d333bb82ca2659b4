"""A memory that is not ours: plain tuples will do, and anything else is a failure of its own."""

from typing import Any

import pytest

from annotator.evaluate.conversation.memory import Block, Item
from annotator.evaluate.conversation.outside_memory import METHODS, OutsideMemory
from tests.evaluate.conversation.talk import a_turn, turns

TURN = turns(a_turn(1, "x"))[0]


class Foreign:
    """Answers with what it was made with, and remembers what it was told."""

    def __init__(self, **answers: Any):
        self.answers = answers
        self.told: list[tuple] = []

    def __getattr__(self, name: str) -> Any:
        if name not in METHODS:
            raise AttributeError(name)

        def method(*arguments: Any) -> Any:
            self.told.append((name, *arguments))
            return self.answers.get(name)

        return method


def test_lists_and_tuples_become_our_values():
    raw = ["s", "it", "words", "fact", True, ["s#1"]]
    memory = OutsideMemory(
        Foreign(items=[raw], search=[raw, raw, raw], inject=[[["s#1"], "[evidence s#1 user] words"]], tasks={"s#1": "goal"})
    )
    item = Item("s", "it", "words", "fact", True, ("s#1",))
    assert memory.items("s") == [item]
    assert memory.search("s", "what?", 2) == [item, item]
    assert memory.inject("s", "what?") == [Block(("s#1",), "[evidence s#1 user] words")]
    assert memory.tasks("s") == {"s#1": "goal"}


def test_numbers_truths_and_texts_pass():
    memory = OutsideMemory(Foreign(events=3, checkpoint=2, refuses=False, dump="{}"))
    assert (memory.events("s"), memory.checkpoint("s"), memory.refuses("s", "x"), memory.dump()) == (3, 2, False, "{}")


def test_it_is_told_everything():
    foreign = Foreign()
    memory = OutsideMemory(foreign)
    memory.receive(TURN)
    memory.cancel(TURN)
    memory.compact("s")
    memory.restart()
    assert foreign.told == [("receive", TURN), ("cancel", TURN), ("compact", "s"), ("restart",)]


@pytest.mark.parametrize(
    ("name", "answer"),
    [
        ("items", ["words"]),
        ("items", [("s", "it", "words", "fact", "yes", ["s#1"])]),
        ("items", [("s", "it", "words", "fact", True, [1])]),
        ("items", [("s", "it", "words", "fact", True, [])]),
        ("events", "3"),
        ("checkpoint", None),
        ("tasks", {"s#1": 1}),
        ("refuses", 1),
        ("inject", [("s#1", 5)]),
        ("dump", b"{}"),
    ],
)
def test_another_shape_is_an_error_of_its_own(name: str, answer: Any):
    memory = OutsideMemory(Foreign(**{name: answer}))
    arguments = {"refuses": ("s", "reply"), "inject": ("s", "what?"), "dump": ()}.get(name, ("s",))
    with pytest.raises((TypeError, ValueError)):
        getattr(memory, name)(*arguments)
