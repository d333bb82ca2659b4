"""Isolation: two sessions that go on side by side and say different things of the same."""

from __future__ import annotations

from collections.abc import Sequence

from annotator.evaluate.long_conversation.dice import Dice
from annotator.evaluate.long_conversation.long_haul import WORDINGS
from annotator.evaluate.long_conversation.parts import Value, asked, paused, said, stated, valued
from annotator.evaluate.long_conversation.script import Ask, Beat, Script
from annotator.evaluate.long_conversation.wording import Wording

SIDES = ("alpha", "beta")


def other_side(name: str) -> str:
    """What a beat of the other session is called."""
    return f"other:{name}"


def isolation(size: int, seed: str) -> list[Script]:
    """The scripts of iso-alpha and iso-beta, of `size` turns each."""
    dice = Dice(seed, f"iso-{size}")
    facts = 2 if size < 40 else 3
    values = [(wording, valued(wording, fact, dice)) for wording in WORDINGS for fact in dice.several(wording.facts, facts)]
    scripts = []
    for side in SIDES:
        own = [(wording, value if side == SIDES[0] else value.changed(dice)) for wording, value in values]
        beats: list[Beat] = [
            said(0.0, "number-rule-en", WORDINGS[0], WORDINGS[0].number_rule, dice),
            said(0.02, "number-rule-zh", WORDINGS[1], WORDINGS[1].number_rule, dice),
            paused(0.6, "compaction-1", WORDINGS[0], "compaction", dice),
            paused(0.8, "restart", WORDINGS[1], "restart", dice),
            paused(1.0, "end", WORDINGS[0], "", dice),
        ]
        asks: list[Ask] = []
        for number, (wording, value) in enumerate(own, start=1):
            name = f"fact-{wording.lang}-{number}"
            beats.append(stated(0.1 + 0.4 * number / len(own), name, wording, value, dice))
            asks.append(_own_value(name, wording.lang, asked(name, "isolation", "isolation", wording, value, "end"), own))
        held = {f"fact-{wording.lang}-{number}": "active" for number, (wording, _) in enumerate(own, start=1)}
        asks.append(Ask("facts-stored", "isolation", "storage", "en", "restart", states=held))
        scripts.append(Script(f"iso-{side}-{size}", "multi-session", size, beats, asks))
    return scripts


def _own_value(name: str, lang: str, question: Ask, own: Sequence[tuple[Wording, Value]]) -> Ask:
    """The question, answered by this session alone; the same fact of the other session is the trap."""
    neighbour = f"fact-{lang}-{1 if lang == 'en' else len(own)}"
    others = (other_side(name), *([neighbour] if neighbour != name else []))
    return question._replace(answers=(name,), others=others)
