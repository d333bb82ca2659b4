"""Answerer: a program that a command line brings along to answer questions. Nothing in a dataset can name one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256

from annotator.errors import UsageError
from annotator.evaluate.conversation.answer_key import Question
from annotator.evaluate.conversation.answering import Answerer, text_of_json
from annotator.evaluate.conversation.memory import Message
from annotator.evaluate.outside import Blame
from annotator.store.piped_program import PipedProgram

DETERMINISTIC = "deterministic"
_COMMAND = "command"


def about_answerer(words: str) -> dict[str, str | None]:
    """Its part of the report: what kind it is, and the digest of its words, which may name a model or an endpoint."""
    if words == DETERMINISTIC:
        return {"answerer": DETERMINISTIC, "answererSha256": None}
    return {"answerer": _COMMAND, "answererSha256": sha256(_program(words).encode()).hexdigest()}


@contextmanager
def answerer_named(words: str, timeout: float) -> Iterator[Answerer | None]:
    """The program of `command:WORDS`, running; None for `deterministic`, where nothing is answered. `timeout` in seconds for an answer.

    Raises UsageError and MissingPrerequisite; asking raises RetrieverFailed, naming the question.
    """
    if words == DETERMINISTIC:
        yield None
        return
    program = PipedProgram(_program(words), timeout)

    def answered(question: Question, message: Message) -> str:
        with Blame(_COMMAND, f"on question {question.id}", "answerer"):
            return text_of_json(program.ask({"query": question.query, "message": message.text}))

    program.start()
    try:
        yield answered
    finally:
        program.close()


def _program(words: str) -> str:
    kind, _, program = words.partition(":")
    if kind != _COMMAND or not program:
        raise UsageError(f"--answerer {words}: write it as {DETERMINISTIC} or as {_COMMAND}:WORDS")
    return program
