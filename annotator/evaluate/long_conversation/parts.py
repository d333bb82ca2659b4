"""Parts: the things that happen in a session, each as beats with the questions that they are there for."""

from __future__ import annotations

from typing import NamedTuple

from annotator.evaluate.long_conversation.dice import Dice
from annotator.evaluate.long_conversation.script import Ask, Beat, Line
from annotator.evaluate.long_conversation.wording import Fact, Rule, Wording, capitalised


class Value(NamedTuple):
    """A fact with the number and the condition that somebody gives it, and the question by which it is asked for."""

    fact: Fact
    number: str
    condition: str
    question: str

    def slots(self, **more: str) -> dict[str, str]:
        """The words for a template."""
        return {"subject": self.fact.subject, "value": self.number, "unit": self.fact.unit, "condition": self.condition, **more}

    def carried(self, wording: Wording) -> tuple[str, str]:
        """The words that may not be lost: the number with its unit, and the condition."""
        return wording.measured.format(**self.slots()), self.condition

    def changed(self, dice: Dice) -> Value:
        """The same fact with another number."""
        return self._replace(number=dice.pick([number for number in self.fact.values if number != self.number]))


def valued(wording: Wording, fact: Fact, dice: Dice) -> Value:
    """A value for a fact; one question in three is asked in other words than it was stated in."""
    named = wording.question.format(subject=fact.subject)
    return Value(fact, dice.pick(fact.values), dice.pick(fact.conditions), dice.pick((named, named, fact.question)))


def said(at: float, name: str, wording: Wording, text: str, dice: Dice, *, after: tuple[str, ...] = ()) -> Beat:
    """The user says `text`, and the assistant takes note; `after` is what happens to the user's turn."""
    return Beat(at, name, (Line("user", wording.lang, text, after), Line("assistant", wording.lang, dice.pick(wording.acks))))


def stated(at: float, name: str, wording: Wording, value: Value, dice: Dice, *, after: tuple[str, ...] = (), loose: bool = False) -> Beat:
    """The user states a value; `loose` in words that put the number before what it is of."""
    text = dice.pick(wording.leads) + (wording.loose if loose else wording.statement).format(**value.slots())
    return said(at, name, wording, capitalised(text), dice, after=after)._replace(carries=value.carried(wording))


def corrected(at: float, name: str, wording: Wording, value: Value, old: Value, dice: Dice) -> Beat:
    """The user takes `old` back in favour of `value`."""
    text = wording.correction.format(**value.slots(old=old.number))
    return said(at, name, wording, text, dice)._replace(carries=value.carried(wording))


def paused(at: float, name: str, wording: Wording, what: str, dice: Dice) -> Beat:
    """A break in the talk, at the end of which `what` happens: compaction, restart or replay; "" for nothing."""
    ack = Line("assistant", wording.lang, dice.pick(wording.acks), (what,) if what else ())
    return Beat(at, name, (Line("user", wording.lang, dice.pick(wording.pauses)), ack))


def polluted(at: float, name: str, wording: Wording, value: Value, dice: Dice) -> Beat:
    """A tool returns a page that gives orders and another number."""
    return told(at, name, wording, wording.look_up.format(**value.slots()), dice.pick(wording.pollution).format(**value.slots()), dice)


def told(at: float, name: str, wording: Wording, request: str, page: str, dice: Dice) -> Beat:
    """On a request of the user, a tool returns `page`."""
    lines = (
        Line("user", wording.lang, request),
        Line("tool", wording.lang, page),
        Line("assistant", wording.lang, dice.pick(wording.acks)),
    )
    return Beat(at, name, lines, of=1)


def asked(name: str, behaviour: str, kind: str, wording: Wording, value: Value, after: str) -> Ask:
    """A question about a value; who answers has to follow the rule on numbers of that language."""
    return Ask(name, behaviour, kind, wording.lang, after, query=value.question, governs=(f"number-rule-{wording.lang}",))


def guarded(name: str, lang: str, rule: Rule, after: str) -> list[Ask]:
    """Two replies to hold against a rule: one that keeps to it and one that does not."""
    return [
        Ask(f"{name}-{word}", "early-rule", "guard", lang, after, text=text, guard=verdict)
        for word, text, verdict in (("keeps", rule.keeps, "pass"), ("breaks", rule.breaks, "refuse"))
    ]
