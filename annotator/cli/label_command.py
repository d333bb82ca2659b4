"""Label samples on a screen; with --from FILE.jsonl the labels come from a file, one a line.

A line is {"sample": ..., "values": {FACET: ...}, "note"?: ..., "seconds"?: ...} or {"sample": ..., "skip": "reason"},
with "repeat": true where the sample was judged a second time to see how far one agrees with oneself.
All lines are checked before the first is saved; "saved" is printed when the label would survive a power cut.
"""

from __future__ import annotations

import argparse
import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING

from annotator.cli import commit_option
from annotator.errors import UsageError

if TYPE_CHECKING:
    from annotator.curate.labelling import Desk
    from annotator.curate.workspace import Workspace


class _Keys(argparse.Action):
    """Prints the table of keys and ends, as --help does."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object, **__: object) -> None:
        from annotator.tui.keymap import markdown

        print(markdown(), end="")
        parser.exit()


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("dataset", type=Path)
    parser.add_argument("--as", dest="person", metavar="NAME", help="who labels; without it, the person whose e-mail is git's")
    parser.add_argument("--from", dest="source", type=Path, metavar="FILE", help="labels as JSONL, without a screen")
    parser.add_argument("--reseal", action="store_true", help="seal your labels that nobody opened yet anew, for the keys of today")
    parser.add_argument(
        "--move-spans",
        action="store_true",
        help="after an edit of passages: renew your own labels whose every mark stands in the new text exactly once",
    )
    parser.add_argument("--dry-run", action="store_true", help="with --move-spans: only list what moves and what does not")
    parser.add_argument("--plain", action="store_true", help="line by line, for screen readers and simple terminals")
    parser.add_argument("--theme", choices=("dark", "light", "contrast", "terminal"), help="colours; NO_COLOR=1 turns them off")
    parser.add_argument("--keys", action=_Keys, nargs=0, help="print every key and end")
    parser.add_argument("--show-ids", action="store_true", help="show ids of samples and passages, which may tell the answer")
    commit_option.declare(parser)
    parser.add_argument(
        "--branch",
        action="store_true",
        help="work on your own branch, annotate/DATASET/NAME, and commit on leaving; nothing is fetched or sent",
    )


def run(arguments: argparse.Namespace) -> int:
    """Label on a screen, by lines, or from a file."""
    if sum((arguments.source is not None, arguments.reseal, arguments.move_spans)) > 1:
        raise UsageError("give one of --from, --reseal and --move-spans")
    if arguments.dry_run and not arguments.move_spans:
        raise UsageError("--dry-run goes with --move-spans")
    if arguments.move_spans:
        return _move_spans(arguments)
    if arguments.source is not None or arguments.reseal:
        return _without_screen(arguments)
    from annotator.curate.labelling import Desk
    from annotator.curate.settings import user_settings
    from annotator.report.width import shown
    from annotator.tui import start

    # The objects of a large dataset are made once and kept: looking for cycles among them doubles the start.
    gc.disable()
    settings = user_settings()
    workspace, person = _begin(arguments)
    desk = Desk(workspace, person)
    with _saying_what_is_lost(desk), desk:
        if arguments.plain:
            from annotator.tui import plain

            code = plain.run(desk, settings.keys, ids=arguments.show_ids)
        else:
            code = start.run(desk, theme=arguments.theme or settings.theme, keys=settings.keys, ids=arguments.show_ids)
        stands = _where(desk)
    # Stopped by a signal, it may have no terminal to print to any more.
    if code == 0:
        print(f"{stands}; annotator status {shown(quote(str(arguments.dataset)))} says more")
    _end(arguments, workspace, person)
    return code or int(bool(desk.lost))


@contextmanager
def _saying_what_is_lost(desk: Desk) -> Iterator[None]:
    """However work at the desk ends, by a signal or a fault too, say afterwards what could not be kept."""
    from annotator.report.width import shown

    try:
        yield
    finally:
        if desk.lost:
            # After a hang-up there may be no terminal any more.
            with suppress(OSError):
                print(f"annotator: {shown(desk.lost)}", file=sys.stderr)


def _where(desk: Desk) -> str:
    """What of the person's samples is done and what is left, in one line."""
    from annotator.curate.worklist import State

    counts = desk.counts()
    waiting = counts[State.WAITING]
    parts = [f"{counts[State.LABELLED]} saved", f"{counts[State.UNFINISHED]} unfinished", f"{waiting} wait{'s' if waiting == 1 else ''}"]
    more = {State.SKIPPED: "skipped", State.STALE: "stale", State.CLOSED: "closed"}
    return ", ".join([*parts, *(f"{counts[state]} {word}" for state, word in more.items() if counts[state])])


def _without_screen(arguments: argparse.Namespace) -> int:
    """Save the labels of a file, or one's own anew; each is acknowledged on its own line."""
    from annotator.curate.label import label_from, reseal
    from annotator.report.width import shown

    workspace, person = _begin(arguments)
    saved = unchanged = 0
    coming = reseal(workspace, person) if arguments.reseal else label_from(workspace, person, arguments.source)
    for sample, digest in coming:
        if digest is None:
            unchanged += 1
            print(f"unchanged {sample}", flush=True)
        else:
            saved += 1
            print(f"saved {sample} {digest[:12]}", flush=True)
    for notice in workspace.dataset.notices:
        print(f"note: {shown(notice)}")
    print(f"{saved} saved, {unchanged} unchanged; dataset SHA-256 {workspace.dataset.sha256()}")
    _end(arguments, workspace, person)
    return 0


def _move_spans(arguments: argparse.Namespace) -> int:
    """Renew stale labels with moved marks; each is acknowledged on its own line."""
    from annotator.curate.move_spans import Renewed, renew, renewals
    from annotator.report.moves import move_line
    from annotator.report.width import shown

    workspace, person = _begin(arguments)
    coming = (Renewed(one, None) for one in renewals(workspace, person)) if arguments.dry_run else renew(workspace, person)
    renewed = left = 0
    for renewal, digest in coming:
        places = {
            candidate: f"of passage {place}" for place, candidate in enumerate(workspace.case(renewal.sample).sample.candidates or (), 1)
        }
        for move in renewal.moves:
            print(shown(f"{renewal.sample}: {move_line(move, places.get(move.candidate or '', 'of the text'))}"))
        if renewal.label is None:
            left += 1
            print(shown(f"{renewal.sample}: waits for you: {renewal.why}"), flush=True)
        else:
            renewed += 1
            print(f"saved {renewal.sample} {digest[:12]}" if digest else f"{renewal.sample}: would be saved", flush=True)
    done = "would be renewed" if arguments.dry_run else "renewed"
    print(f"{renewed} {done}, {left} wait for you on the screen; dataset SHA-256 {workspace.dataset.sha256()}")
    if not arguments.dry_run:
        _end(arguments, workspace, person)
    return 0


def _begin(arguments: argparse.Namespace) -> tuple[Workspace, str]:
    """The dataset and who labels, on that person's own branch where asked for."""
    from annotator.curate.workspace import Workspace

    workspace = Workspace(arguments.dataset)
    person = workspace.person(arguments.person)
    if arguments.branch:
        from annotator.curate.commit import own_branch

        print(f"on branch {own_branch(workspace, person)}")
        # Another branch may hold another state of the dataset.
        workspace = Workspace(arguments.dataset)
        arguments.commit = True
    if not arguments.dry_run:
        commit_option.check(arguments, workspace, person)
    return workspace, person


def _end(arguments: argparse.Namespace, workspace: Workspace, person: str) -> None:
    if arguments.commit:
        commit_option.commit(workspace, [person], f"labels by {person}", by=person)
