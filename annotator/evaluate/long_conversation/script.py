"""Script: what has to be said in a session and what is asked about it, spoken out to an exact number of turns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from annotator.errors import UsageError
from annotator.evaluate.long_conversation.dice import Dice
from annotator.evaluate.long_conversation.wording import Wording
from annotator.model.passage import Passage


class Line(NamedTuple):
    """One turn; `after` names what happens once it was delivered: compaction, restart, retry, replay or cancel."""

    role: str
    lang: str
    text: str
    after: tuple[str, ...] = ()


class Beat(NamedTuple):
    """Lines that belong together, at a place from 0 to 1 of the session.

    Questions call the line of number `of` by `name`; `carries` are the words of it that nobody may lose.
    """

    at: float
    name: str
    lines: tuple[Line, ...]
    carries: tuple[str, ...] = ()
    of: int = 0


class Ask(NamedTuple):
    """A question or an assertion, made once the beat `after` was spoken; passages are called by the names of their beats.

    `answers` are those that answer, `governs` the rules that an answer has to follow, `others` what might be taken for an answer.
    `states` and `tasks` say what a memory holds then; `guard` whether the reply in `text` keeps to the rules.
    """

    name: str
    behaviour: str
    kind: str
    lang: str
    after: str
    query: str | None = None
    answers: tuple[str, ...] = ()
    governs: tuple[str, ...] = ()
    others: tuple[str, ...] = ()
    states: Mapping[str, str] = {}
    tasks: Mapping[str, str] = {}
    text: str | None = None
    guard: str = "not-asked"


class Script(NamedTuple):
    """A session as planned."""

    session: str
    scenario: str
    size: int
    beats: list[Beat]
    asks: list[Ask]


class Spoken(NamedTuple):
    """A session as spoken: its turns, the turn that each name stands for, and the last turn of each beat (from 1)."""

    passages: list[Passage]
    turns: dict[str, str]
    last: dict[str, int]


def spoken(script: Script, wordings: Sequence[Wording], dice: Dice) -> Spoken:
    """The script with small talk between its beats, `script.size` turns in all. Raises UsageError when it does not fit."""
    beats = sorted(script.beats, key=lambda beat: beat.at)
    waiting = sum(len(beat.lines) for beat in beats)
    if waiting > script.size:
        raise UsageError(f"--turns {script.size}: a session of this kind says what it has to say in {waiting} turns at least")
    lines: list[Line] = []
    turns: dict[str, str] = {}
    last: dict[str, int] = {}
    for beat in beats:
        lines += _small_talk(wordings, dice, min(script.size - waiting, round(beat.at * script.size)) - len(lines))
        turns[beat.name] = turn_id(script.session, len(lines) + 1 + beat.of)
        lines += beat.lines
        waiting -= len(beat.lines)
        last[beat.name] = len(lines)
    passages = [_passage(script.session, number, line) for number, line in enumerate(lines, start=1)]
    return Spoken(passages, turns, last)


def turn_id(session: str, number: int) -> str:
    """The id of a turn."""
    return f"{session}#t{number:04d}"


def _passage(session: str, number: int, line: Line) -> Passage:
    meta = {"session": session, "turn": number, "role": line.role, "event": f"{session}/e{number:04d}"}
    return Passage(
        id=turn_id(session, number), text=line.text, lang=line.lang, meta={**meta, **({"after": list(line.after)} if line.after else {})}
    )


def _small_talk(wordings: Sequence[Wording], dice: Dice, room: int) -> Iterator[Line]:
    """Exactly `room` lines (none for less than one) in which nothing is said that anybody asks about."""
    while room > 0:
        talk = _chat(dice.pick(wordings), dice)[:room]
        room -= len(talk)
        yield from talk


def _chat(wording: Wording, dice: Dice) -> list[Line]:
    filler, lang = wording.filler, wording.lang
    words = {"thing": dice.pick(filler.things), "state": dice.pick(filler.states), "number": str(3 + dice.below(40))}

    def said(role: str, templates: Sequence[str]) -> Line:
        return Line(role, lang, dice.pick(templates).format(**words))

    kind = dice.below(5)
    if kind < 2:
        return [said("user", filler.statements), Line("assistant", lang, dice.pick(wording.acks))]
    request, reply = said("user", filler.requests), said("assistant", filler.replies)
    return [request, said("tool", filler.tools), reply] if kind == 4 else [request, reply]
