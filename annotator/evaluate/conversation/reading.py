"""Reading: what a user's turn says, told by its form; simple on purpose, in English and Chinese."""

from __future__ import annotations

import re
from typing import NamedTuple

from annotator.evaluate.tokens import tokens

TASKS = ("goal", "progress", "blocker", "open")
_CUES = {
    "rule": r"standing rule:|长期规则：",
    "goal": r"(?:main )?goal:|主要目标：",
    "progress": r"progress so far:|目前进展：",
    "unblocked": r"the blocker is gone|阻碍解除",
    "blocker": r"blocker:|阻碍：",
    "open": r"still open:|待定：",
}
_CUE = re.compile("|".join(f"(?P<{kind}>{pattern})" for kind, pattern in _CUES.items()), re.IGNORECASE)
# Words such as "for the record:" may stand before what is said.
_FACT = re.compile(
    r"(?:[^:：]{1,40}[:：]\s*)?(?P<about>the [\w -]{2,60}?(?= is )|[\u4e00-\u9fff]{2,20}?(?=是))(?: is |是)(?P<said>.+)", re.IGNORECASE
)
_TERM = re.compile(r'["“]([^"”]+)["”]')
_SCOPE = re.compile(r"(?:\bin (?P<in>.+?) never\b|\bevery (?P<every>.+?) has to\b|：(?P<zh>给.+?)里不要|每.(?P<each>.+?)必须)")


class Said(NamedTuple):
    """What a turn says: its kind, what it speaks of, and its words made comparable."""

    kind: str
    about: str
    words: str


class Ruling(NamedTuple):
    """A rule on replies: the term, whether it must or must not stand there, and the words that name the replies it is for."""

    term: str
    required: bool
    scope: frozenset[str]


def read(text: str) -> Said | None:
    """What the turn states; None for questions and for talk that states nothing."""
    if text.rstrip().endswith(("?", "？")):
        return None
    words = " ".join(text.casefold().split())
    cue = _CUE.match(text)
    if cue is not None:
        kind = str(cue.lastgroup)
        # There is one goal at a time, and any number of the rest.
        return Said(kind, kind if kind == "goal" else words, words)
    fact = _FACT.match(text)
    if fact is not None:
        return Said("fact", fact["about"].casefold(), " ".join(fact["said"].casefold().split()))
    return Said("fact", words, words) if any(character.isdigit() for character in text) else None


def ruling(text: str) -> Ruling | None:
    """The rule on replies in `text`; None where it names no term."""
    term = _TERM.search(text)
    if term is None:
        return None
    scope = _SCOPE.search(text)
    words = next((found for found in scope.groups() if found), "") if scope is not None else ""
    forbids = "never" in text or "不要" in text
    return Ruling(term[1].casefold(), not forbids, frozenset(tokens(words)))


def refused(reply: str, rule: Ruling) -> bool:
    """Whether `reply` breaks the rule; what stands before its first colon says what sort of reply it is."""
    sort = frozenset(tokens(re.split("[:：]", reply, maxsplit=1)[0]))
    return rule.scope <= sort and (rule.term in reply.casefold()) is not rule.required
