"""Finds the command, runs it, and turns an AnnotatorError into one sentence and its exit code."""

from __future__ import annotations

import argparse
import gc
import importlib
import io
import os
import signal
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import NoReturn

from annotator import __version__
from annotator.errors import AnnotatorError, UsageError

# Only the named command's module is imported, so `--help` and short commands start at once.
COMMANDS = {
    "demo": "walk the whole road on a bundled dataset, in a scratch folder",
    "new": "make a dataset folder from a template",
    "generate": "make up long conversations with their answer key, from a seed",
    "import": "take questions, passages or labels from another format",
    "export": "write a dataset in another format",
    "label": "label samples",
    "serve": "label samples in a browser on this machine",
    "status": "per sample and per person: where it stands, what is next",
    "agreement": "kappa and its relatives, per facet",
    "keygen": "make a key for datasets whose labels are sealed",
    "unseal": "open sealed labels once all of a sample are in",
    "adjudicate": "decide what reviewers left open",
    "desk": "a maintainer's screen: standing, quality, whose turn, gold review",
    "promote": "move samples towards gold by a recorded decision",
    "demote": "take samples back to draft by a recorded decision",
    "release": "publish what is gold, as a folder that is written once",
    "blame": "the whole story of a sample",
    "diff": "what changed since a commit, by meaning",
    "hash": "the dataset SHA-256",
    "verify": "check a dataset's files, chains, labels and decisions",
    "repair": "mend what a crash left behind, losing nothing",
    "fmt": "put hand-edited JSONL files into canonical form",
    "evaluate": "score retrievers against a dataset",
    "tune": "try settings of two search routes and of their fusion",
    "compare": "two stored reports: what differs, and what may be claimed",
    "score": "score TREC runs against TREC qrels",
    "score-tags": "score a tagger's predictions against a dataset, or two taggers",
    "schema": "print or write the JSON Schemas of every stored file",
}


class _Paragraphs(argparse.HelpFormatter):
    """Keeps the paragraphs of a command's words, and wraps each to the terminal."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        from annotator.report.width import fill

        return "\n\n".join("\n".join(fill(" ".join(paragraph.split()), width)) for paragraph in text.split("\n\n"))


class _Parser(argparse.ArgumentParser):
    """Shows the user's own words as text only, in usage errors too."""

    def error(self, message: str) -> NoReturn:
        from annotator.report.width import shown

        super().error(shown(message))


def parser_of(command: str) -> argparse.ArgumentParser:
    """The argument parser of one command."""
    module = importlib.import_module(f"annotator.cli.{command.replace('-', '_')}_command")
    parser = _Parser(
        prog=f"annotator {command}",
        description=module.__doc__,
        allow_abbrev=False,
        formatter_class=_Paragraphs,
    )
    module.configure(parser)
    parser.set_defaults(run=module.run)
    return parser


def overview() -> str:
    """What `annotator --help` prints."""
    lines = ["usage: annotator COMMAND ...", "", "Turn draft questions into a gold set, and score retrievers against it.", ""]
    lines += [f"  {name:<11} {summary}" for name, summary in COMMANDS.items()]
    lines += [
        "",
        "`annotator COMMAND --help` explains one. Exit codes: 0 well, 1 a check failed,",
        "2 usage or input, 3 run `annotator repair`, 4 history missing.",
    ]
    return "\n".join(lines)


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; returns its exit code."""
    words = list(sys.argv[1:] if argv is None else argv)
    # A command lives for seconds; looking for cycles among 100,000 records would take longer than they cost.
    collecting = gc.isenabled()
    gc.disable()
    # Looking for plug-ins of pydantic reads the metadata of all that is installed, and none may change what is checked.
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    for stream in (sys.stdout, sys.stderr):
        # A terminal or pipe of another encoding shows an escape instead of ending the command.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    try:
        with _ended_in_order():
            code = _dispatch(words)
        if sys.stdout is not None:
            sys.stdout.flush()
        return code
    except BrokenPipeError:
        # The reader of a pipe went away (`| head`); Python would complain again while flushing at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 141
    except KeyboardInterrupt as interrupted:
        print("annotator: interrupted", file=sys.stderr)
        return 128 + (interrupted.number if isinstance(interrupted, _Ended) else signal.SIGINT)
    except Exception as error:
        if os.environ.get("ANNOTATOR_DEBUG"):
            raise
        from annotator.report.width import shown  # what a file says must not steer the terminal

        print("\n".join(shown(line) for line in f"annotator: {_sentence(error)}".split("\n")), file=sys.stderr)
        return error.exit_code if isinstance(error, AnnotatorError) else AnnotatorError.exit_code
    finally:
        if collecting:
            gc.enable()


class _Ended(KeyboardInterrupt):
    """A signal ends the command, in every place as Ctrl-C would."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = number


@contextmanager
def _ended_in_order() -> Iterator[None]:
    """SIGTERM and SIGHUP end a command as Ctrl-C does: what it holds open is closed, and what is temporary goes."""

    def end(number: int, _: object) -> NoReturn:
        raise _Ended(number)

    # Whoever has set something else, nohup or a test that calls us in a thread, keeps it.
    taken = threading.current_thread() is threading.main_thread()
    ours = [number for number in (signal.SIGTERM, signal.SIGHUP) if taken and signal.getsignal(number) is signal.SIG_DFL]
    for number in ours:
        signal.signal(number, end)
    try:
        yield
    finally:
        for number in ours:
            signal.signal(number, signal.SIG_DFL)


def _dispatch(words: list[str]) -> int:
    if not words or words[0] in {"-h", "--help", "help"}:
        print(overview())
        return 0 if words else 2
    if words[0] == "--version":
        print(f"annotator {__version__}")
        return 0
    if words[0] not in COMMANDS:
        raise UsageError(f"there is no command {words[0]!r}; `annotator --help` lists them")
    parser = parser_of(words[0])
    try:
        # So that samples may stand behind options as well: `promote notes --to gold q1 q2`.
        arguments = parser.parse_intermixed_args(words[1:])
    except TypeError:  # a parser with sub-commands cannot mix
        arguments = parser.parse_args(words[1:])
    code: int = arguments.run(arguments)
    return code


def _sentence(error: Exception) -> str:
    """What the user is told: our own message, the system's, or where in our code a fault lies (and nothing of the data)."""
    if isinstance(error, AnnotatorError):
        return str(error)
    if isinstance(error, OSError):
        return f"{error.filename}: {error.strerror}" if error.filename else str(error.strerror or error)
    trace, where = error.__traceback__, "unknown place"
    while trace is not None:
        path = trace.tb_frame.f_code.co_filename
        if f"{os.sep}annotator{os.sep}" in path:
            where = f"{path.rsplit(os.sep, 1)[-1]}:{trace.tb_lineno}"
        trace = trace.tb_next
    return f"a fault in annotator itself ({type(error).__name__} at {where}); please report it, with what ANNOTATOR_DEBUG=1 shows"
