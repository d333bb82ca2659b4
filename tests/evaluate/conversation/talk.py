"""Small conversations and what is asked about them, so that a test says only what it is about."""

from typing import Any

from annotator.evaluate.conversation.answer_key import Asked, Key, Place, Question
from annotator.evaluate.conversation.memory import Block, Item, Message
from annotator.evaluate.conversation.trial import Answered, Observed
from annotator.evaluate.conversation.turns import Turn, sessions_of
from annotator.model.passage import Passage


def a_turn(number: int, text: str, role: str = "user", session: str = "s", after: tuple[str, ...] = ()) -> Passage:
    meta = {"session": session, "turn": number, "role": role, "event": f"{session}/e{number}", "after": list(after)}
    return Passage(id=f"{session}#{number}", text=text, meta=meta)


def turns(*passages: Passage) -> list[Turn]:
    (its,) = sessions_of(passages).values()
    return its


def a_place(session: str = "s", after: int = 1, scenario: str = "long-haul", size: str = "9") -> Place:
    return Place(session, after, scenario, size)


def a_question(id_: str, relevant: dict[str, tuple[str, ...]], *, governing: tuple[str, ...] = (), place: Place | None = None) -> Question:
    return Question(id_, place or a_place(), "behaviour", "fact", "en", "what?", relevant, governing)


def an_item(*evidence: str, text: str = "words", active: bool = True, about: str = "it", session: str = "s") -> Item:
    return Item(session, about, text, "fact", active, evidence)


def answered(
    question: Question, found: list[Item] | None, *blocks: tuple[str, str], milliseconds: float = 1.0, answer: str | None = None
) -> Answered:
    """`blocks` are (turn, text); the text is the whole line."""
    message = Message(tuple(Block((turn,) if turn else (), text) for turn, text in blocks))
    return Answered(question, found, message, milliseconds, answer)


def observed(*answers: Answered, dump: str | None = "{}", **more: Any) -> Observed:
    nothing: dict[str, Any] = {"stored": [], "tasks": [], "guards": [], "operations": []}
    return Observed("memory", list(answers), dump=dump, **{**nothing, **more})


def a_key(passages: list[Passage], *asked: Asked) -> Key:
    by_place: dict[tuple[str, int], list[Asked]] = {}
    for one in asked:
        by_place.setdefault((one.place.session, one.place.after), []).append(one)
    return Key(by_place, sessions_of(passages))
