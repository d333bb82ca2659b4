"""Options given: which of a command's options have another value than they have by themselves."""

from __future__ import annotations

import argparse


def options_given(command: str, arguments: argparse.Namespace) -> list[str]:
    """Their names as attributes, in order; so that one which would do nothing can be refused, and nobody takes its silence for an answer."""
    from annotator.cli.main import parser_of

    usual = parser_of(command).parse_args([str(arguments.dataset)])
    return [name for name, value in vars(arguments).items() if value != getattr(usual, name, value)]
