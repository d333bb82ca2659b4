"""The option `--commit`: what the command wrote becomes one commit."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from annotator.curate.workspace import Workspace


def declare(parser: argparse.ArgumentParser) -> None:
    """Declare `--commit`."""
    parser.add_argument("--commit", action="store_true", help="commit what was written, and nothing else; your hooks run as you set them")


def check(arguments: argparse.Namespace, workspace: Workspace, by: str | None = None) -> None:
    """Before the work begins: refuse `--commit` where git would commit for someone else than `by`, or nothing."""
    if arguments.commit:
        from annotator.curate.commit import require_committer

        require_committer(workspace, by)


def commit(
    workspace: Workspace, people: Iterable[str], what: str, *, by: str | None = None, more: Sequence[str] = (), quiet: bool = False
) -> None:
    """Commit the sessions of `people` and say so unless `quiet`; `what` becomes the message, after the dataset's id."""
    from annotator.curate.commit import commit_written

    done = commit_written(workspace, people, f"{workspace.config.id}: {what}", by=by, more=more)
    if not quiet:
        print("nothing to commit: it is committed already" if done is None else f"committed {done.commit[:12]} ({len(done.paths)} files)")
