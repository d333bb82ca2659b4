"""What `annotator evaluate` does with a tagger's predictions: the same as `annotator score-tags`."""

from __future__ import annotations

import argparse

from annotator.cli import score_tags_command
from annotator.cli.options_given import options_given
from annotator.errors import UsageError

_OWN = ("mode", "stages", "out_dir")
_TAKEN = frozenset({*_OWN, "dataset", "predictions", "status", "by", "json", "markdown", "with_text"})


def declare(group: argparse._ActionsContainer) -> None:
    """Declare the arguments."""
    group.add_argument(
        "--predictions", action="append", default=[], metavar="FILE", help="what to score; a second file is compared with it"
    )
    score_tags_command.configure_tags(group)


def run_predictions(arguments: argparse.Namespace) -> int:
    """Score them. Raises UsageError for an option that has no meaning here."""
    for name in options_given("evaluate", arguments):
        if name not in _TAKEN:
            raise UsageError(f"--{name.replace('_', '-')}: is about retrievers, and --predictions are a tagger's; leave one of them away")
    return score_tags_command.run(arguments)


def refuse_without(arguments: argparse.Namespace) -> None:
    """Raises UsageError for an option that has a meaning with --predictions alone."""
    for name in options_given("evaluate", arguments):
        if name in _OWN:
            raise UsageError(f"--{name.replace('_', '-')}: goes with --predictions")
