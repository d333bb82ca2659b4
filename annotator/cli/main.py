"""Finds the command, runs it, and turns an AnnotatorError into one sentence and its exit code."""

from __future__ import annotations

import argparse
import gc
import importlib
import os
import sys
from collections.abc import Sequence

from annotator import __version__
from annotator.errors import AnnotatorError

# Only the named command's module is imported, so `--help` and short commands start at once.
COMMANDS = {
    "demo": "walk the whole road on a bundled dataset, in a scratch folder",
    "new": "make a dataset folder from a template",
    "import": "take questions, passages or labels from another format",
    "export": "write a dataset in another format",
    "label": "label samples",
    "status": "per sample and per person: where it stands, what is next",
    "agreement": "kappa and its relatives, per facet",
    "adjudicate": "decide what reviewers left open",
    "promote": "move samples towards gold by a recorded decision",
    "demote": "take samples back to draft by a recorded decision",
    "hash": "the dataset SHA-256",
    "verify": "check a dataset's files, chains, labels and decisions",
    "repair": "mend what a crash left behind, losing nothing",
    "fmt": "put hand-edited JSONL files into canonical form",
    "evaluate": "score retrievers against a dataset",
    "score": "score TREC runs against TREC qrels",
    "schema": "print or write the JSON Schemas of every stored file",
}


def parser_of(command: str) -> argparse.ArgumentParser:
    """The argument parser of one command."""
    module = importlib.import_module(f"annotator.cli.{command}_command")
    parser = argparse.ArgumentParser(
        prog=f"annotator {command}",
        description=module.__doc__,
        allow_abbrev=False,
        formatter_class=argparse.RawDescriptionHelpFormatter,
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
        "`annotator COMMAND --help` explains one. Exit codes: 0 well, 1 a check failed, 2 usage or input,",
        "3 run `annotator repair`, 4 history missing.",
    ]
    return "\n".join(lines)


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; returns its exit code."""
    words = list(sys.argv[1:] if argv is None else argv)
    if not words or words[0] in {"-h", "--help", "help"}:
        print(overview())
        return 0 if words else 2
    if words[0] == "--version":
        print(f"annotator {__version__}")
        return 0
    command, rest = words[0], words[1:]
    if command not in COMMANDS:
        print(f"annotator: there is no command {command!r}; `annotator --help` lists them", file=sys.stderr)
        return 2
    # A command lives for seconds; looking for cycles among 100,000 records would take longer than they cost.
    collecting = gc.isenabled()
    gc.disable()
    try:
        return _run(command, rest)
    except AnnotatorError as error:
        print(f"annotator: {error}", file=sys.stderr)
        return error.exit_code
    except OSError as error:
        if isinstance(error, BrokenPipeError):
            return _pipe_closed()
        where = f"{error.filename}: " if error.filename else ""
        print(f"annotator: {where}{error.strerror or error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("annotator: interrupted", file=sys.stderr)
        return 130
    except Exception as error:
        if os.environ.get("ANNOTATOR_DEBUG"):
            raise
        print(f"annotator: {_fault(error)}", file=sys.stderr)
        return 2
    finally:
        if collecting:
            gc.enable()


def _run(command: str, words: Sequence[str]) -> int:
    arguments = parser_of(command).parse_args(words)
    code: int = arguments.run(arguments)
    sys.stdout.flush()
    return code


def _fault(error: Exception) -> str:
    """One sentence about a fault of ours: where it happened, and nothing of the data."""
    trace, where = error.__traceback__, "unknown place"
    while trace is not None:
        code = trace.tb_frame.f_code
        if f"{os.sep}annotator{os.sep}" in code.co_filename:
            where = f"{code.co_filename.rsplit(os.sep, 1)[-1]}:{trace.tb_lineno}"
        trace = trace.tb_next
    return f"a fault in annotator itself ({type(error).__name__} at {where}); nothing more was written; please report it, with what ANNOTATOR_DEBUG=1 shows"


def _pipe_closed() -> int:
    """The reader of a pipe went away (`| head`); Python would complain again while flushing at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 141
