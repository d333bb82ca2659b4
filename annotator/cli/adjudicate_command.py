"""Decide what reviewers left open, on a screen; with --from FILE.jsonl the decisions come from a file, one a line.

A line is {"sample": ..., "values": {every facet}, "reason": ..., "cause"?: guideline|slip|ambiguity|text}, or {"sample": ..., "unsettled": "the disagreement in words"},
or {"sample": ..., "confirm": true} for a single label that is enough. All lines are checked before the first is saved.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from annotator.cli import commit_option
from annotator.errors import UsageError

if TYPE_CHECKING:
    from annotator.curate.workspace import Workspace


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("dataset", type=Path)
    parser.add_argument("--as", dest="person", metavar="NAME", help="who decides; without it, the person whose e-mail is git's")
    parser.add_argument("--from", dest="source", type=Path, metavar="FILE", help="decisions as JSONL, without a screen")
    parser.add_argument("--confirm", action="store_true", help="confirm single labels that are enough (workflow.overlap below 1) instead")
    commit_option.declare(parser)
    parser.add_argument("--theme", choices=("dark", "light", "contrast", "terminal"), help="colours; NO_COLOR=1 turns them off")


def run(arguments: argparse.Namespace) -> int:
    """Decide on a screen, or save the decisions of a file."""
    if arguments.source is not None and arguments.confirm:
        raise UsageError('in a file, a line confirms by itself ({"sample": ..., "confirm": true}); leave --confirm out')
    if arguments.source is not None:
        return _from_file(arguments)
    if arguments.confirm:
        return _confirm(arguments)
    from annotator.curate.adjudication import Bench
    from annotator.curate.settings import user_settings
    from annotator.tui import start

    settings = user_settings()
    workspace, person = _begin(arguments)
    with Bench(workspace, person) as bench:
        if not bench.ids:
            barred = f" for {bench.person}, who labelled the {bench.barred} samples that are open" if bench.barred else ""
            single = sum(account.next == "confirm" for account in workspace.accounts.values())
            further = f"; {single} single labels wait to be confirmed: --confirm" if single else ""
            print(f"nothing waits for adjudication{barred}{further}; `annotator status` says what is next")
            return _committed(arguments, workspace, person, 0)
        code = start.adjudicate(bench, theme=arguments.theme or settings.theme, keys=settings.keys)
        stands = f"{len(bench.recorded)} decided, {len(bench.unsaved())} begun and not saved, {len(bench.waiting())} open"
    # Stopped by a signal, it may have no terminal to print to any more.
    if not code:
        print(f"{stands}; `annotator status` says more")
    return _committed(arguments, workspace, person, code)


def _confirm(arguments: argparse.Namespace) -> int:
    """Confirm single labels on a screen."""
    from annotator.curate.confirming import Confirming
    from annotator.curate.settings import user_settings
    from annotator.curate.unsealing import unseal_for
    from annotator.tui import start

    settings = user_settings()
    workspace, person = _begin(arguments)
    unseal_for(workspace, person)
    confirming = Confirming(workspace, person)
    if not confirming.ids:
        others = f"; {confirming.barred} wait for someone else" if confirming.barred else ""
        print(f"no single label waits for {person} to confirm it{others}; `annotator status` says what is next")
        return _committed(arguments, workspace, person, 0)
    code = start.at_desk(workspace, person, first="confirm", theme=arguments.theme or settings.theme, keys=settings.keys)
    return _committed(arguments, workspace, person, code)


def _begin(arguments: argparse.Namespace) -> tuple[Workspace, str]:
    """The dataset, and who decides."""
    from annotator.curate.workspace import Workspace

    workspace = Workspace(arguments.dataset)
    person = workspace.person(arguments.person)
    commit_option.check(arguments, workspace, person)
    return workspace, person


def _committed(arguments: argparse.Namespace, workspace: Workspace, person: str, code: int) -> int:
    """Commit the decisions of `person` where that is asked for; returns `code`."""
    if arguments.commit:
        commit_option.commit(workspace, [person], f"decisions by {person}", by=person, quiet=code != 0)
    return code


def _from_file(arguments: argparse.Namespace) -> int:
    """Save the decisions of a file; each is acknowledged on its own line."""
    from annotator.curate.decide import decide_from
    from annotator.curate.unsealing import unseal_for
    from annotator.report.width import shown

    workspace, person = _begin(arguments)
    unseal_for(workspace, person)
    for decided in decide_from(workspace, person, arguments.source):
        what = f"saved {decided.op} {decided.sample} {decided.digest[:12]}" if decided.digest else f"unchanged {decided.sample}"
        print(f"{what}; dataset SHA-256 {decided.dataset_sha256}", flush=True)
    for notice in workspace.dataset.notices:
        print(f"note: {shown(notice)}")
    return _committed(arguments, workspace, person, 0)
