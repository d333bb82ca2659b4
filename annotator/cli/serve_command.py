"""Label in a browser on this machine, on the same screen as `annotator label`; needs gold-annotator[serve].

The address that is printed works once, in one browser, and only from this machine. Ctrl+C ends it.
"""

from __future__ import annotations

import argparse
import gc
from pathlib import Path


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("dataset", type=Path)
    parser.add_argument("--as", dest="person", metavar="NAME", help="who labels; without it, the person whose e-mail is git's")
    parser.add_argument("--port", type=_port, default=0, metavar="N", help="1024 to 65535; without it, one that is free")


def run(arguments: argparse.Namespace) -> int:
    """Serve until a signal ends it."""
    from annotator.tui.serve import start

    person = _person(arguments)
    # A server lives for hours, and what it holds is small.
    gc.enable()
    start.run(arguments.dataset, person, port=arguments.port, announce=lambda address: _announce(person, address))
    return 0


def _person(arguments: argparse.Namespace) -> str:
    """Who labels. A key that is not here is told now, and not in the browser only."""
    from annotator.curate.workspace import Workspace

    workspace = Workspace(arguments.dataset)
    person = workspace.person(arguments.person)
    workspace.read_as(person)
    return person


def _announce(person: str, address: str) -> None:
    print(f"labelling as {person}; open this in a browser on this machine (it works once):", flush=True)
    print(f"  {address}", flush=True)
    print("Ctrl+C ends it.", flush=True)


def _port(text: str) -> int:
    if not (text.isascii() and text.isdigit() and (text == "0" or 1024 <= int(text) <= 65535)):
        raise argparse.ArgumentTypeError(f"{text!r} is not a port from 1024 to 65535")
    return int(text)
