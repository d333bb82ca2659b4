"""A memory from outside: whatever it answers is brought into our shapes, or is a failed operation."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

from annotator.evaluate.conversation.memory import Block, Item
from annotator.evaluate.conversation.turns import Turn

T = TypeVar("T")
METHODS = ("receive", "cancel", "compact", "restart", "items", "events", "checkpoint", "search", "inject", "tasks", "refuses", "dump")


class OutsideMemory:
    """A memory around an object that is not ours. Items and blocks may be any sequence of their fields.

    Raises TypeError for other answers, ValueError for an item that rests on no turn.
    """

    def __init__(self, thing: Any) -> None:
        self._thing = thing

    def receive(self, turn: Turn) -> None:
        self._thing.receive(turn)

    def cancel(self, turn: Turn) -> None:
        self._thing.cancel(turn)

    def compact(self, session: str) -> None:
        self._thing.compact(session)

    def restart(self) -> None:
        self._thing.restart()

    def items(self, session: str) -> list[Item]:
        return _items(self._thing.items(session))

    def events(self, session: str) -> int:
        return _of(int, self._thing.events(session))

    def checkpoint(self, session: str) -> int:
        return _of(int, self._thing.checkpoint(session))

    def search(self, session: str, query: str, k: int) -> list[Item]:
        return _items(self._thing.search(session, query, k))[:k]

    def inject(self, session: str, query: str) -> list[Block]:
        return [Block(_words(evidence), _of(str, text)) for evidence, text in self._thing.inject(session, query)]

    def tasks(self, session: str) -> Mapping[str, str]:
        return {_of(str, turn): _of(str, part) for turn, part in dict(self._thing.tasks(session)).items()}

    def refuses(self, session: str, reply: str) -> bool:
        return _of(bool, self._thing.refuses(session, reply))

    def dump(self) -> str:
        return _of(str, self._thing.dump())


def _items(raw: Iterable[Any]) -> list[Item]:
    return [_item(*fields) for fields in raw]


def _item(session: Any, about: Any, text: Any, kind: Any, active: Any, evidence: Any) -> Item:
    if not evidence:
        raise ValueError("an item rests on no turn")
    return Item(_of(str, session), _of(str, about), _of(str, text), _of(str, kind), _of(bool, active), _words(evidence))


def _words(raw: Iterable[Any]) -> tuple[str, ...]:
    return tuple(_of(str, word) for word in raw)


def _of(kind: type[T], value: Any) -> T:
    if not isinstance(value, kind):
        raise TypeError(f"{value!r} is no {kind.__name__}")
    return value
