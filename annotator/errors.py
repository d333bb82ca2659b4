"""Every error the tool raises, as one tree; each class carries its exit code.

AnnotatorError (2)
├── UsageError (2)            wrong words on the command line
├── UnreadableInput (2)       a file or line that cannot be taken in; names file and line
├── Refused (2)               a rule forbids what was asked; nothing was changed
├── MissingPrerequisite (2)   an optional library, a folder or a program is not there
├── NotCommitted (2)          git did not take a commit; what was to be committed is safe on disk
├── RetrieverFailed (2)       a retriever or answerer from outside died, was too slow or answered what cannot be read
├── CheckFailed (1)           a check ran and did not pass
├── Repairable (3)            `annotator repair` puts it right
└── CannotCheck (4)           history that the check needs is not here

A message is one sentence: what, where, what to do.
"""

from __future__ import annotations


class AnnotatorError(Exception):
    """Base of every expected failure; `str(error)` is shown to the user as it is."""

    exit_code = 2


class UsageError(AnnotatorError):
    """The words on the command line cannot be carried out."""


class UnreadableInput(AnnotatorError):
    """A file, or a line of it, cannot be taken in.

    `path` is shown as given; `line` counts from 1, None where it is the file as a whole.
    """

    def __init__(self, path: str, line: int | None, problem: str, advice: str = "") -> None:
        where = path if line is None else f"{path}:{line}"
        super().__init__(f"{where}: {problem}" + (f"; {advice}" if advice else ""))
        self.path = path
        self.line = line
        self.problem = problem


class Refused(AnnotatorError):
    """A rule forbids what was asked; nothing was changed."""


class MissingPrerequisite(AnnotatorError):
    """An optional library, a folder or a program that is needed is not there."""


class NotCommitted(AnnotatorError):
    """Git did not take a commit; what was to be committed is on disk as it was."""


class RetrieverFailed(AnnotatorError):
    """A retriever or answerer from outside died, was too slow, or answered what cannot be read."""


class CheckFailed(AnnotatorError):
    """A check ran and did not pass."""

    exit_code = 1


class Repairable(AnnotatorError):
    """The folder is not valid as it stands, and `annotator repair` puts it right."""

    exit_code = 3


class CannotCheck(AnnotatorError):
    """The history that a check needs is not here."""

    exit_code = 4
