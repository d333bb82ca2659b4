"""Key: what a script asks, as samples and as the label of their made-up author."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from annotator.evaluate.long_conversation.dice import Dice
from annotator.evaluate.long_conversation.script import Ask, Script, Spoken
from annotator.model.sample import Sample

# The axis that a sample is there for; questions serve retrieval, assembly and cost at once.
_AXES = {"storage": "storage", "task": "tasks", "guard": "guard", "rule": "rules"}


def sample_of(script: Script, ask: Ask, turns: Mapping[str, str], last: int, dice: Dice) -> Sample:
    """The sample of `ask`; `turns` says which turn a name stands for, `last` after which turn it is asked."""
    named = dict.fromkeys((*ask.answers, *ask.governs, *ask.others, *ask.states, *ask.tasks))
    candidates = tuple(dict.fromkeys(turns[name] for name in named))
    groups = {
        "scenario": script.scenario,
        "behaviour": ask.behaviour,
        "size": str(script.size),
        "kind": ask.kind,
        "lang": ask.lang,
        "axis": _AXES.get(ask.kind, "retrieval"),
    }
    return Sample(
        id=f"{script.session}:{ask.name}",
        query=ask.query,
        lang=ask.lang,
        candidates=tuple(dice.several(candidates, len(candidates))) or None,
        groups=groups,
        context={"session": script.session, "after": last},
        text=ask.text,
    )


def values_of(script: Script, spoken: Spoken, ask: Ask, sample: Sample, turns: Mapping[str, str]) -> dict[str, Any]:
    """What the author says of `sample`, as plain values of every facet."""
    texts = {passage.id: passage.text for passage in spoken.passages}
    words = {turns[beat.name]: beat.carries for beat in script.beats}
    by_turn: dict[str, dict[str, Any]] = {"relevance": {}, "governs": {}, "carries": {}, "state": {}, "task": {}}
    for candidate in sample.candidates or ():
        names = {name for name, turn in turns.items() if turn == candidate}
        answers = bool(names & set(ask.answers))
        state = next((ask.states[name] for name in names if name in ask.states), "not-asked")
        marked = words.get(candidate, ()) if answers or state == "active" else ()
        by_turn["relevance"][candidate] = int(answers)
        by_turn["governs"][candidate] = bool(names & set(ask.governs))
        by_turn["carries"][candidate] = [_span(texts[candidate], stretch) for stretch in marked]
        by_turn["state"][candidate] = state
        by_turn["task"][candidate] = next((ask.tasks[name] for name in names if name in ask.tasks), "none")
    return {**by_turn, "guard": ask.guard}


def _span(text: str, words: str) -> dict[str, Any]:
    start = text.index(words)
    return {"start": start, "end": start + len(words), "text": words}
