"""Turns: the passages of a conversation in the order in which they were said."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal, NamedTuple, get_args

from pydantic import TypeAdapter, ValidationError

from annotator.errors import CheckFailed
from annotator.model.base import Value
from annotator.model.passage import Passage

Happening = Literal["compaction", "restart", "retry", "replay", "cancel"]


class Turn(NamedTuple):
    """One turn; `event` is what its delivery is known by, `after` what happens once it was delivered."""

    id: str
    session: str
    number: int
    role: str
    event: str
    text: str
    after: tuple[Happening, ...]


class _Meta(Value):
    """`meta` of a passage that is a turn."""

    session: str
    turn: int
    role: Literal["user", "assistant", "tool"]
    event: str
    after: tuple[Happening, ...] = ()


_META: TypeAdapter[_Meta] = TypeAdapter(_Meta)


def sessions_of(passages: Iterable[Passage]) -> dict[str, list[Turn]]:
    """The turns of each session, from 1 without a gap. Raises CheckFailed for a passage that is no turn or stands twice."""
    sessions: dict[str, list[Turn]] = {}
    events: dict[str, str] = {}
    for passage in passages:
        turn = _turn(passage)
        first = events.setdefault(turn.event, turn.id)
        if first != turn.id:
            raise CheckFailed(f"{turn.id}: its event {turn.event} is that of {first}; a turn that is delivered again says so in meta.after")
        sessions.setdefault(turn.session, []).append(turn)
    for session, turns in sessions.items():
        turns.sort(key=lambda turn: turn.number)
        gap = next((turn.id for number, turn in enumerate(turns, start=1) if turn.number != number), None)
        if gap is not None:
            raise CheckFailed(f"{gap}: the turns of {session} are not numbered from 1 without a gap; correct meta.turn")
    return sessions


def _turn(passage: Passage) -> Turn:
    try:
        meta = _META.validate_python(_tuples(passage.meta or {}))
    except ValidationError as error:
        fault = error.errors(include_url=False)[0]
        raise CheckFailed(
            f"{passage.id}: is no turn: meta.{'.'.join(map(str, fault['loc']))}: {fault['msg']}; a turn has meta with session, turn, role "
            f"(user, assistant, tool), event and perhaps after ({', '.join(get_args(Happening))})"
        ) from None
    return Turn(passage.id, meta.session, meta.turn, meta.role, meta.event, passage.text, meta.after)


def _tuples(meta: Mapping[str, Any]) -> dict[str, Any]:
    """JSON has lists where strict models want tuples."""
    return {name: tuple(value) if isinstance(value, list) else value for name, value in meta.items()}
