"""Scratch repositories, for a walk through the tool."""

from __future__ import annotations

from pathlib import Path

from git import Git

from annotator.git.plumbing import ask


def scratch_repository(folder: Path) -> None:
    """Make `folder`, one of our own scratch folders, a repository."""
    ask(Git(folder), "init", "-q", "-b", "main")


def commit_scratch(folder: Path, message: str, name: str, email: str) -> None:
    """Commit all of a scratch repository in the name of a made-up person."""
    git = Git(folder)
    who = ("-c", f"user.name={name}", "-c", f"user.email={email}", "-c", "commit.gpgSign=false")
    ask(git, "add", "--all")
    ask(git, *who, "commit", "-q", "-m", message)
