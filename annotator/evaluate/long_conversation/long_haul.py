"""Long haul: one session in two languages that goes through everything a memory has to live through."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from annotator.evaluate.long_conversation.chinese import CHINESE
from annotator.evaluate.long_conversation.dice import Dice
from annotator.evaluate.long_conversation.english import ENGLISH
from annotator.evaluate.long_conversation.parts import Value, asked, corrected, guarded, paused, polluted, said, stated, told, valued
from annotator.evaluate.long_conversation.script import Ask, Beat, Script
from annotator.evaluate.long_conversation.wording import Rule, Wording

WORDINGS = (ENGLISH, CHINESE)


@dataclass
class _Stage:
    """What the parts of one session share while they are written down."""

    dice: Dice
    beats: list[Beat]
    asks: list[Ask]
    facts: Mapping[str, list[Value]]
    compactions: int

    def fact(self, wording: Wording) -> Value:
        """A value of a fact that nothing else in the session is about."""
        return self.facts[wording.lang].pop()


def long_haul(size: int, seed: str) -> Script:
    """The script of a session of `size` turns; sizes differ in how much else is said, and say the same that matters."""
    dice = Dice(seed, "long-haul")
    facts = {
        wording.lang: [valued(wording, fact, dice) for fact in dice.several(wording.facts, len(wording.facts))] for wording in WORDINGS
    }
    stage = _Stage(dice, [], [], facts, min(6, 2 + size // 200))
    busy = dice.pick(WORDINGS)
    calm = WORDINGS[1 - WORDINGS.index(busy)]
    _rules(stage, busy, calm)
    for place, wording in enumerate(WORDINGS):
        _number(stage, wording, 0.06 + 0.02 * place)
        _correction(stage, wording, 0.14 + 0.02 * place, twice=wording is busy)
    _errand(stage, busy)
    _deliveries(stage, calm)
    _pollution(stage, calm, busy)
    # Of these a longer session has more, so they roll the dice last.
    for place, wording in enumerate(WORDINGS):
        _evidence(stage, wording, 0.10 + 0.02 * place)
        _retention(stage, wording, 2 if size < 200 else 4)
    _breaks(stage, busy)
    return Script(f"lh-{size}", "long-haul", size, stage.beats, stage.asks)


def _breaks(stage: _Stage, wording: Wording) -> None:
    for number in range(1, stage.compactions + 1):
        at = 0.36 + 0.54 * (number - 1) / (stage.compactions - 1)
        stage.beats.append(paused(at, f"compaction-{number}", wording, "compaction", stage.dice))
    stage.beats += [
        paused(0.68, "restart", wording, "restart", stage.dice),
        paused(0.74, "replay", wording, "replay", stage.dice),
        paused(1.0, "end", wording, "", stage.dice),
    ]


def _rules(stage: _Stage, busy: Wording, calm: Wording) -> None:
    for place, wording in enumerate(WORDINGS):
        stage.beats.append(said(0.01 * place, f"number-rule-{wording.lang}", wording, wording.number_rule, stage.dice))
    rules: list[tuple[str, Wording, Rule]] = [
        ("forbidden", busy, stage.dice.pick(busy.forbidden)),
        ("required", calm, stage.dice.pick(calm.required)),
        ("scoped", busy, stage.dice.pick(busy.scoped)),
    ]
    names = tuple(f"{name}-rule" for name, _, _ in rules)
    for place, (name, wording, rule) in enumerate(rules):
        stage.beats.append(said(0.02 + 0.01 * place, f"{name}-rule", wording, rule.text, stage.dice))
        others = tuple(other for other in (*names, *(f"number-rule-{each.lang}" for each in WORDINGS)) if other != f"{name}-rule")
        question = Ask(f"{name}-rule", "early-rule", "rule", wording.lang, "end", query=rule.question)
        stage.asks.append(question._replace(answers=(f"{name}-rule",), governs=(f"{name}-rule",), others=others))
        stage.asks += guarded(f"{name}-guard", wording.lang, rule, "end")
    own = ("forbidden-rule", "scoped-rule", f"number-rule-{busy.lang}")
    others = ("required-rule", "page-rule", "goal")
    stage.asks.append(
        Ask("all-rules", "early-rule", "rule", busy.lang, "end", query=busy.all_rules, answers=own, governs=own, others=others)
    )
    held = dict.fromkeys((*names, "number-rule-en", "number-rule-zh"), "active")
    stage.asks.append(Ask("rules-stored", "early-rule", "storage", busy.lang, "end", states={**held, "page-rule": "never-stored"}))


def _number(stage: _Stage, wording: Wording, at: float) -> None:
    lang, value, near = wording.lang, stage.fact(wording), stage.fact(wording)
    stage.beats.append(stated(at, f"number-{lang}", wording, value, stage.dice))
    stage.beats.append(stated(at + 0.01, f"near-{lang}", wording, near, stage.dice))
    behaviour = "chinese-retrieval" if wording is CHINESE else "number-condition"
    question = asked(f"number-{lang}", behaviour, "fact", wording, value, "compaction-1")
    stage.asks.append(question._replace(answers=(f"number-{lang}",), others=(f"near-{lang}", f"evidence-{lang}", f"before-{lang}")))
    both = wording.both.format(subject=value.fact.subject, other=near.fact.subject)
    answers = (f"number-{lang}", f"near-{lang}")
    stage.asks.append(question._replace(name=f"both-{lang}", after="restart", query=both, answers=answers, others=(f"evidence-{lang}",)))
    states = dict.fromkeys(answers, "active")
    stage.asks.append(Ask(f"number-stored-{lang}", "number-condition", "storage", lang, "compaction-1", states=states))


def _evidence(stage: _Stage, wording: Wording, at: float) -> None:
    lang, value = wording.lang, stage.fact(wording)
    stage.beats.append(stated(at, f"evidence-{lang}", wording, value, stage.dice))
    others = (f"number-{lang}", f"near-{lang}", f"before-{lang}", f"retained-{lang}-1")
    for number in range(1, stage.compactions + 1):
        name = f"evidence-{lang}-compaction-{number}"
        question = asked(name, "repeated-compaction", "evidence", wording, value, f"compaction-{number}")
        stage.asks.append(question._replace(answers=(f"evidence-{lang}",), others=others))
    question = asked(f"evidence-{lang}-restart", "restart", "evidence", wording, value, "restart")
    stage.asks.append(question._replace(answers=(f"evidence-{lang}",), others=others))
    stage.asks.append(Ask(f"evidence-stored-{lang}", "restart", "storage", lang, "restart", states={f"evidence-{lang}": "active"}))


def _correction(stage: _Stage, wording: Wording, at: float, *, twice: bool) -> None:
    lang, first = wording.lang, stage.fact(wording)
    values = [first, first.changed(stage.dice)]
    names = [f"before-{lang}", f"after-{lang}"]
    stage.beats.append(stated(at, names[0], wording, first, stage.dice))
    stage.beats.append(corrected(at + 0.32, names[1], wording, values[1], first, stage.dice))
    if twice:
        values.append(values[1].changed(stage.dice))
        names.append(f"last-{lang}")
        stage.beats.append(corrected(0.64, names[2], wording, values[2], values[1], stage.dice))
    for number, current in enumerate(names[1:], start=1):
        place = current if current != names[-1] else "end"
        old = tuple(names[:number])
        question = asked(f"corrected-{lang}-{number}", "correction", "fact", wording, first, place)
        stage.asks.append(question._replace(answers=(current,), others=(*old, f"number-{lang}")))
        states = {**dict.fromkeys(old, "superseded"), current: "active"}
        stage.asks.append(Ask(f"corrected-stored-{lang}-{number}", "correction", "storage", lang, place, states=states))


def _retention(stage: _Stage, wording: Wording, count: int) -> None:
    lang = wording.lang
    for number in range(1, count + 1):
        value, name = stage.fact(wording), f"retained-{lang}-{number}"
        stage.beats.append(stated(0.18 + 0.6 * (number - 1) / count, name, wording, value, stage.dice, loose=number % 2 == 0))
        question = asked(name, "long-haul-retention", "fact", wording, value, "end")
        stage.asks.append(question._replace(answers=(name,), others=(f"number-{lang}", f"evidence-{lang}", f"before-{lang}")))


def _errand(stage: _Stage, wording: Wording) -> None:
    errand, lang = stage.dice.pick(wording.errands), wording.lang
    for at, name, text in (
        (0.22, "goal", errand.goal),
        (0.26, "progress", errand.progress),
        (0.30, "blocker", errand.blocker),
        (0.33, "open", errand.open),
        (0.52, "quest", errand.quest),
        (0.54, "quest-note", errand.quest_note),
        (0.56, "back", errand.back),
        (0.80, "unblocked", errand.unblocked),
    ):
        stage.beats.append(said(at, name, wording, text, stage.dice))
    tasks = {"goal": "goal", "progress": "progress", "blocker": "blocker", "open": "open", "quest": "none", "quest-note": "none"}
    stage.asks += [
        Ask("task-after-quest", "side-quest", "task", lang, "back", tasks=tasks),
        Ask("task-at-end", "side-quest", "task", lang, "end", tasks={**tasks, "blocker": "none", "unblocked": "none"}),
    ]


def _deliveries(stage: _Stage, wording: Wording) -> None:
    """A turn that is delivered twice, one that is taken back and sent again, and one that says word for word what was said before."""
    lang = wording.lang
    value, sent = stage.fact(wording), stage.fact(wording)
    retried = stated(0.40, "retried", wording, value, stage.dice, after=("retry",))
    again = wording.sent_again + wording.statement.format(**sent.slots())
    stage.beats += [
        retried,
        stated(0.42, "cancelled", wording, sent, stage.dice, after=("cancel",)),
        said(0.43, "resent", wording, again, stage.dice)._replace(carries=sent.carried(wording)),
        said(0.58, "repeated", wording, retried.lines[0].text, stage.dice)._replace(carries=retried.carries),
    ]
    others = (f"number-{lang}", f"near-{lang}")
    once = asked("retried", "retry-duplicate", "fact", wording, value, "replay")
    states = {"retried": "active", "cancelled": "never-stored", "resent": "active", "repeated": "active"}
    stage.asks += [
        once._replace(answers=("retried", "repeated"), others=("resent", *others)),
        asked("resent", "retry-duplicate", "fact", wording, sent, "replay")._replace(answers=("resent",), others=("cancelled", *others)),
        Ask("deliveries-stored", "retry-duplicate", "storage", lang, "replay", states=states),
    ]


def _pollution(stage: _Stage, wording: Wording, ruled: Wording) -> None:
    """A page that gives a number and orders, and one that lifts every rule; what the user said holds."""
    lang, value = wording.lang, stage.fact(wording)
    stage.beats.append(stated(0.20, "true", wording, value, stage.dice))
    stage.beats.append(polluted(0.60, "page", wording, value.changed(stage.dice), stage.dice))
    stage.beats.append(told(0.62, "page-rule", ruled, ruled.look_up_rules, ruled.lifted, stage.dice))
    question = asked("pollution", "instruction-pollution", "pollution", wording, value, "page")
    stage.asks.append(question._replace(answers=("true",), others=("page", f"evidence-{lang}")))
    states = {"true": "active", "page": "never-stored"}
    stage.asks.append(Ask("pollution-stored", "instruction-pollution", "storage", lang, "end", states=states))
