"""Wording: what one language needs to be spoken in a made-up conversation."""

from __future__ import annotations

from typing import NamedTuple


class Fact(NamedTuple):
    """Something with a number: what a statement calls it, and how somebody asks in other words."""

    subject: str
    unit: str
    values: tuple[str, ...]
    conditions: tuple[str, ...]
    question: str


class Rule(NamedTuple):
    """A standing rule on replies, a question that it answers, a reply that keeps to it and one that does not."""

    text: str
    question: str
    keeps: str
    breaks: str


class Errand(NamedTuple):
    """A task with what is said about it, and a side quest that interrupts it."""

    goal: str
    progress: str
    blocker: str
    open: str
    quest: str
    quest_note: str
    back: str
    unblocked: str


class Filler(NamedTuple):
    """Small talk between what matters: statements and requests with slots, replies and tool output."""

    statements: tuple[str, ...]
    requests: tuple[str, ...]
    things: tuple[str, ...]
    states: tuple[str, ...]
    replies: tuple[str, ...]
    tools: tuple[str, ...]


class Wording(NamedTuple):
    """A language. Templates have the slots subject, value, unit, condition, old, thing, state and number."""

    lang: str
    facts: tuple[Fact, ...]
    statement: str
    loose: str  # says a fact in an order that a simple reader of statements does not know
    correction: str
    measured: str  # value and unit as they stand in all three
    question: str  # asks by the word that statements use
    both: str  # asks for two facts at once: subject and other
    all_rules: str
    leads: tuple[str, ...]
    acks: tuple[str, ...]
    sent_again: str
    number_rule: str
    forbidden: tuple[Rule, ...]
    required: tuple[Rule, ...]
    scoped: tuple[Rule, ...]
    errands: tuple[Errand, ...]
    look_up: str
    look_up_rules: str
    pollution: tuple[str, ...]
    lifted: str  # a tool's order to drop every rule
    pauses: tuple[str, ...]
    filler: Filler


def capitalised(text: str) -> str:
    """`text` with a capital letter first; Chinese has none and stays."""
    return text[:1].upper() + text[1:]
