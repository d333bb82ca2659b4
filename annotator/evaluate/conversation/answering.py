"""Answering: what a program from outside answers, and whether its answer holds the words that the key asks for."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from annotator.errors import RetrieverFailed
from annotator.evaluate.conversation.answer_key import Question, Words
from annotator.evaluate.conversation.memory import Message
from annotator.evaluate.outside import refuse_own_error
from annotator.evaluate.tagging.names import folded

# What is answered to a question, from the message that a baseline puts before it.
Answerer = Callable[[Question, Message], str]


def text_of_json(document: Any) -> str:
    """What a JSON answer holds as `text`. Raises RetrieverFailed, with its own `error` where it has one."""
    if isinstance(document, dict):
        refuse_own_error(document)
        if isinstance(document.get("text"), str):
            return str(document["text"])
    raise RetrieverFailed('its answer is not {"text": "…"}')


def wanted(question: Question) -> Words:
    """The words that an answer may not lose: those of every turn that answers the question."""
    return tuple(word for words in question.relevant.values() for word in words)


def right(question: Question, answer: str) -> bool:
    """Whether the answer holds every wanted word. Case, width (NFKC) and white space make no difference; 17 mV does not hold 7 mV."""
    text = folded(answer)
    return all(re.search(_pattern(word), text) for word in wanted(question))


def _pattern(word: str) -> str:
    letters = folded(word).replace(" ", "")
    before = r"(?<!\d)(?<!\d[.,])" if letters[:1].isdigit() else ""
    after = r"(?!\d|[.,]\d)" if letters[-1:].isdigit() else ""
    return before + r"\s*".join(map(re.escape, letters)) + after
